import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import type { ConciergeState, Transfer as PublicTransfer, TransferStatus } from '@xrp-bridge/contracts/transfer';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** One customer's move of XRP from an exchange to their own wallet. We know of it; we never touch it. */
export interface Transfer {
  id: string;
  fromExchange: ExchangeId;
  toWallet: WalletId;
  /** 0 while the customer has not said. */
  amountDrops: bigint;
  /** Classic address, null until known. */
  destinationAddress: string | null;
  destinationTag: string | null;
  /** Whether a small test goes first, as we advise. */
  testFirst: boolean;
  serviceFee: ServiceFee;
  status: TransferStatus;
  /** Beside the guide, which the status tells of. */
  concierge: ConciergeState;
  /** When payment said so; what it said before that, and is heard later, changes nothing. Null while it said nothing. */
  conciergeAsOf: Date | null;
  /** When address or tag changed after payment: the screen says so, with the time. */
  addressChangedAt: Date | null;
  /** When the customer claimed that the XRP had arrived, while the ledger showed nothing. */
  arrivalClaimedAt: Date | null;
  /** Since when the customer has been asking for a refund that nobody decided on yet. */
  refundRequestedAt: Date | null;
  /** When payment said so, as `conciergeAsOf`. */
  refundRequestAsOf: Date | null;
  /** How long the ledger is, or was, watched for its payments; null while there is nothing to watch for. */
  watchedUntil: Date | null;
  /** Grows by one with each change. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A payment that came, seen on the ledger. */
export interface Arrival {
  /** The transaction's hash. */
  hash: string;
  deliveredDrops: bigint;
  ledgerIndex: number;
  at: Date;
}

/** What the ledger is watched for, on behalf of a transfer. */
export interface Watch {
  id: string;
  transferId: string;
  address: string;
  /** Null: any tag will do, since a personal wallet ignores them. */
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

/** What became of a decision: nothing to do, a changed transfer, or a refusal. */
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

/** How long an unpaid transfer is kept open. */
export const unpaidDays = 30;
/** How long it is kept after that. */
export const expiredDays = 90;
/** How long the ledger is watched for a transfer's payments. */
const watchDays = 14;
/** So many payments come to no personal wallet: the watch ends there. */
export const mostArrivals = 50;

export const dayMs = 86_400_000;

/** Statuses of a transfer that can no longer be changed. */
export const closed: readonly TransferStatus[] = ['completed', 'refunded', 'expired'];

/** Changes only what is given, and only while the transfer is open. */
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
  // A first address after payment is expected; replacing one is what a thief with a leaked link would try.
  const replacesAddress = changed.includes('destinationAddress') && transfer.destinationAddress !== null;
  const changesTagOfKnownAddress = changed.includes('destinationTag') && transfer.destinationAddress !== null;
  if (isPaid(transfer) && (replacesAddress || changesTagOfKnownAddress)) {
    next.addressChangedAt = now;
    // The claim was about the address before.
    if (transfer.arrivalClaimedAt !== null) changed.push('arrivalClaim');
    next.arrivalClaimedAt = null;
  }
  return touched(next, changed, now);
}

/**
 * A payment or an operator's bypass releases the instructions, also of a transfer that had expired meanwhile; of one
 * that was paid back, never again.
 */
export function release(transfer: Transfer, now: Date): Decision {
  if (accessOf(transfer).guide || transfer.status === 'refunded') return { outcome: 'unchanged' };
  return compared(transfer, { ...transfer, status: 'instructions_sent' }, now);
}

/** The concierge was bought, together with the guide or added to it. */
export function ownConcierge(transfer: Transfer, asOf: Date, now: Date): Decision {
  return compared(transfer, withConcierge(transfer, 'owned', asOf), now);
}

/** The address to watch on the ledger: that of a paid transfer which is still to arrive. */
export function watchedAddress(transfer: Transfer): string | null {
  return isPaid(transfer) ? transfer.destinationAddress : null;
}

/**
 * A watch begins with each new address of a paid transfer, and anew with a new tag once it had ended. A claim of an arrival
 * prolongs the watch for as long as the claim may be wrong. When there is nothing left to watch for, nothing is said of it.
 */
export function moveWatch(before: Transfer, after: Transfer, now: Date): Transfer {
  const address = watchedAddress(after);
  const sameTag = after.destinationTag === before.destinationTag || isWatched(before, now);
  const isClaimed = before.arrivalClaimedAt === null && after.arrivalClaimedAt !== null;
  if (address === watchedAddress(before) && sameTag && !isClaimed) return after;
  return { ...after, watchedUntil: address === null ? null : new Date(now.getTime() + watchDays * dayMs) };
}

/** The ledger is no longer watched for it: the time is up, or nobody could tell its payments from those of others. */
export function stopWatching(transfer: Transfer, now: Date): Decision {
  const { watchedUntil } = transfer;
  if (watchedUntil === null) return { outcome: 'unchanged' };
  const endedAt = new Date(Math.min(watchedUntil.getTime(), now.getTime()));
  return touched({ ...transfer, watchedUntil: endedAt }, ['watch'], now);
}

function isWatched({ watchedUntil }: Transfer, now: Date): boolean {
  return watchedUntil !== null && watchedUntil > now;
}

/** What the customer is told of the watch. */
export function describeWatch(transfer: Transfer, now: Date): PublicTransfer['watch'] {
  const until = transfer.watchedUntil?.toISOString();
  return until ? { state: isWatched(transfer, now) ? 'watching' : 'ended', until } : null;
}

/** The customer asks for a refund, or a request was decided on and others may be open: `since` says since when. */
export function noteRefundRequest(transfer: Transfer, since: Date | null, asOf: Date, now: Date): Decision {
  return compared(transfer, withRefundRequest(transfer, since, asOf), now);
}

/** Paying back the guide closes its instructions, whatever had been reached; paying back the concierge closes only that. */
export function refund(
  transfer: Transfer,
  closes: { guide: boolean; concierge: boolean },
  /** Since when a refund is still being asked for, after this one. */
  requestedSince: Date | null,
  asOf: Date,
  now: Date,
): Decision {
  const asked = withRefundRequest(transfer, requestedSince, asOf);
  const next = closes.concierge ? withConcierge(asked, 'refunded', asOf) : asked;
  const isOpen = closes.guide && transfer.status !== 'refunded';
  return compared(transfer, isOpen ? { ...next, status: 'refunded' } : next, now);
}

/** What payment said last holds, in whatever order it is heard. Whoever has or had the concierge ordered it. */
function withConcierge(transfer: Transfer, concierge: ConciergeState, asOf: Date): Transfer {
  const { conciergeAsOf } = transfer;
  if (conciergeAsOf !== null && asOf <= conciergeAsOf) return transfer;
  return { ...transfer, serviceFee: '17.76', concierge, conciergeAsOf: asOf };
}

/** What payment said last holds here too. */
function withRefundRequest(transfer: Transfer, since: Date | null, asOf: Date): Transfer {
  const { refundRequestAsOf } = transfer;
  if (refundRequestAsOf !== null && asOf <= refundRequestAsOf) return transfer;
  return { ...transfer, refundRequestedAt: since, refundRequestAsOf: asOf };
}

/** What was paid for and not paid back. */
export function accessOf(transfer: Transfer): PublicTransfer['access'] {
  return { guide: isPaid(transfer) || transfer.status === 'completed', concierge: transfer.concierge };
}

export function expire(transfer: Transfer, now: Date): Decision {
  if (transfer.status !== 'pending') return { outcome: 'unchanged' };
  return touched({ ...transfer, status: 'expired' }, ['status'], now);
}

/** Nothing was paid for it, so that it may be forgotten. */
export function isUnpaid({ status }: Transfer): boolean {
  return status === 'pending' || status === 'expired';
}

/** Why the instructions cannot be read, or null when they can. */
export function instructionsRefusal(transfer: Transfer): ProblemCode | null {
  if (accessOf(transfer).guide) return null;
  return transfer.status === 'refunded' ? 'transfer_closed' : 'payment_required';
}

export function isPaid(transfer: Transfer): boolean {
  return transfer.status === 'paid' || transfer.status === 'instructions_sent';
}

/** For what payment said: finds out itself what that changes. */
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

/** A changed transfer with its next version. */
export function touched(transfer: Transfer, changed: ChangedField[], now: Date): Decision {
  return { outcome: 'changed', transfer: { ...transfer, version: transfer.version + 1, updatedAt: now }, changed };
}
