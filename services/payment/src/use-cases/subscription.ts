import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import {
  type Subscription as PublicSubscription,
  SubscriptionCanceled,
  SubscriptionEnded,
  SubscriptionPaid,
  SubscriptionPaymentFailed,
  SubscriptionStarted,
} from '@xrp-bridge/contracts/subscription';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import { bookEntries } from '../accounting-store.ts';
import type { Context } from '../context.ts';
import { saleEntries } from '../domain/accounting.ts';
import { isRefundableMonth, type Outcome, refundableUntil } from '../domain/payment.ts';
import {
  isRunning,
  orderOf,
  type PaidInvoice,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionReport,
  transition,
} from '../domain/subscription.ts';
import { findPayments, insertInvoicePayment } from '../store.ts';
import { ProviderUnavailable } from '../stripe.ts';
import {
  findSubscription,
  findSubscriptions,
  insertSubscription,
  lockUnchanged,
  startNextPage,
  takeUnsettledSubscriptions,
  updateSession,
  updateSubscription,
} from '../subscription-store.ts';
import type { Tables } from '../tables.ts';
import { factsOf } from './emit.ts';
import { syncRefunds } from './refund.ts';

/** Each round reads a new state. If more rounds are needed, the database and the provider disagree. */
const rounds = 8;

const price = formatCents(prices.signals) as '4.00';

/** Returns the stored state of a subscription, without a call to the provider. */
export async function readSubscription({ db, clock }: Context, subscriberId: string): Promise<PublicSubscription> {
  const [newest] = await findSubscriptions(db, subscriberId);
  const payments = await findPayments(db, orderOf(subscriberId));
  const months = payments.filter((payment) => isRefundableMonth(payment, clock()));
  const cents = months.reduce((sum, month) => sum + month.amountCents - month.refundedCents, 0);
  const until = months.flatMap(({ paidAt }) => (paidAt ? [refundableUntil(paidAt)] : [])).sort((a, b) => +b - +a)[0];
  const goesOn = newest && isRunning(newest) && !newest.endsAt;
  return {
    state: newest?.status ?? 'confirmed',
    price,
    trialEndsAt: newest?.trialEndsAt?.toISOString() ?? null,
    renewsAt: (goesOn && newest.periodEndsAt?.toISOString()) || null,
    endsAt: newest?.endsAt?.toISOString() ?? null,
    moneyBack: until ? { amount: formatCents(cents), until: until.toISOString() } : null,
    refunded: formatCents(payments.reduce((sum, payment) => sum + payment.refundedCents, 0)),
  };
}

/**
 * Opens the hosted page of a subscription, or returns the open page.
 * The row is committed before the call to the provider.
 * @throws ProblemError `already_subscribed`, ProviderUnavailable
 */
export async function openSubscription(context: Context, subscriberId: string, email: string): Promise<string> {
  const { db, stripe, clock } = context;
  for (let round = 0; round < rounds; round++) {
    const all = await findSubscriptions(db, subscriberId);
    const live = all.find(({ status }) => status !== 'ended');
    if (live && isRunning(live)) throw new ProblemError('already_subscribed');
    const trial = !all.some(({ providerId }) => providerId);
    const subscription = live ?? (await insertSubscription(db, { subscriberId, trial, createdAt: clock() }));
    if (!subscription) continue;
    if (subscription.sessionId) {
      const page = await stripe.fetchSubscription(subscription);
      if (page && 'url' in page) return page.url;
      // The page is completed or has expired, or the provider has no such page.
      if (page) await syncSubscription(context, subscription.id);
      else await startNextPage(db, subscription);
      continue;
    }
    try {
      const opened = await stripe.openSubscription(subscription, email);
      if (opened !== 'busy' && (await updateSession(db, subscription, opened.sessionId))) return opened.url;
    } catch (error) {
      if (error instanceof ProviderUnavailable && error.answered) await startNextPage(db, subscription);
      throw error;
    }
  }
  throw new ProblemError('payment_provider_unavailable');
}

/** Updates a subscriber's subscription from the provider. @throws ProviderUnavailable */
export async function settleSubscription(context: Context, subscriberId: string): Promise<PublicSubscription> {
  const [newest] = await findSubscriptions(context.db, subscriberId);
  if (newest && newest.status !== 'ended') await syncSubscription(context, newest.id);
  return readSubscription(context, subscriberId);
}

/**
 * Updates all due subscriptions from the provider, in case a webhook was lost.
 * @throws ProviderUnavailable
 */
export async function settleDueSubscriptions(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await takeUnsettledSubscriptions(context.db, context.clock(), 8);
    if (due.length === 0) return;
    for (const { id } of due) await syncSubscription(context, id);
  }
}

/**
 * Updates the subscriptions that these charges paid for, and books payments whose webhook was lost.
 * @returns the subscriptions by intent
 * @throws ProviderUnavailable
 */
