import type Stripe from 'stripe';
import type { ProviderReport, RefundReport } from './domain/payment.ts';

/** What a signed event is about, in our terms. `paymentId` is null when it names none of ours. */
export type Notice =
  | { about: 'payment'; paymentId: string | null; report: ProviderReport }
  | { about: 'refund'; paymentId: string | null; report: RefundReport }
  /** Something was paid back; what exactly has to be asked. */
  | { about: 'refunds'; paymentId: string | null; intentId: string; refundedCents: number }
  /** A customer's bank wants money back. */
  | {
      about: 'dispute';
      paymentId: null;
      intentId: string;
      dispute: { id: string; reason: string; status: string; closed: boolean };
    }
  | { about: 'nothing' };

export interface ProviderEvent {
  id: string;
  type: string;
  live: boolean;
  createdAt: Date;
  notice: Notice;
}

/** Reads an event (https://docs.stripe.com/api/events/types) whose signature has been checked. */
export function readEvent(event: Stripe.Event): ProviderEvent {
  return {
    id: event.id,
    type: event.type,
    live: event.livemode,
    createdAt: new Date(event.created * 1000),
    notice: readNotice(event),
  };
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
    case 'checkout.session.expired':
      return { about: 'payment', paymentId: ours(event.data.object), report: reportOnSession(event.data.object) };
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

export function reportOnIntent(intent: Stripe.PaymentIntent): ProviderReport {
  const paid = intent.status === 'succeeded';
  const error = intent.last_payment_error;
  return {
    state: paid ? 'paid' : intent.status === 'canceled' ? 'canceled' : 'open',
    intentId: intent.id,
    sessionId: null,
    amountCents: paid ? intent.amount_received : intent.amount,
    currency: intent.currency,
    decline: error && {
      message: (error.message ?? 'Your card was declined.').slice(0, 500),
      code: error.decline_code ?? error.code ?? null,
    },
  };
}

export function reportOnSession(session: Stripe.Checkout.Session): ProviderReport {
  return {
    state: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'canceled' : 'open',
    intentId: idOf(session.payment_intent),
    sessionId: session.id,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
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
