import { AdRevenueReinvested, type reinvestmentSchema } from '@xrp-bridge/contracts/ads';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { defineJob, ProblemError } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { addAllocations, findCampaignsIn } from '../campaign-store.ts';
import type { Context } from '../context.ts';
import { type Campaign, takingStatuses } from '../domain/campaign.ts';
import { type Allocation, allocate, isEnough, reinvestmentEntries, shareOf } from '../domain/reinvestment.ts';
import {
  bookEntries,
  findRevenue,
  insertReinvestment,
  lockReinvested,
  markDue,
  type RevenueRecord,
  type RevenueTotals,
  readReinvested,
  readTotals,
  sumWaiting,
  takeDue,
} from '../revenue-store.ts';
import { createId, type Db } from '../store.ts';

type Reinvestment = z.infer<typeof reinvestmentSchema>;

/** Reinvests by itself what has come together. */
export const Reinvest = defineJob('reinvest', {
  data: z.object({}),
  attempts: 3,
  backoffMs: 10_000,
  timeoutMs: 60_000,
});

const whyNot = {
  tooLittle: 'Less than $25.00 waits.',
  nobodyTakes: 'There is no campaign to give it to.',
  nothing: 'It was reinvested before, or less than $25.00 waits.',
  estimate: 'This is an estimate. Confirm it first.',
} as const;

/** Whether what waits is to be reinvested: enough came together, now or before some of it was. */
export function shouldReinvest({ waitingCents, isDue }: RevenueTotals): boolean {
  return isDue || isEnough(waitingCents);
}

/**
 * What a reinvestment would do now: of one record, or of all that waits.
 * @throws ProblemError revenue_not_found
 */
export async function previewReinvestment({ db }: Pick<Context, 'db'>, recordId?: string): Promise<Reinvestment> {
  const record = await findRecord(db, recordId);
  const takers = await findTakers(db);
  const totals = await readTotals(db);
  const dueAlone = totals.isDue && !isEnough(totals.waitingCents);
  const { records, totalCents } = await sumWaiting(db, dueAlone, recordId);
  const reinvestedCents = shareOf(totalCents, await readReinvested(db));
  const allocations = allocate(reinvestedCents, takers);
  const nothing = record && records === 0 ? whyNot.nothing : null;
  const why =
    record && !record.confirmed_at
      ? whyNot.estimate
      : takers.length === 0
        ? whyNot.nobodyTakes
        : shouldReinvest(totals)
          ? nothing
          : whyNot.tooLittle;
  return describe({ records, totalCents, reinvestedCents, allocations, why }, takers);
}

/**
 * Gives half of what waits to the campaigns: of one record, or of all. Who comes at the same time, in whichever instance,
 * waits, and finds nothing left: each record is reinvested at most once.
 * @throws ProblemError revenue_not_found
 */
export async function reinvest(context: Context, operator: string, recordId?: string): Promise<Reinvestment> {
  const { db, transact, clock, emit } = context;
  const record = await findRecord(db, recordId);
  return transact(async (tx) => {
    const beforeCents = await lockReinvested(tx);
    const takers = await findTakers(tx);
    const nothing = { records: 0, totalCents: 0, reinvestedCents: 0, allocations: [] };
    if (record && !record.confirmed_at) return describe({ ...nothing, why: whyNot.estimate }, takers);
    if (takers.length === 0) return describe({ ...nothing, why: whyNot.nobodyTakes }, takers);
    const totals = await readTotals(tx);
    if (!shouldReinvest(totals)) return describe({ ...nothing, why: whyNot.tooLittle }, takers);
    if (isEnough(totals.waitingCents)) await markDue(tx);

    const id = createId('reinvestment');
    const at = clock();
    const { records, totalCents } = await takeDue(tx, id, at, recordId);
    if (records === 0) return describe({ ...nothing, why: whyNot.nothing }, takers);
    const reinvestedCents = shareOf(totalCents, beforeCents);
    const allocations = allocate(reinvestedCents, takers);
    await insertReinvestment(tx, { id, operator, records, totalCents, reinvestedCents, at });
    await addAllocations(tx, id, allocations);
    const entries = reinvestmentEntries(reinvestedCents);
    // Half of a single cent is nothing yet.
    if (entries.length > 0) {
      await bookEntries(tx, { transactionId: id, kind: 'reinvestment', entries, at, about: { about_id: id } });
    }
    emit(tx, AdRevenueReinvested, id, { reinvestmentId: id, records, totalCents, reinvestedCents });
    return describe({ records, totalCents, reinvestedCents, allocations, why: null }, takers);
  });
}

/** What the schedule does: nothing, until enough has come together. */
export async function reinvestByItself(context: Context): Promise<void> {
  if (!shouldReinvest(await readTotals(context.db))) return;
  const { records, reinvested, why } = await reinvest(context, 'schedule');
  context.log.info({ records, reinvested, why }, 'ad revenue reinvested');
}

/** @throws ProblemError revenue_not_found */
async function findRecord(db: Db, recordId: string | undefined): Promise<RevenueRecord | null> {
  if (recordId === undefined) return null;
  const record = await findRevenue(db, { id: recordId });
  if (!record) throw new ProblemError('revenue_not_found');
  return record;
}

async function findTakers(db: Db): Promise<Campaign[]> {
  return findCampaignsIn(db, takingStatuses);
}

function describe(
  done: { records: number; totalCents: number; reinvestedCents: number; allocations: Allocation[]; why: string | null },
  takers: readonly Campaign[],
): Reinvestment {
  return {
    records: done.records,
    total: formatCents(done.totalCents),
    reinvested: formatCents(done.reinvestedCents),
    allocations: done.allocations.map(({ campaignId, cents }) => ({
      campaignId,
      name: takers.find(({ id }) => id === campaignId)?.name ?? '',
      amount: formatCents(cents),
    })),
    possible: done.why === null,
    why: done.why,
  };
}
