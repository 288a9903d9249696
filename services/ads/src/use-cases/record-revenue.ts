import { AdRevenueRecorded } from '@xrp-bridge/contracts/ads';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { revenueEntries } from '../domain/reinvestment.ts';
import { centsOf, keyOfRecord } from '../domain/revenue.ts';
import { bookEntries, findRevenue, insertRevenue, type RevenueRecord } from '../revenue-store.ts';
import { createId } from '../store.ts';

/**
 * Records and books ad revenue that an operator typed. A repeated key returns the first record.
 * @throws ProblemError already_exists when the key was used with another source or amount
 */
export async function recordRevenue(
  { db, transact, clock, emit }: Context,
  given: {
    key: string;
    source: string;
    amount: number;
    adNetwork?: string | undefined;
    campaignId?: string | undefined;
  },
): Promise<RevenueRecord> {
  const at = clock();
  const cents = centsOf(given.amount);
  const key = keyOfRecord(given.key);
  const added = await transact(async (tx) => {
    const record = await insertRevenue(tx, {
      id: createId('revenue'),
      kind: 'record',
      key,
      source: given.source,
      amount_cents: cents,
      ad_network: given.adNetwork ?? null,
      campaign_id: given.campaignId ?? null,
      at,
      confirmed_at: at,
    });
    if (!record) return null;
    const entries = revenueEntries('record', cents);
    await bookEntries(tx, { transactionId: record.id, kind: 'record', entries, at, about: { about_id: record.id } });
    emit(tx, AdRevenueRecorded, record.id, { recordId: record.id, source: given.source, amountCents: cents });
    return record;
  });
  if (added) return added;
  const before = (await findRevenue(db, { key })) as RevenueRecord;
  if (before.source !== given.source || before.amount_cents !== cents) throw new ProblemError('already_exists');
  return before;
}
