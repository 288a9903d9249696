import { AdRevenueReinvested, type reinvestmentSchema } from '@xrp-bridge/contracts/ads';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { defineJob, ProblemError } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { addAllocations, findCampaignsIn } from '../campaign-store.ts';
import type { Context } from '../context.ts';
import { type Campaign, fundedStatuses } from '../domain/campaign.ts';
import { type Allocation, allocate, isEnough, reinvestmentEntries, shareOf } from '../domain/reinvestment.ts';
import {
  bookEntries,
  claimDue,
  findRevenue,
  insertReinvestment,
  lockReinvested,
  markDue,
  type RevenueRecord,
  type RevenueTotals,
  readReinvested,
  readTotals,
  sumWaiting,
} from '../revenue-store.ts';
import { createId, type Db } from '../store.ts';

type Reinvestment = z.infer<typeof reinvestmentSchema>;

/** Reinvests due revenue on a schedule. */
export const Reinvest = defineJob('reinvest', {
  data: z.object({}),
  attempts: 3,
  backoffMs: 10_000,
  timeoutMs: 60_000,
});

const whyNot = {
  tooLittle: 'There’s less than $25.00 to reinvest.',
  noCampaign: 'There’s no campaign to put the money into.',
  nothing: 'This revenue was already reinvested, or there’s less than $25.00 to reinvest.',
  estimate: 'This revenue is an estimate. Confirm it first.',
} as const;

/** Returns true if the waiting revenue reaches the threshold, or due records are left. */
export function shouldReinvest({ waitingCents, isDue }: RevenueTotals): boolean {
  return isDue || isEnough(waitingCents);
}

/** Returns the result of a reinvestment of one record, or of all waiting records, without reinvesting. */
export async function previewReinvestment({ db }: Pick<Context, 'db'>, recordId?: string): Promise<Reinvestment> {
  const record = await findRecord(db, recordId);
  const recipients = await findRecipients(db);
  const totals = await readTotals(db);
  const dueAlone = totals.isDue && !isEnough(totals.waitingCents);
  const { records, totalCents } = await sumWaiting(db, dueAlone, recordId);
  const reinvestedCents = shareOf(totalCents, await readReinvested(db));
  const allocations = allocate(reinvestedCents, recipients);
  const nothing = record && records === 0 ? whyNot.nothing : null;
  const why =
    record && !record.confirmed_at
      ? whyNot.estimate
      : recipients.length === 0
        ? whyNot.noCampaign
        : shouldReinvest(totals)
          ? nothing
          : whyNot.tooLittle;
  return describe({ records, totalCents, reinvestedCents, allocations, why }, recipients);
}

/**
 * Allocates half of the revenue of one waiting record, or of all waiting records, to the campaigns.
 * Concurrent calls wait for the lock, so each record is reinvested at most once.
 * @throws ProblemError revenue_not_found
 */
export async function reinvest(context: Context, operator: string, recordId?: string): Promise<Reinvestment> {
  const { db, transact, clock, emit } = context;
  const record = await findRecord(db, recordId);
  return transact(async (tx) => {
    const beforeCents = await lockReinvested(tx);
    const recipients = await findRecipients(tx);
    const nothing = { records: 0, totalCents: 0, reinvestedCents: 0, allocations: [] };
    if (record && !record.confirmed_at) return describe({ ...nothing, why: whyNot.estimate }, recipients);
    if (recipients.length === 0) return describe({ ...nothing, why: whyNot.noCampaign }, recipients);
    const totals = await readTotals(tx);
    if (!shouldReinvest(totals)) return describe({ ...nothing, why: whyNot.tooLittle }, recipients);
    if (isEnough(totals.waitingCents)) await markDue(tx);

    const id = createId('reinvestment');
    const at = clock();
    const { records, totalCents } = await claimDue(tx, id, at, recordId);
    if (records === 0) return describe({ ...nothing, why: whyNot.nothing }, recipients);
    const reinvestedCents = shareOf(totalCents, beforeCents);
    const allocations = allocate(reinvestedCents, recipients);
    await insertReinvestment(tx, { id, operator, records, totalCents, reinvestedCents, at });
    await addAllocations(tx, id, allocations);
    const entries = reinvestmentEntries(reinvestedCents);
    // Half of a single cent is rounded down to zero, which has no entries.
    if (entries.length > 0) {
      await bookEntries(tx, { transactionId: id, kind: 'reinvestment', entries, at, about: { about_id: id } });
    }
    emit(tx, AdRevenueReinvested, id, { reinvestmentId: id, records, totalCents, reinvestedCents });
    return describe({ records, totalCents, reinvestedCents, allocations, why: null }, recipients);
  });
}

/** Reinvests if the threshold is reached or due records are left. */
export async function reinvestWhenDue(context: Context): Promise<void> {
  if (!shouldReinvest(await readTotals(context.db))) return;
  const { records, reinvested, why } = await reinvest(context, 'schedule');
  context.log.info({ records, reinvested, why }, 'ad revenue reinvested');
}

/** Finds the named record. @throws ProblemError revenue_not_found */
async function findRecord(db: Db, recordId: string | undefined): Promise<RevenueRecord | null> {
  if (recordId === undefined) return null;
  const record = await findRevenue(db, { id: recordId });
  if (!record) throw new ProblemError('revenue_not_found');
  return record;
}

async function findRecipients(db: Db): Promise<Campaign[]> {
  return findCampaignsIn(db, fundedStatuses);
}

function describe(
  done: { records: number; totalCents: number; reinvestedCents: number; allocations: Allocation[]; why: string | null },
  recipients: readonly Campaign[],
): Reinvestment {
  return {
    records: done.records,
    total: formatCents(done.totalCents),
    reinvested: formatCents(done.reinvestedCents),
    allocations: done.allocations.map(({ campaignId, cents }) => ({
      campaignId,
      name: recipients.find(({ id }) => id === campaignId)?.name ?? '',
      amount: formatCents(cents),
    })),
    possible: done.why === null,
    why: done.why,
  };
}
