import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { useNavigate } from 'react-router-dom';
import { ownershipQuery, useOwnership } from '../../domain/concierge/ownership.ts';
import { EmailForm } from '../../domain/email/email-form.tsx';
import { Support } from '../../domain/support/support.tsx';
import { ApiError, call, describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { readToken, useMailLink } from '../../lib/use-mail-link.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card, Page, Stack } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

/**
 * The lifetime of a sign-in link, in minutes.
 * If the link has expired or was used, the page offers a new one.
 */
const linkMinutes = 15;

/** Opens the concierge on another device, by e-mail and without a password. */
export function RegisterPage() {
  const [token] = useMailLink(readToken);
  return token ? <SignIn key={token} token={token} /> : <LinkRequest />;
}

/** Requires a button press before the link is used, because mail programs open links automatically. */
function SignIn({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    async mutationFn() {
      try {
        return await call('POST /api/concierge/sign-in', { body: { token } });
      } catch (error) {
        // If the response was lost, the server may still have used the link and signed this browser in.
        const ownership = await client.fetchQuery({ ...ownershipQuery, staleTime: 0 }).catch(() => null);
        if (ownership?.state === 'owned') return ownership;
        throw error;
      }
    },
    onSuccess(ownership) {
      client.setQueryData(ownershipQuery.queryKey, ownership);
      // The response may be incomplete, for example without a paid guide, so the ownership is refetched.
      void client.invalidateQueries(ownershipQuery);
      void navigate(paths.concierge, { replace: true });
    },
  });
  const { error } = signIn;
  // The link was used, has expired or is incomplete, so only a new link helps.
  const isSpent = error instanceof ApiError && (error.status === 410 || error.status === 400);
  if (isSpent) {
    return (
      <Page title="This link no longer works" narrow>
        <Note kind="warn" title="The link was used, has expired, or is incomplete." live>
          <p>Each link works once, for {linkMinutes} minutes. Nothing is lost. You can get a new one here.</p>
        </Note>
        <LinkForm />
      </Page>
    );
  }
  return (
    <Page title="Open your concierge here" lead={<p>You’ll stay signed in on this browser.</p>} narrow>
      <Card raised>
        <Stack>
          {error && (
            <Note kind="warn" title="That didn’t work" live>
              <p>{describe(error, 'Please check your connection and try again.')}</p>
              <p>Nothing is lost. If this link no longer works, you can get a new one here.</p>
            </Note>
          )}
          <p className="text-ink-2">
            Only open it on your own device. If you didn’t ask for this link, just close the page.
          </p>
          <Buttons>
            <Button busy={signIn.isPending || signIn.isSuccess} busyLabel="Opening…" onClick={() => signIn.mutate()}>
              Open my concierge
            </Button>
          </Buttons>
        </Stack>
      </Card>
    </Page>
  );
}

/**
 * Shows owners a form that saves their e-mail address and sends a link to this address.
 * Shows all other visitors a form that requests a link.
 */
function LinkRequest() {
  const { data: ownership, isPending } = useOwnership();
  if (isPending) {
    return (
      <Page title={pages.conciergeRegister.title} narrow>
        <BridgeLoader label="Loading…" />
      </Page>
    );
  }
  return (
    <Page
      title={pages.conciergeRegister.title}
      lead={<p>We’ll email you a link that opens your concierge on any of your devices. You don’t need a password.</p>}
      narrow
    >
      {ownership?.state === 'owned' ? <OwnerForm hasEmail={ownership.email} /> : <LinkForm />}
    </Page>
  );
}

function LinkForm() {
  const request = useMutation({
    mutationFn: (email: string) => call('POST /api/concierge/sign-in-link', { body: { email } }),
  });
  const place = useStepFocus<HTMLDivElement>(request.isSuccess);
  return (
    <Card raised as="section" aria-label="A link by email" className="grid gap-4">
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        {request.isSuccess ? (
          <Note kind="good" title="Check your email" live>
            <p>If we have this email address, you’ll get a link in a few minutes. Check your spam folder too.</p>
            <p>The link works once, for {linkMinutes} minutes. Open it on this device.</p>
          </Note>
        ) : (
          <EmailForm
            id="concierge-link-email"
            hint="The email address you gave us for the concierge."
            button="Email me a link"
            variant="soft"
            failed="We couldn’t email you a link"
            send={request}
          >
            <p className="text-ink-2">
              If you didn’t give us an email address, open the concierge in the browser where you bought it. We can’t
              see an email address you typed on the payment page.
            </p>
          </EmailForm>
        )}
        {/* An owner who bought in another browser and gave no e-mail address cannot get a link here. The support
            team can find the payment. */}
        <div className="text-ink-2">
          <p>Didn’t get a link?</p>
          <Support />
        </div>
      </div>
      <Buttons>
        <ButtonLink variant="quiet" to={paths.concierge}>
          Back to the concierge
        </ButtonLink>
      </Buttons>
    </Card>
  );
}

function OwnerForm({ hasEmail }: { hasEmail: boolean }) {
  const client = useQueryClient();
  const register = useMutation({
    mutationFn: (email: string) => call('POST /api/concierge/register', { body: { email } }),
    onSuccess: () => client.invalidateQueries(ownershipQuery),
  });
  const place = useStepFocus<HTMLDivElement>(register.isSuccess);
  return (
    <Card raised as="section" aria-label="Your email address" className="grid gap-4">
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        {register.isSuccess ? (
          <Note kind="good" title="Your link is on its way" live>
            <p>Open the link on your other device. It works once, for {linkMinutes} minutes.</p>
            <p>If you need another one later, come back to this page on any device.</p>
          </Note>
        ) : (
          <EmailForm
            id="concierge-register-email"
            hint="We’ll email you links to your concierge. You only get newsletters you ask for."
            button={hasEmail ? 'Use this email and send me a link' : 'Save my email and send me a link'}
            variant="soft"
            failed="We couldn’t save your email address"
            send={register}
          >
            {hasEmail && (
              <p className="text-ink-2">
                We already have your email address. A new one will replace it, and we’ll email the old one to let you
                know.
              </p>
            )}
          </EmailForm>
        )}
      </div>
      <Buttons>
        <ButtonLink variant="quiet" to={paths.concierge}>
          Back to my concierge
        </ButtonLink>
      </Buttons>
    </Card>
  );
}
