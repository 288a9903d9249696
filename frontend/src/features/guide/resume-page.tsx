import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ApiError, describe } from '../../shared/api/client.ts';
import { configQuery } from '../../shared/api/config.ts';
import { paths } from '../../shared/paths.ts';
import { lastTransfer } from '../../shared/transfer/last-transfer.ts';
import { BridgeLoader } from '../../shared/ui/bridge.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Page } from '../../shared/ui/layout.tsx';
import { StateCard } from '../../shared/ui/state.tsx';
import { SupportLine } from '../../shared/ui/support-line.tsx';
import { useResumeQuery } from './api.ts';

/**
 * Opens a transfer from the link in a mail. The token works once and stands in the fragment, which no server sees;
 * it leaves the address bar at once, so that it stays neither in the history nor in a screenshot.
 */
export function ResumePage() {
  const { data: config } = useQuery(configQuery);
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('t'));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const { data: transfer, error, refetch } = useQuery(useResumeQuery(token));
  if (transfer) return <Navigate to={paths.guide(transfer.id)} replace />;
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
        <StateCard title="We could not be reached." actions={<Button onClick={() => refetch()}>Try again</Button>}>
          <p>Please check your connection. The link still works.</p>
        </StateCard>
      </Page>
    );
  }
  const known = lastTransfer.get();
  const incomplete = !token || error?.status === 400;
  return (
    <Page title="This link cannot be used" narrow>
      <StateCard
        actions={
          <>
            {known && <ButtonLink to={paths.guide(known)}>Open my transfer</ButtonLink>}
            <ButtonLink variant={known ? 'quiet' : 'primary'} to={paths.home}>
              Back to the start
            </ButtonLink>
          </>
        }
      >
        <p>
          {incomplete
            ? 'A part of the link is missing. Please open it from the e-mail again.'
            : describe(error, 'Please open it from the e-mail again.')}
        </p>
        <p>
          Each link works once.{' '}
          {known
            ? 'This device already knows a transfer of yours: you can open it here.'
            : 'If you have opened it on another device, your transfer is still open there.'}{' '}
          What you paid for is kept.
        </p>
        {config && (
          <p>
            <SupportLine support={config.support} />
          </p>
        )}
      </StateCard>
    </Page>
  );
}
