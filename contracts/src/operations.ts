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
    rhythm: z.string().meta({ description: 'every 15 minutes, or every day at 03:20 UTC' }),
    nextAt: z.iso.datetime().nullable().meta({ description: 'Null while it is paused' }),
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
    goodAt: z.iso.datetime().nullable().meta({ description: 'Kept twice a minute at most' }),
    failedAt: z.iso.datetime().nullable(),
    failingSince: z.iso.datetime().nullable().meta({ description: 'Null while it is good' }),
    lastError: z.string().nullable().meta({ description: 'Also where it is good again' }),
    failures: z.int().meta({ description: 'One after the other, up to now' }),
  })
  .meta({ id: 'Provider' });

// Routes that every service has for operators: dead letters, jobs, schedules, providers and daily totals.

export const operationsApi = {
  listDeadLetters: defineRoute({
    method: 'GET',
    path: '/dead-letters',
    summary: 'Events this service could not handle',
    access: 'internal',
    query: listQuery(['-parkedAt', 'parkedAt'], {}),
    reply: listReply('deadLetters', deadLetterSchema),
  }),
  redriveDeadLetter: defineRoute({
    method: 'POST',
    path: '/dead-letters/{id}/redrive',
    summary: 'Tries a parked event again',
    access: 'internal',
    params: z.object({ id: z.string() }),
    reply: z.object({ success: z.boolean(), reason: z.string().nullable() }),
    errors: ['event_not_found'],
  }),
  listJobs: defineRoute({
    method: 'GET',
    path: '/jobs',
    summary: 'Jobs counted by state, and those that failed',
    access: 'internal',
    query: listQuery(['-failedAt', 'failedAt'], {}),
    reply: listReply('failed', failedJobSchema).extend({
      queues: z.array(z.object({ service: z.string(), counts: z.record(z.string(), z.int()) })),
    }),
  }),
  retryJob: defineRoute({
    method: 'POST',
    path: '/jobs/{id}/retry',
    summary: 'Tries a failed job again',
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
    summary: 'What runs by itself',
    access: 'internal',
    reply: z.object({ schedules: z.array(scheduleSchema) }),
  }),
  changeSchedule: defineRoute({
    method: 'POST',
    path: '/schedules/{name}/{act}',
    summary: 'Runs a schedule now, pauses it or lets it go on',
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
    summary: 'Whom the service asks outside, and how they do',
    access: 'internal',
    reply: z.object({ providers: z.array(providerSchema) }),
  }),
  readHealth: defineRoute({
    method: 'GET',
    path: '/standing',
    summary: 'How much waits for a person',
    access: 'internal',
    reply: z.object({
      deadLetters: z.int(),
      failedJobs: z.int(),
      failingProviders: z.array(z.string()).meta({ description: 'Providers whose last call failed, by name' }),
    }),
  }),
  readDailyTotals: defineRoute({
    method: 'GET',
    path: '/daily-figures',
    summary: 'The daily totals from `from` to `to` (UTC), and their sums since the beginning',
    access: 'internal',
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    reply: z.object({
      days: z.array(z.object({ day: z.iso.date(), name: z.string(), value: z.number() })),
      totals: z.record(z.string(), z.number()),
      firstDay: z.iso.date().nullable().meta({ description: 'The first day that has a total; null before that' }),
    }),
  }),
};
