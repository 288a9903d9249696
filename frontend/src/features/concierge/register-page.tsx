import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownershipQuery, useOwnership } from '../../domain/concierge/ownership.ts';
import { EmailForm } from '../../domain/email/email-form.tsx';
import { Support } from '../../domain/support/support.tsx';
import { ApiError, call, describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card, Page, Stack, useStepFocus } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { Note } from '../../ui/note.tsx';

/**
 * The lifetime of a sign-in link, in minutes.
 * If the link has expired or was used, the page offers a new one.
 */
const linkMinutes = 15;

/**
 * Opens the concierge on another device, by e-mail and without a password.
 * The token of a mailed link is in the fragment, which browsers do not send to servers. The page removes the token from
 * the address bar at once.
 */
export function RegisterPage() {
  const [token, setToken] = useState(readToken);
  useLayoutEffect(() => {
    // A new link may be opened in the tab of a used link. Then only the fragment changes, and the page does not reload.
    function takeToken() {
      const next = readToken();
      if (!next) return;
      setToken(next);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    takeToken();
    addEventListener('hashchange', takeToken);
    return () => removeEventListener('hashchange', takeToken);
  }, []);
  return token ? <SignIn key={token} token={token} /> : <LinkRequest />;
}

function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('t');
}

/** Requires a press before the link is used, because mail programs open links on their own. */
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
      <Page title="This link does not open" narrow>
        <Note kind="warn" title="It was used before, or it is too old." live>
          <p>A link opens once, and for {linkMinutes} minutes. Nothing is lost: ask for a new one here.</p>
        </Note>
        <LinkForm />
      </Page>
    );
  }
  return (
    <Page title="Open your concierge here" lead={<p>From then on, this browser knows you.</p>} narrow>
      <Card raised>
        <Stack>
          {error && (
            <Note kind="warn" title="That did not work" live>
              <p>{describe(error, 'Please check your connection and try again.')}</p>
              <p>Nothing is lost. If this link does not open any more, you get a new one here.</p>
            </Note>
          )}
          <p className="text-ink-2">
            Do this on your own device only. You can close the page if it was not you who asked.
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
 * Links to the concierge for owners.
 * For all other visitors, shows a form that mails a link to an owner.
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
      lead={<p>We mail you a link. It opens your concierge on any device of yours. There is no password.</p>}
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
    <Card raised as="section" aria-label="A link by e-mail" className="grid gap-4">
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        {request.isSuccess ? (
          <Note kind="good" title="Look at your e-mail" live>
            <p>If we know this address, a link comes there in a few minutes. Look in the spam folder, too.</p>
            <p>It opens once, and for {linkMinutes} minutes. Open it on this device.</p>
          </Note>
        ) : (
          <EmailForm
            id="concierge-link-email"
            hint="The one that you gave us when you bought it."
            button="Mail me a link"
            variant="soft"
            failed="We could not mail you a link"
            send={request}
          >
            <p className="text-ink-2">
              Did you give us no address? Then open the concierge in the browser where you bought it. We do not see the
              address that you typed on the payment page.
            </p>
          </EmailForm>
        )}
        {/* An owner without the first browser and without a stored address needs the support, where a person finds
            the payment. */}
        <div className="text-ink-2">
          <p>Does no link come?</p>
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
    <Card raised as="section" aria-label="Your e-mail address" className="grid gap-4">
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        {register.isSuccess ? (
          <Note kind="good" title="A link is on its way to you" live>
            <p>Open it on the other device. It opens once, and for {linkMinutes} minutes.</p>
            <p>Do you need another one later? Then come to this page again, on any device.</p>
          </Note>
        ) : (
          <EmailForm
            id="concierge-register-email"
            hint="Only links to your concierge go there, and newsletters that you ask for."
            button={hasEmail ? 'Use this address from now on' : 'Keep my address, and mail me a link'}
            variant="soft"
            failed="We could not keep your address"
            send={register}
          >
            {hasEmail && (
              <p className="text-ink-2">
                We have an address of yours. A new one takes its place, and a mail tells the old one.
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
