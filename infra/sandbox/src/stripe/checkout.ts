import { z } from 'zod';
import { type Call, find, internalCall, type Order, type SavedMethod } from './account.ts';
import { saveCard } from './cards.ts';
import { charge } from './charge.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { listed, listQuery } from './lists.ts';
import type { PaymentIntent } from './objects.ts';
import { currency, integer, mergeMetadata, metadata, params, read, statementSuffix, text, url } from './params.ts';
import { addPaymentIntent, cancel, isOpen, LEAST_AMOUNT } from './payment-intents.ts';
import { newSession, type Session } from './session-object.ts';
import { subscribe } from './subscriptions.ts';

const creation = params({
  mode: z.enum(['payment', 'subscription']),
  line_items: z
    .array(
      z.strictObject({
        quantity: integer(1, 999_999),
        price_data: z.strictObject({
          currency,
          unit_amount: integer(0),
          recurring: z
            .strictObject({
              interval: z.enum(['day', 'week', 'month', 'year']),
              interval_count: integer(1, 1).optional(),
            })
            .optional(),
          product_data: z.strictObject({ name: text, description: text.optional(), metadata: metadata.optional() }),
        }),
      }),
    )
    .max(100),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text.optional(),
  customer_email: text.optional(),
  expires_at: integer(0, 1e11).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      receipt_email: text.optional(),
      statement_descriptor_suffix: statementSuffix.optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      trial_period_days: integer(1, 730).optional(),
    })
    .optional(),
  payment_method_types: z.array(z.enum(['card'])).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  locale: text.optional(),
  ui_mode: z.enum(['hosted', 'hosted_page']).optional(),
});

export function createSession(call: Call): Session {
  const input = read(creation, call.params);
  const { clock } = call.stripe.world;
  const created = clock.seconds();
  const currencyCode = input.line_items[0]?.price_data.currency;
  const total = input.line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0);
  if (!currencyCode) {
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' });
  }
  if (input.line_items.some((item) => item.price_data.currency !== currencyCode)) {
    throw invalid('All line items must have the same currency.', { param: 'line_items' });
  }
  const recurring = recurringOf(input);
  if (total < LEAST_AMOUNT) {
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: 'amount_too_small',
    });
  }
  const expires = input.expires_at ?? created + 24 * 3600;
  if (expires < created + 30 * 60 || expires > created + 24 * 3600) {
    const message =
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.';
    throw invalid(message, { param: 'expires_at' });
  }
  const session = newSession(created, (id) => `${call.stripe.world.url()}/c/pay/${id}`, {
    mode: input.mode,
    amount_total: recurring?.trialDays ? 0 : total,
    ...(recurring && { payment_method_collection: 'always' as const }),
    currency: currencyCode,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    customer_email: input.customer_email ?? null,
    expires_at: expires,
    metadata: mergeMetadata({}, input.metadata),
    submit_type: input.submit_type ?? null,
    locale: (input.locale as Session['locale']) ?? null,
  });
  call.account.sessions.set(session.id, session);
  call.account.orders.set(session.id, {
    items: input.line_items.map(({ quantity, price_data }) => ({
      description: price_data.product_data.name,
      quantity,
      unitAmount: price_data.unit_amount,
    })),
    intent: input.payment_intent_data ?? {},
    ...(recurring && { recurring }),
  });
  expireInTime(internalCall(call.stripe, call.account), session);
  return session;
}

/** Schedules the expiry of a session that is still open. */
export function expireInTime(later: Call, session: Session): void {
  const { clock } = later.stripe.world;
  clock.schedule(session.expires_at * 1000 - clock.now(), () => session.status === 'open' && expire(later, session));
}

/**
 * Returns a session's subscription; undefined in payment mode.
 * @throws StripeError with status 400 for parameters of the other mode
 */
function recurringOf(input: z.output<typeof creation>): Order['recurring'] {
  const { mode, line_items: items, payment_intent_data: intent, subscription_data: subscription = {} } = input;
  const [interval, ...others] = new Set(items.map(({ price_data }) => price_data.recurring?.interval));
  if (mode === 'payment') {
    if (interval || others.length > 0) {
      throw invalid('You specified `payment` mode but passed a recurring price.', { param: 'mode' });
    }
    if (input.subscription_data) {
      throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' });
    }
    return undefined;
  }
  if (intent) {
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', { param: 'payment_intent_data' });
  }
  if (!interval || others.length > 0) {
    throw invalid('You must provide recurring prices of one interval in `subscription` mode.', { param: 'line_items' });
  }
  return {
    interval,
    trialDays: subscription.trial_period_days ?? 0,
    description: subscription.description ?? null,
    metadata: mergeMetadata({}, subscription.metadata),
  };
}

export function retrieveSession(call: Call): Session {
  read(params({}), call.params);
  return findSession(call);
}

export function listSessions(call: Call) {
  const query = read(params({ ...listQuery, payment_intent: text.optional() }), call.params);
  const wanted = (session: Session) => !query.payment_intent || session.payment_intent === query.payment_intent;
  return listed(call.account.sessions, '/v1/checkout/sessions', query, wanted);
}

export function expireSession(call: Call): Session {
  read(params({}), call.params);
  const session = findSession(call);
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  return expire(call, session);
}

function expire(call: Call, session: Session): Session {
  Object.assign(session, { status: 'expired', url: null });
  const intent = call.account.paymentIntents.get(session.payment_intent ?? '');
  if (intent && isOpen(intent)) cancel(call, intent, null);
  emit(call, 'checkout.session.expired', session);
  return session;
}

export function orderOf(call: Call, session: Session): Order {
  return call.account.orders.get(session.id) as Order;
}

/**
 * Handles "Pay" on the hosted page.
 * Returns the intent, which is paid or requires authentication; null for a subscription.
 * @throws StripeError with status 402 for a decline; the session stays open, and the next attempt uses the same intent
 */
export function paySession(
  call: Call,
  session: Session,
  email: string,
  card: Parameters<typeof saveCard>[1]['card'],
): PaymentIntent | null {
  const method: SavedMethod = saveCard(call, { type: 'card', card, billing_details: { email } });
  const order = orderOf(call, session);
  if (order.recurring) {
    session.customer_details = customerDetails(email);
    session.subscription = subscribe(call, order, session.currency as string, method).id;
    completeSession(call, session);
    return null;
  }
  const intent =
    call.account.paymentIntents.get(session.payment_intent ?? '') ??
    addPaymentIntent(call, {
      amount: session.amount_total as number,
      currency: session.currency as string,
      ...order.intent,
      metadata: mergeMetadata({}, order.intent.metadata),
    });
  session.payment_intent = intent.id;
  session.customer_details = customerDetails(email);
  charge(call, intent, method, session.success_url ?? undefined);
  if (intent.status === 'succeeded') completeSession(call, session);
  return intent;
}

function customerDetails(email: string): Session['customer_details'] {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

/** Completes the session of a paid intent and emits the event. */
export function completeSession(call: Call, session: Session): void {
  const payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid';
  Object.assign(session, { status: 'complete', payment_status, url: null });
  emit(call, 'checkout.session.completed', session);
}

/** Returns the URL for the customer after payment. */
export function successUrl(session: Session): string {
  return (session.success_url as string).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function findSession(call: Call): Session {
  return find(call.account.sessions, call.id, 'checkout.session', 'session');
}
