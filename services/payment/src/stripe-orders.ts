import { currency, formatCents, prices } from '@xrp-bridge/contracts/prices';
import { trialDays } from '@xrp-bridge/contracts/subscription';
import { type BaseSettings, statementNameOf } from '@xrp-bridge/runtime';
import type Stripe from 'stripe';
import type { PaymentSettings } from './config.ts';
import type { Payment } from './domain/payment.ts';
import type { Subscription } from './domain/subscription.ts';

// These functions build the parameters of orders at Stripe.

const descriptions = {
  guide: 'XRP transfer guide',
  concierge: 'Concierge service',
  bundle: 'XRP transfer guide with concierge service',
  signals: 'Signals by email',
} as const;

/** Metadata of the charge, so that a webhook names its payment even if the response to us was lost. */
function metadataOf(payment: Payment) {
  return { payment_id: payment.id, transfer_id: payment.orderId, product: payment.product };
}

/** The paths to which the hosted page returns. A visit to them does not prove a payment. */
function returnsOf({ orderKind, orderId }: Payment): { paid: string; back: string } {
  if (orderKind === 'concierge') return { paid: '/concierge-success', back: '/concierge' };
  return { paid: `/concierge-success?transfer=${orderId}`, back: `/concierge?transfer=${orderId}` };
}

/**
 * The number of characters left on a card statement: 22, minus the account's prefix (up to 10) and '*
 * '.
 */
const maxSuffix = 10;

/**
 * Returns the end of the card statement: the words of our name that fit after the longest prefix.
 * For cards, Stripe sets only this end. Stripe refuses a text without letters, so such a text is omitted.
 */
function statementOf(settings: BaseSettings): { statement_descriptor_suffix?: string } {
  const name = statementNameOf(settings);
  const wordEnd = name.slice(0, maxSuffix + 1).lastIndexOf(' ');
  const end = name.length > maxSuffix && wordEnd > 0 ? wordEnd : maxSuffix;
  const suffix = name.slice(0, end).trim();
  return /[A-Z]/.test(suffix) ? { statement_descriptor_suffix: suffix } : {};
}

/**
 * Customers can pay only by card, including Apple Pay and Google Pay.
 * Other ways to pay may take days until the money arrives.
 */
const byCard = { payment_method_types: ['card' as const] };

/** Returns the parameters of the payment intent for our card form. */
export function intentOf(payment: Payment, settings: BaseSettings): Stripe.PaymentIntentCreateParams {
  return {
    amount: payment.amountCents,
    currency: currency.toLowerCase(),
    ...byCard,
    description: descriptions[payment.product],
    ...statementOf(settings),
    metadata: metadataOf(payment),
  };
}

/** Returns the parameters of a payment's hosted page. */
export function sessionOf(
  payment: Payment,
  settings: PaymentSettings & BaseSettings,
): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(payment);
  const name = descriptions[payment.product];
  const at = (path: string) => new URL(path, settings.PUBLIC_URL).href;
  const { paid, back } = returnsOf(payment);
  return {
    mode: 'payment',
    ...byCard,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: payment.amountCents,
          product_data: { name: `${name} ($${formatCents(payment.amountCents)}, one-time)` },
        },
      },
    ],
    client_reference_id: payment.orderId,
    metadata,
    payment_intent_data: { description: name, ...statementOf(settings), metadata },
    success_url: at(paid),
    cancel_url: at(back),
  };
}

/** Returns the parameters of a subscription's hosted page. */
export function subscriptionSessionOf(
  subscription: Subscription,
  email: string,
  settings: PaymentSettings & BaseSettings,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { subscription_id: subscription.id };
  const at = (path: string) => new URL(path, settings.PUBLIC_URL).href;
  return {
    mode: 'subscription',
    ...byCard,
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: prices.signals,
          recurring: { interval: 'month' },
          product_data: { name: `${descriptions.signals} ($${formatCents(prices.signals)} a month)` },
        },
      },
    ],
    metadata,
    subscription_data: {
      description: descriptions.signals,
      metadata,
      ...(subscription.trial && { trial_period_days: trialDays }),
    },
    success_url: at('/nansen?subscribed=true'),
    cancel_url: at('/nansen?subscribed=false'),
  };
}
