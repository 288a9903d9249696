/** How trying to pay ended, as far as the browser can know: whether it is paid, only the server says. */
export type PaymentOutcome =
  | { kind: 'sent' }
  /** The browser goes to the bank's own page and comes back to the return address. */
  | { kind: 'leaving' }
  /** Something is missing in the form, which says so itself; the provider was not asked. */
  | { kind: 'incomplete' }
  /** The provider's message, where it has one. */
  | { kind: 'failed'; message: string | undefined };

/** What a set of payment fields offers the form around it. */
export interface PaymentFields {
  confirm: () => Promise<PaymentOutcome>;
}

/** What the status of a payment intent means once it was confirmed without an error; only some of them are on the way to paid. */
export function outcomeOf(status: string | undefined): PaymentOutcome {
  return status === 'succeeded' || status === 'processing'
    ? { kind: 'sent' }
    : { kind: 'failed', message: 'Payment processing failed. Please try again.' };
}
