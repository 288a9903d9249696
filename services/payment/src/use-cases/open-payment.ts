import { prices } from '@xrp-bridge/contracts/prices';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { chooseProduct, isLive, type Order, type OrderKind, type Payment } from '../domain/payment.ts';
import { isOverLimit, sourceOf } from '../domain/velocity.ts';
import { findOrder } from '../order-store.ts';
import { findPayments, insertPayment, startNextAttempt, updateReference } from '../store.ts';
import { type Opened, ProviderUnavailable } from '../stripe.ts';
import { addVelocity } from '../velocity-store.ts';
import { retirePayment } from './retire-payment.ts';
import { settlePayment, settleReport } from './settle.ts';

/** Each round reads a new state. If more rounds are needed, the database and the provider disagree. */
const rounds = 8;

/**
 * Opens a payment for an order, or returns the open payment.
 * The row is committed before the call to the provider. The state of an open payment is fetched first, so that a paid
 * payment is settled and not sold again.
 * @param opener `visitor` is counted against the limits; without it, no limit applies
 * @throws ProblemError the reason for a refusal, `rate_limited`, or `payment_provider_unavailable`
 */
export async function openPayment(
  context: Context,
  orderId: string,
  order: Order,
  channel: 'intent' | 'page',
  { orderKind = 'transfer', visitor }: { orderKind?: OrderKind; visitor?: string | undefined } = {},
): Promise<{ payment: Payment; opened: Opened }> {
  const { db, clock } = context;
  for (let round = 0; round < rounds; round++) {
    const payments = await findPayments(db, orderId);
    const live = payments.find(isLive);
    const choice = chooseProduct(order, payments);
    if ('refusal' in choice) {
      const guideMayBePaid = choice.refusal === 'payment_required' && live;
      const outcome = guideMayBePaid ? await settlePayment(context, live) : 'unchanged';
      if (outcome !== 'unchanged' && outcome !== 'processing') continue;
      throw new ProblemError(choice.refusal);
    }
    const { product } = choice;
    const amountCents = prices[product];
    const fits = (one: Payment) =>
      one.product === product && one.amountCents === amountCents && one.channel === channel;

    if (live && !fits(live)) {
      await retirePayment(context, live);
      continue;
    }
    if (!live && visitor !== undefined) await requireWithinLimit(context, visitor);
    const opening = { orderId, orderKind, product, amountCents, channel, createdAt: clock() };
    const payment = live ?? (await insertPayment(db, { ...opening, openedBy: visitor ?? null }));
    const opened = payment && (await openAtProvider(context, payment));
    if (payment && opened) return { payment, opened };
    if (!payment && (await findOrder(db, orderId))?.closed_at) throw new ProblemError('transfer_closed');
  }
  throw new ProblemError('payment_provider_unavailable');
}

/**
 * Counts a new payment of a visitor.
 * @throws ProblemError `rate_limited` if the visitor is over a limit
 */
async function requireWithinLimit({ db, clock }: Context, visitor: string): Promise<void> {
  if (isOverLimit(await addVelocity(db, clock(), 'opened', sourceOf('visitor', visitor)))) {
    throw new ProblemError(
      'rate_limited',
      'There were too many tries to pay from your internet connection today. Please try again tomorrow, or email us.',
    );
  }
}

/**
 * Opens a payment at the provider.
 * @returns null if the payment is no longer open and must be read again
 */
async function openAtProvider(context: Context, payment: Payment): Promise<Opened | null> {
  const { db, stripe } = context;
  if (payment.intentId || payment.sessionId) {
    const opened = await stripe.fetchPayment(payment);
    if (opened?.report.state === 'open' || opened?.report.state === 'processing') return opened;
    if (opened) await settleReport(context, payment.id, opened.report);
    else await startNextAttempt(db, payment);
    return null;
  }
  try {
    const opened = await stripe.open(payment);
    if (opened === 'busy') return null;
    return (await updateReference(db, payment, opened.report)) ? opened : null;
  } catch (error) {
    if (error instanceof ProviderUnavailable && error.answered) await startNextAttempt(db, payment);
    throw error;
  }
}