export async function settleCharges(
  context: Context,
  since: Date,
  intentIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const subscriptions = new Map<string, string>();
  // In the usual case no call to the provider is needed.
  if (intentIds.size === 0) return subscriptions;
  for await (const { intentId, subscriptionId } of context.stripe.listSubscribed(since))
    if (intentIds.has(intentId)) subscriptions.set(intentId, subscriptionId);
  for (const id of new Set(subscriptions.values())) await syncSubscription(context, id);
  return subscriptions;
}

/**
 * Fetches a subscription from the provider and applies the changes.
 * Webhooks may arrive twice, late and in any order, because only the fetched state counts.
 * @throws ProviderUnavailable
 */
export async function syncSubscription(context: Context, id: string): Promise<Outcome> {
  const { db, stripe, transact } = context;
  let firstVersion: number | undefined;
  for (let round = 0; round < rounds; round++) {
    const read = await findSubscription(db, { id });
    if (!read) return 'not_ours';
    firstVersion ??= read.version;
    // Another call made the second new version. It began after this call, so it has applied a state that is new enough.
    // Without this rule, calls at the same time would make each other start again.
    if (read.version > firstVersion + 1) return 'unchanged';
    if (!read.sessionId && !read.providerId) return 'unchanged';
    const report = await stripe.fetchSubscription(read);
    if (report && 'url' in report) return 'unchanged';
    const fresh: string[] = [];
    const outcome = await transact(async (tx) => {
      const before = await lockUnchanged(tx, read);
      return before && apply(context, tx, before, report ?? gone(before), fresh);
    });
    if (outcome === null) continue;
    // A refund's webhook has no effect before its payment is booked, so the refunds of new payments are fetched.
    for (const intentId of fresh) await syncRefunds(context, intentId);
    return outcome;
  }
  throw new ProblemError('payment_provider_unavailable');
}

/** Returns the report for a page that expired without a completion. */
function gone({ providerId, trialEndsAt, periodEndsAt }: Subscription): SubscriptionReport {
  return { status: 'ended', providerId, trialEndsAt, periodEndsAt, endsAt: null, invoices: [], failure: null };
}

async function apply(
  context: Context,
  tx: Tx<Tables>,
  before: Subscription,
  report: SubscriptionReport,
  fresh: string[],
): Promise<Outcome> {
  const { after, changes } = transition(before, report);
  await updateSubscription(tx, after, context.clock());
  if (changes.includes('started')) emitChange(context, tx, after, 'started', report);
  for (const invoice of report.invoices)
    if (await bookInvoice(context, tx, after, invoice)) fresh.push(invoice.intentId);
  for (const change of changes) if (change !== 'started') emitChange(context, tx, after, change, report);
  return changes.length > 0 || fresh.length > 0 ? 'settled' : 'unchanged';
}

/** Books an invoice once. @returns false if the invoice was already booked or does not match */
async function bookInvoice(
  { emit, log }: Context,
  tx: Tx<Tables>,
  { subscriberId }: Subscription,
  { intentId, amountCents, currency, paidAt, until }: PaidInvoice,
): Promise<boolean> {
  if (currency !== 'usd') {
    log.error({ intentId }, 'an invoice does not match what was sold');
    return false;
  }
  const order = { orderId: orderOf(subscriberId), product: 'signals' } as const;
  const payment = await insertInvoicePayment(tx, { ...order, amountCents, intentId, createdAt: paidAt });
  if (!payment) return false;
  const about = { payment_id: payment.id };
  await bookEntries(tx, { transactionId: payment.id, kind: 'sale', entries: saleEntries(payment), at: paidAt, about });
  const { paymentId, currency: booked } = factsOf(payment);
  const facts = { subscriberId, paymentId, amountCents, currency: booked, until: until.toISOString() };
  emit(tx, SubscriptionPaid, subscriberId, facts);
  return true;
}

function emitChange(
  { emit, clock }: Context,
  tx: Tx<Tables>,
  { subscriberId, status, trialEndsAt, endsAt }: Subscription,
  change: SubscriptionChange,
  { failure }: SubscriptionReport,
): void {
  if (change === 'started') {
    emit(tx, SubscriptionStarted, subscriberId, { subscriberId, trialEndsAt: trialEndsAt?.toISOString() ?? null });
  } else if (change === 'payment_failed') {
    const retryAt = failure?.retryAt?.toISOString() ?? null;
    emit(tx, SubscriptionPaymentFailed, subscriberId, { subscriberId, retryAt });
  } else if (change === 'canceled') {
    // When a subscription is canceled in Stripe's dashboard, its current month may be unpaid. Stripe then retries the
    // charge until the subscription ends.
    const unpaid = status === 'past_due' ? { unpaid: true } : {};
    emit(tx, SubscriptionCanceled, subscriberId, {
      subscriberId,
      endsAt: (endsAt ?? clock()).toISOString(),
      ...unpaid,
    });
  } else emit(tx, SubscriptionEnded, subscriberId, { subscriberId, reason: failure ? 'unpaid' : 'canceled' });
}
