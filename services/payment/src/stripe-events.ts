import type Stripe from 'stripe';
import type { ProviderReport, RefundReport } from './domain/payment.ts';
import type { PaidInvoice, SubscriptionReport } from './domain/subscription.ts';

/** The subject of a signed event. `paymentId` is null if the event does not name one of our payments. */
export type Notice =
  | { about: 'payment'; paymentId: string | null; report: ProviderReport }
  | { about: 'refund'; paymentId: string | null; report: RefundReport }
  /** A charge was refunded. The individual refunds must be fetched. */
  | { about: 'refunds'; paymentId: string | null; intentId: string; refundedCents: number }
  /** A customer's bank disputes a charge. */
  | {
      about: 'dispute';
      paymentId: null;
      intentId: string;
      dispute: { id: string; reason: string; status: string; closed: boolean };
    }
  /** A subscription or its invoice changed. The state must be fetched. */
  | { about: 'subscription'; paymentId: null; subscriptionId: string | null; providerId: string | null }
  | { about: 'nothing' };

export interface ProviderEvent {
  id: string;
  type: string;
  live: boolean;
  createdAt: Date;
  notice: Notice;
}

/** Parses an event whose signature was checked (https://docs.stripe.com/api/events/types). */
export function readEvent(event: Stripe.Event): ProviderEvent {
  const createdAt = new Date(event.created * 1000);
  const notice = readNotice(event);
  // A webhook contains only the id of the charge. Stripe creates the event when the charge succeeds.
  if (notice.about === 'payment' && notice.report.state === 'paid') notice.report.paidAt ??= createdAt;
  return { id: event.id, type: event.type, live: event.livemode, createdAt, notice };
}

function readNotice(event: Stripe.Event): Notice {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      const report = reportOnIntent(intent);
      const declined = event.type === 'payment_intent.payment_failed' && report.state === 'open';
      return {
        about: 'payment',
        paymentId: ours(intent),
        report: declined ? { ...report, state: 'declined' } : report,
      };
    }
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object;
      if (session.mode === 'subscription') return aboutSubscription(session.metadata, idOf(session.subscription));
      return { about: 'payment', paymentId: ours(session), report: reportOnSession(session) };
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return aboutSubscription(event.data.object.metadata, event.data.object.id);
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const details = event.data.object.parent?.subscription_details;
      return details ? aboutSubscription(details.metadata, idOf(details.subscription)) : { about: 'nothing' };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { about: 'refund', paymentId: ours(event.data.object), report: reportOnRefund(event.data.object) };
    case 'charge.refunded': {
      const charge = event.data.object;
      const intentId = idOf(charge.payment_intent);
      if (!intentId) return { about: 'nothing' };
      return { about: 'refunds', paymentId: ours(charge), intentId, refundedCents: charge.amount_refunded };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, payment_intent, reason, status } = event.data.object;
      const intentId = idOf(payment_intent);
      if (!intentId) return { about: 'nothing' };
      const closed = event.type === 'charge.dispute.closed';
      return { about: 'dispute', paymentId: null, intentId, dispute: { id, reason, status, closed } };
    }
    default:
      return { about: 'nothing' };
  }
}

function aboutSubscription(metadata: Stripe.Metadata | null, providerId: string | null): Notice {
  return {
    about: 'subscription',
    paymentId: null,
    subscriptionId: metadata?.subscription_id ?? null,
    providerId,
  };
}

/**
 * Returns the provider's state of a subscription.
 * @param invoices all invoices of the subscription, newest first
 */
export function reportOnSubscription(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): SubscriptionReport {
  const { status, trial_end, ended_at, cancel_at, items, cancellation_details } = subscription;
  const newest = invoices[0];
  const canceled = status === 'canceled' && cancellation_details?.reason === 'cancellation_requested';
  const failed = newest && newest.status !== 'paid' && newest.attempt_count > 0 && !canceled;
  return {
    status: statusOf(status),
    providerId: subscription.id,
    trialEndsAt: dateOf(trial_end),
    periodEndsAt: dateOf(items.data[0]?.current_period_end ?? null),
    endsAt: dateOf(ended_at ?? cancel_at),
    invoices: invoices.flatMap(readPaidInvoice),
    failure: failed ? { attempts: newest.attempt_count, retryAt: dateOf(newest.next_payment_attempt) } : null,
  };
}

