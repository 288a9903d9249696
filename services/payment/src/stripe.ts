import { type BaseSettings, type Logger, type Note, ProblemError } from '@xrp-bridge/runtime';
import Stripe from 'stripe';
import type { PaymentSettings } from './config.ts';
import type { Payment, ProviderReport, RefundReport } from './domain/payment.ts';
import type { Subscription, SubscriptionReport } from './domain/subscription.ts';
import {
  type ProviderEvent,
  readEvent,
  readSubscribed,
  reportOnIntent,
  reportOnRefund,
  reportOnSession,
  reportOnSubscription,
} from './stripe-events.ts';
import { intentOf, sessionOf, subscriptionSessionOf } from './stripe-orders.ts';

/** A payment as the provider holds it: what is the case, and how the customer gets to pay it. */
export interface Opened {
  report: ProviderReport;
  clientSecret: string | null;
  url: string | null;
}

export interface ProviderCharge {
  intentId: string;
  /** Null when the charge is not ours: the account may serve other shops. */
  paymentId: string | null;
  paidCents: number;
  refundedCents: number;
}

/** The provider cannot be reached, or did not do what was asked. */
export class ProviderUnavailable extends ProblemError {
  /** It has answered: the same idempotency key would bring the same answer again. */
  readonly answered: boolean;

  constructor(cause: unknown) {
    super('payment_provider_unavailable', undefined, { cause });
    this.answered = cause instanceof Stripe.errors.StripeAPIError;
  }
}

/** Every call has a time limit and one retry, and throws ProviderUnavailable when that was not enough. */
export interface StripeGateway {
  /** Whether the key moves real money. */
  readonly live: boolean;
  /** Opens an attempt of a payment, once per attempt. 'busy' while another call is opening the same one. */
  open(payment: Payment): Promise<Opened | 'busy'>;
  /** Reads a payment. Null when the provider does not know it, or was never told of it. */
  look(payment: Payment): Promise<Opened | null>;
  /** Makes sure that a payment can no longer be paid; look afterwards whether it already was. */
  cancel(payment: Payment): Promise<void>;
  /** Pays back part of a payment, once per refund and attempt. 'refused' as for a disputed charge. */
  refund(
    payment: Payment,
    refund: { id: string; attempt: number; amountCents: number },
  ): Promise<RefundReport | 'refused'>;
  /** Opens the page of a subscription, once per attempt. 'busy' while another call is opening the same one. */
  openSubscription(subscription: Subscription, email: string): Promise<{ sessionId: string; url: string } | 'busy'>;
  /** Its page while that is open, else how it stands; null when nobody completed the page, and it is gone. */
  lookAtSubscription(subscription: Subscription): Promise<{ url: string } | SubscriptionReport | null>;
  /** Nothing more is charged. One that is over stays so. */
  cancelSubscription(providerId: string, when: 'at_period_end' | 'now'): Promise<void>;
  listRefunds(intentId: string): Promise<RefundReport[]>;
  /** The successful charges since a day, newest first. */
  listCharges(since: Date): AsyncIterable<ProviderCharge>;
  /** What paid for subscriptions of ours since a day, and for some time before it. */
  listSubscribed(since: Date): AsyncIterable<{ subscriptionId: string; intentId: string }>;
  /** @throws ProblemError `invalid_signature` unless the provider signed these bytes within five minutes, `invalid_input`
   * when they are no event. */
  readEvent(bytes: Buffer, signature: string): ProviderEvent;
}

/** Two tries of three seconds: whoever waits for us gives up after ten. */
const defaultTimeoutMs = 3_000;

/** An invoice may be older than its charge: it is tried again for up to two months. */
const invoiceLeadMs = 62 * 24 * 3600_000;

