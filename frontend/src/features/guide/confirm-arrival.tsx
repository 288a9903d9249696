import { walletName } from '@xrp-bridge/contracts/wallets';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useConfirmArrival } from './api.ts';
import { arrivedXrp } from './arrivals.tsx';

const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }));

/**
 * Shows the button “I’ve completed the transfer”, which opens a confirmation.
 * If the ledger does not show the XRP, the primary button of the confirmation continues the watch. The other button
 * stores the customer's claim.
 */
export function ConfirmArrival({
  transfer,
  seen,
  variant,
  onWait,
}: {
  transfer: Transfer;
  /** True if the ledger shows the XRP, so that a confirmation completes the transfer. */
  seen: boolean;
  variant: ComponentProps<typeof Button>['variant'];
  onWait?: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const confirm = useConfirmArrival(transfer.id);
  const close = () => setIsOpen(false);
  const wait = () => {
    close();
    onWait?.();
  };
  const failed = confirm.isError && (
    <Note kind="bad" live>
      <p>{describe(confirm.error, 'We couldn’t save your answer. Please try again.')}</p>
    </Note>
  );
  const send = (unseen: boolean) => confirm.mutate(unseen, { onSuccess: close });
  const wallet = walletName(transfer.toWallet);
  const isWatchEnded = transfer.watch?.state === 'ended';
  return (
    <>
      {/* The id is for `repeatPress`: after hydration, the button of the watch may replace the button of the step.
          With `seen` the button has no id, because the dialog of the step differs. */}
      <Button id={seen ? undefined : 'completed'} variant={variant} onClick={() => setIsOpen(true)}>
        I’ve completed the transfer
      </Button>
      {isOpen && (
        <Suspense>
          {seen ? (
            <Dialog onClose={close} title={`Is all of your XRP in ${wallet}?`}>
              <p>We saw {arrivedXrp(transfer)} arrive on the XRP network.</p>
              <p>If you say yes, your transfer is complete. You can’t ask for a refund of the guide after that.</p>
              {failed}
              <Buttons>
                <Button busy={confirm.isPending} onClick={() => send(false)}>
                  Yes, that’s all of it
                </Button>
                <Button variant="quiet" onClick={close}>
                  Not yet
                </Button>
              </Buttons>
            </Dialog>
          ) : (
            <Dialog onClose={close} title="We haven’t seen your XRP yet. That’s normal right after sending.">
              <p>
                {isWatchEnded
                  ? 'We’ve stopped watching for this transfer, so please check your wallet yourself.'
                  : 'We’re watching the XRP network for you, and this page updates as soon as your XRP arrives. There’s nothing you need to do.'}
              </p>
              <p className="text-ink-2">Is your XRP in {wallet} already? Only say yes if you can see it there.</p>
              {failed}
              <Buttons>
                <Button onClick={wait}>{isWatchEnded ? 'Not yet' : 'Keep watching'}</Button>
                <Button variant="quiet" busy={confirm.isPending} onClick={() => send(true)}>
                  It’s in my wallet. I checked.
                </Button>
              </Buttons>
            </Dialog>
          )}
        </Suspense>
      )}
    </>
  );
}
