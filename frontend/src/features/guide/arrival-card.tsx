import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { readableXrp } from '@xrp-bridge/contracts/drops';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { type Ref, useEffect, useRef, useState } from 'react';
import { endTitle } from '../../domain/transfer/end-title.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { isTyping } from '../../lib/is-typing.ts';
import { speak } from '../../lib/speech.ts';
import { defineStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { type Instructions, useConfirmArrival } from './api.ts';
import { Arrivals, arrivedXrp } from './arrivals.tsx';
import { ConfirmArrival } from './confirm-arrival.tsx';
import type { DestinationCheckState } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';
import { dropsOf, toDrops } from './progress.ts';

/** The number of arrivals that the customer has acknowledged. */
const arrivalsSeen = defineStored(
  'arrivals-seen',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  0,
);

/** The interval of checks whether the customer is still typing. */
const typingCheckMs = 1_000;

/**
 * Returns the arrivals that the customer has not acknowledged.
 * `news` is set at once, for the title and the status. `shown` waits until the customer stops typing, because it
 * replaces the step.
 */
export function useArrivalNews(transfer: Transfer) {
  const { id, status, arrivals } = transfer;
  const count = arrivals.length;
  const [seen, setSeen] = useState(() => arrivalsSeen.get(id));
  const [shown, setShown] = useState(count);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function showWhenIdle() {
      if (isTyping()) timer = setTimeout(showWhenIdle, typingCheckMs);
      else setShown(count);
    }
    showWhenIdle();
    return () => clearTimeout(timer);
  }, [count]);

  const title = status === 'completed' ? endTitle(transfer) : arrivalTitle(transfer);
  const spoken = useRef(count);
  const came = arrivedThisWay(transfer).length > 0;
  useEffect(() => {
    if (came && count > spoken.current) speak(title);
    spoken.current = count;
  }, [came, count, title]);

  const open = came && status !== 'completed';
  return {
    news: open && count > seen,
    shown: open && shown > seen,
    acknowledge() {
      arrivalsSeen.set(count, id);
      setSeen(count);
    },
  };
}

/** Returns a heading for the XRP that has arrived. */
export function arrivalTitle(transfer: Transfer): string {
  const arrivals = arrivedThisWay(transfer);
  const came = `${arrivedXrp({ arrivals })} has arrived`;
  if (transfer.sourceAmount === '0') return `${came}. Was this everything?`;
  return isTest(transfer) ? 'Your test has arrived' : came;
}

/** Returns whether the only arrival is a test: less than a fifth of the stated amount. */
function isTest(transfer: Transfer): boolean {
  const arrivals = arrivedThisWay(transfer);
  return transfer.testFirst && arrivals.length === 1 && dropsOf(arrivals) * 5n < toDrops(transfer.sourceAmount);
}

/** Replaces the step, until the customer continues: the arrival and the next action. */
export function ArrivalCard({
  ref,
  transfer,
  sendNow,
  outdated,
  check,
  onNext,
  onEdit,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  sendNow: Instructions['sendNow'];
  /** The amount to send next is being computed. */
  outdated: boolean;
  check: DestinationCheckState;
  onNext: () => void;
  onEdit: () => void;
}) {
  const wallet = walletName(transfer.toWallet);
  const open = transfer.sourceAmount === '0';
  const arrivals = arrivedThisWay(transfer);
  const came = arrivedXrp({ arrivals });
  return (
    <Card as="section" aria-labelledby="arrival" className="grid gap-4">
      <h2 id="arrival" ref={ref} tabIndex={-1} className="text-2xl">
        {arrivalTitle(transfer)}
      </h2>
      {check.stopped ? (
        <p>We saw {came} on the XRP Ledger. Please send nothing more just now.</p>
      ) : (
        <p>
          {open ? 'The way works.' : `We saw ${came} on the XRP Ledger. The way works.`} Look in {wallet}: it should be
          there.
        </p>
      )}
      <DestinationVerdict check={check} onEdit={onEdit} />
      {open ? (
        // Another arrival is another question.
        <WasThisAll key={transfer.arrivals.length} transfer={transfer} check={check} onMore={onNext} />
      ) : (
        !check.stopped && (
          <Buttons>
            <Button onClick={onNext} busy={outdated} busyLabel="One moment…">
              Send the rest{sendNow.amountXrp && `: ${readableXrp(sendNow.amountXrp)}`}
            </Button>
            {/* For customers who leave the rest at the exchange. */}
            {!isTest(transfer) && <ConfirmArrival transfer={transfer} quiet />}
          </Buttons>
        )
      )}
      <div>
        <Fold title="See the proof on the XRP Ledger" className="border-t border-b-0">
          <Arrivals arrivals={arrivals} />
        </Fold>
      </div>
    </Card>
  );
}

/** The question after an arrival without a stated total. */
function WasThisAll({
  transfer,
  check,
  onMore,
}: {
  transfer: Transfer;
  check: DestinationCheckState;
  onMore: () => void;
}) {
  const confirm = useConfirmArrival(transfer.id);
  // Decided once: a later response moves no button.
  const [isLittle, setLittle] = useState<boolean | null>(null);
  if (isLittle === null) {
    if (!check.data && !check.error) return <AnswersSkeleton />;
    // A small amount was probably a test, so the button that ends the guide is not the main one. Nor is it without a
    // response.
    const test = check.data ? check.data.firstAmountXrp : undefined;
    setLittle(test === undefined || (test !== null && dropsOf(arrivedThisWay(transfer)) <= toDrops(test)));
    return <AnswersSkeleton />;
  }
  const more = !check.stopped && (
    <Button key="more" variant={isLittle ? 'primary' : 'quiet'} onClick={onMore}>
      No, there is more to come
    </Button>
  );
  const all = (
    <Button
      key="all"
      variant={isLittle || check.stopped ? 'quiet' : 'primary'}
      busy={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      Yes, this was everything
    </Button>
  );
  return (
    <>
      {confirm.isError && (
        <Note kind="bad" live>
          <p>{describe(confirm.error, 'That did not work. Please try again.')}</p>
        </Note>
      )}
      <Buttons>{isLittle ? [more, all] : [all, more]}</Buttons>
    </>
  );
}

/**
 * A placeholder until the likelier answer is clear.
 * Buttons that swap places would be pressed by mistake.
 */
function AnswersSkeleton() {
  return (
    <Buttons aria-busy>
      <Skeleton className="h-13 w-64 rounded-full" />
      <Skeleton className="h-13 w-64 rounded-full" />
    </Buttons>
  );
}
