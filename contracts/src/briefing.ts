import { z } from 'zod';
import { defineEvent } from './define.ts';

/**
 * Emitted every hour.
 * The edge service answers with a briefing, because only the edge service may call all services.
 */
export const BriefingRequested = defineEvent('briefing.requested', 1, z.object({}), {
  summary: 'It is time to check which alerts are due: new problems, the morning digest, the weekly mail.',
  context: 'notification',
});

export const longestId = 300;
export const longestName = 200;

/** A current failure. `id` stays the same while the failure lasts; a later failure has another id. */
const problem = z.object({ id: z.string().max(longestId), name: z.string().max(longestName) });
export type BriefingProblem = z.infer<typeof problem>;

/** Totals of a UTC day. `paid` is the number of paid transfers. */
const day = z.object({ day: z.iso.date(), salesCents: z.int(), refundsCents: z.int(), paid: z.int().nullable() });

/** The current state of all services, without personal data. */
export const briefingSchema = z.strictObject({
  operators: z.array(z.string()).meta({ description: 'The ids of all operators who may sign in' }),
  counts: z
    .object({ deadLetters: z.int(), failedJobs: z.int() })
    .meta({ description: 'The totals; the lists below contain only the newest of each service' }),
  deadLetters: z.array(problem).meta({ description: 'The name is that of the service' }),
  failedJobs: z.array(problem).meta({ description: 'The name is that of the job' }),
  failingProviders: z.array(problem),
  week: z
    .object({
      days: z.array(day).length(7),
      salesBeforeCents: z.int().nullable().meta({ description: 'Sales of the seven days before; null if incomplete' }),
    })
    .nullable()
    .meta({ description: 'The last seven complete UTC days; null while the payment service is unavailable' }),
  funnel: z
    .object({ started: z.int(), paid: z.int(), address: z.int(), seen: z.int(), home: z.int() })
    .nullable()
    .meta({ description: 'Transfers that started in these days, by the steps that they have reached' }),
  away: z.array(z.string()).meta({ description: 'Services that could not be called' }),
});
export type Briefing = z.infer<typeof briefingSchema>;
