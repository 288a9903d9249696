import { z } from 'zod';
import { type Call, find } from './account.ts';
import { findMethod, paymentMethodData, saveCard } from './cards.ts';
import { charge } from './charge.ts';
import { invalid, type StripeError } from './errors.ts';
import { emit } from './events.ts';
import { listed, listQuery } from './lists.ts';
import { newPaymentIntent, type PaymentIntent } from './objects.ts';
import {
  boolean,
  currency,
  integer,
  mergeMetadata,
  metadata,
  params,
  read,
  statementSuffix,
  text,
  url,
} from './params.ts';

/** Stripe's minimum charge in US dollars, in cents. */
export const LEAST_AMOUNT = 50;

/** Fields that are visible with the publishable key and the client secret. */
const PUBLIC_FIELDS = [
  ...['id', 'object', 'amount', 'amount_details', 'automatic_payment_methods', 'canceled_at', 'cancellation_reason'],
  ...['capture_method', 'client_secret', 'confirmation_method', 'created', 'currency', 'description'],
  ...['last_payment_error', 'livemode', 'next_action', 'payment_method', 'payment_method_configuration_details'],
  ...['payment_method_types', 'processing', 'receipt_email', 'setup_future_usage', 'shipping', 'source', 'status'],
] as const;

const MISSING_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";

const descriptive = {
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  statement_descriptor_suffix: statementSuffix.optional(),
};

const method = {
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
};

const creation = params({
  ...descriptive,
  ...method,
  amount: integer(1),
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  payment_method_types: z.array(z.enum(['card'])).optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirmation_method: z.enum(['automatic']).optional(),
  confirm: boolean.optional(),
  return_url: url.optional(),
});

const confirmation = params({
  ...method,
  client_secret: text.optional(),
  receipt_email: text.optional(),
  return_url: url.optional(),
  use_stripe_sdk: boolean.optional(),
});

export function createPaymentIntent(call: Call): PaymentIntent {
  const input = read(creation, call.params);
  if (input.amount < LEAST_AMOUNT) {
    const message = 'Amount must be at least $0.50 usd';
    throw invalid(message, { code: 'amount_too_small', param: 'amount' });
  }
  const chosen = chooseMethod(call, input);
  if (input.confirm && !chosen) throw invalid(MISSING_METHOD, { code: 'payment_intent_unexpected_state' });
  const automatic = input.automatic_payment_methods;
  const intent = addPaymentIntent(call, {
    amount: input.amount,
    currency: input.currency,
    ...(automatic && {
      automatic_payment_methods: { allow_redirects: automatic.allow_redirects ?? 'always', enabled: automatic.enabled },
    }),
    ...(input.payment_method_types && { automatic_payment_methods: null }),
    capture_method: input.capture_method ?? 'automatic_async',
    description: input.description ?? null,
    metadata: mergeMetadata({}, input.metadata),
    receipt_email: input.receipt_email ?? null,
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    ...(chosen && { payment_method: chosen.object.id, status: 'requires_confirmation' as const }),
  });
  if (input.confirm && chosen) charge(call, intent, chosen, input.return_url);
  return intent;
}

/**
 * Creates an intent and emits `payment_intent.created`.
 * Checkout Sessions create their intents with this function, too.
 */
export function addPaymentIntent(call: Call, given: Parameters<typeof newPaymentIntent>[1]): PaymentIntent {
  const intent = newPaymentIntent(call.stripe.world.clock.seconds(), given);
  call.account.paymentIntents.set(intent.id, intent);
  emit(call, 'payment_intent.created', intent);
  return intent;
}

export function retrievePaymentIntent(call: Call): PaymentIntent {
  const input = read(params({ client_secret: text.optional() }), call.params);
  const intent = findIntent(call);
  checkSecret(call, intent, input.client_secret);
  return intent;
}

export function listPaymentIntents(call: Call) {
  return listed(call.account.paymentIntents, '/v1/payment_intents', read(params(listQuery), call.params));
}

export function updatePaymentIntent(call: Call): PaymentIntent {
  const input = read(params({ ...descriptive, amount: integer(LEAST_AMOUNT).optional() }), call.params);
  const intent = findIntent(call);
  if (input.amount && !isOpen(intent)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
    );
  }
  const { metadata: changes, expand: _, ...fields } = input;
  Object.assign(intent, fields, { metadata: mergeMetadata(intent.metadata, changes) });
  return intent;
}

export function confirmPaymentIntent(call: Call): PaymentIntent {
  const input = read(confirmation, call.params);
  const intent = findIntent(call);
  checkSecret(call, intent, input.client_secret);
  if (!isOpen(intent) || intent.status === 'processing') {
    const why =
      intent.status === 'succeeded'
        ? 'it has already succeeded after being previously confirmed.'
        : `it has a status of ${intent.status}.`;
    throw unexpectedState(intent, `You cannot confirm this PaymentIntent because ${why}`);
  }
  const chosen = chooseMethod(call, input) ?? call.account.paymentMethods.get(intent.payment_method ?? '');
  if (input.receipt_email) intent.receipt_email = input.receipt_email;
  if (!chosen) throw unexpectedState(intent, MISSING_METHOD);
  charge(call, intent, chosen, input.return_url);
  return intent;
}

const cancellation = params({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

export function cancelPaymentIntent(call: Call): PaymentIntent {
  const input = read(cancellation, call.params);
  const intent = findIntent(call);
  if (!isOpen(intent)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  }
  return cancel(call, intent, input.cancellation_reason ?? null);
}

export function cancel(call: Call, intent: PaymentIntent, reason: PaymentIntent['cancellation_reason']): PaymentIntent {
  const canceled_at = call.stripe.world.clock.seconds();
  Object.assign(intent, { status: 'canceled', canceled_at, cancellation_reason: reason, next_action: null });
  emit(call, 'payment_intent.canceled', intent);
  return intent;
}

/** Returns true if the intent may still be confirmed, changed or canceled. */
export function isOpen(intent: PaymentIntent): boolean {
  return intent.status !== 'succeeded' && intent.status !== 'canceled';
}

/** Removes the fields that require the secret key. */
export function publicView(intent: PaymentIntent): Partial<PaymentIntent> {
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}

function findIntent(call: Call): PaymentIntent {
  return find(call.account.paymentIntents, call.id, 'payment_intent', 'intent');
}

function checkSecret(call: Call, intent: PaymentIntent, secret: string | undefined): void {
  if (secret === intent.client_secret || (secret === undefined && !call.publishable)) return;
  if (secret === undefined) {
    throw invalid('Missing required param: client_secret.', { code: 'parameter_missing', param: 'client_secret' });
  }
  throw invalid('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
  });
}

function chooseMethod(call: Call, input: z.output<typeof confirmation> | z.output<typeof creation>) {
  if (input.payment_method) return findMethod(call, input.payment_method);
  if (input.payment_method_data) return saveCard(call, input.payment_method_data);
}

function unexpectedState(intent: PaymentIntent, message: string): StripeError {
  return invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}
