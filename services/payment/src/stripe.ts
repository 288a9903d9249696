import { type BaseSettings, type Logger, ProblemError, type ReportOutcome } from '@xrp-bridge/runtime';
import Stripe from 'stripe';
import type { PaymentSettings } from './config.ts';
import type { Payment, ProviderReport, RefundReport } from './domain/payment.ts';
import { type ProviderEvent, readEvent, reportOnIntent, reportOnRefund, reportOnSession } from './stripe-events.ts';
import { intentOf, sessionOf } from './stripe-orders.ts';
import { missing, type SubscriptionGateway, secondsOf, subscriptionGateway } from './stripe-subscriptions.ts';

/** A payment at the provider: its state, and the customer's access to pay it. */
export interface Opened {
  report: ProviderReport;
  clientSecret: string | null;
  url: string | null;
}

export interface ProviderCharge {
  intentId: string;
  /** Null if the charge is not ours, because other shops may use the same account. */
  paymentId: string | null;
  paidCents: number;
  refundedCents: number;
}

/** Thrown if the provider cannot be reached, or refused a call unexpectedly. */
export class ProviderUnavailable extends ProblemError {
  /** True if the provider has answered: a repeated call with this idempotency key returns the same error. */
  readonly answered: boolean;

  constructor(cause: unknown) {
    super('payment_provider_unavailable', undefined, { cause });
    this.answered = cause instanceof Stripe.errors.StripeAPIError;
  }
}

/** Calls to Stripe. Each call has a time limit and one retry, and then throws ProviderUnavailable. */
export interface StripeGateway extends SubscriptionGateway {
  /** True if the key moves real money. */
  readonly live: boolean;
  /** Opens a payment, once per attempt. Returns 'busy' while another call opens the same attempt. */
  open(payment: Payment): Promise<Opened | 'busy'>;
  /**
   * Fetches a payment.
   * Returns null if the provider has no such payment, or if the payment was never opened at the provider.
   */
  fetchPayment(payment: Payment): Promise<Opened | null>;
  /** Cancels a payment. The payment may already be paid, so fetch its state afterwards. */
  cancel(payment: Payment): Promise<void>;
  /**
   * Refunds part of a payment, once per refund and attempt.
   * Returns 'refused' e.g. for a disputed charge.
   */
  refund(
    payment: Payment,
    refund: { id: string; attempt: number; amountCents: number },
  ): Promise<RefundReport | 'refused'>;
  listRefunds(intentId: string): Promise<RefundReport[]>;
  /** Lists the successful charges since `since`, newest first. */
  listCharges(since: Date): AsyncIterable<ProviderCharge>;
  /**
   * Parses a webhook.
   * @throws ProblemError `invalid_signature` if the provider did not sign these bytes in the last five minutes;
   * `invalid_input` if they are not an event
   */
  readEvent(bytes: Buffer, signature: string): ProviderEvent;
}

/** The timeout allows two attempts of three seconds, because our callers give up after ten seconds. */
const defaultTimeoutMs = 3_000;

/**
 * Creates the gateway to Stripe.
 * @param report receives the result of each call, for the operators' list of providers
 */
export function createStripeGateway(
  settings: PaymentSettings & BaseSettings,
  log: Logger,
  report: ReportOutcome,
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

  async function call<Result>(
    what: string,
    request: () => Promise<Result>,
    expected?: (error: Stripe.errors.StripeError) => { answer: Result } | undefined,
  ): Promise<Result> {
    try {
      const result = await request();
      report(null);
      return result;
    } catch (error) {
      const answer = error instanceof Stripe.errors.StripeError ? expected?.(error) : undefined;
      report(answer ? null : (error as Error).message);
      if (answer) return answer.answer;
      const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>;
      log.warn({ what, type, code, statusCode, requestId }, 'a call to the payment provider failed');
      throw new ProviderUnavailable(error);
    }
  }

  async function* listAll<Item extends { id: string }>(
    what: string,
    list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  ): AsyncGenerator<Item> {
    let startingAfter: string | undefined;
    do {
      const page = await call(what, () =>
        list({ limit: 100, ...(startingAfter && { starting_after: startingAfter }) }),
      );
      yield* page.data;
      startingAfter = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (startingAfter);
  }

  return {
    ...subscriptionGateway({ stripe, call, listAll }, settings),

    live: /^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY),

    open: (payment) =>
      call<Opened | 'busy'>(
        'open',
        async () => {
          const options = { idempotencyKey: `${payment.id}:${payment.attempt}` };
          return payment.channel === 'page'
            ? openedSession(await stripe.checkout.sessions.create(sessionOf(payment, settings), options))
            : openedIntent(await stripe.paymentIntents.create(intentOf(payment, settings), options));
        },
        (error) => (error.code === 'idempotency_key_in_use' ? { answer: 'busy' } : undefined),
      ),

    fetchPayment: (payment) =>
      call<Opened | null>(
        'fetch payment',
        async () => {
          const { intentId, sessionId } = payment;
          if (sessionId)
            return openedSession(
              await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
            );
          return intentId
            ? openedIntent(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
            : null;
        },
        missing,
      ),

    cancel: (payment) =>
      call<void>(
        'cancel',
        async () => {
          if (payment.sessionId) await stripe.checkout.sessions.expire(payment.sessionId);
          else if (payment.intentId) await stripe.paymentIntents.cancel(payment.intentId);
        },
        // Stripe returns this error for a payment that is paid, canceled or missing.
        (error) => (error instanceof Stripe.errors.StripeInvalidRequestError ? { answer: undefined } : undefined),
      ),

    refund: (payment, refund) =>
      call<RefundReport | 'refused'>(
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

    listRefunds: (intentId) =>
      call('list refunds', async () => {
        const page = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
        return page.data.map(reportOnRefund);
      }),

    async *listCharges(since) {
      const created = { gte: secondsOf(since) };
      for await (const charge of listAll('list charges', (page) => stripe.charges.list({ created, ...page })))
        if (charge.status === 'succeeded' && charge.payment_intent) yield toCharge(charge);
    },

    readEvent(bytes, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(bytes, signature, settings.STRIPE_WEBHOOK_SECRET);
      } catch (error) {
        throw new ProblemError('invalid_signature', undefined, { cause: error });
      }
      if (holdsNul(bytes)) throw new ProblemError('invalid_input', 'Stripe events never contain a NUL character');
      if (!event.id || !event.data?.object) throw new ProblemError('invalid_input', 'This isn’t a Stripe event');
      return readEvent(event);
    },
  };
}

/** Returns whether the JSON contains a NUL character, which PostgreSQL rejects in text. */
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
