import type Stripe from 'stripe';
import { newId } from './objects.ts';

// Objects of a subscription in the shapes of stripe-node's types, with only the fields that we use.

export type Subscription = Omit<Stripe.Subscription, 'default_payment_method' | 'latest_invoice'> & {
  default_payment_method: string;
  latest_invoice: string | null;
};
export type Invoice = Stripe.Invoice & { id: string };

/** Returns the time one interval after `seconds`. */
export function addInterval(seconds: number, interval: 'day' | 'week' | 'month' | 'year'): number {
  const at = new Date(seconds * 1000);
  const dayOfMonth = at.getUTCDate();
  if (interval === 'day') at.setUTCDate(dayOfMonth + 1);
  else if (interval === 'week') at.setUTCDate(dayOfMonth + 7);
  else {
    at.setUTCMonth(at.getUTCMonth() + (interval === 'year' ? 12 : 1));
    // If the next month lacks this day (31 January + 1 month), use its last day.
    if (at.getUTCDate() !== dayOfMonth) at.setUTCDate(0);
  }
  return Math.floor(at.getTime() / 1000);
}

export function newSubscription(
  created: number,
  given: Pick<
    Subscription,
    | 'status'
    | 'customer'
    | 'currency'
    | 'default_payment_method'
    | 'description'
    | 'metadata'
    | 'trial_start'
    | 'trial_end'
  >,
  item: { unitAmount: number; interval: 'day' | 'week' | 'month' | 'year'; start: number; end: number },
): Subscription {
  const id = newId('sub_');
  const price = {
    id: newId('price_'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: given.currency,
    recurring: { interval: item.interval, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: item.unitAmount,
  };
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: item.end,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si_', 14),
          object: 'subscription_item',
          created,
          current_period_start: item.start,
          current_period_end: item.end,
          metadata: {},
          price,
          quantity: 1,
          subscription: id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    start_date: created,
    ...given,
  } as unknown as Subscription;
}

/** Creates an open invoice of a subscription. An invoice of $0 is paid at once. */
export function newInvoice(
  created: number,
  subscription: Subscription,
  given: { amount: number; reason: Invoice['billing_reason']; start: number; end: number },
): Invoice {
  const id = newId('in_');
  const { amount, reason, start, end } = given;
  const isFree = amount === 0;
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: isFree,
    auto_advance: !isFree,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: {
      object: 'list',
      data: [
        { id: newId('il_'), object: 'line_item', amount, currency: subscription.currency, period: { start, end } },
      ],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payments: { object: 'list', data: [], has_more: false, url: `/v1/invoice_payments?invoice=${id}` },
    period_end: created,
    period_start: created,
    status: isFree ? 'paid' : 'open',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: isFree ? created : null,
      voided_at: null,
    },
    total: amount,
  } as unknown as Invoice;
}

/** Links an invoice to the intent that pays it. */
export function newInvoicePayment(created: number, invoice: Invoice, intentId: string): Stripe.InvoicePayment {
  return {
    id: newId('inpay_'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intentId, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
