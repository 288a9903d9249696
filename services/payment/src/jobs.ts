import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { takeUnsettled } from './store.ts';
import { readAccounting, reconcileAccounting } from './use-cases/check-accounting.ts';
import { settlePayment } from './use-cases/settle.ts';

const noData = z.object({});
const once = { data: noData, attempts: 1, backoffMs: 1_000 };

/** Notices payments whose webhook was lost. One attempt: the next run is minutes away. */
export const SettleUnsettled = defineJob('settle-unsettled', { ...once, timeoutMs: 120_000 });

/** Compares the books with what the provider holds, and says so loudly where they differ. */
export const CheckAccounting = defineJob('check-accounting', {
  ...once,
  attempts: 5,
  backoffMs: 60_000,
  timeoutMs: 300_000,
});

/** The most that one run asks about. */
const batch = 50;

export function paymentJobs(context: Context): JobHandler[] {
  const { db, clock, log } = context;
  return [
    work(SettleUnsettled, async (_data, job) => {
      // One by one, because nobody waits; a provider that is down ends the run.
      for (let count = 0; count < batch && !job.signal.aborted; count++) {
        const payment = await takeUnsettled(db, clock());
        if (!payment) return;
        await settlePayment(context, payment);
      }
    }),

    work(CheckAccounting, async () => {
      const { balanced } = await readAccounting(context);
      const { differences } = await reconcileAccounting(context, 7);
      if (!balanced) log.error('the books do not balance');
      if (differences.length > 0) log.error({ differences }, 'the books differ from what the provider holds');
    }),
  ];
}

export function paymentSchedules(): Schedule[] {
  return [
    { definition: SettleUnsettled, data: {}, everyMs: 120_000 },
    { definition: CheckAccounting, data: {}, cron: '20 4 * * *' },
  ];
}
