import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { accounts, type paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { findBooked, sumEntries } from '../accounting-store.ts';
import type { Context } from '../context.ts';
import type { Booked } from '../domain/accounting.ts';
import type { ProviderCharge } from '../stripe.ts';
import { settleCharges } from './subscription.ts';

/** Adds the books up, and checks them against themselves and against the payments. */
export async function readAccounting({ db }: Pick<Context, 'db'>): Promise<ReplyOf<typeof paymentApi.readAccounting>> {
  const { totals, unbalanced, paidCents, refundedCents } = await sumEntries(db);
  const total = Object.values(totals).reduce((sum, amount) => sum + amount, 0);
  const held = totals.stripe_clearing ?? 0;
  return {
    balanced: unbalanced === 0 && total === 0 && held === paidCents - refundedCents,
    totals: Object.fromEntries(accounts.map((account) => [account, formatCents(totals[account] ?? 0)])) as Record<
      (typeof accounts)[number],
      string
    >,
    paid: formatCents(paidCents),
    refunded: formatCents(refundedCents),
  };
}

/** Checks the books by themselves and against the provider, and says loudly what is wrong. @throws ProviderUnavailable */
export async function checkAccounting(context: Context): Promise<void> {
  const { balanced } = await readAccounting(context);
  const { differences, found } = await reconcileAccounting(context, 7);
  if (found.length > 0) context.log.warn({ found }, 'booked what subscriptions paid, and no webhook told of');
  if (!balanced) context.log.error('the books do not balance');
  if (differences.length > 0) context.log.error({ differences }, 'the books differ from what the provider holds');
}

type Reconciliation = ReplyOf<typeof paymentApi.reconcileAccounting>;

/** The time within which a paid payment is noticed at the latest, by the sweep. */
const settlingMs = 24 * 3600_000;

/**
 * Compares the books with the provider's charges and refunds of the last days. Charges that are not ours are left out;
 * ours that the books do not know, and the books' that the provider does not know, are differences. What a subscription
 * paid is booked first where no webhook told of it.
 * @throws ProviderUnavailable
 */
export async function reconcileAccounting(context: Context, days: number): Promise<Reconciliation> {
  const { db, stripe, clock } = context;
  const since = new Date(clock().getTime() - days * 24 * 3600_000);
  const charges = new Map<string, ProviderCharge>();
  for await (const charge of stripe.listCharges(since)) charges.set(charge.intentId, charge);

  const known = await findBooked(db, since, [...charges.keys()]);
  // What an invoice charged names no payment of ours: its subscription is ours, or it is another shop's.
  const nameless = [...charges].filter(([id, { paymentId }]) => !paymentId && !known.has(id)).map(([id]) => id);
  const subscriptions = await settleCharges(context, since, new Set(nameless));
  const booked = subscriptions.size > 0 ? await findBooked(db, since, [...charges.keys()]) : known;
  for (const id of nameless) if (!subscriptions.has(id) && !booked.has(id)) charges.delete(id);

  const sums = { booked: { paidCents: 0, refundedCents: 0 }, provider: { paidCents: 0, refundedCents: 0 } };
  const differences: Reconciliation['differences'] = [];
  for (const intentId of new Set([...charges.keys(), ...booked.keys()])) {
    const charge = charges.get(intentId);
    const ours = booked.get(intentId);
    // Charged just outside of the days, noticed within.
    if (!charge && ours && ours.paidAt.getTime() < since.getTime() + settlingMs) continue;
    if (charge) add(sums.provider, charge);
    if (ours) add(sums.booked, ours);
    if (charge && ours && charge.paidCents === ours.paidCents && charge.refundedCents === ours.refundedCents) continue;
    differences.push({
      paymentId: ours?.paymentId ?? charge?.paymentId ?? null,
      subscriptionId: subscriptions.get(intentId) ?? null,
      intentId,
      booked: ours ? describe(ours) : null,
      provider: charge ? describe(charge) : null,
    });
  }
  return {
    agrees: differences.length === 0,
    booked: describe(sums.booked),
    provider: describe(sums.provider),
    differences,
    found: [...subscriptions.keys()].flatMap((intentId) => {
      const ours = booked.get(intentId);
      return ours ? [{ paymentId: ours.paymentId, paid: formatCents(ours.paidCents) }] : [];
    }),
  };
}

function add(sum: Booked, part: Booked): void {
  sum.paidCents += part.paidCents;
  sum.refundedCents += part.refundedCents;
}

function describe({ paidCents, refundedCents }: Booked): { paid: string; refunded: string } {
  return { paid: formatCents(paidCents), refunded: formatCents(refundedCents) };
}
