import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { withAway } from './away.ts';
import { reasonBody } from './reason.ts';

const rangeQuery = {
  from: z.iso.date().optional().meta({ description: 'The first day, UTC; 30 days ago where none is given' }),
  to: z.iso.date().optional().meta({ description: 'The last day, UTC; today where none is given' }),
};

export const AdminDashboard = defineRoute({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'The running totals of spec 2 §3: payments minus refunds, and what ads bring in apart from them',
  access: 'operator',
  // A total is null if its only service is unavailable. Totals over all services sum the available ones.
  reply: z.object({
    totalRevenue: z.string().nullable(),
    completedTransfers: z.int().nullable(),
    adRevenue: z.string().nullable(),
    unreinvestedAmount: z.string().nullable(),
    activeCampaigns: z.int().nullable(),
    shouldReinvest: z.boolean().nullable(),
    advertisingInitialized: z.boolean().nullable(),
    openTasks: z.int().nullable(),
    deadLetters: z.int(),
    failedJobs: z.int(),
    failingProviders: z
      .array(z.string())
      .meta({ description: 'Providers and sources whose last call failed, by name' }),
    ...withAway,
  }),
});

/** Daily series of the charts: revenue, refunds, the funnel, ad clicks, and mentions of the coins. */
export const seriesNames = ['revenue', 'refunds', 'started', 'paid', 'completed', 'clicks', 'mentions'] as const;

/** One value a day, next to the value of the same day in the previous period. */
const seriesSchema = z
  .object({
    name: z.enum(seriesNames),
    unit: z.enum(['usd', 'count']).meta({ description: 'Dollars, or a number of things' }),
    days: z.array(
      z.object({
        day: z.iso.date(),
        value: z.number(),
        before: z
          .number()
          .nullable()
          .meta({ description: 'Of the day that is as many days earlier; null if that day has no data' }),
      }),
    ),
    sum: z.number(),
    compared: z
      .object({
        days: z.int(),
        sum: z.number().meta({ description: 'The sum of these days' }),
        before: z.number().meta({ description: 'The sum of the days that they are compared with' }),
      })
      .nullable()
      .meta({ description: 'Only the days whose earlier day has data; null if no day does' }),
  })
  .meta({ id: 'Series' });

export const AdminSeries = defineRoute({
  method: 'GET',
  path: '/api/admin/series',
  summary: 'Money, funnel, clicks and mentions by day, against the days before',
  access: 'operator',
  query: z.object(rangeQuery),
  reply: z.object({ from: z.iso.date(), to: z.iso.date(), series: z.array(seriesSchema), ...withAway }),
});

export const AdminCheckTotals = defineRoute({
  method: 'POST',
  path: '/api/admin/dashboard/check',
  summary:
    'Compares the totals with the books and with the payment provider, and books what a subscription paid unheard',
  access: 'operator',
  auditAction: 'Check the figures',
  body: reasonBody,
  reply: z.object({
    agrees: z.boolean(),
    checkedAt: z.iso.datetime(),
    differences: z.array(z.object({ what: z.string(), ours: z.string(), theirs: z.string() })),
    found: z.array(z.string()).meta({ description: 'What was missing in the books and is booked now, in words' }),
  }),
  status: 200,
  idempotent: true,
  errors: ['payment_provider_unavailable'],
});
