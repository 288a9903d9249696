import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { listUnpaid } from './deadline-store.ts';
import { expire, unpaidDays } from './domain/transfer.ts';
import { completeAllClaimed } from './use-cases/confirm-arrival.ts';
import { ConfirmPayment, confirmPayment } from './use-cases/confirm-payment.ts';
import { closeExpired } from './use-cases/delete-unpaid.ts';
import { endOverdueWatch } from './use-cases/end-watch.ts';
import { lockAndDecide } from './use-cases/lock-and-decide.ts';
import { listEndedWatches } from './watch-store.ts';

const dayMs = 86_400_000;
const batchSize = 500;
/**
 * Delay before an ended watch is deleted.
 * During the delay, a service that was down can still read payments that were made in time.
 */
const endDelayMs = 600_000;

const daily = { data: z.object({}), attempts: 3, backoffMs: 60_000, timeoutMs: 300_000 };
const ExpireUnpaid = defineJob('expire-unpaid', daily);
const CloseExpired = defineJob('close-expired', daily);
const CompleteClaimed = defineJob('complete-claimed', daily);
const EndWatches = defineJob('end-watches', { ...daily, timeoutMs: 60_000 });

export function transferJobs(context: Context): JobHandler[] {
  const { db, clock, transact } = context;
  return [
    work(ConfirmPayment, (payment, { attempt }) => confirmPayment(context, payment, attempt)),
    work(ExpireUnpaid, async (_data, { signal }) => {
      const before = new Date(clock().getTime() - unpaidDays * dayMs);
      for (;;) {
        const ids = await listUnpaid(db, before, batchSize);
        for (const id of ids) {
          signal.throwIfAborted();
          await transact((tx) => lockAndDecide(context, tx, id, (transfer) => expire(transfer, clock())));
        }
        if (ids.length < batchSize) return;
      }
    }),
    work(CompleteClaimed, (_data, { signal }) => completeAllClaimed(context, signal)),
    work(CloseExpired, (_data, { signal }) => closeExpired(context, signal)),
    work(EndWatches, async (_data, { signal }) => {
      for (;;) {
        const by = new Date(clock().getTime() - endDelayMs);
        const ids = await listEndedWatches(db, by, batchSize);
        for (const id of ids) {
          signal.throwIfAborted();
          await transact((tx) => endOverdueWatch(context, tx, id, by));
        }
        if (ids.length < batchSize) return;
      }
    }),
  ];
}

export function transferSchedules(): Schedule[] {
  return [
    { definition: ExpireUnpaid, data: {}, cron: '17 3 * * *' },
    { definition: CloseExpired, data: {}, cron: '47 3 * * *' },
    { definition: CompleteClaimed, data: {}, cron: '37 * * * *' },
    // A missed run need not be repeated, because the next run follows within minutes.
    { definition: EndWatches, data: {}, cron: '*/5 * * * *', skipMissedTurn: true },
  ];
}
