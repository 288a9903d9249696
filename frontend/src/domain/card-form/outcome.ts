import type { Mistake } from '../../ui/error-summary.tsx';

/**
 * The outcome of an attempt to pay, as the browser sees it.
 * Only the server decides whether it is paid.
 */
export type PaymentOutcome =
  | { kind: 'sent' }
  /** The browser leaves for the bank's own page, which returns to `returnUrl`. */
  | { kind: 'leaving' }
  /** The form is incomplete, and the provider received no request. Stripe's form shows its own errors. */
  | { kind: 'incomplete'; mistakes: Mistake[] }
  /** The provider refused, with its message if it sent one. */
  | { kind: 'failed'; message: string | undefined }
  /** The intent was canceled, because the order is to be paid another way: this form can never pay. */
  | { kind: 'closed' }
  /** The payment may have gone through: nothing else may happen before the server has checked. */
  | { kind: 'unclear' };

/** The interface between payment fields and the form around them. */
export interface PaymentFields {
  confirm: () => Promise<PaymentOutcome>;
}

/** Maps the status of a payment intent that was confirmed without an error. */
export function outcomeOf(status: string | undefined): PaymentOutcome {
  if (status === 'succeeded') return { kind: 'sent' };
  if (status === 'canceled') return { kind: 'closed' };
  // Includes `processing`, while a bank decides.
  return status === 'requires_payment_method' ? { kind: 'failed', message: undefined } : { kind: 'unclear' };
}

/**
 * Maps the provider's error to an outcome. Only a `card_error` proves that nothing was paid.
 * For an intent that can no longer be confirmed, the error contains the intent
 * (https://docs.stripe.com/error-codes#payment-intent-unexpected-state).
 */
export function outcomeOfError(error: {
  type?: string;
  message?: string | undefined;
  code?: string | undefined;
  payment_intent?: { status?: string };
}): PaymentOutcome {
  if (error.type === 'card_error') return { kind: 'failed', message: error.message };
  const isFinal = error.code === 'payment_intent_unexpected_state' && error.payment_intent?.status === 'canceled';
  return isFinal ? { kind: 'closed' } : { kind: 'unclear' };
}
