import { z } from 'zod';
import { type Instant, msBetween } from '../instant.ts';
import { type Message, UntrustedReply } from './connection.ts';

/** The ledger's reserve and fee, in drops. */
export interface LedgerFees {
  reserveBaseDrops: bigint;
  baseFeeDrops: bigint;
}

/** The newest validated ledger. */
export interface LedgerState extends LedgerFees {
  ledgerIndex: number;
  /** Time at which the ledger's message was received. */
  receivedAt: Instant;
}

/**
 * Values since 2 December 2024 (https://xrpl.org/blog/2024/lower-reserves-are-in-effect).
 * They are used until a ledger has been read.
 */
export const documentedFees: LedgerFees = { reserveBaseDrops: 1_000_000n, baseFeeDrops: 10n };

const count = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,17}$/)]).transform((value) => BigInt(value));
const ledgerMessage = z.object({
  ledger_index: z.int().positive(),
  ledger_time: z.int().positive(),
  fee_base: count,
  reserve_base: count,
});

/**
 * Limits of a plausible reserve in drops.
 * The reserve was never above 200 XRP; a few drops would invite spam.
 */
const plausibleReserve = { least: 10_000n, most: 200_000_000n };
const mostPlausibleFee = 1_000_000n;

const rippleEpochMs = 946_684_800_000;
/**
 * Age of a ledger after which its server counts as stalled.
 * The limit is generous because a host's clock may be wrong by minutes. A server slightly behind the others is detected
 * by its ledger index.
 */
const oldestCloseMs = 3_600_000;
/** A server this many ledgers behind the newest is out of step with the network. */
export const tolerableLag = 20;
/**
 * Maximum lead over the newest ledger, in ledgers.
 * Each second since the newest ledger was received allows one more, because ledgers close more slowly than that.
 */
const tolerableLead = 100;
/** Expiry of the newest ledger, because the server that sent it may have invented its index. */
const newestExpiryMs = 300_000;

/**
 * Parses a server's message about a closed ledger.
 * @param newest the newest ledger received from any server
 * @throws UntrustedReply if the message has another shape, or contradicts the newest ledger
 */
export function readLedgerState(message: Message, newest: LedgerState | null, now: Instant): LedgerState {
  const parsed = ledgerMessage.safeParse(message);
  if (!parsed.success) throw new UntrustedReply('The ledger server’s message isn’t in the expected format');
  const { ledger_index: ledgerIndex, fee_base: baseFeeDrops, reserve_base: reserveBaseDrops } = parsed.data;
  if (reserveBaseDrops < plausibleReserve.least || reserveBaseDrops > plausibleReserve.most) {
    throw new UntrustedReply('The ledger server returned a reserve that can’t be right');
  }
  if (baseFeeDrops > mostPlausibleFee) throw new UntrustedReply('The ledger server returned a fee that can’t be right');
  if (parsed.data.ledger_time * 1_000 + rippleEpochMs < now.wallMs - oldestCloseMs) {
    throw new UntrustedReply('The ledger server hasn’t seen a new ledger version in a while');
  }
  const sinceNewestMs = newest ? msBetween(newest.receivedAt, now) : Number.POSITIVE_INFINITY;
  if (newest && sinceNewestMs < newestExpiryMs) {
    const lead = ledgerIndex - newest.ledgerIndex;
    if (lead < -tolerableLag) throw new UntrustedReply('The ledger server is behind the network');
    if (lead > tolerableLead + sinceNewestMs / 1_000) {
      throw new UntrustedReply('The ledger server reported a ledger version that can’t exist yet');
    }
  }
  return { ledgerIndex, baseFeeDrops, reserveBaseDrops, receivedAt: now };
}
