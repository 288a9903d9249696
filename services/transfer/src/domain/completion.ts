import { type Arrival, closed, type Decision, dayMs, isPaid, type Transfer, touched } from './transfer.ts';

/** Number of hours within which the customer can withdraw the claim of an arrival. */
const claimWithdrawnHours = 24;
/** Number of days after which a claim completes the transfer even if the ledger showed no payment. */
export const claimDays = 14;

/**
 * Applies the customer's statement “I’ve completed the transfer”.
 * A transfer with an arrival at its current address and tag is completed. For any other paid transfer the claim is
 * stored and the transfer stays open, so that its watch, mails and refund continue.
 * @param unseen true if the claim is about XRP that the ledger does not show: the rest, after a test has arrived
 */
export function confirmArrival(transfer: Transfer, arrivals: readonly Arrival[], unseen: boolean, now: Date): Decision {
  const { addressChangedAt, arrivalClaimedAt } = transfer;
  const seen = arrivals.some(({ at }) => addressChangedAt === null || at > addressChangedAt);
  if ((seen && !unseen) || !isPaid(transfer)) return complete(transfer, now);
  if (arrivalClaimedAt !== null) return { outcome: 'unchanged' };
  return touched({ ...transfer, arrivalClaimedAt: now }, ['arrivalClaim'], now);
}

/** Withdraws the claim that the XRP has arrived. */
export function withdrawClaim(transfer: Transfer, now: Date): Decision {
  const { arrivalClaimedAt, status } = transfer;
  if (arrivalClaimedAt === null) return { outcome: 'unchanged' };
  if (closed.includes(status)) return { outcome: 'refused', code: 'transfer_closed' };
  const isFinal = now.getTime() - arrivalClaimedAt.getTime() > claimWithdrawnHours * 3_600_000;
  if (isFinal) return { outcome: 'refused', code: 'claim_final' };
  return touched({ ...transfer, arrivalClaimedAt: null }, ['arrivalClaim'], now);
}

/** Completes a paid transfer whose claim is 14 days old. */
export function completeClaimed(transfer: Transfer, now: Date): Decision {
  const { arrivalClaimedAt } = transfer;
  const isDue = arrivalClaimedAt !== null && now.getTime() - arrivalClaimedAt.getTime() >= claimDays * dayMs;
  return isDue && isPaid(transfer) ? complete(transfer, now) : { outcome: 'unchanged' };
}

/**
 * Applies another arrival. `arrivedDrops` is the sum of all arrivals.
 * At 90% of the stated amount the transfer is complete, because exchanges deduct their fee. Without a stated amount,
 * the transfer is complete only if the customer has claimed the arrival. An arrival below 90% of the stated amount
 * deletes such a claim, because it is usually the small test.
 */
export function arrive(transfer: Transfer, arrivedDrops: bigint, now: Date): Decision {
  if (!isPaid(transfer)) return { outcome: 'unchanged' };
  const { amountDrops, arrivalClaimedAt } = transfer;
  const isClaimed = arrivalClaimedAt !== null;
  const inFull = amountDrops > 0n ? arrivedDrops * 10n >= amountDrops * 9n : isClaimed;
  if (!inFull && isClaimed) return touched({ ...transfer, arrivalClaimedAt: null }, ['arrivals', 'arrivalClaim'], now);
  if (!inFull) return touched(transfer, ['arrivals'], now);
  return touched({ ...transfer, status: 'completed' }, ['arrivals', 'status'], now);
}

function complete(transfer: Transfer, now: Date): Decision {
  if (transfer.status === 'completed') return { outcome: 'unchanged' };
  if (transfer.status === 'pending') return { outcome: 'refused', code: 'payment_required' };
  if (closed.includes(transfer.status)) return { outcome: 'refused', code: 'transfer_closed' };
  return touched({ ...transfer, status: 'completed' }, ['status'], now);
}
