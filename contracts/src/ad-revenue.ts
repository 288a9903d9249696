import { z } from 'zod';

const decimalAmount = z.union([
  z.number().meta({ minimum: 0.01, maximum: 1_000_000 }),
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(?:\.\d{1,2})?$/, 'Enter the amount as a number, like 12.50.')
    .meta({ pattern: '^([1-9][0-9]{0,5}(\\.[0-9]{1,2})?|0\\.(0[1-9]|[1-9][0-9]?))$' })
    .transform(Number),
]);

/**
 * Revenue that a page or an operator sends (spec 2 §7).
 * A click has `adNetwork` or `campaignId`; the server sets the amount and ignores `amount`. An operator's record has
 * neither field, and the server uses `amount`.
 */
export const adRevenueBody = z.strictObject({
  source: z.string().max(100).trim().min(1),
  amount: decimalAmount.refine((value) => value >= 0.01 && value <= 1_000_000, 'The amount must be more than 0.'),
  currency: z.literal('USD').default('USD'),
  adNetwork: z.string().max(60).trim().min(1).optional(),
  campaignId: z.string().max(100).trim().min(1).optional(),
});

export const revenueRecordSchema = z
  .object({
    id: z.string(),
    source: z.string(),
    amount: z.string(),
    currency: z.literal('USD'),
    adNetwork: z.string().nullable(),
    campaignId: z.string().nullable(),
    kind: z.enum(['click', 'record']),
    state: z.enum(['estimate', 'confirmed', 'replaced']).meta({
      description: 'A click is an estimate until an operator confirms it or the report of its network replaces it',
    }),
    at: z.iso.datetime(),
    reinvestedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AdRevenueRecord' });

/** Number and sum of the clicks whose revenue is an estimate. */
export const confirmationSchema = z
  .object({ records: z.int(), total: z.string().meta({ description: 'Decimal' }) })
  .meta({ id: 'AdRevenueConfirmation' });

/**
 * A completed or proposed reinvestment: half of the records' total, divided among the campaigns by
 * budget.
 */
export const reinvestmentSchema = z
  .object({
    records: z.int(),
    total: z.string().meta({ description: 'Total of the records, decimal' }),
    reinvested: z.string().meta({ description: 'Half of the total, rounded down to the cent' }),
    allocations: z.array(z.object({ campaignId: z.string(), name: z.string(), amount: z.string() })),
    possible: z.boolean(),
    why: z.string().nullable().meta({ description: 'Why it is not possible' }),
  })
  .meta({ id: 'Reinvestment' });
