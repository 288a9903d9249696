import { walletName } from '@xrp-bridge/contracts/wallets';
import type { Ref } from 'react';
import { orderedInFlow } from '../../domain/transfer/after-paying.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { WithdrawClaim } from '../../domain/transfer/withdraw-claim.tsx';
import { paths } from '../../lib/paths.ts';
import { dayMs, formatTime } from '../../lib/times.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/pill.tsx';

/** The days after a claim in which a refund is possible. */
const refundDays = 14;

/** Replaces the step after the customer claimed the arrival without one on the ledger. */
export function ClaimedCard({
  ref,
  transfer,
  claimedAt,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  claimedAt: string;
}) {
  const refundUntil = new Date(Date.parse(claimedAt) + refundDays * dayMs).toISOString();
  return (
    <Card as="section" aria-labelledby="claimed" className="grid justify-items-start gap-5">
      <Pill kind="water">Not seen yet</Pill>
      <h2 id="claimed" ref={ref} tabIndex={-1} className="text-2xl">
        You told us it arrived
      </h2>
      <p className="text-ink-2">
        You told us on <time dateTime={claimedAt}>{formatTime(claimedAt)}</time> that your XRP is in{' '}
        {walletName(transfer.toWallet)}. We haven’t seen it on the XRP Ledger yet.{' '}
        {transfer.watch?.state === 'watching' && 'We keep watching, and this page changes as soon as we see it.'}
      </p>
      <p className="text-ink-2">
        You can still ask for a refund until we see it, or until{' '}
        <time dateTime={refundUntil}>{formatTime(refundUntil)}</time>.
      </p>
      <p className="text-ink-2">
        Isn’t it in your wallet? Open “Where is my payment?” below, and we help you look for it.
      </p>
      <Buttons className="w-full">
        {orderedInFlow.get(transfer.id) && <ButtonLink to={paths.transferFlow}>Continue</ButtonLink>}
        <WithdrawClaim transfer={transfer} />
      </Buttons>
    </Card>
  );
}
