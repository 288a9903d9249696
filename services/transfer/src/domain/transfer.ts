import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import type { ConciergeState, Transfer as PublicTransfer, TransferStatus } from '@xrp-bridge/contracts/transfer';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** One customer's move of XRP from an exchange to their own wallet. This service never moves the XRP. */
export interface Transfer {
  id: string;
  fromExchange: ExchangeId;
  toWallet: WalletId;
  /** The stated amount; 0 until the customer states an amount. */
  amountDrops: bigint;
  /** The classic address; null until the customer enters an address. */
  destinationAddress: string | null;
  destinationTag: string | null;
  /** True when a small test payment goes first, as the guide advises. */
  testFirst: boolean;
  serviceFee: ServiceFee;
  status: TransferStatus;
  /** State of the concierge. The guide's state is in `status`. */
  concierge: ConciergeState;
  /** Time since which the guide is open, by a payment or a bypass; null before. */
  paidAt: Date | null;
  /** Time of the payment event that set `concierge`, or null. Older events change nothing. */
  conciergeAsOf: Date | null;
  /** Time of the last change of the address or tag after payment. The guide shows this time. */
  addressChangedAt: Date | null;
  /** Time of the customer's claim that the XRP arrived, made while the ledger showed no payment. */
  arrivalClaimedAt: Date | null;
  /** Time of the oldest open refund request of the customer. */
  refundRequestedAt: Date | null;
  /** Time of the payment event that set `refundRequestedAt`. Older events change nothing. */
  refundRequestAsOf: Date | null;
  /** End of the ledger watch, even after it has passed; null if there is no address to watch. */
  watchedUntil: Date | null;
  /** Increases by one with each change. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A payment seen on the ledger that counts for a transfer. */
export interface Arrival {
  /** The transaction's hash. */
  hash: string;
  deliveredDrops: bigint;
  ledgerIndex: number;
  at: Date;
}

/** An address and tag watched on the ledger for a transfer. */
export interface Watch {
  id: string;
  transferId: string;
  address: string;
  /** Null matches any tag, since a personal wallet ignores tags. */
  tag: string | null;
  /** The newest ledger when the watch began; null until a ledger can be read. */
  afterLedger: number | null;
  endsAt: Date;
}

export type ChangedField =
  | 'destinationAddress'
  | 'destinationTag'
  | 'sourceAmount'
  | 'testFirst'
  | 'serviceFee'
  | 'status'
  | 'access'
  | 'arrivals'
  | 'arrivalClaim'
  | 'refundRequest'
  | 'watch';

/** Result of a decision: no change, a changed transfer, or a refusal. */
export type Decision =
  | { outcome: 'unchanged' }
  | { outcome: 'changed'; transfer: Transfer; changed: ChangedField[] }
  | { outcome: 'refused'; code: ProblemCode };

export interface Changes {
  destinationAddress?: string | null | undefined;
  destinationTag?: string | null | undefined;
  amountDrops?: bigint | undefined;
  testFirst?: boolean | undefined;
}

/** Days until an unpaid transfer expires. */
export const unpaidDays = 30;
/** Days until an expired transfer is deleted. */
export const expiredDays = 90;
/** Days for which the ledger is watched for a transfer's payments. */
const watchDays = 14;
/** The watch ends after this many arrivals, because no personal wallet receives so many. */
export const mostArrivals = 50;

export const dayMs = 86_400_000;

/** Statuses of a transfer that can no longer be changed. */
export const closed: readonly TransferStatus[] = ['completed', 'refunded', 'expired'];

/** Changes the given fields while the transfer is open. */
export function change(transfer: Transfer, changes: Changes, now: Date): Decision {
  if (closed.includes(transfer.status)) return { outcome: 'refused', code: 'transfer_closed' };
  const next = { ...transfer };
  const changed: ChangedField[] = [];
  if (changes.destinationAddress !== undefined && changes.destinationAddress !== transfer.destinationAddress) {
    next.destinationAddress = changes.destinationAddress;
    changed.push('destinationAddress');
  }
  if (changes.destinationTag !== undefined && changes.destinationTag !== transfer.destinationTag) {
    next.destinationTag = changes.destinationTag;
    changed.push('destinationTag');
  }
  if (changes.amountDrops !== undefined && changes.amountDrops !== transfer.amountDrops) {
    next.amountDrops = changes.amountDrops;
    changed.push('sourceAmount');
  }
  if (changes.testFirst !== undefined && changes.testFirst !== transfer.testFirst) {
    next.testFirst = changes.testFirst;
    changed.push('testFirst');
  }
  if (changed.length === 0) return { outcome: 'unchanged' };
  // A first address after payment is expected. A replaced address is suspicious, because a thief with a leaked link
  // would replace the address.
  const replacesAddress = changed.includes('destinationAddress') && transfer.destinationAddress !== null;
  const changesTagOfKnownAddress = changed.includes('destinationTag') && transfer.destinationAddress !== null;
  if (isPaid(transfer) && (replacesAddress || changesTagOfKnownAddress)) {
    next.addressChangedAt = now;
    // The claim was about the previous address, so it is deleted.
    if (transfer.arrivalClaimedAt !== null) changed.push('arrivalClaim');
    next.arrivalClaimedAt = null;
  }
  return touched(next, changed, now);
}

/**
 * Releases the instructions after a payment or an operator's bypass.
 * An expired transfer opens again; a refunded transfer does not.
 */
export function release(transfer: Transfer, now: Date): Decision {
  if (accessOf(transfer).guide || transfer.status === 'refunded') return { outcome: 'unchanged' };
  return compared(transfer, { ...transfer, status: 'instructions_sent', paidAt: now }, now);
}

/** Applies a purchase of the concierge, in the bundle or as an add-on. */
export function ownConcierge(transfer: Transfer, asOf: Date, now: Date): Decision {
  return compared(transfer, withConcierge(transfer, 'owned', asOf), now);
}

/** Returns the address to watch on the ledger; null unless the transfer is paid and not complete. */
export function watchedAddress(transfer: Transfer): string | null {
  return isPaid(transfer) ? transfer.destinationAddress : null;
}

/**
 * Returns `after` with the new end of its watch.
 * A watch begins with each new address of a paid transfer, and with a new tag if the previous watch has ended. A claim
 * of an arrival extends the watch until the claim completes the transfer.
 */
export function moveWatch(before: Transfer, after: Transfer, now: Date): Transfer {
  const address = watchedAddress(after);
  const sameTag = after.destinationTag === before.destinationTag || isWatched(before, now);
  const isClaimed = before.arrivalClaimedAt === null && after.arrivalClaimedAt !== null;
  if (address === watchedAddress(before) && sameTag && !isClaimed) return after;
  return { ...after, watchedUntil: address === null ? null : new Date(now.getTime() + watchDays * dayMs) };
}

/**
 * Ends the watch, because the time is up or payments to the address cannot be attributed to the
 * transfer.
 */
export function stopWatching(transfer: Transfer, now: Date): Decision {
  const { watchedUntil } = transfer;
  if (watchedUntil === null) return { outcome: 'unchanged' };
  const endedAt = new Date(Math.min(watchedUntil.getTime(), now.getTime()));
  return touched({ ...transfer, watchedUntil: endedAt }, ['watch'], now);
}

function isWatched({ watchedUntil }: Transfer, now: Date): boolean {
  return watchedUntil !== null && watchedUntil > now;
}

/**
 * Returns the state of the watch for the API.
 * @param checkedAt time of the newest ledger that was read for the transfer
 */
export function describeWatch(transfer: Transfer, checkedAt: Date | null, now: Date): PublicTransfer['watch'] {
  const until = transfer.watchedUntil?.toISOString();
  if (!until) return null;
  const watching = isWatched(transfer, now);
  return {
    state: watching ? 'watching' : 'ended',
    until,
    checkedAt: (watching && checkedAt?.toISOString()) || null,
  };
}

/**
 * Applies a refund request, or the decision on a request.
 * `since` is the oldest request that is still open.
 */
export function applyRefundRequest(transfer: Transfer, since: Date | null, asOf: Date, now: Date): Decision {
  return compared(transfer, withRefundRequest(transfer, since, asOf), now);
}

/**
 * Applies a refund.
 * A refund of the guide closes the instructions in any status; a refund of the concierge closes only the concierge.
 */
export function refund(
  transfer: Transfer,
  closes: { guide: boolean; concierge: boolean },
  /** Time of the oldest refund request that is still open after this refund. */
  requestedSince: Date | null,
  asOf: Date,
  now: Date,
): Decision {
  const requested = withRefundRequest(transfer, requestedSince, asOf);
  const next = closes.concierge ? withConcierge(requested, 'refunded', asOf) : requested;
  const isOpen = closes.guide && transfer.status !== 'refunded';
  return compared(transfer, isOpen ? { ...next, status: 'refunded' } : next, now);
}

/** Sets the state of the concierge, unless a newer payment event was already applied. */
function withConcierge(transfer: Transfer, concierge: ConciergeState, asOf: Date): Transfer {
  const { conciergeAsOf } = transfer;
  if (conciergeAsOf !== null && asOf <= conciergeAsOf) return transfer;
  return { ...transfer, serviceFee: '17.76', concierge, conciergeAsOf: asOf };
}

/** Sets the time of the refund request, unless a newer payment event was already applied. */
function withRefundRequest(transfer: Transfer, since: Date | null, asOf: Date): Transfer {
  const { refundRequestAsOf } = transfer;
  if (refundRequestAsOf !== null && asOf <= refundRequestAsOf) return transfer;
  return { ...transfer, refundRequestedAt: since, refundRequestAsOf: asOf };
}

/** Returns the access to the guide, and the state of the concierge. */
export function accessOf(transfer: Transfer): PublicTransfer['access'] {
  return { guide: isPaid(transfer) || transfer.status === 'completed', concierge: transfer.concierge };
}

export function expire(transfer: Transfer, now: Date): Decision {
  if (transfer.status !== 'pending') return { outcome: 'unchanged' };
  return touched({ ...transfer, status: 'expired' }, ['status'], now);
}

/** Returns true if nothing was paid for the transfer, so that it may be deleted. */
export function isUnpaid({ status }: Transfer): boolean {
  return status === 'pending' || status === 'expired';
}

/** Returns why the instructions cannot be read; null if they can be read. */
export function instructionsRefusal(transfer: Transfer): ProblemCode | null {
  if (accessOf(transfer).guide) return null;
  return transfer.status === 'refunded' ? 'transfer_closed' : 'payment_required';
}

export function isPaid(transfer: Transfer): boolean {
  return transfer.status === 'paid' || transfer.status === 'instructions_sent';
}

/** Returns the decision on a payment event, with the fields that differ. */
function compared(before: Transfer, after: Transfer, now: Date): Decision {
  if (after === before) return { outcome: 'unchanged' };
  const [had, has] = [accessOf(before), accessOf(after)];
  const changed: ChangedField[] = [];
  if (after.status !== before.status) changed.push('status');
  if (after.serviceFee !== before.serviceFee) changed.push('serviceFee');
  if (after.refundRequestedAt?.getTime() !== before.refundRequestedAt?.getTime()) changed.push('refundRequest');
  if (has.guide !== had.guide || has.concierge !== had.concierge) changed.push('access');
  return touched(after, changed, now);
}

/** Returns a decision that changes the transfer and increments its version. */
export function touched(transfer: Transfer, changed: ChangedField[], now: Date): Decision {
  return { outcome: 'changed', transfer: { ...transfer, version: transfer.version + 1, updatedAt: now }, changed };
}
