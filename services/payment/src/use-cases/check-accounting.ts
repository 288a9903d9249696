import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { AccountingChecked, accounts, type paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { defineJob } from '@xrp-bridge/runtime';
import type { Measure } from '@xrp-bridge/runtime/metric-definitions';
import { z } from 'zod';
import {
  findAccountingCheck,
  findBooked,
  findFirstPaymentAt,
  listAcceptedDifferences,
  sumEntries,
  upsertAcceptedDifference,
  upsertAccountingCheck,
} from '../accounting-store.ts';
import type { Context } from '../context.ts';
import type { Booked } from '../domain/accounting.ts';
import { listUnsettled } from '../store.ts';
import type { ProviderCharge } from '../stripe.ts';
import { settlePayment } from './settle.ts';
import { settleCharges } from './subscription.ts';

/** Sums the accounting entries, and checks that they balance and agree with the payments. */
export async function readAccounting(context: Pick<Context, 'db'>): Promise<ReplyOf<typeof paymentApi.readAccounting>> {
  const { totals, imbalanceCents, paidCents, refundedCents } = await sumAccounting(context);
  return {
    balanced: imbalanceCents === 0,
    totals: Object.fromEntries(accounts.map((account) => [account, formatCents(totals[account] ?? 0)])) as Record<
      (typeof accounts)[number],
      string
    >,
    paid: formatCents(paidCents),
    refunded: formatCents(refundedCents),
  };
}

/** Returns the sums, and by how much the entries do not balance or disagree with the payments. */
async function sumAccounting({ db }: Pick<Context, 'db'>) {
  const { unbalancedCents, ...sums } = await sumEntries(db);
  const { totals, paidCents, refundedCents } = sums;
  const held = totals.stripe_clearing ?? 0;
  return { ...sums, imbalanceCents: unbalancedCents + Math.abs(held - (paidCents - refundedCents)) };
}

/** Compares the accounting entries with the provider, and logs differences as errors. */
export const CheckAccounting = defineJob('check-accounting', {
  data: z.object({}),
  attempts: 5,
  backoffMs: 60_000,
  timeoutMs: 300_000,
});

/** The period that the nightly check compares with the provider. */
const checkedDays = 7;
const dayMs = 24 * 3600_000;

/**
 * Checks the accounting entries and compares them with the provider.
 * Logs problems as errors, and emits the result, which opens or closes a task.
 * @throws ProviderUnavailable
 */
export async function checkAccounting(context: Context): Promise<void> {
  const { imbalanceCents } = await sumAccounting(context);
  const balanced = imbalanceCents === 0;
  const now = context.clock();
  const since = await findStart(context, checkedDays);
  const { differences, found } = await reconcile(context, since);
  if (found.length > 0) context.log.warn({ found }, 'booked subscription payments without a webhook');
  if (!balanced) context.log.error('the accounting entries do not balance');
  if (differences.length > 0)
    context.log.error({ differences }, 'the accounting entries differ from what the provider holds');
  const days = Math.round((now.getTime() - since.getTime()) / dayMs);
  const result = { balanced, differences: differences.length, days };
  const differenceCents = imbalanceCents + sumDifferences(differences);
  const differsSince = differences.length > 0 ? since : null;
  await context.transact(async (tx) => {
    await upsertAccountingCheck(tx, { checkedAt: context.clock(), differenceCents, differsSince });
    context.emit(tx, AccountingChecked, 'accounting', result);
  });
}

/** Sums what differs, so that differences in opposite directions do not cancel out. */
function sumDifferences(differences: Reconciliation['differences']): number {
  const toCents = (dollars = '0') => Math.round(Number(dollars) * 100);
  const differenceOf = (one?: string, other?: string) => Math.abs(toCents(one) - toCents(other));
  return differences.reduce(
    (sum, { booked, provider }) =>
      sum + differenceOf(booked?.paid, provider?.paid) + differenceOf(booked?.refunded, provider?.refunded),
    0,
  );
}

/**
 * Returns the result and the age of the last complete check as metrics.
 * Before the first check, the age is that of the first payment.
 */
export async function measureAccounting({ db, clock }: Context): Promise<Measure[]> {
  const last = await findAccountingCheck(db);
  const uncheckedSince = last?.checkedAt ?? (await findFirstPaymentAt(db));
  if (!uncheckedSince) return [];
  const ageMs = clock().getTime() - uncheckedSince.getTime();
  const age: Measure = { name: 'xrp_bridge.accounting.check.age', value: Math.max(0, ageMs / 1_000) };
  if (!last) return [age];
  const value = last.differenceCents / 100;
  return [age, { name: 'xrp_bridge.accounting.difference', value, measuredAt: last.checkedAt }];
}

type Reconciliation = ReplyOf<typeof paymentApi.reconcileAccounting>;

/** The longest time until the scheduled job settles a paid payment. */
const settlingMs = 24 * 3600_000;

/**
 * Compares the accounting entries with the provider's charges and refunds of the last days.
 * The period is longer while it has differences that the nightly check has found, so that they stay visible until they
 * are resolved.
 * @throws ProviderUnavailable
 */
export async function reconcileAccounting(context: Context, days: number): Promise<Reconciliation> {
  return reconcile(context, await findStart(context, days));
}

/**
 * Accepts a difference that cannot be resolved, and enqueues a check, which ends the alert.
 * If the amounts change within `checkedDays` of the payment, the difference is reported again.
 */
export async function acceptDifference(context: Context, intentId: string, amounts: Amounts): Promise<Date> {
  const acceptedAt = context.clock();
  await context.transact(async (tx) => {
    await upsertAcceptedDifference(tx, { intentId, amounts: amountsOf(amounts), acceptedAt });
    context.enqueue(tx, CheckAccounting, {}, { jobId: `accepted-${intentId}-${acceptedAt.getTime()}` });
  });
  return acceptedAt;
}

type Amounts = Pick<Reconciliation['differences'][number], 'booked' | 'provider'>;

/** Formats the amounts of a difference, to compare them with accepted ones. */
function amountsOf({ booked, provider }: Amounts): string {
  const format = (held: Amounts['booked']) => (held ? `${held.paid} paid, ${held.refunded} refunded` : 'nothing');
  return `${format(booked)}; ${format(provider)}`;
}

async function findStart({ db, clock }: Context, days: number): Promise<Date> {
  const start = new Date(clock().getTime() - days * dayMs);
  const { differsSince } = (await findAccountingCheck(db)) ?? {};
  return differsSince && differsSince < start ? differsSince : start;
}

/**
 * Compares the accounting entries with the provider's charges and refunds since this time.
 * Payments whose webhook was lost are booked first. Charges of other shops are left out. A charge without
 * an entry and an entry without a charge are differences, unless the charge was refunded in full.
 * @throws ProviderUnavailable
 */
async function reconcile(context: Context, since: Date): Promise<Reconciliation> {
  const { db, stripe } = context;
  const charges = new Map<string, ProviderCharge>();
  for await (const charge of stripe.listCharges(since)) charges.set(charge.intentId, charge);

  await settleUnbooked(context, charges);
  const bookedBefore = await findBooked(db, since, [...charges.keys()]);
  // An invoice's charge does not contain the id of a payment. The charge belongs to a subscription, ours or another
  // shop's.
  const nameless = [...charges].filter(([id, { paymentId }]) => !paymentId && !bookedBefore.has(id)).map(([id]) => id);
  const subscriptions = await settleCharges(context, since, new Set(nameless));
  const booked = subscriptions.size > 0 ? await findBooked(db, since, [...charges.keys()]) : bookedBefore;
  for (const id of nameless) if (!subscriptions.has(id) && !booked.has(id)) charges.delete(id);

  const sums = { booked: { paidCents: 0, refundedCents: 0 }, provider: { paidCents: 0, refundedCents: 0 } };
  const acceptances = await listAcceptedDifferences(db);
  const differences: Reconciliation['differences'] = [];
  const accepted: Reconciliation['accepted'] = [];
  for (const intentId of new Set([...charges.keys(), ...booked.keys()])) {
    const charge = charges.get(intentId);
    const ours = booked.get(intentId);
    // A charge made just before the period may be booked within the period. This is not reported as a difference.
    if (!charge && ours && ours.paidAt.getTime() < since.getTime() + settlingMs) continue;
    // An operator has refunded a payment that a restored database lacks (docs/backup.md).
    if (charge && !ours && charge.refundedCents === charge.paidCents) continue;
    if (charge) add(sums.provider, charge);
    if (ours) add(sums.booked, ours);
    if (charge && ours && charge.paidCents === ours.paidCents && charge.refundedCents === ours.refundedCents) continue;
    const difference = {
      paymentId: ours?.paymentId ?? charge?.paymentId ?? null,
      subscriptionId: subscriptions.get(intentId) ?? null,
      intentId,
      booked: ours ? describe(ours) : null,
      provider: charge ? describe(charge) : null,
    };
    const acceptance = acceptances.get(intentId);
    if (acceptance?.amounts !== amountsOf(difference)) differences.push(difference);
    else accepted.push({ ...difference, acceptedAt: acceptance.acceptedAt.toISOString() });
  }
  return {
    agrees: differences.length === 0,
    booked: describe(sums.booked),
    provider: describe(sums.provider),
    differences,
    accepted,
    found: [...subscriptions.keys()].flatMap((intentId) => {
      const ours = booked.get(intentId);
      return ours ? [{ paymentId: ours.paymentId, paid: formatCents(ours.paidCents) }] : [];
    }),
  };
}

/**
 * Settles unsettled payments that the provider has charged.
 * A restored database may lack the reference of such a payment, so that no other job can find its charge.
 */
async function settleUnbooked(context: Context, charges: ReadonlyMap<string, ProviderCharge>): Promise<void> {
  const intentIds = new Map([...charges].flatMap(([id, { paymentId }]) => (paymentId ? [[paymentId, id]] : [])));
  for (const payment of await listUnsettled(context.db, [...intentIds.keys()])) {
    await settlePayment(context, { ...payment, intentId: intentIds.get(payment.id) ?? null, sessionId: null });
  }
}

function add(sum: Booked, part: Booked): void {
  sum.paidCents += part.paidCents;
  sum.refundedCents += part.refundedCents;
}

function describe({ paidCents, refundedCents }: Booked): { paid: string; refunded: string } {
  return { paid: formatCents(paidCents), refunded: formatCents(refundedCents) };
}
