import { z } from 'zod';
import { type Call, find, internalCall, type Order, type SavedMethod } from './account.ts';
import { findMethod } from './cards.ts';
import { charge } from './charge.ts';
import { invalid, StripeError } from './errors.ts';
import { emit } from './events.ts';
import { listed, listQuery } from './lists.ts';
import { newId } from './objects.ts';
import { boolean, params, read, text } from './params.ts';
import { addPaymentIntent } from './payment-intents.ts';
import {
  addInterval,
  type Invoice,
  newInvoice,
  newInvoicePayment,
  newSubscription,
  type Subscription,
} from './subscription-objects.ts';

// Subscriptions follow the sandbox's clock: trials end, renewals are charged, and failed charges are retried.

const daySeconds = 24 * 3600;
/**
 * The numbers of days between attempts to charge an invoice.
 * After the last attempt the subscription is canceled.
 */
const retryDays = [3, 5, 7];

type Interval = NonNullable<Order['recurring']>['interval'];
type Item = Subscription['items']['data'][number];

/**
 * Starts a subscription with a card.
 * @throws StripeError with status 402 if the card cannot be saved or the first charge fails
 */
export function subscribe(call: Call, order: Order, currency: string, method: SavedMethod): Subscription {
  const { interval, trialDays, description, metadata } = order.recurring as NonNullable<Order['recurring']>;
  if (method.decline && !method.failsLater) {
    throw new StripeError(402, { type: 'card_error', ...method.decline });
  }
  const start = call.stripe.world.clock.seconds();
  const end = trialDays > 0 ? start + trialDays * daySeconds : addInterval(start, interval);
  const unitAmount = order.items.reduce((sum, item) => sum + item.quantity * item.unitAmount, 0);
  const subscription = newSubscription(
    start,
    {
      status: trialDays > 0 ? 'trialing' : 'active',
      customer: newId('cus_', 14),
      currency,
      default_payment_method: method.object.id,
      description,
      metadata,
      trial_start: trialDays > 0 ? start : null,
      trial_end: trialDays > 0 ? end : null,
    },
    { unitAmount, interval, start, end },
  );
  const amount = trialDays > 0 ? 0 : unitAmount;
  const invoice = newInvoice(start, subscription, { amount, reason: 'subscription_create', start, end });
  if (amount > 0) chargeInvoice(call, subscription, invoice);
  const { subscriptions, invoices } = call.account;
  subscriptions.set(subscription.id, subscription);
  invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  emit(call, 'customer.subscription.created', subscription);
  emit(call, 'invoice.paid', invoice);
  wakeAt(call, subscription, end, renew);
  return subscription;
}

/**
 * Charges a subscription's card.
 * @throws StripeError with status 402 for a decline
 */
function chargeInvoice(call: Call, subscription: Subscription, invoice: Invoice): void {
  invoice.attempted = true;
  invoice.attempt_count++;
  const intent = addPaymentIntent(call, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: subscription.customer as string,
    description: subscription.description ?? 'Subscription',
  });
  const payment = newInvoicePayment(intent.created, invoice, intent.id);
  invoice.payments?.data.unshift(payment);
  try {
    charge(call, intent, findMethod(call, subscription.default_payment_method), undefined, true);
  } catch (error) {
    payment.status = 'canceled';
    throw error;
  }
  const paid_at = call.stripe.world.clock.seconds();
  Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
  payment.status_transitions.paid_at = paid_at;
  invoice.status_transitions.paid_at = paid_at;
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
}

/** Starts and charges the next period, or ends the subscription. */
function renew(call: Call, subscription: Subscription): void {
  const item = itemOf(subscription);
  // A trial that ended early has already started a new period, so the renewal at the original end is skipped.
  if (item.current_period_end > call.stripe.world.clock.seconds()) return;
  if (subscription.cancel_at_period_end) {
    end(call, subscription);
    return;
  }
  const start = item.current_period_end;
  const interval = item.price.recurring?.interval as Interval;
  Object.assign(item, { current_period_start: start, current_period_end: addInterval(start, interval) });
  const invoice = newInvoice(call.stripe.world.clock.seconds(), subscription, {
    amount: item.price.unit_amount as number,
    reason: 'subscription_cycle',
    start,
    end: item.current_period_end,
  });
  call.account.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  collect(call, subscription, invoice, start);
}

