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

/** How many arrivals the person has taken note of. */
const arrivalsSeen = defineStored(
  'arrivals-seen',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  0,
);

/** How often to look whether somebody is still typing. */
const lookMs = 1_000;

/**
 * What has arrived this way and was not taken note of yet: `news` at once, to be told; `shown` as soon as nobody is
 * typing, for it takes the place of the step.
 */
export function useArrivalNews(transfer: Transfer) {
  const { id, status, arrivals } = transfer;
  const count = arrivals.length;
  const [seen, setSeen] = useState(() => arrivalsSeen.get(id));
  const [shown, setShown] = useState(count);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      if (isTyping()) timer = setTimeout(look, lookMs);
      else setShown(count);
    }
    look();
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

/** What has come this way, in the words of a heading. */
export function arrivalTitle(transfer: Transfer): string {
  const arrivals = arrivedThisWay(transfer);
  const came = `${arrivedXrp({ arrivals })} has arrived`;
  if (transfer.sourceAmount === '0') return `${came}. Was this everything?`;
  return isTest(transfer) ? 'Your test has arrived' : came;
}

/** One arrival, and little of all that is to come: where it would be more than a fifth, no test is asked for. */
function isTest(transfer: Transfer): boolean {
  const arrivals = arrivedThisWay(transfer);
  return transfer.testFirst && arrivals.length === 1 && dropsOf(arrivals) * 5n < toDrops(transfer.sourceAmount);
}

/** In place of the step, until the person goes on: what has come, and what is next. */
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
  /** What to send next is still being worked out. */
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
        // With another arrival it is another question.
        <WasThisAll key={transfer.arrivals.length} transfer={transfer} check={check} onMore={onNext} />
      ) : (
        !check.stopped && (
          <Buttons>
            <Button onClick={onNext} busy={outdated} busyLabel="One moment…">
              Send the rest{sendNow.amountXrp && `: ${readableXrp(sendNow.amountXrp)}`}
            </Button>
            {/* Whoever kept some at the exchange after all is done. */}
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

/** Nobody has said how much there is to come. */
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
  // Decided once: what is heard later, or cannot be asked again, moves no button.
  const [isLittle, setLittle] = useState<boolean | null>(null);
  if (isLittle === null) {
    if (!check.data && !check.error) return <AnswersSkeleton />;
    // So little was a test: the press that ends the guide is not the one to invite. Nor is it where nobody knows.
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

/** Until it is known which answer is the likelier: buttons that change places would be pressed by mistake. */
function AnswersSkeleton() {
  return (
    <Buttons aria-busy>
      <Skeleton className="h-13 w-64 rounded-full" />
      <Skeleton className="h-13 w-64 rounded-full" />
    </Buttons>
  );
}
