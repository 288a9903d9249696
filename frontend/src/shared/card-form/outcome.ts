import type { Mistake } from '../ui/error-summary.tsx';

/** How trying to pay ended, as far as the browser can know: whether it is paid, only the server says. */
export type PaymentOutcome =
  | { kind: 'sent' }
  /** The browser goes to the bank's own page and comes back to the return address. */
  | { kind: 'leaving' }
  /** Something is missing in the form; the provider was not asked. Its own form says by itself what. */
  | { kind: 'incomplete'; mistakes: Mistake[] }
  /** The provider refused, with its message where it has one. */
  | { kind: 'failed'; message: string | undefined }
  /** It may have gone through or not: the server must be asked before anything else. */
  | { kind: 'unclear' };

/** What a set of payment fields offers the form around it. */
export interface PaymentFields {
  confirm: () => Promise<PaymentOutcome>;
}

/** What the status of a payment intent means once it was confirmed without an error. */
export function outcomeOf(status: string | undefined): PaymentOutcome {
  if (status === 'succeeded') return { kind: 'sent' };
  // Also `processing`, while a bank is thinking.
  const refused = status === 'requires_payment_method' || status === 'canceled';
  return refused ? { kind: 'failed', message: undefined } : { kind: 'unclear' };
}

/** What the provider's error means: only of a card that it refused is it sure that nothing was paid. */
export function outcomeOfError({ type, message }: { type?: string; message?: string | undefined }): PaymentOutcome {
  return type === 'card_error' ? { kind: 'failed', message } : { kind: 'unclear' };
}
