import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { differingAmounts } from '../payment.ts';
import { funnelPathSchema } from '../transfer.ts';
import { withAway } from './away.ts';
import { reasonBody } from './reason.ts';

const rangeQuery = {
  from: z.iso.date().optional().meta({ description: 'First day (UTC); by default such that the range has 30 days' }),
  to: z.iso.date().optional().meta({ description: 'Last day (UTC); today by default' }),
};

export const AdminDashboard = defineRoute({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Returns the running totals of spec 2 §3: payments minus refunds, and separately the ad revenue',
  access: 'operator',
  // A total of one service is null while that service is unavailable. A total of all services includes only available
  // services.
  reply: z.object({
    totalRevenue: z.string().nullable(),
    completedTransfers: z.int().nullable(),
    adRevenue: z.string().nullable(),
    unreinvestedAmount: z.string().nullable(),
    activeCampaigns: z.int().nullable(),
    shouldReinvest: z.boolean().nullable(),
    advertisingInitialized: z.boolean().nullable(),
    openTasks: z.int().nullable(),
    oldestTaskAt: z.iso.datetime().nullable().meta({ description: 'Since when the oldest open task is open' }),
    deadLetters: z.int(),
    failedJobs: z.int(),
    failingProviders: z
      .array(z.string())
      .meta({ description: 'Names of the providers and sources whose last call failed' }),
    ...withAway,
  }),
});

/** Daily series of the charts: revenue, refunds, the funnel, ad clicks, and mentions of the coins. */
export const seriesNames = ['revenue', 'refunds', 'started', 'paid', 'completed', 'clicks', 'mentions'] as const;

/** One value per day, with the value of the corresponding day in the previous period. */
const seriesSchema = z
  .object({
    name: z.enum(seriesNames),
    unit: z.enum(['usd', 'count']).meta({ description: 'US dollars, or a count' }),
    days: z.array(
      z.object({
        day: z.iso.date(),
        value: z.number(),
        before: z
          .number()
          .nullable()
          .meta({ description: 'Value of the same day in the previous period; null if that day has no data' }),
      }),
    ),
    sum: z.number(),
    compared: z
      .object({
        days: z.int(),
        sum: z.number().meta({ description: 'Sum of the compared days' }),
        before: z.number().meta({ description: 'Sum of their days in the previous period' }),
      })
      .nullable()
      .meta({ description: 'Comparison over the days with data in the previous period; null if there are none' }),
  })
  .meta({ id: 'Series' });

export const AdminSeries = defineRoute({
  method: 'GET',
  path: '/api/admin/series',
  summary: 'Returns money, funnel, clicks and mentions by day, compared with the previous period',
  access: 'operator',
  query: z.object(rangeQuery),
  reply: z.object({ from: z.iso.date(), to: z.iso.date(), series: z.array(seriesSchema), ...withAway }),
});

export const AdminFunnel = defineRoute({
  method: 'GET',
  path: '/api/admin/funnel',
  summary: 'Counts the transfers that started in a range by exchange and wallet, with the steps that they have reached',
  access: 'operator',
  query: z.object(rangeQuery),
  reply: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    paths: z.array(funnelPathSchema),
    before: z.array(funnelPathSchema).meta({ description: 'The same for the previous period' }),
  }),
  errors: ['service_unavailable'],
});

const comparedSchema = z.object({ what: z.string(), ours: z.string(), theirs: z.string() });

export const AdminCheckTotals = defineRoute({
  method: 'POST',
  path: '/api/admin/dashboard/check',
  summary:
    'Compares the totals with the accounting entries and the payment provider, and books missed subscription payments',
  access: 'operator',
  auditAction: 'Run reconciliation',
  body: reasonBody,
  reply: z.object({
    agrees: z.boolean(),
    checkedAt: z.iso.datetime(),
    differences: z.array(
      comparedSchema.extend({
        payment: z
          .object({ intentId: z.string(), ...differingAmounts })
          .optional()
          .meta({ description: 'The payment of a difference that an owner may accept' }),
      }),
    ),
    accepted: z.array(comparedSchema.extend({ acceptedAt: z.iso.datetime() })).meta({
      description: 'Differences that an owner has accepted',
    }),
    found: z
      .array(z.string())
      .meta({ description: 'Missing accounting entries that were added by this check, in words' }),
  }),
  status: 200,
  idempotent: true,
  errors: ['payment_provider_unavailable'],
});