/** Returns whether Stripe will charge the invoice: immediately, or within an hour for a draft. */
export function willBeCharged({ status }: Stripe.Invoice): boolean {
  return status === 'draft' || status === 'open';
}

/**
 * Maps the status.
 * `past_due` includes all other states, in which the subscription runs unpaid or is paused.
 */
function statusOf(status: Stripe.Subscription.Status): SubscriptionReport['status'] {
  if (status === 'trialing') return 'trialing';
  if (status === 'active') return 'active';
  if (status === 'incomplete') return 'open';
  return status === 'canceled' || status === 'incomplete_expired' ? 'ended' : 'past_due';
}

/** Returns the subscription and the intent of a paid invoice; null if the subscription is not ours. */
export function readSubscribed(invoice: Stripe.Invoice): { subscriptionId: string; intentId: string } | null {
  const subscriptionId = invoice.parent?.subscription_details?.metadata?.subscription_id;
  const [paid] = readPaidInvoice(invoice);
  return subscriptionId && paid ? { subscriptionId, intentId: paid.intentId } : null;
}

/** Returns the paid invoice. Returns [] if nothing was charged, e.g. for a trial. */
function readPaidInvoice(invoice: Stripe.Invoice): PaidInvoice[] {
  if (invoice.status !== 'paid' || invoice.amount_paid === 0) return [];
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid');
  const intentId = idOf(paid?.payment.payment_intent ?? null);
  const paidAt = dateOf(invoice.status_transitions.paid_at);
  const until = dateOf(invoice.lines.data[0]?.period.end ?? null);
  if (!intentId || !paidAt || !until) return [];
  return [{ intentId, amountCents: invoice.amount_paid, currency: invoice.currency, paidAt, until }];
}

function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}

const intentStates: { [status in Stripe.PaymentIntent.Status]?: ProviderReport['state'] } = {
  succeeded: 'paid',
  canceled: 'canceled',
  processing: 'processing',
};

export function reportOnIntent(intent: Stripe.PaymentIntent): ProviderReport {
  const state = intentStates[intent.status] ?? 'open';
  const error = intent.last_payment_error;
  return {
    state,
    intentId: intent.id,
    sessionId: null,
    amountCents: state === 'paid' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    paidAt: state === 'paid' ? chargedAt(intent) : null,
    decline: error && {
      message: (error.message ?? 'Your card was declined.').slice(0, 500),
      code: error.decline_code ?? error.code ?? null,
      card: error.payment_method?.card?.fingerprint ?? null,
    },
  };
}

/** Returns the time of the charge; null if the response does not contain the charge. */
function chargedAt({ latest_charge: charge }: Stripe.PaymentIntent): Date | null {
  return charge && typeof charge !== 'string' ? dateOf(charge.created) : null;
}

const sessionStates: { [status in Stripe.Checkout.Session.Status]?: ProviderReport['state'] } = {
  expired: 'canceled',
  // The page was completed without a payment, because the chosen way to pay takes days.
  complete: 'processing',
};

export function reportOnSession(session: Stripe.Checkout.Session): ProviderReport {
  const { payment_intent: intent } = session;
  return {
    state: session.payment_status === 'paid' ? 'paid' : (sessionStates[session.status ?? 'open'] ?? 'open'),
    intentId: idOf(intent),
    sessionId: session.id,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paidAt: session.payment_status === 'paid' && intent && typeof intent !== 'string' ? chargedAt(intent) : null,
    decline: null,
  };
}

export function reportOnRefund(refund: Stripe.Refund): RefundReport {
  return {
    id: refund.id,
    intentId: idOf(refund.payment_intent),
    refundId: refund.metadata?.refund_id ?? null,
    amountCents: refund.amount,
    currency: refund.currency,
    failed: refund.status === 'failed' || refund.status === 'canceled',
  };
}

function ours(object: { metadata: Stripe.Metadata | null }): string | null {
  return object.metadata?.payment_id ?? null;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
