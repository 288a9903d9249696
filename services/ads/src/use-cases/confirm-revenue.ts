import { AdRevenueRecorded, type confirmationSchema } from '@xrp-bridge/contracts/ads';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { revenueEntries } from '../domain/reinvestment.ts';
import { dayOf, keyOfReport, type PayingNetwork } from '../domain/revenue.ts';
import type { DayRevenue } from '../networks/network.ts';
import {
  bookEntries,
  confirmEstimates,
  findRevenue,
  insertRevenue,
  replaceEstimates,
  sumConfirmedClicks,
} from '../revenue-store.ts';
import { createId } from '../store.ts';

/**
 * Reads the networks' reports.
 * The job has one attempt, because the next run reads the same days again.
 */
export const ReadReports = defineJob('read-ad-reports', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 120_000,
});

const dayMs = 24 * 3_600_000;
/** Number of past days whose reports are read in each run. */
const reportedDays = 7;

/** Confirms all estimates, books their sum as one transaction, and emits the sum. */
export async function confirmRevenue({ transact, clock, emit }: Context): Promise<z.infer<typeof confirmationSchema>> {
  return transact(async (tx) => {
    const at = clock();
    const { records, totalCents } = await confirmEstimates(tx, at);
    if (records > 0) {
      const id = createId('confirmation');
      const entries = revenueEntries('click', totalCents);
      await bookEntries(tx, { transactionId: id, kind: 'click', entries, at, about: { about_id: id } });
      emit(tx, AdRevenueRecorded, id, { recordId: id, source: 'confirmed clicks', amountCents: totalCents });
    }
    return { records, total: formatCents(totalCents) };
  });
}

/** Reads each network's reports of the last days, and records each day that is not recorded yet. */
export async function readReports(context: Context, signal?: AbortSignal): Promise<void> {
  const { clock, log } = context;
  const now = clock().getTime();
  const [from, to] = [dayOf(new Date(now - reportedDays * dayMs)), dayOf(new Date(now - dayMs))];
  for (const network of context.networks.filter(({ reports }) => reports)) {
    try {
      const days = await network.readReport(from, to, signal);
      for (const reported of days.filter(({ day }) => day >= from && day <= to)) {
        await recordReport(context, network.name, reported);
      }
    } catch (error) {
      log.warn({ err: error, network: network.name }, 'the report of an ad network could not be read');
    }
  }
}

/**
 * Records a network's report of a day once. The reported amount replaces that day's estimates.
 * The amount includes the clicks that an operator has confirmed before, so only the rest is booked.
 */
async function recordReport(
  { db, transact, clock, emit }: Context,
  network: PayingNetwork,
  { day, cents }: DayRevenue,
): Promise<void> {
  const key = keyOfReport(network, day);
  if (await findRevenue(db, { key })) return;
  await transact(async (tx) => {
    const at = clock();
    // This update runs before the sum, because it waits for a concurrent confirmation, whose clicks the sum must
    // include.
    await replaceEstimates(tx, network, day, at);
    const missingCents = cents - (await sumConfirmedClicks(tx, network, day));
    if (missingCents <= 0) return;
    const record = await insertRevenue(tx, {
      id: createId('revenue'),
      kind: 'record',
      key,
      source: `${network} report ${day}`,
      amount_cents: missingCents,
      ad_network: network,
      campaign_id: null,
      at,
      confirmed_at: at,
    });
    if (!record) return;
    const entries = revenueEntries('record', missingCents);
    await bookEntries(tx, { transactionId: record.id, kind: 'record', entries, at, about: { about_id: record.id } });
    const { source, amount_cents } = record;
    emit(tx, AdRevenueRecorded, record.id, { recordId: record.id, source, amountCents: amount_cents });
  });
}
