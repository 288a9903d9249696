import { describe } from '../../shared/api/client.ts';
import type { Transfer } from '../../shared/api/transfers.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Note, NoteButtons } from '../../shared/ui/note.tsx';
import { useUpdateTransfer } from './api.ts';
import type { DestinationCheckState } from './destination-check.ts';

/** True when the amount that was stated would fail, and a better one is known. */
export function needsMore({ arrivals }: Transfer, { data, amountProblem }: DestinationCheckState): boolean {
  return arrivals.length === 0 && amountProblem !== undefined && data?.firstAmountXrp != null;
}

/** How much to send first: a warning where the stated amount would fail, with the amount that will do. */
export function FirstAmount({
  transfer,
  check,
  urgent,
}: {
  transfer: Transfer;
  check: DestinationCheckState;
  /** Nothing else on the screen matters before this. */
  urgent: boolean;
}) {
  const { data, amountProblem } = check;
  const first = data?.firstAmountXrp;
  if (!data || !first || transfer.arrivals.length > 0) return null;
  if (amountProblem) return <TooSmall transfer={transfer} amount={first} problem={amountProblem} urgent={urgent} />;
  if (data.verdict === 'ok') {
    return (
      <Note kind="info" title={`A first test of ${first} XRP is enough`}>
        <p>Send a little first. When it has arrived, this page says so, and you send the rest.</p>
      </Note>
    );
  }
  return (
    <Note kind="warn" title={`Send at least ${first} XRP the first time`}>
      <p>
        A new wallet keeps {data.reserveXrp} XRP as its reserve. A smaller first payment would fail. For a large sum,
        send {first} XRP as a test, and the rest when it has arrived.
      </p>
    </Note>
  );
}

function TooSmall({
  transfer,
  amount,
  problem,
  urgent,
}: {
  transfer: Transfer;
  amount: string;
  problem: string;
  urgent: boolean;
}) {
  const save = useUpdateTransfer(transfer.id);
  return (
    <Note kind="warn" title={`${transfer.sourceAmount} XRP is too little`}>
      <p>{problem}</p>
      {save.isError && (
        <p role="alert" className="text-bad">
          {describe(save.error, 'The amount was not saved. Please try again.')}
        </p>
      )}
      <NoteButtons>
        <Button
          variant={urgent ? 'primary' : 'soft'}
          busy={save.isPending}
          busyLabel="Saving…"
          onClick={() => save.mutate({ sourceAmount: amount })}
        >
          Use {amount} XRP
        </Button>
      </NoteButtons>
    </Note>
  );
}
