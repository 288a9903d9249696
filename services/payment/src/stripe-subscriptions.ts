import type { BaseSettings } from '@xrp-bridge/runtime';
import Stripe from 'stripe';
import type { PaymentSettings } from './config.ts';
import type { Subscription, SubscriptionReport } from './domain/subscription.ts';
import { readSubscribed, reportOnSubscription, willBeCharged } from './stripe-events.ts';
import { subscriptionSessionOf } from './stripe-orders.ts';

/** The gateway's calls for subscriptions. */
export interface SubscriptionGateway {
  /** Opens the hosted page, once per attempt. Returns 'busy' while another call opens the same attempt. */
  openSubscription(subscription: Subscription, email: string): Promise<{ sessionId: string; url: string } | 'busy'>;
  /**
   * Fetches the page's URL while the page is open, else the subscription's state.
   * Returns null if the page expired without a completion.
   */
  fetchSubscription(subscription: Subscription): Promise<{ url: string } | SubscriptionReport | null>;
  /**
   * Ends a subscription at the end of the paid period; immediately for `now` or if an invoice is unpaid,
   * because Stripe would still charge that invoice. An ended subscription does not change.
   */
  cancelSubscription(providerId: string, when: 'at_period_end' | 'now'): Promise<void>;
  /**
   * Lists the intents of our paid subscription invoices.
   * Starts with invoices created 62 days before `since`, because a charge may be that much later than its invoice.
   */
  listSubscribed(since: Date): AsyncIterable<{ subscriptionId: string; intentId: string }>;
}

/** Stripe's client, with the gateway's helpers for errors and paged lists. */
export interface StripeCalls {
  stripe: Stripe;
  /** Runs a request. `expected` maps an expected error to a result. */
  call<Result>(
    what: string,
    request: () => Promise<Result>,
    expected?: (error: Stripe.errors.StripeError) => { answer: Result } | undefined,
  ): Promise<Result>;
  /** Lists all items of a paged list, newest first. */
  listAll<Item extends { id: string }>(
    what: string,
    list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  ): AsyncIterable<Item>;
}

/** An invoice may be this much older than its charge, because Stripe retries it for up to two months. */
const invoiceLeadMs = 62 * 24 * 3600_000;

/** Maps Stripe's error for a missing object to the result null. */
export function missing(error: Stripe.errors.StripeError): { answer: null } | undefined {
  return error.code === 'resource_missing' ? { answer: null } : undefined;
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

export function subscriptionGateway(
  { stripe, call, listAll }: StripeCalls,
  settings: PaymentSettings & BaseSettings,
): SubscriptionGateway {
  /** Fetches the id of the subscription that a page created, or the URL of an open page. */
  async function readSession(sessionId: string): Promise<{ providerId: string } | { url: string } | null> {
    const { subscription, status, url } = await stripe.checkout.sessions.retrieve(sessionId);
    if (subscription) return { providerId: typeof subscription === 'string' ? subscription : subscription.id };
    return status === 'open' && url ? { url } : null;
  }

  /** Fetches the last 100 invoices (eight years), newest first. */
  async function listInvoices(subscription: string): Promise<Stripe.Invoice[]> {
    return (await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })).data;
  }

  return {
    openSubscription: (subscription, email) =>
      call<{ sessionId: string; url: string } | 'busy'>(
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

    fetchSubscription: ({ sessionId, providerId }) =>
      call<{ url: string } | SubscriptionReport | null>(
        'fetch subscription',
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
      call<void>(
        'cancel subscription',
        async () => {
          const isUnpaid = async () => (await listInvoices(providerId)).some(willBeCharged);
          if (when === 'at_period_end' && !(await isUnpaid())) {
            await stripe.subscriptions.update(providerId, { cancel_at_period_end: true });
            // The invoice is checked again, because a new month may have begun between the two calls.
            if (!(await isUnpaid())) return;
          }
          // The cancellation also stops the charges of open invoices
          // (https://docs.stripe.com/api/subscriptions/cancel).
          await stripe.subscriptions.cancel(providerId);
        },
        // Stripe returns this error for a subscription that has already ended.
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
