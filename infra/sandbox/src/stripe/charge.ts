import type { Call, SavedMethod } from './account.ts';
import { docUrl, StripeError } from './errors.ts';
import { emit } from './events.ts';
import { type Charge, newCharge, type PaymentIntent } from './objects.ts';

/**
 * Charges the card.
 * A card that requires authentication (4000 0025 0000 3155) leaves the intent at requires_action with the URL of the
 * bank's page; a card whose bank has not decided yet leaves the intent at processing.
 * @throws StripeError with status 402 for a decline, after which the intent may be confirmed again
 */
export function charge(
  call: Call,
  intent: PaymentIntent,
  method: SavedMethod,
  returnUrl?: string,
  isAuthenticated = false,
): void {
  if (method.needsAuthentication && !isAuthenticated) {
    const page = `${call.stripe.world.url()}/c/authenticate/${intent.id}`;
    Object.assign(intent, {
      status: 'requires_action',
      payment_method: method.object.id,
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl ?? null, url: page } },
      last_payment_error: null,
    });
    emit(call, 'payment_intent.requires_action', intent);
    return;
  }
  if (method.isUndecided) {
    Object.assign(intent, { status: 'processing', payment_method: method.object.id, last_payment_error: null });
    emit(call, 'payment_intent.processing', intent);
    return;
  }
  const made = newCharge(call.stripe.world.clock.seconds(), intent, method.object);
  call.account.charges.set(made.id, made);
  intent.latest_charge = made.id;
  intent.next_action = null;
  if (method.decline) throw decline(call, intent, made, method);

  Object.assign(made, {
    status: 'succeeded',
    amount_captured: made.amount,
    captured: true,
    paid: true,
    outcome: {
      ...ordinary,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
  });
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.object.id,
    last_payment_error: null,
  });
  emit(call, 'payment_intent.succeeded', intent);
  emit(call, 'charge.succeeded', made);
}

/** Records a failed authentication; no charge was made. */
export function failAuthentication(call: Call, intent: PaymentIntent): void {
  const code = 'payment_intent_authentication_failure';
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { type: 'invalid_request_error', code, doc_url: docUrl(code), message },
  });
  emit(call, 'payment_intent.payment_failed', intent);
}

const ordinary = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  risk_level: 'normal',
  risk_score: 20,
};

function decline(call: Call, intent: PaymentIntent, failed: Charge, method: SavedMethod): StripeError {
  const reason = { type: 'card_error' as const, message: 'Your card was declined.', ...method.decline };
  Object.assign(failed, {
    status: 'failed',
    failure_code: reason.code,
    failure_message: reason.message,
    outcome: {
      ...ordinary,
      network_status: 'declined_by_network',
      reason: reason.decline_code ?? reason.code,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
  });
  const error = new StripeError(402, { ...reason, charge: failed.id, payment_method: method.object });
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error: error.body });
  emit(call, 'payment_intent.payment_failed', intent);
  emit(call, 'charge.failed', failed);
  return new StripeError(402, { ...error.body, payment_intent: intent });
}
