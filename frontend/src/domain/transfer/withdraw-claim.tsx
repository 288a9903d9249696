import { call, describe } from '../../lib/api/client.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { type Transfer, useTransferMutation } from './transfers.ts';

/** The time within which the server accepts the withdrawal of a claim. */
export const withdrawalMs = 24 * 3_600_000;

/**
 * Shows a button that withdraws the claim that the XRP has arrived.
 * Renders nothing as soon as the server would refuse the withdrawal.
 */
export function WithdrawClaim({ transfer: { id, arrivalClaimedAt } }: { transfer: Transfer }) {
  const now = useNow(60_000);
  const withdraw = useTransferMutation(() => call('DELETE /api/transfers/{id}/confirm-arrival', { params: { id } }));
  if (!arrivalClaimedAt || now - Date.parse(arrivalClaimedAt) > withdrawalMs) return null;
  return (
    <>
      {withdraw.isError && (
        <Note kind="bad" live className="w-full">
          <p>{describe(withdraw.error, 'We couldn’t undo that. Please try again.')}</p>
        </Note>
      )}
      <Button variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Undo (my XRP hasn’t arrived yet)
      </Button>
    </>
  );
}
