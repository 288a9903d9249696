import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { lazy, Suspense, useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useConfirmArrival } from './api.ts';

const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }));

/** “I've completed the transfer”, with a confirmation, because it may end the time for a refund. */
export function ConfirmArrival({ transfer, quiet }: { transfer: Transfer; quiet?: boolean }) {
  const [asking, setAsking] = useState(false);
  const confirm = useConfirmArrival(transfer.id);
  return (
    <>
      <Button variant={quiet ? 'quiet' : 'primary'} onClick={() => setAsking(true)}>
        I’ve completed the transfer
      </Button>
      {asking && (
        <Suspense>
          <Dialog onClose={() => setAsking(false)} title="Has your XRP arrived?">
            <p>Please open {walletName(transfer.toWallet)} and look. Only say yes if you can see your XRP there.</p>
            <p>
              {arrivedThisWay(transfer).length > 0
                ? 'If you say yes, your transfer is complete. You can’t ask for a refund of the guide after that.'
                : 'We haven’t seen it on the XRP Ledger yet. If you say yes, we keep watching for it.'}
            </p>
            {confirm.isError && (
              <Note kind="bad" live>
                <p>{describe(confirm.error, 'That did not work. Please try again.')}</p>
              </Note>
            )}
            <Buttons>
              <Button
                busy={confirm.isPending}
                onClick={() => confirm.mutate(undefined, { onSuccess: () => setAsking(false) })}
              >
                Yes, it has arrived
              </Button>
              <Button variant="quiet" onClick={() => setAsking(false)}>
                Not yet
              </Button>
            </Buttons>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
