import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { readableXrp } from '@xrp-bridge/contracts/drops';
import type { ReactNode } from 'react';
import { AmountField } from '../../domain/destination/destination-fields.tsx';
import { DestinationForm } from '../../domain/destination/destination-form.tsx';
import { type Transfer, useUpdateTransfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { useStepFocus } from '../../ui/layout.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import type { Instructions } from './api.ts';
import type { DestinationCheckState } from './destination-check.ts';

type SendNow = Instructions['sendNow'];

/** The one number to type at the exchange, large, and to be copied. It takes the focus when what it depends on was changed. */
export function NumberToType({
  transfer,
  sendNow,
  outdated,
}: {
  transfer: Transfer;
  sendNow: SendNow;
  /** The number is the one of before, and nobody is to copy it. */
  outdated: boolean;
}) {
  const { amountXrp, text } = sendNow;
  const place = useStepFocus<HTMLDivElement>(`${transfer.sourceAmount} ${text}`);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-3 rounded-md bg-water-soft p-3.5 outline-none sm:px-5">
      {amountXrp && !outdated && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 max-sm:[&>button]:grow">
          <b className="text-2xl tabular text-water-deep">{readableXrp(amountXrp)}</b>
          <CopyButton variant="quiet" text={amountXrp} label="Copy" what={amountXrp} />
        </div>
      )}
      {outdated ? (
        <p role="status">One moment: we work out your number…</p>
      ) : (
        <p className={amountXrp ? undefined : 'text-lg font-semibold'}>{text}</p>
      )}
    </div>
  );
}

/** A test first, or all at once: what is risked is told before it is chosen. */
export function TestOrAll({
  transfer,
  sendNow,
  asking,
  onAsk,
}: {
  transfer: Transfer;
  sendNow: SendNow;
  /** Whether the question stands there now: then it is the one thing to answer. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
}) {
  const place = useStepFocus<HTMLDivElement>(asking);
  const save = useUpdateTransfer(transfer.id);
  const failed = save.isError && (
    <p role="alert" className="text-bad">
      {describe(save.error, 'That was not saved. Please try again.')}
    </p>
  );
  if (sendNow.kind === 'rest') return null;
  if (!transfer.testFirst) {
    return (
      <div>
        <TextButton onClick={() => save.mutate({ testFirst: true })}>Send a test first</TextButton>
        {failed}
      </div>
    );
  }
  if (sendNow.kind !== 'test') return null;
  if (!asking) return <TextButton onClick={() => onAsk(true)}>Send all at once instead</TextButton>;
  return (
    <div ref={place} tabIndex={-1} className="w-full outline-none">
      <Note kind="warn" title="Send all of it without a test?">
        <p>
          If one thing is wrong, all of it is lost. Nobody can bring it back. A test shows first that the way works.
        </p>
        {failed}
        <NoteButtons>
          <Button onClick={() => onAsk(false)}>No, send a test first</Button>
          <Button
            variant="quiet"
            busy={save.isPending}
            onClick={() => save.mutate({ testFirst: false }, { onSuccess: () => onAsk(false) })}
          >
            Yes, send all at once
          </Button>
        </NoteButtons>
      </Note>
    </div>
  );
}

/** How much is to be moved in all: whoever says it is told what the rest is, once the test is there. */
export function AmountForm({ transfer }: { transfer: Transfer }) {
  const said = transfer.sourceAmount !== '0';
  const known = said ? { amount: transfer.sourceAmount } : {};
  return (
    // It names no amount: there is one number to type, and that is another one.
    <Fold title={said ? 'Change how much you want to move in all' : 'How much do you want to move in all?'}>
      <DestinationForm
        transfer={transfer}
        known={known}
        changes={({ sourceAmount = null }) => ({ sourceAmount })}
        what="amount"
        button="Save"
        variant="soft"
        onSaved={() => toast({ title: 'Your amount is saved.' })}
        fields={(of) => <AmountField {...of} label="XRP in all" optional hint="Then we work out the rest for you." />}
      />
    </Fold>
  );
}

/** True when the amount that was stated would fail, and a better one is known. */
export function needsMore(transfer: Transfer, { data, amountProblem }: DestinationCheckState): boolean {
  return arrivedThisWay(transfer).length === 0 && amountProblem !== undefined && data?.firstAmountXrp != null;
}

/** In place of the number: the amount that was stated would fail, and this one will do. */
export function TooSmall({ transfer, check }: { transfer: Transfer; check: DestinationCheckState }): ReactNode {
  const save = useUpdateTransfer(transfer.id);
  const enough = check.data?.firstAmountXrp;
  if (!enough) return null;
  return (
    <Note kind="warn" title={`${readableXrp(transfer.sourceAmount)} is too little`}>
      <p>{check.amountProblem}</p>
      {save.isError && (
        <p role="alert" className="text-bad">
          {describe(save.error, 'The amount was not saved. Please try again.')}
        </p>
      )}
      <NoteButtons>
        <Button busy={save.isPending} busyLabel="Saving…" onClick={() => save.mutate({ sourceAmount: enough })}>
          Use {readableXrp(enough)}
        </Button>
      </NoteButtons>
    </Note>
  );
}
