import { useQuery } from '@tanstack/react-query';
import { readableXrp } from '@xrp-bridge/contracts/drops';
import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { isTyping } from '../../lib/is-typing.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Card } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useTimes } from '../../ui/use-times.ts';
import { type Instructions, reachQuery } from './api.ts';
import { formatSpan } from './arrival-span.ts';
import type { DestinationCheckState } from './destination-check.ts';
import { EmailOffer } from './email-offer.tsx';
import { progressOf } from './progress.ts';
import { PushChoice } from './push-choice.tsx';

/**
 * Shows the watch for the next payment, above the last step.
 * The card replaces the step once the customer has sent the payment. Before that, a phone shows only the heading and
 * one sentence, so that the step is in sight; a button shows the rest.
 */
export function WatchingCard({
  ref,
  transfer,
  instructions: { overview, sendNow, steps },
  check,
  lost,
  sentAt,
  children,
}: {
  /** The ref of the heading, which takes the focus. */
  ref?: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  instructions: Instructions;
  check: DestinationCheckState;
  /** True if the connection is lost, so that the time of the last check may be outdated. */
  lost: boolean;
  /** The time (ISO) at which the customer sent the payment; null before that. */
  sentAt: string | null;
  /** Buttons that are shown instead of the step's buttons. */
  children?: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const isPrerendered = useRef(!useHydrated());
  // The step's heading has the focus. The effect scrolls this card, which is above the step, into view. The customer may
  // have scrolled a card that the server rendered.
  useEffect(() => {
    if (!isPrerendered.current && !isTyping()) card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { data: reach } = useQuery(reachQuery(transfer.id));
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const ifOpen = sentAt || isOpen ? '' : 'max-md:hidden';
  const what = sendNow.amountXrp ? readableXrp(sendNow.amountXrp) : 'XRP';
  return (
    <Card raised as="section" ref={card} aria-labelledby="watching" className="grid gap-4">
      <div className={cx('contents', sentAt === null && 'max-md:hidden')}>
        <WatchedBridge transfer={transfer} steps={steps.length} />
      </div>
      <div className="grid gap-2">
        <h2 id="watching" ref={ref} tabIndex={-1} className="text-xl">
          Watching for your {what}.
        </h2>
        <p>
          Nothing yet, which is normal.{' '}
          <span className={ifOpen}>
            {overview.normalWait} You can close this page
            {reach?.email ? '. We’ll email you.' : ' and come back anytime.'}
          </span>
        </p>
        {sentAt === null && (
          <TextButton
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="-my-2 justify-self-start md:hidden"
          >
            {isOpen ? 'Show less' : 'How long it takes'}
          </TextButton>
        )}
      </div>
      <div id={id} className={cx('grid gap-4', ifOpen)}>
        <div className="-my-2 flex flex-wrap items-center gap-x-6 empty:hidden">
          <EmailOffer id="watch-email" transfer={transfer} label="Email me when XRP arrives" />
          <PushChoice transfer={transfer} />
        </div>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <Fact name={sentAt ? 'Expected arrival' : 'Expected arrival if you send it now'}>
            <Expected check={check} sentAt={sentAt} />
          </Fact>
          <LastCheck transfer={transfer} lost={lost} />
        </dl>
      </div>
      {children}
    </Card>
  );
}

/** Shows the bridge. A light travels along the bridge while the ledger is watched. */
export function WatchedBridge({ transfer, steps }: { transfer: Transfer; steps: number }) {
  return (
    <Bridge
      from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
      to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
      progress={progressOf(transfer, steps - 1, steps)}
      watched={transfer.watch?.state === 'watching'}
    />
  );
}

/** Shows when the ledger was last read, and that no payment has arrived. */
export function LastCheck({ transfer: { watch }, lost }: { transfer: Transfer; lost: boolean }) {
  const { formatClock } = useTimes();
  return (
    <Fact name="Last checked">
      {lost ? (
        'This page can’t connect right now. We’re still watching.'
      ) : watch?.checkedAt ? (
        <>
          <time dateTime={watch.checkedAt} className="tabular">
            {formatClock(watch.checkedAt)}
          </time>
          , nothing yet
        </>
      ) : (
        'Connecting to the XRP network. We’ll catch up on anything we missed.'
      )}
    </Fact>
  );
}

function Expected({ check: { data, error }, sentAt }: { check: DestinationCheckState; sentAt: string | null }) {
  if (!data) return error ? 'No estimate right now.' : <Skeleton className="h-6 w-48" />;
  const { expectedArrival, checkedAt } = data;
  if (sentAt === null) return formatSpan(expectedArrival);
  // The estimate is for a payment that is sent at the time of the check, so the estimate is shifted to the time of this
  // payment.
  const since = (iso: string) => new Date(Date.parse(sentAt) + Date.parse(iso) - Date.parse(checkedAt)).toISOString();
  const span = { earliest: since(expectedArrival.earliest), latest: since(expectedArrival.latest) };
  if (Date.parse(span.latest) > Date.now()) return formatSpan(span);
  return 'Your XRP is taking a while. Open “Where is my payment?” below, and we’ll help you look for it.';
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
