import { z } from 'zod';
import { defineRoute } from './define.ts';
import { listQuery, listReply } from './list.ts';

/** An event that a service could not handle. */
export const deadLetterSchema = z.object({
  id: z.string(),
  /** The service that failed to handle the event. */
  service: z.string(),
  type: z.string(),
  subject: z.string(),
  reason: z.string(),
  attempts: z.int(),
  parkedAt: z.iso.datetime(),
});

/** A job that failed all its attempts. It stays until a retry succeeds, for at most 90 days. */
const failedJobSchema = z.object({
  id: z.string(),
  service: z.string(),
  reason: z.string(),
  attempts: z.int(),
  failedAt: z.iso.datetime(),
});

/** A recurring task of a service. */
const scheduleSchema = z
  .object({
    service: z.string(),
    name: z.string(),
    rhythm: z.string().meta({ description: 'For example `every 15 minutes` or `every day at 03:20 UTC`' }),
    nextAt: z.iso.datetime().nullable().meta({ description: 'Next run; null while paused' }),
    lastRanAt: z.iso.datetime().nullable(),
    paused: z.boolean(),
  })
  .meta({ id: 'Schedule' });

/** An outside provider of a service, and the outcome of the latest calls to it. */
const providerSchema = z
  .object({
    service: z.string(),
    name: z.string(),
    configured: z.boolean(),
    goodAt: z.iso.datetime().nullable().meta({ description: 'Last success; updated at most twice a minute' }),
    failedAt: z.iso.datetime().nullable(),
    failingSince: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Start of the current failures; null if the last call succeeded' }),
    lastError: z.string().nullable().meta({ description: 'Last error, also after a later success' }),
    failures: z.int().meta({ description: 'Consecutive failures up to now' }),
  })
  .meta({ id: 'Provider' });

/** The metrics of a service that the system page shows: see docs/metrics.md. */
export const measureNames = [
  'xrp_bridge.outbox.age',
  'xrp_bridge.outbox.rows',
  'xrp_bridge.consumer.lag',
  'xrp_bridge.dead_letters',
  'xrp_bridge.queue.jobs',
  'xrp_bridge.provider.up',
  'xrp_bridge.accounting.check.age',
  'xrp_bridge.accounting.difference',
  'xrp_bridge.unlock.duration',
  'db.client.connection.count',
  'db.client.connection.pending_requests',
  'nodejs.eventloop.delay.mean',
] as const;
export type MeasureName = (typeof measureNames)[number];

export const measureSchema = z
  .object({
    name: z.string().meta({ description: 'A later version of a service may send further names' }),
    value: z.number(),
    detail: z.string().nullable().meta({ description: 'The topic, the state or the provider that was measured' }),
    measuredAt: z.iso.datetime().nullable().meta({ description: 'Time of a stored value; null for a current value' }),
    isWrong: z.boolean().meta({ description: 'True if an operator should act' }),
  })
  .meta({ id: 'Measure' });

/** A running instance of a service. */
export const instanceSchema = z
  .object({
    service: z.string(),
    version: z.string().meta({ description: 'Version of the product that the instance runs: `1.0.0`' }),
    commit: z.string().nullable().meta({ description: 'Git commit of the image; null without an image' }),
    measures: z.array(measureSchema),
    unread: z
      .array(z.string())
      .meta({ description: '`database`, `bus` or `queue`, if it did not respond, so that its values are missing' }),
  })
  .meta({ id: 'Instance' });

// Routes that every service has for operators: dead letters, jobs, schedules, providers and daily totals.

export const operationsApi = {
  listDeadLetters: defineRoute({
    method: 'GET',
    path: '/dead-letters',
    summary: 'Lists the dead letters of this service',
    access: 'internal',
    query: listQuery(['-parkedAt', 'parkedAt'], {}),
    reply: listReply('deadLetters', deadLetterSchema),
  }),
  redriveDeadLetter: defineRoute({
    method: 'POST',
    path: '/dead-letters/{id}/redrive',
    summary: 'Retries the event of a dead letter',
    access: 'internal',
    params: z.object({ id: z.string() }),
    reply: z.object({ success: z.boolean(), reason: z.string().nullable() }),
    errors: ['event_not_found'],
  }),
  listJobs: defineRoute({
    method: 'GET',
    path: '/jobs',
    summary: 'Lists the number of jobs by state, and the failed jobs',
    access: 'internal',
    query: listQuery(['-failedAt', 'failedAt'], {}),
    reply: listReply('failed', failedJobSchema).extend({
      queues: z.array(z.object({ service: z.string(), counts: z.record(z.string(), z.int()) })),
    }),
  }),
  retryJob: defineRoute({
    method: 'POST',
    path: '/jobs/{id}/retry',
    summary: 'Retries a failed job',
    access: 'internal',
    params: z.object({ id: z.string() }),
    reply: z.object({ success: z.boolean() }),
    status: 200,
    idempotent: true,
    errors: ['job_not_found'],
  }),
  listSchedules: defineRoute({
    method: 'GET',
    path: '/schedules',
    summary: 'Lists the schedules of this service',
    access: 'internal',
    reply: z.object({ schedules: z.array(scheduleSchema) }),
  }),
  changeSchedule: defineRoute({
    method: 'POST',
    path: '/schedules/{name}/{act}',
    summary: 'Runs a schedule now, pauses it or resumes it',
    access: 'internal',
    params: z.object({ name: z.string(), act: z.enum(['run', 'pause', 'resume']) }),
    reply: z.object({ success: z.boolean() }),
    status: 200,
    idempotent: true,
    errors: ['job_not_found'],
  }),
  listProviders: defineRoute({
    method: 'GET',
    path: '/providers',
    summary: 'Lists the external providers of this service, with their health',
    access: 'internal',
    reply: z.object({ providers: z.array(providerSchema) }),
  }),
  readSystem: defineRoute({
    method: 'GET',
    path: '/system',
    summary: 'Returns the version and the metrics of the instance that responds',
    access: 'internal',
    reply: instanceSchema,
  }),
  readHealth: defineRoute({
    method: 'GET',
    path: '/standing',
    summary: 'Returns how many dead letters and failed jobs need an operator',
    access: 'internal',
    reply: z.object({
      deadLetters: z.int(),
      failedJobs: z.int(),
      failingProviders: z
        .array(z.object({ name: z.string(), since: z.iso.datetime().nullable() }))
        .meta({ description: 'Providers whose last call failed, and the start of their failures' }),
    }),
  }),
  readDailyTotals: defineRoute({
    method: 'GET',
    path: '/daily-figures',
    summary: 'Returns the daily totals from `from` to `to` (UTC), and their sums since the first day',
    access: 'internal',
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    reply: z.object({
      days: z.array(z.object({ day: z.iso.date(), name: z.string(), value: z.number() })),
      totals: z.record(z.string(), z.number()),
      firstDay: z.iso.date().nullable().meta({ description: 'First day with a total; null if there is none' }),
    }),
  }),
};
