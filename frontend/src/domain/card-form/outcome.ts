import type { Mistake } from '../../ui/error-summary.tsx';

/** How trying to pay ended, as far as the browser can know: whether it is paid, only the server says. */
export type PaymentOutcome =
  | { kind: 'sent' }
  /** The browser goes to the bank's own page and comes back to the return address. */
  | { kind: 'leaving' }
  /** Something is missing in the form; the provider was not asked. Its own form says by itself what. */
  | { kind: 'incomplete'; mistakes: Mistake[] }
  /** The provider refused, with its message where it has one. */
  | { kind: 'failed'; message: string | undefined }
  /** The intent was canceled, because the order was to be paid another way: this form can never pay. */
  | { kind: 'closed' }
  /** It may have gone through or not: the server must be asked before anything else. */
  | { kind: 'unclear' };

/** What a set of payment fields offers the form around it. */
export interface PaymentFields {
  confirm: () => Promise<PaymentOutcome>;
}

/** What the status of a payment intent means once it was confirmed without an error. */
export function outcomeOf(status: string | undefined): PaymentOutcome {
  if (status === 'succeeded') return { kind: 'sent' };
  if (status === 'canceled') return { kind: 'closed' };
  // Also `processing`, while a bank is thinking.
  return status === 'requires_payment_method' ? { kind: 'failed', message: undefined } : { kind: 'unclear' };
}

/**
 * What the provider's error means. Only of a card that it refused is it sure that nothing was paid; an intent that cannot
 * be confirmed any more comes with the error (https://docs.stripe.com/error-codes#payment-intent-unexpected-state).
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
