import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { floating } from '../../lib/floating.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Steps } from '../../ui/steps.tsx';
import { SupportLine } from '../../ui/support-line.tsx';
import type { Instructions } from './api.ts';
import { ConciergeCard } from './concierge-card.tsx';
import { OpenOnPhone } from './open-on-phone.tsx';
import { progressOf } from './progress.ts';
import { StatusTimeline } from './status-timeline.tsx';

/** Where the person is: the bridge, the state and the names of all steps, then where to ask. */
export function GuideSide({
  transfer,
  instructions: { overview, steps, troubleshooting },
  now,
  onOpen,
  unsure,
  inDoubt,
  isWide,
  showConcierge,
}: {
  transfer: Transfer;
  instructions: Instructions;
  /** The step the person is at, counted from 0. */
  now: number;
  /** Goes to a step; absent while none may be opened. */
  onOpen: ((step: number) => void) | undefined;
  /** Nobody can say what is watched: there is no connection. */
  unsure: boolean;
  /** The address is refused, or not the one that was given. */
  inDoubt: boolean;
  /** On a phone nothing stands before what comes after the step. */
  isWide: boolean;
  showConcierge: boolean;
}) {
  const done = transfer.status === 'completed';
  // Nothing is done in the steps before there is an address to send to.
  const reached = transfer.destinationAddress === 'pending' || inDoubt ? 0 : now;
  return (
    <>
      <Card as="section" aria-labelledby="all-steps" className="grid gap-3">
        <h2 id="all-steps" className="sr-only">
          Where you are
        </h2>
        <Bridge
          from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
          to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
          progress={progressOf(transfer, reached, steps.length)}
        />
        {/* Where an amount is to be typed, no other number stands on the page. */}
        {isWide && !done && !['amount', 'send'].includes(steps[now]?.id ?? '') && (
          <div className="grid justify-items-start gap-2">
            {!inDoubt && <Pill kind="good">Instructions ready</Pill>}
            <dl className="grid gap-1">
              <Overview name="Estimated time">{overview.estimatedTime}</Overview>
              <Overview name="Network fee">{overview.networkFee}</Overview>
            </dl>
          </div>
        )}
        {/* A phone has room for one line of it, at the first step. */}
        {!isWide && now === 0 && !done && !inDoubt && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <Pill kind="good">Instructions ready</Pill>
            <span>{overview.inShort}</span>
          </p>
        )}
        <StatusTimeline transfer={transfer} unsure={unsure} inDoubt={inDoubt} />
        <div className="-my-3">
          {/* Opened on a phone, it is for this one step: the next one stands alone again. */}
          <Fold key={isWide ? 'wide' : now} title={`All ${steps.length} steps`} open={isWide}>
            <Steps
              compact
              steps={steps.map(({ title }, index) => ({
                title,
                state: done || index < reached ? 'done' : index === now ? 'now' : 'next',
                onOpen: done || !onOpen || index === now ? undefined : () => onOpen(index),
              }))}
            />
          </Fold>
        </div>
        {/* Neither where it would carry a doubtful address on, nor where nothing is left to do. */}
        {!done && !unsure && !inDoubt && <OpenOnPhone transferId={transfer.id} />}
      </Card>
      <Card as="section" aria-labelledby="support" className="grid gap-2.5">
        <h2 id="support" className="text-lg max-sm:sr-only">
          Questions?
        </h2>
        <Button variant="quiet" wide onClick={(event) => floating.open('chat', event.currentTarget)}>
          Ask the assistant
        </Button>
        <p className="text-sm text-ink-2">
          <SupportLine support={troubleshooting.support} />
        </p>
      </Card>
      {isWide && showConcierge && <ConciergeCard transfer={transfer} />}
    </>
  );
}

function Overview({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}
