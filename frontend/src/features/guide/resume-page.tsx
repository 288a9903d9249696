import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Support } from '../../domain/support/support.tsx';
import { lastTransfer } from '../../domain/transfer/last-transfer.ts';
import { ApiError, describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { readToken, useMailLink } from '../../lib/use-mail-link.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { Note } from '../../ui/note.tsx';
import { StateCard } from '../../ui/state.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { useRenewLink, useResumeQuery } from './api.ts';

/**
 * Opens a transfer from the link in a mail or a QR code, after the customer has confirmed.
 * A link may come from another person and lead to that person's transfer.
 */
export function ResumePage() {
  const [token] = useMailLink(readToken);
  const [opening, setOpening] = useState<string | null>(null);
  const { data: transfer, error, refetch } = useQuery(useResumeQuery(opening));
  if (transfer) return <Navigate to={paths.guide(transfer.id)} replace />;
  if (token && token !== opening) return <AskFirst onOpen={() => setOpening(token)} />;
  if (token && !error) {
    return (
      <Page title="Opening your transfer" narrow>
        <BridgeLoader label="One moment…" />
      </Page>
    );
  }
  if (error && !(error instanceof ApiError)) {
    return (
      <Page title="Opening your transfer" narrow>
        <StateCard title="We couldn’t connect." actions={<Button onClick={() => refetch()}>Try again</Button>}>
          <p>Please check your connection. The link still works.</p>
        </StateCard>
      </Page>
    );
  }
  if (token && error?.problem?.code === 'link_expired') return <UsedLink key={token} token={token} />;
  const incomplete = !token || error?.status === 400;
  return (
    <Page title="This link doesn’t work" narrow>
      <StateCard actions={<ButtonLink to={paths.home}>Back to home</ButtonLink>}>
        <p>
          {incomplete
            ? 'Part of the link is missing. Please open it from the email again.'
            : describe(error, 'Please open the link in the email again.')}
        </p>
        <Support />
      </StateCard>
    </Page>
  );
}

/**
 * Requires a button press before the transfer opens.
 * Without the button, a mail program or a fraudster's link could open the transfer.
 */
function AskFirst({ onOpen }: { onOpen: () => void }) {
  return (
    <Page title="Open your transfer here?" narrow>
      <StateCard
        title="Open the transfer you started on another device?"
        actions={
          <>
            <Button onClick={onOpen}>Yes, open my transfer</Button>
            <ButtonLink variant="quiet" to={paths.home}>
              No, don’t open it
            </ButtonLink>
          </>
        }
      >
        <p>Only continue if you asked for this link or code yourself.</p>
        <p>If someone else sent you this link or code, it’s for their transfer and their wallet. Close this page.</p>
      </StateCard>
    </Page>
  );
}

/**
 * Shows that a link was used on another device or has expired.
 * Offers a new link, and this device's own transfer.
 */
function UsedLink({ token }: { token: string }) {
  const renew = useRenewLink(token);
  const place = useStepFocus<HTMLDivElement>(renew.status);
  const stored = lastTransfer.get();
  return (
    <Page title={renew.isSuccess ? 'Check your email' : 'This link doesn’t work here'} narrow>
      <StateCard
        actions={
          <>
            {stored && <ButtonLink to={paths.guide(stored)}>Open my transfer</ButtonLink>}
            {!renew.isSuccess && (
              <Button
                variant={stored ? 'quiet' : 'primary'}
                busy={renew.isPending}
                busyLabel="Sending…"
                onClick={() => renew.mutate()}
              >
                Email me a new link
              </Button>
            )}
            <ButtonLink variant="quiet" to={paths.home}>
              Back to home
            </ButtonLink>
          </>
        }
      >
        <div ref={place} tabIndex={-1} className="grid gap-3 outline-none">
          {renew.isSuccess ? (
            <Note kind="good" title="We got your request" live>
              <p>If we have your email address, you’ll get a new link in a few minutes. Check your spam folder too.</p>
              <p>Open the new link on this device.</p>
            </Note>
          ) : (
            <p>
              This link was used on another device, or it has expired. Nothing is lost, and what you paid for is safe.
            </p>
          )}
          {renew.isError && (
            <Note kind="bad" title="We couldn’t send a new link" live>
              <p>{describe(renew.error, 'Please check your connection and try again.')}</p>
            </Note>
          )}
          {stored && <p>You also have a transfer on this device. You can open it here.</p>}
        </div>
        <Support />
      </StateCard>
    </Page>
  );
}
