import { z } from 'zod';
import { type Instant, msBetween } from '../instant.ts';
import { type Message, NotBelieved } from './connection.ts';

/** What it costs to be on the ledger, in drops. */
export interface LedgerFigures {
  reserveBaseDrops: bigint;
  baseFeeDrops: bigint;
}

/** The newest validated ledger. */
export interface LedgerState extends LedgerFigures {
  ledgerIndex: number;
  /** When its message was received. */
  heardAt: Instant;
}

/** Since 2 December 2024 (https://xrpl.org/blog/2024/lower-reserves-are-in-effect); used until a ledger is read. */
export const documentedFigures: LedgerFigures = { reserveBaseDrops: 1_000_000n, baseFeeDrops: 10n };

const count = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,17}$/)]).transform((value) => BigInt(value));
const ledgerMessage = z.object({
  ledger_index: z.int().positive(),
  ledger_time: z.int().positive(),
  fee_base: count,
  reserve_base: count,
});

/** The reserve was never above 200 XRP, and one of a few drops would invite spam: anything else is an error or a lie. */
const plausibleReserve = { least: 10_000n, most: 200_000_000n };
const mostPlausibleFee = 1_000_000n;

const rippleEpochMs = 946_684_800_000;
/**
 * When the network itself stands still for so long, nobody can see the ledger either. A host's clock may be wrong by
 * minutes; a server that is a little behind the others is found by its index.
 */
const oldestCloseMs = 3_600_000;
/** A server this many ledgers behind the newest is out of step with the network. */
export const tolerableLag = 20;
/** Ledgers close every 3 to 5 seconds: one that claims more than a ledger a second has made them up. */
const tolerableLead = 100;
/** Whoever told us of the newest ledger may have been the liar: after so long without another, it is forgotten. */
const rememberedMs = 300_000;

/**
 * Reads a server's message about a closed ledger.
 * @param newest the newest ledger heard of from any server
 * @throws NotBelieved when the message is none, or contradicts what is known
 */
export function readLedgerState(message: Message, newest: LedgerState | null, now: Instant): LedgerState {
  const parsed = ledgerMessage.safeParse(message);
  if (!parsed.success) throw new NotBelieved('The ledger server’s message about a ledger is none');
  const { ledger_index: ledgerIndex, fee_base: baseFeeDrops, reserve_base: reserveBaseDrops } = parsed.data;
  if (reserveBaseDrops < plausibleReserve.least || reserveBaseDrops > plausibleReserve.most) {
    throw new NotBelieved('The ledger server tells of an absurd reserve');
  }
  if (baseFeeDrops > mostPlausibleFee) throw new NotBelieved('The ledger server tells of an absurd fee');
  if (parsed.data.ledger_time * 1_000 + rippleEpochMs < now.wallMs - oldestCloseMs) {
    throw new NotBelieved('The ledger server has seen no new ledger for a long time');
  }
  const sinceNewestMs = newest ? msBetween(newest.heardAt, now) : Number.POSITIVE_INFINITY;
  if (newest && sinceNewestMs < rememberedMs) {
    const lead = ledgerIndex - newest.ledgerIndex;
    if (lead < -tolerableLag) throw new NotBelieved('The ledger server is behind the network');
    if (lead > tolerableLead + sinceNewestMs / 1_000) {
      throw new NotBelieved('The ledger server tells of a ledger that cannot be there yet');
    }
  }
  return { ledgerIndex, baseFeeDrops, reserveBaseDrops, heardAt: now };
}
