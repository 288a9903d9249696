import { walletName } from '@xrp-bridge/contracts/wallets';
import type { Ref } from 'react';
import { orderedInFlow } from '../../domain/transfer/after-paying.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { WithdrawClaim, withdrawalMs } from '../../domain/transfer/withdraw-claim.tsx';
import { paths } from '../../lib/paths.ts';
import { dayMs } from '../../lib/times.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useTimes } from '../../ui/use-times.ts';
import { LastCheck, WatchedBridge } from './watching-card.tsx';

/** The number of days after a claim in which a refund is possible. */
const refundDays = 14;

/** Replaces the step after the customer claimed an arrival that the ledger does not show. */
export function ClaimedCard({
  ref,
  transfer,
  claimedAt,
  steps,
  lost,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  claimedAt: string;
  /** The number of steps in the guide. */
  steps: number;
  /** True if the connection is lost. */
  lost: boolean;
}) {
  const now = useNow(60_000);
  const { formatTime } = useTimes();
  // The server's clock and this device's clock may differ.
  const hydrated = useHydrated();
  const until = (ms: number) => new Date(Date.parse(claimedAt) + ms).toISOString();
  const [undoUntil, refundUntil] = [until(withdrawalMs), until(refundDays * dayMs)];
  const isWatched = transfer.watch?.state === 'watching';
  return (
    <Card raised as="section" aria-labelledby="claimed" className="grid gap-4">
      <WatchedBridge transfer={transfer} steps={steps} />
      <div className="justify-self-start">
        <Pill kind="water">Not confirmed yet</Pill>
      </div>
      <h2 id="claimed" ref={ref} tabIndex={-1} className="text-2xl">
        You told us it arrived
      </h2>
      <p>
        On <time dateTime={claimedAt}>{formatTime(claimedAt)}</time>, you told us that your XRP is in{' '}
        {walletName(transfer.toWallet)}. We haven’t seen it arrive on the XRP network yet
        {isWatched ? ', so we’re still watching. This page updates as soon as we see it.' : '.'}
      </p>
      {isWatched && (
        <dl>
          <LastCheck transfer={transfer} lost={lost} />
        </dl>
      )}
      {hydrated && now < Date.parse(undoUntil) && (
        <p>
          Told us by mistake? You can undo it until <time dateTime={undoUntil}>{formatTime(undoUntil)}</time>.
        </p>
      )}
      <Buttons>
        {hydrated && orderedInFlow.get(transfer.id) && <ButtonLink to={paths.transferFlow}>See what’s next</ButtonLink>}
        {hydrated && <WithdrawClaim transfer={transfer} />}
      </Buttons>
      <p className="text-ink-2">
        Can’t find your XRP in your wallet? Open “Where is my payment?” below, and we’ll help you look for it. You can
        ask for a refund until we see your XRP, but no later than{' '}
        <time dateTime={refundUntil}>{formatTime(refundUntil)}</time>.
      </p>
    </Card>
  );
}
