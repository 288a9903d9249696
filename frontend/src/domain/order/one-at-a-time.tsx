import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';
import { type OpenTransfer, useOpenTransfer } from '../transfer/open-transfer.ts';
import { nextAction, pathOf, placeOf } from '../transfer/waiting-transfer.tsx';

/** Shows the customer's open transfer instead of `children`, until the customer starts another one. */
export function OneAtATime({ children }: { children: ReactNode }) {
  const waiting = useOpenTransfer();
  const [another, setAnother] = useState(false);
  if (waiting && !another) return <AlreadyWaiting transfer={waiting} onAnother={() => setAnother(true)} />;
  return children;
}

function AlreadyWaiting({ transfer, onAnother }: { transfer: OpenTransfer; onAnother: () => void }) {
  return (
    <Page title="You already have a transfer to finish" narrow>
      <StateCard
        title={pathOf(transfer)}
        actions={
          <>
            <ButtonLink to={placeOf(transfer)}>Finish this transfer</ButtonLink>
            <Button variant="quiet" onClick={onAnother}>
              Start another transfer
            </Button>
          </>
        }
      >
        <p className="font-semibold text-ink">{nextAction(transfer)}</p>
        <p>
          {transfer.paid
            ? 'This transfer is paid for, and your guide is ready. A new transfer has its own fee.'
            : 'You haven’t paid for this transfer yet. You can pay now.'}
        </p>
      </StateCard>
    </Page>
  );
}
