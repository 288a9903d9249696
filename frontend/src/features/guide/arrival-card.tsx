import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { readableXrp } from '@xrp-bridge/contracts/drops';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { type Ref, useEffect, useRef, useState } from 'react';
import { dropsOf, toDrops } from '../../domain/transfer/drops.ts';
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
import { useBrowserState } from '../../ui/use-browser-state.ts';
import { type Instructions, useConfirmArrival } from './api.ts';
import { Arrivals, arrivedXrp } from './arrivals.tsx';
import { ConfirmArrival } from './confirm-arrival.tsx';
import type { DestinationCheckState } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';
import { Sum } from './sum.tsx';

type SendNow = Instructions['sendNow'];

/** The number of arrivals that the customer has acknowledged. */
const arrivalsSeen = defineStored(
  'arrivals-seen',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  0,
);

/** The interval at which the page checks whether the customer is still typing. */
const typingCheckMs = 1_000;

/**
 * Returns the arrivals that the customer has not acknowledged.
 * `news` is set at once, for the document's title and the status text. `shown` waits until the customer stops typing,
 * because the arrival replaces the step.
 */
export function useArrivalNews(transfer: Transfer, sendNow: SendNow) {
  const { id, status, arrivals } = transfer;
  const count = arrivals.length;
  const [seen, setSeen] = useBrowserState(() => arrivalsSeen.get(id), 0);
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

  const title = status === 'completed' ? endTitle(transfer) : arrivalTitle(transfer, sendNow);
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
export function arrivalTitle(transfer: Transfer, sendNow: SendNow): string {
  const came = `${arrivedXrp({ arrivals: arrivedThisWay(transfer) })} has arrived`;
  const isTotalKnown = transfer.sourceAmount !== '0';
  if (isTest(transfer, sendNow))
    return isTotalKnown ? 'Your test has arrived' : 'Your test arrived. Now send the rest.';
  // “Was this everything?” would confuse a customer who was advised to test first and expects to send more.
  return isTotalKnown || transfer.testFirst ? came : `${came}. Was this everything?`;
}

/** Largest multiple of the test amount that counts as a test while the total is unknown. */
const mostTests = 5n;

/**
 * Returns true if the only arrival is the test that the guide recommends, which is a small part of the
 * total.
 */
function isTest(transfer: Transfer, { testXrp }: SendNow): boolean {
  const arrivals = arrivedThisWay(transfer);
  if (!transfer.testFirst || arrivals.length !== 1) return false;
  const came = dropsOf(arrivals);
  const total = toDrops(transfer.sourceAmount);
  return total === 0n ? came <= toDrops(testXrp ?? '0') * mostTests : came * 5n < total;
}

/** Shows the arrival and the next action in place of the step, until the customer continues. */
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
  sendNow: SendNow;
  /** True while the server computes the amount to send next. */
  outdated: boolean;
  check: DestinationCheckState;
  onNext: () => void;
  onEdit: () => void;
}) {
  const wallet = walletName(transfer.toWallet);
  const arrivals = arrivedThisWay(transfer);
  const came = arrivedXrp({ arrivals });
  const { amountXrp: restXrp } = sendNow;
  return (
    <Card raised as="section" aria-labelledby="arrival" className="grid gap-4">
      <h2 id="arrival" ref={ref} tabIndex={-1} className="text-2xl">
        {arrivalTitle(transfer, sendNow)}
      </h2>
      {check.stopped ? (
        <p>We saw {came} arrive. Please don’t send any more right now.</p>
      ) : (
        <p>
          We saw {came} arrive, so everything works. Open {wallet}, and you should see it there.
        </p>
      )}
      {!check.stopped && !outdated && restXrp && (
        <Sum amount={came} now="arrived" then={`${readableXrp(restXrp)} is next`} />
      )}
      <DestinationVerdict check={check} brief onEdit={onEdit} />
      <Answers transfer={transfer} sendNow={sendNow} outdated={outdated} check={check} onNext={onNext} />
      <div>
        <Fold title="See the proof on the XRP network" className="border-t border-b-0">
          <Arrivals arrivals={arrivals} />
        </Fold>
      </div>
    </Card>
  );
}

/**
 * Shows the buttons below an arrival.
 * Asks whether the arrival was everything, if no total is stated and the guide did not advise a test.
 */
function Answers({
  transfer,
  sendNow,
  outdated,
  check,
  onNext,
}: Pick<Parameters<typeof ArrivalCard>[0], 'transfer' | 'sendNow' | 'outdated' | 'check' | 'onNext'>) {
  if (transfer.sourceAmount === '0' && !transfer.testFirst) {
    // The key resets the question when another payment arrives.
    return <WasThisAll key={transfer.arrivals.length} transfer={transfer} check={check} onMore={onNext} />;
  }
  if (check.stopped) return null;
  const isTotalKnown = transfer.sourceAmount !== '0';
  const test = isTest(transfer, sendNow);
  const isProbablyAll = !isTotalKnown && !test;
  const next = (
    <Button
      key="next"
      variant={isProbablyAll ? 'quiet' : 'primary'}
      onClick={onNext}
      busy={outdated}
      busyLabel="One moment…"
    >
      {isProbablyAll ? 'I still have more to send' : 'Next: how to send the rest'}
    </Button>
  );
  // This button is for customers who leave the rest at the exchange. It is hidden after the test of a known total,
  // because these customers intend to continue.
  const end = !(isTotalKnown && test) && (
    <ConfirmArrival key="end" transfer={transfer} seen variant={isProbablyAll ? 'primary' : 'quiet'} />
  );
  return <Buttons>{isProbablyAll ? [end, next] : [next, end]}</Buttons>;
}

/** Asks whether the arrival was everything, if no total is stated. */
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
  // `isLittle` is set only once, so that a later response does not move the buttons.
  const [isLittle, setLittle] = useState<boolean | null>(null);
  if (isLittle === null) {
    if (!check.data && !check.error) return <AnswersSkeleton />;
    // A small amount was probably a test, so the button that ends the guide is not the primary one. The same applies if
    // the check failed.
    const test = check.data ? check.data.firstAmountXrp : undefined;
    setLittle(test === undefined || (test !== null && dropsOf(arrivedThisWay(transfer)) <= toDrops(test)));
    return <AnswersSkeleton />;
  }
  const more = !check.stopped && (
    <Button key="more" variant={isLittle ? 'primary' : 'quiet'} onClick={onMore}>
      No, I still have more to send
    </Button>
  );
  const all = (
    <Button
      key="all"
      variant={isLittle || check.stopped ? 'quiet' : 'primary'}
      busy={confirm.isPending}
      onClick={() => confirm.mutate(false)}
    >
      Yes, this was everything
    </Button>
  );
  return (
    <>
      {confirm.isError && (
        <Note kind="bad" live>
          <p>{describe(confirm.error, 'We couldn’t save your answer. Please try again.')}</p>
        </Note>
      )}
      <Buttons>{isLittle ? [more, all] : [all, more]}</Buttons>
    </>
  );
}

/**
 * Reserves the place of the buttons until the likelier answer is known.
 * If the buttons swapped places, the customer might press the wrong one.
 */
function AnswersSkeleton() {
  return (
    <Buttons aria-busy>
      <Skeleton className="h-13 w-64 rounded-full" />
      <Skeleton className="h-13 w-64 rounded-full" />
    </Buttons>
  );
}