/** Charges an invoice. Retries a failed charge, and finally cancels the subscription. */
function collect(call: Call, subscription: Subscription, invoice: Invoice, dueAt: number): void {
  try {
    chargeInvoice(call, subscription, invoice);
    subscription.status = 'active';
    emit(call, 'invoice.paid', invoice);
    emit(call, 'customer.subscription.updated', subscription);
    wakeAt(call, subscription, itemOf(subscription).current_period_end, renew);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const days = retryDays[invoice.attempt_count - 1];
    const nextAt = days === undefined ? null : dueAt + days * daySeconds;
    invoice.next_payment_attempt = nextAt;
    subscription.status = 'past_due';
    emit(call, 'invoice.payment_failed', invoice);
    if (nextAt === null) end(call, subscription, 'payment_failed');
    else {
      emit(call, 'customer.subscription.updated', subscription);
      wakeAt(call, subscription, nextAt, (later) => collect(later, subscription, invoice, nextAt));
    }
  }
}

/** Cancels a subscription. Its open invoice stays open and is no longer collected. */
function end(
  call: Call,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): void {
  const now = call.stripe.world.clock.seconds();
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { comment: null, feedback: null, reason },
  });
  for (const invoice of call.account.invoices.values()) {
    if (invoice.status !== 'open' || invoice.parent?.subscription_details?.subscription !== subscription.id) continue;
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
  }
  emit(call, 'customer.subscription.deleted', subscription);
}

/**
 * Schedules `act` for the time `seconds` (Unix time).
 * Skips `act` if the subscription has been canceled by then.
 */
function wakeAt(
  call: Call,
  subscription: Subscription,
  seconds: number,
  act: (later: Call, subscription: Subscription) => void,
): void {
  const { clock } = call.stripe.world;
  const later = internalCall(call.stripe, call.account);
  clock.schedule(Math.max(0, seconds * 1000 - clock.now()), () => {
    if (subscription.status !== 'canceled') act(later, subscription);
  });
}

/** Reschedules a subscription's next action after a restart. An overdue action runs at once. */
export function resumeSubscription(call: Call, subscription: Subscription): void {
  if (subscription.status === 'canceled') return;
  const invoice = call.account.invoices.get(String(subscription.latest_invoice));
  const retryAt = subscription.status === 'past_due' ? invoice?.next_payment_attempt : undefined;
  if (invoice && retryAt)
    wakeAt(call, subscription, retryAt, (later) => collect(later, subscription, invoice, retryAt));
  else wakeAt(call, subscription, itemOf(subscription).current_period_end, renew);
}

function itemOf(subscription: Subscription): Item {
  return subscription.items.data[0] as Item;
}

export function retrieveSubscription(call: Call): Subscription {
  read(params({}), call.params);
  return findSubscription(call);
}

const changes = params({
  cancel_at_period_end: boolean.optional(),
  default_payment_method: text.optional(),
  trial_end: z.enum(['now']).optional(),
});

/**
 * Updates a subscription: schedules or revokes its end, replaces the card, or ends the trial and
 * charges the first month.
 */
export function updateSubscription(call: Call): Subscription {
  const input = read(changes, call.params);
  const subscription = findSubscription(call);
  if (subscription.status === 'canceled') {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (input.default_payment_method) {
    subscription.default_payment_method = findMethod(call, input.default_payment_method).object.id;
  }
  if (input.cancel_at_period_end !== undefined) {
    const ends = input.cancel_at_period_end;
    Object.assign(subscription, {
      cancel_at_period_end: ends,
      cancel_at: ends ? itemOf(subscription).current_period_end : null,
      canceled_at: ends ? call.stripe.world.clock.seconds() : null,
      cancellation_details: { comment: null, feedback: null, reason: ends ? 'cancellation_requested' : null },
    });
  }
  if (input.trial_end && subscription.status === 'trialing') {
    const now = call.stripe.world.clock.seconds();
    subscription.trial_end = now;
    itemOf(subscription).current_period_end = now;
    // No event is emitted here, because `renew` emits its own events.
    renew(call, subscription);
    return subscription;
  }
  emit(call, 'customer.subscription.updated', subscription);
  return subscription;
}

/** Cancels a subscription at once, without a refund. */
export function cancelSubscription(call: Call): Subscription {
  read(params({}), call.params);
  const subscription = findSubscription(call);
  if (subscription.status === 'canceled') {
    throw new StripeError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such subscription: '${subscription.id}'`,
      param: 'id',
    });
  }
  end(call, subscription);
  return subscription;
}

export function retrieveInvoice(call: Call): Invoice {
  read(params({}), call.params);
  return find(call.account.invoices, call.id, 'invoice');
}

const invoiceList = params({
  ...listQuery,
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
});

export function listInvoices(call: Call) {
  const query = read(invoiceList, call.params);
  const wanted = ({ parent, status }: Invoice) =>
    (!query.subscription || parent?.subscription_details?.subscription === query.subscription) &&
    (!query.status || status === query.status);
  return listed(call.account.invoices, '/v1/invoices', query, wanted);
}

function findSubscription(call: Call): Subscription {
  return find(call.account.subscriptions, call.id, 'subscription');
}
