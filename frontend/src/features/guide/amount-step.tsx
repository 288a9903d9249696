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
import { Note, NoteButtons } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import type { Instructions } from './api.ts';
import type { DestinationCheckState } from './destination-check.ts';
import { Sum } from './sum.tsx';

type SendNow = Instructions['sendNow'];

/**
 * Shows the number to enter at the exchange, large and with a copy button.
 * The number takes the focus when the amount or its text changes.
 */
export function NumberToType({
  transfer,
  sendNow,
  outdated,
}: {
  transfer: Transfer;
  sendNow: SendNow;
  /** True if the number is outdated and must not be copied. */
  outdated: boolean;
}) {
  const { amountXrp, restXrp, text } = sendNow;
  const place = useStepFocus<HTMLDivElement>(`${transfer.sourceAmount} ${text}`);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-3 rounded-md bg-water-soft p-3.5 outline-none sm:px-5">
      {amountXrp && !outdated && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Sum amount={readableXrp(amountXrp)} />
          {/* On a phone the button is beside the amount, and the rest is below both. */}
          <div className="ml-auto sm:order-last">
            <CopyButton variant="quiet" text={amountXrp} label="Copy" what={amountXrp} />
          </div>
          {restXrp && (
            <p className="text-ink-2 tabular max-sm:basis-full sm:text-lg">
              now → {readableXrp(restXrp)} after it arrives
            </p>
          )}
        </div>
      )}
      {outdated ? (
        <p role="status">One moment. We’re figuring out your amount…</p>
      ) : (
        <p className={amountXrp ? undefined : 'text-lg font-semibold'}>{text}</p>
      )}
    </div>
  );
}

/** Offers the choice between a test and the whole amount, after an explanation of the risk. */
export function TestOrAll({
  transfer,
  sendNow,
  asking,
  onAsk,
}: {
  transfer: Transfer;
  sendNow: SendNow;
  /** True while this question is unanswered. The page shows no other question then. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
}) {
  const place = useStepFocus<HTMLDivElement>(asking);
  const save = useUpdateTransfer(transfer.id);
  const failed = save.isError && (
    <p role="alert" className="text-bad">
      {describe(save.error, 'We couldn’t save your choice. Please try again.')}
    </p>
  );
  if (sendNow.kind === 'rest') return null;
  if (!transfer.testFirst) {
    return (
      <div>
        <TextButton onClick={() => save.mutate({ testFirst: true })}>Start with a small test</TextButton>
        {failed}
      </div>
    );
  }
  if (sendNow.kind !== 'test') return null;
  if (!asking) return <TextButton onClick={() => onAsk(true)}>Skip the test</TextButton>;
  return (
    <div ref={place} tabIndex={-1} className="w-full outline-none">
      <Note kind="warn" title="Skip the test?">
        <p>
          If anything is wrong, you could lose all of it, and no one can get it back. A small test makes sure everything
          works first.
        </p>
        {failed}
        <NoteButtons>
          <Button onClick={() => onAsk(false)}>No, keep the test</Button>
          <Button
            variant="quiet"
            busy={save.isPending}
            onClick={() => save.mutate({ testFirst: false }, { onSuccess: () => onAsk(false) })}
          >
            Yes, skip the test
          </Button>
        </NoteButtons>
      </Note>
    </div>
  );
}

/**
 * Shows a form for the total amount.
 * If the total is known, the guide computes the rest after the test.
 */
export function AmountForm({ transfer }: { transfer: Transfer }) {
  const hasTotal = transfer.sourceAmount !== '0';
  const initial = hasTotal ? { amount: transfer.sourceAmount } : {};
  return (
    // The title contains no amount, because a customer could enter it at the exchange by mistake.
    <Fold title={hasTotal ? 'Change the total you want to move' : 'How much do you want to move in total?'}>
      <DestinationForm
        transfer={transfer}
        initial={initial}
        changes={({ sourceAmount = null }) => ({ sourceAmount })}
        what="amount"
        button="Save"
        variant="soft"
        onSaved={() => toast({ title: 'Your amount is saved.' })}
        fields={(of) => (
          <AmountField {...of} label="Total XRP" optional hint="With your total, we can figure out the rest for you." />
        )}
      />
    </Fold>
  );
}

/** Returns true if the stated amount would fail and a sufficient amount is known. */
export function needsMore(transfer: Transfer, { data, amountProblem }: DestinationCheckState): boolean {
  return arrivedThisWay(transfer).length === 0 && amountProblem !== undefined && data?.firstAmountXrp != null;
}

/**
 * Shows a warning that the stated amount is too small, with a button that saves a sufficient amount.
 * The step shows it in place of the amount to type.
 */
export function TooSmall({ transfer, check }: { transfer: Transfer; check: DestinationCheckState }): ReactNode {
  const save = useUpdateTransfer(transfer.id);
  const enough = check.data?.firstAmountXrp;
  if (!enough) return null;
  return (
    <Note kind="warn" title={`${readableXrp(transfer.sourceAmount)} is too little`}>
      <p>{check.amountProblem}</p>
      {save.isError && (
        <p role="alert" className="text-bad">
          {describe(save.error, 'We couldn’t save the amount. Please try again.')}
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
