import type { Mistake } from '../../ui/error-summary.tsx';

/**
 * The outcome of an attempt to pay, as the browser sees it.
 * Only the server decides whether the order is paid.
 */
export type PaymentOutcome =
  | { kind: 'sent' }
  /** The browser opens the bank's own page, which returns the customer to `returnPath`. */
  | { kind: 'leaving' }
  /** The form is incomplete, so no request was sent to the provider. Stripe's form shows its own errors. */
  | { kind: 'incomplete'; mistakes: Mistake[] }
  /** The provider refused the payment, with a message if it sent one. */
  | { kind: 'failed'; message: string | undefined }
  /**
   * The intent was canceled, because the customer opened another way to pay.
   * This form can no longer pay.
   */
  | { kind: 'closed' }
  /** The payment may have succeeded, so nothing else may happen before the server has checked. */
  | { kind: 'unclear' };

/** The interface between payment fields and the form around them. */
export interface PaymentFields {
  confirm: () => Promise<PaymentOutcome>;
}

/** Maps the status of a payment intent that was confirmed without an error. */
export function outcomeOf(status: string | undefined): PaymentOutcome {
  if (status === 'succeeded') return { kind: 'sent' };
  if (status === 'canceled') return { kind: 'closed' };
  // The status may be `processing`, while a bank decides.
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
