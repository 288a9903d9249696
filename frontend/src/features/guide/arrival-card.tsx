import { readableXrp } from '@xrp-bridge/contracts/drops';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { type Ref, useEffect, useRef, useState } from 'react';
import { describe } from '../../shared/api/client.ts';
import type { Transfer } from '../../shared/api/transfers.ts';
import { isTyping } from '../../shared/is-typing.ts';
import { speak } from '../../shared/speech.ts';
import { defineStored } from '../../shared/storage.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Fold } from '../../shared/ui/disclosure.tsx';
import { Buttons, Card } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { type Instructions, useConfirmArrival } from './api.ts';
import { Arrivals, arrivedXrp } from './arrivals.tsx';
import type { DestinationCheckState } from './destination-check.ts';
import { DestinationVerdict } from './destination-verdict.tsx';
import { toDrops } from './progress.ts';

/** How many arrivals the person has taken note of. */
const arrivalsSeen = defineStored(
  'arrivals-seen',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  0,
);

/** How often to look whether somebody is still typing. */
const lookMs = 1_000;

/**
 * What has arrived and was not taken note of yet: `news` at once, to be told; `shown` as soon as nobody is typing, for
 * it takes the place of the step.
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

  const title = status === 'completed' ? 'Your XRP is home' : arrivalTitle(transfer);
  const spoken = useRef(count);
  useEffect(() => {
    if (count > spoken.current) speak(title);
    spoken.current = count;
  }, [count, title]);

  const open = status !== 'completed';
  return {
    news: open && count > seen,
    shown: open && shown > seen,
    acknowledge() {
      arrivalsSeen.set(count, id);
      setSeen(count);
    },
  };
}

/** What has come, in the words of a heading. */
export function arrivalTitle(transfer: Transfer): string {
  const { sourceAmount, testFirst, arrivals } = transfer;
  if (sourceAmount === '0') return `${arrivedXrp(transfer)} has arrived. Was this everything?`;
  return testFirst && arrivals.length === 1 ? 'Your test has arrived' : `${arrivedXrp(transfer)} has arrived`;
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
  return (
    <Card as="section" aria-labelledby="arrival" className="grid gap-4">
      <h2 id="arrival" ref={ref} tabIndex={-1} className="text-2xl">
        {arrivalTitle(transfer)}
      </h2>
      {check.stopped ? (
        <p>We saw {arrivedXrp(transfer)} on the XRP Ledger. Please send nothing more just now.</p>
      ) : (
        <p>
          {open ? 'The way works.' : `We saw ${arrivedXrp(transfer)} on the XRP Ledger. The way works.`} Look in{' '}
          {wallet}: it should be there.
        </p>
      )}
      <DestinationVerdict check={check} onEdit={onEdit} />
      {open ? (
        <WasThisAll transfer={transfer} check={check} onMore={onNext} />
      ) : (
        !check.stopped && (
          <Buttons>
            <Button onClick={onNext} busy={outdated} busyLabel="One moment…">
              Send the rest{sendNow.amountXrp && `: ${readableXrp(sendNow.amountXrp)}`}
            </Button>
          </Buttons>
        )
      )}
      <div>
        <Fold title="See the proof on the XRP Ledger" className="border-t border-b-0">
          <Arrivals arrivals={transfer.arrivals} />
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
  // So little was a test: the press that ends the guide is not the one to invite.
  const test = check.data?.firstAmountXrp;
  const arrived = transfer.arrivals.reduce((sum, { deliveredXrp }) => sum + toDrops(deliveredXrp), 0n);
  const isTest = test != null && arrived <= toDrops(test);
  const more = !check.stopped && (
    <Button key="more" variant={isTest ? 'primary' : 'quiet'} onClick={onMore}>
      No, there is more to come
    </Button>
  );
  const all = (
    <Button
      key="all"
      variant={isTest || check.stopped ? 'quiet' : 'primary'}
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
      <Buttons>{isTest ? [more, all] : [all, more]}</Buttons>
    </>
  );
}
