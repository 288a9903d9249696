import { operationsApi } from '@xrp-bridge/contracts/operations';
import { handle, type RouteHandler } from './calls.ts';
import { findFirstDay, listDailyTotals, sumDailyTotals } from './daily-totals.ts';
import { ProblemError } from './errors.ts';
import { countDeadLetters, listDeadLetters } from './messaging/dead-letters.ts';
import type { Inbox } from './messaging/inbox.ts';
import { pageOf } from './paging.ts';
import { failingOf } from './providers.ts';
import { placeOfJob } from './queue.ts';
import type { ServiceContext } from './service-definition.ts';

/** Returns the routes by which operators monitor and repair an internal service. */
export function operationsRoutes(base: ServiceContext, service: string, inbox: Inbox): RouteHandler[] {
  return [
    handle(operationsApi.listDeadLetters, async ({ query }) => {
      const { rows, nextCursor } = await listDeadLetters(base.db, service, query);
      return { deadLetters: rows, nextCursor };
    }),
    handle(operationsApi.redriveDeadLetter, async ({ params }) => {
      const result = await inbox.redrive(params.id);
      if (!result) throw new ProblemError('event_not_found');
      base.log.info({ deadLetter: params.id, success: result.success }, 'dead letter redriven');
      return result;
    }),
    handle(operationsApi.listJobs, async ({ query }) => {
      const { queues } = base;
      const [counts, all] = await Promise.all([queues.count(), queues.listFailed()]);
      const failed = all.map((job) => ({ ...job, service }));
      const { rows, nextCursor } = pageOf(failed, query, {
        descending: query.sort === '-failedAt',
        placeOf: placeOfJob,
        textsOf: ({ id, reason }) => [id, reason],
      });
      return { queues: [{ service, counts }], failed: rows, nextCursor };
    }),
    handle(operationsApi.retryJob, async ({ params }) => {
      const success = await base.queues.retryFailed(params.id);
      if (!success) throw new ProblemError('job_not_found');
      base.log.info({ job: params.id }, 'failed job tried again');
      return { success };
    }),
    handle(operationsApi.listSchedules, async () => {
      const schedules = await base.queues.listSchedules();
      return { schedules: schedules.map((schedule) => ({ service, ...schedule })) };
    }),
    handle(operationsApi.changeSchedule, async ({ params: { name, act } }) => {
      const success = await base.queues.changeSchedule(name, act);
      if (!success) throw new ProblemError('job_not_found');
      base.log.info({ schedule: name, act }, 'schedule changed');
      return { success };
    }),
    handle(operationsApi.listProviders, async () => {
      const providers = await base.providers.list();
      return { providers: providers.map((provider) => ({ service, ...provider })) };
    }),
    handle(operationsApi.readSystem, base.readSystem),
    handle(operationsApi.readHealth, async () => {
      const [deadLetters, { failed }, providers] = await Promise.all([
        countDeadLetters(base.db),
        base.queues.count(),
        base.providers.list(),
      ]);
      return { deadLetters, failedJobs: failed, failingProviders: failingOf(providers) };
    }),
    handle(operationsApi.readDailyTotals, async ({ query }) => {
      const [days, totals, firstDay] = await Promise.all([
        listDailyTotals(base.db, query.from, query.to),
        sumDailyTotals(base.db),
        findFirstDay(base.db),
      ]);
      return { days, totals, firstDay };
    }),
  ];
}