/** @param note is told how Stripe did, each time that it is asked */
export function createStripeGateway(
  settings: PaymentSettings & BaseSettings,
  log: Logger,
  note: Note,
  options: { timeoutMs?: number } = {},
): StripeGateway {
  const base = settings.STRIPE_API_BASE ? new URL(settings.STRIPE_API_BASE) : null;
  const stripe = new Stripe(settings.STRIPE_SECRET_KEY, {
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });

  /** Runs a call; `expected` turns an error that is an answer into that answer. */
  async function ask<Result>(
    what: string,
    call: () => Promise<Result>,
    expected?: (error: Stripe.errors.StripeError) => { answer: Result } | undefined,
  ): Promise<Result> {
    try {
      const result = await call();
      note(null);
      return result;
    } catch (error) {
      const answer = error instanceof Stripe.errors.StripeError ? expected?.(error) : undefined;
      note(answer ? null : (error as Error).message);
      if (answer) return answer.answer;
      const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>;
      log.warn({ what, type, code, statusCode, requestId }, 'the payment provider did not do what was asked');
      throw new ProviderUnavailable(error);
    }
  }

  /** All of a list, the newest first. */
  async function* listAll<Item extends { id: string }>(
    what: string,
    list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  ): AsyncGenerator<Item> {
    let startingAfter: string | undefined;
    do {
      const page = await ask(what, () => list({ limit: 100, ...(startingAfter && { starting_after: startingAfter }) }));
      yield* page.data;
      startingAfter = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (startingAfter);
  }

  /** The subscription that came of a page, or the page while it is open. */
  async function readSession(sessionId: string): Promise<{ providerId: string } | { url: string } | null> {
    const { subscription, status, url } = await stripe.checkout.sessions.retrieve(sessionId);
    if (subscription) return { providerId: typeof subscription === 'string' ? subscription : subscription.id };
    return status === 'open' && url ? { url } : null;
  }

  const missing = (error: Stripe.errors.StripeError) =>
    error.code === 'resource_missing' ? { answer: null } : undefined;

  return {
    live: /^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY),

    open: (payment) =>
      ask<Opened | 'busy'>(
        'open',
        async () => {
          const options = { idempotencyKey: `${payment.id}:${payment.attempt}` };
          return payment.channel === 'page'
            ? openedSession(await stripe.checkout.sessions.create(sessionOf(payment, settings), options))
            : openedIntent(await stripe.paymentIntents.create(intentOf(payment, settings), options));
        },
        (error) => (error.code === 'idempotency_key_in_use' ? { answer: 'busy' } : undefined),
      ),

    look: (payment) =>
      ask<Opened | null>(
        'look',
        async () => {
          const { intentId, sessionId } = payment;
          if (sessionId) return openedSession(await stripe.checkout.sessions.retrieve(sessionId));
          return intentId ? openedIntent(await stripe.paymentIntents.retrieve(intentId)) : null;
        },
        missing,
      ),

    cancel: (payment) =>
      ask<void>(
        'cancel',
        async () => {
          if (payment.sessionId) await stripe.checkout.sessions.expire(payment.sessionId);
          else if (payment.intentId) await stripe.paymentIntents.cancel(payment.intentId);
        },
        // It is paid or cancelled already, or unknown.
        (error) => (error instanceof Stripe.errors.StripeInvalidRequestError ? { answer: undefined } : undefined),
      ),

    refund: (payment, refund) =>
      ask<RefundReport | 'refused'>(
        'refund',
        async () =>
          reportOnRefund(
            await stripe.refunds.create(
              {
                payment_intent: payment.intentId as string,
                amount: refund.amountCents,
                reason: 'requested_by_customer',
                metadata: { refund_id: refund.id, payment_id: payment.id },
              },
              { idempotencyKey: `${refund.id}:${refund.attempt}` },
            ),
          ),
        (error) => {
          if (error.statusCode !== 400) return undefined;
          log.warn({ code: error.code, requestId: error.requestId, refund: refund.id }, 'a refund was refused');
          return { answer: 'refused' };
        },
      ),

    openSubscription: (subscription, email) =>
      ask<{ sessionId: string; url: string } | 'busy'>(
        'open subscription',
        async () => {
          const { id: sessionId, url } = await stripe.checkout.sessions.create(
            subscriptionSessionOf(subscription, email, settings),
            { idempotencyKey: `${subscription.id}:${subscription.attempt}` },
          );
          if (!url) throw new Error('The page of a subscription has no address');
          return { sessionId, url };
        },
        (error) => (error.code === 'idempotency_key_in_use' ? { answer: 'busy' } : undefined),
      ),

    lookAtSubscription: ({ sessionId, providerId }) =>
      ask<{ url: string } | SubscriptionReport | null>(
        'look at subscription',
        async () => {
          const page = !providerId && sessionId ? await readSession(sessionId) : null;
          if (page && 'url' in page) return page;
          const found = providerId ?? page?.providerId;
          if (!found) return null;
          const [subscription, invoices] = await Promise.all([
            stripe.subscriptions.retrieve(found),
            // Eight years of them.
            stripe.invoices.list({ subscription: found, limit: 100, expand: ['data.payments'] }),
          ]);
          return reportOnSubscription(subscription, invoices.data);
        },
        missing,
      ),

    cancelSubscription: (providerId, when) =>
      ask<void>(
        'cancel subscription',
        async () => {
          if (when === 'now') await stripe.subscriptions.cancel(providerId);
          else await stripe.subscriptions.update(providerId, { cancel_at_period_end: true });
        },
        // It is over already.
        (error) => (error instanceof Stripe.errors.StripeInvalidRequestError ? { answer: undefined } : undefined),
      ),

    listRefunds: (intentId) =>
      ask('list refunds', async () => {
        const page = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
        return page.data.map(reportOnRefund);
      }),

    async *listCharges(since) {
      const created = { gte: secondsOf(since) };
      for await (const charge of listAll('list charges', (page) => stripe.charges.list({ created, ...page })))
        if (charge.status === 'succeeded' && charge.payment_intent) yield toCharge(charge);
    },

    async *listSubscribed(since) {
      const created = { gte: secondsOf(new Date(since.getTime() - invoiceLeadMs)) };
      const paid: Stripe.InvoiceListParams = { created, status: 'paid', expand: ['data.payments'] };
      const invoices = listAll('list invoices', (page) => stripe.invoices.list({ ...paid, ...page }));
      for await (const invoice of invoices) {
        const subscribed = readSubscribed(invoice);
        if (subscribed) yield subscribed;
      }
    },

    readEvent(bytes, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(bytes, signature, settings.STRIPE_WEBHOOK_SECRET);
      } catch (error) {
        throw new ProblemError('invalid_signature', undefined, { cause: error });
      }
      if (holdsNul(bytes)) throw new ProblemError('invalid_input', 'A NUL character is in no event of Stripe');
      if (!event.id || !event.data?.object) throw new ProblemError('invalid_input', 'This is no event of Stripe');
      return readEvent(event);
    },
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** PostgreSQL keeps no NUL character in a text. */
function holdsNul(json: Buffer): boolean {
  let found = false;
  JSON.parse(json.toString(), (key, value) => {
    found ||= key.includes('\0') || (typeof value === 'string' && value.includes('\0'));
    return value;
  });
  return found;
}

function openedIntent(intent: Stripe.PaymentIntent): Opened {
  return { report: reportOnIntent(intent), clientSecret: intent.client_secret, url: null };
}

function openedSession(session: Stripe.Checkout.Session): Opened {
  return { report: reportOnSession(session), clientSecret: null, url: session.url };
}

function toCharge(charge: Stripe.Charge): ProviderCharge {
  return {
    intentId: charge.payment_intent as string,
    paymentId: charge.metadata.payment_id ?? null,
    paidCents: charge.amount_captured,
    refundedCents: charge.amount_refunded,
  };
}
