import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { describe } from '../../shared/api/client.ts';
import { resumeTransfer, transferQuery } from '../../shared/api/transfers.ts';
import { paths } from '../../shared/paths.ts';
import { BridgeLoader } from '../../shared/ui/bridge.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Page } from '../../shared/ui/layout.tsx';
import { StateCard } from '../../shared/ui/state.tsx';

/**
 * Opens a transfer from the link in a mail. The token works once and stands in the fragment, which no server sees;
 * it leaves the address bar at once, so that it stays neither in the history nor in a screenshot.
 */
export function ResumePage() {
  const client = useQueryClient();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('t'));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const { data: transfer, error } = useQuery({
    queryKey: ['resume', token],
    enabled: token !== null,
    async queryFn() {
      const opened = await resumeTransfer(token as string);
      client.setQueryData(transferQuery(opened.id).queryKey, opened);
      return opened;
    },
  });
  if (transfer) return <Navigate to={paths.guide(transfer.id)} replace />;
  if (token && !error) {
    return (
      <Page title="Opening your transfer" narrow>
        <BridgeLoader label="One moment…" />
      </Page>
    );
  }
  return (
    <Page title="This link cannot be used" narrow>
      <StateCard kind="warn" actions={<ButtonLink to={paths.home}>Back to Home</ButtonLink>}>
        <p>{describe(error, 'A part of the link is missing. Please open it from the e-mail again.')}</p>
        <p>
          Each link works once. If you have opened it on this device before, your transfer is under “My transfer” above.
        </p>
      </StateCard>
    </Page>
  );
}
