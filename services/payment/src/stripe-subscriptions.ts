import type { BaseSettings } from '@xrp-bridge/runtime';
import Stripe from 'stripe';
import type { PaymentSettings } from './config.ts';
import type { Subscription, SubscriptionReport } from './domain/subscription.ts';
import { readSubscribed, reportOnSubscription, willBeCharged } from './stripe-events.ts';
import { subscriptionSessionOf } from './stripe-orders.ts';

/** The part of the gateway that is about subscriptions. */
export interface SubscriptionGateway {
  /** Opens the page of a subscription, once per attempt. 'busy' while another call is opening the same one. */
  openSubscription(subscription: Subscription, email: string): Promise<{ sessionId: string; url: string } | 'busy'>;
  /** Fetches a subscription's page while it is open, else its state; null when the page has expired uncompleted. */
  lookAtSubscription(subscription: Subscription): Promise<{ url: string } | SubscriptionReport | null>;
  /**
   * Ends a subscription so that nothing more is charged: with the paid period, or now if an invoice is not paid. Stripe
   * goes on collecting an unpaid invoice until the subscription itself is canceled. A subscription that has ended stays so.
   */
  cancelSubscription(providerId: string, when: 'with_what_is_paid' | 'now'): Promise<void>;
  /** Lists the intents that paid for our subscriptions since a day, and for up to 62 days before it. */
  listSubscribed(since: Date): AsyncIterable<{ subscriptionId: string; intentId: string }>;
}

/** How the gateway calls Stripe. */
export interface StripeCalls {
  stripe: Stripe;
  /** Runs a call; `expected` turns an error that is an answer into that answer. */
  ask<Result>(
    what: string,
    call: () => Promise<Result>,
    expected?: (error: Stripe.errors.StripeError) => { answer: Result } | undefined,
  ): Promise<Result>;
  /** Lists every item of a paged list, the newest first. */
  listAll<Item extends { id: string }>(
    what: string,
    list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  ): AsyncIterable<Item>;
}

/** An invoice may be older than its charge: it is tried again for up to two months. */
const invoiceLeadMs = 62 * 24 * 3600_000;

/** Returns the answer null for the error that Stripe has no such object. */
export function missing(error: Stripe.errors.StripeError): { answer: null } | undefined {
  return error.code === 'resource_missing' ? { answer: null } : undefined;
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

export function subscriptionGateway(
  { stripe, ask, listAll }: StripeCalls,
  settings: PaymentSettings & BaseSettings,
): SubscriptionGateway {
  /** Fetches the subscription that a page has created, or the page's address while the page is open. */
  async function readSession(sessionId: string): Promise<{ providerId: string } | { url: string } | null> {
    const { subscription, status, url } = await stripe.checkout.sessions.retrieve(sessionId);
    if (subscription) return { providerId: typeof subscription === 'string' ? subscription : subscription.id };
    return status === 'open' && url ? { url } : null;
  }

  /** Fetches the invoices of eight years, the newest first. */
  async function listInvoices(subscription: string): Promise<Stripe.Invoice[]> {
    return (await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })).data;
  }

  return {
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
            listInvoices(found),
          ]);
          return reportOnSubscription(subscription, invoices);
        },
        missing,
      ),

    cancelSubscription: (providerId, when) =>
      ask<void>(
        'cancel subscription',
        async () => {
          const isUnpaid = async () => (await listInvoices(providerId)).some(willBeCharged);
          if (when === 'with_what_is_paid' && !(await isUnpaid())) {
            await stripe.subscriptions.update(providerId, { cancel_at_period_end: true });
            // A month that began while Stripe was asked has its invoice by now.
            if (!(await isUnpaid())) return;
          }
          // https://docs.stripe.com/api/subscriptions/cancel: this also stops the collection of its invoices.
          await stripe.subscriptions.cancel(providerId);
        },
        // It is over already.
        (error) => (error instanceof Stripe.errors.StripeInvalidRequestError ? { answer: undefined } : undefined),
      ),

    async *listSubscribed(since) {
      const created = { gte: secondsOf(new Date(since.getTime() - invoiceLeadMs)) };
      const paid: Stripe.InvoiceListParams = { created, status: 'paid', expand: ['data.payments'] };
      const invoices = listAll('list invoices', (page) => stripe.invoices.list({ ...paid, ...page }));
      for await (const invoice of invoices) {
        const subscribed = readSubscribed(invoice);
        if (subscribed) yield subscribed;
      }
    },
  };
}
