import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { isHome } from '../../domain/transfer/end-title.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { floating } from '../../lib/floating.ts';
import { AtWidth } from '../../ui/at-width.tsx';
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

/** Shows the progress: the bridge, the state, the names of all steps, and the support. */
export function GuideSide({
  transfer,
  instructions: { overview, steps, troubleshooting },
  now,
  onOpen,
  unsure,
  inDoubt,
  isWide,
  showConcierge,
  showBridge,
}: {
  transfer: Transfer;
  instructions: Instructions;
  /** The current step, counted from 0. */
  now: number;
  /** Opens a step; undefined while no step may be opened. */
  onOpen: ((step: number) => void) | undefined;
  /** True if the connection is lost, so that the state of the watch is uncertain. */
  unsure: boolean;
  /** True if the check refuses the address, or the address must not be shown. */
  inDoubt: boolean;
  /** True in a wide window, null before hydration. A phone shows less above the list of steps. */
  isWide: boolean | null;
  showConcierge: boolean;
  /** False while a card at the top of the page already shows the bridge. */
  showBridge: boolean;
}) {
  const done = transfer.status === 'completed';
  // If there is no address to send to, no step counts as done.
  const reached = transfer.destinationAddress === 'pending' || inDoubt ? 0 : now;
  const allSteps = `All ${steps.length} steps`;
  const list = (
    <Steps
      compact
      steps={steps.map(({ title }, index) => ({
        title,
        state: done || index < reached ? 'done' : index === now ? 'now' : 'next',
        onOpen: done || !onOpen || index === now ? undefined : () => onOpen(index),
      }))}
    />
  );
  return (
    <>
      <Card as="section" aria-labelledby="all-steps" className="grid gap-3">
        <h2 id="all-steps" className="sr-only">
          Your progress
        </h2>
        {showBridge && !isHome(transfer) && (
          <Bridge
            from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
            to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
            progress={progressOf(transfer, reached, steps.length)}
          />
        )}
        {/* At a step with an amount to enter, the page shows no other number. */}
        {!done && !['amount', 'send'].includes(steps[now]?.id ?? '') && (
          <AtWidth wide isWide={isWide}>
            <div className="grid justify-items-start gap-2">
              {!inDoubt && <Pill kind="good">Instructions ready</Pill>}
              <dl className="grid gap-1">
                <Overview name="Estimated time">{overview.estimatedTime}</Overview>
                <Overview name="Network fee">{overview.networkFee}</Overview>
              </dl>
            </div>
          </AtWidth>
        )}
        {/* On a phone, time and fee are one line, and only at the first step. */}
        {now === 0 && !done && !inDoubt && (
          <AtWidth wide={false} isWide={isWide}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
              <Pill kind="good">Instructions ready</Pill>
              <span>{overview.inShort}</span>
            </p>
          </AtWidth>
        )}
        <StatusTimeline transfer={transfer} unsure={unsure} inDoubt={inDoubt} />
        <div className="-my-3">
          <AtWidth wide isWide={isWide}>
            <Fold title={allSteps} open>
              {list}
            </Fold>
          </AtWidth>
          <AtWidth wide={false} isWide={isWide}>
            {/* On a phone, the list of steps collapses when the next step opens. */}
            <Fold key={now} title={allSteps}>
              {list}
            </Fold>
          </AtWidth>
        </div>
        {/* The button is hidden without a connection, while the address is in doubt, and after the completion. */}
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
      {showConcierge && (
        <AtWidth wide isWide={isWide}>
          <ConciergeCard transfer={transfer} />
        </AtWidth>
      )}
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
