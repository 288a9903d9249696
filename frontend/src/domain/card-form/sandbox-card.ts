import { outcomeOf, outcomeOfError, type PaymentOutcome } from './outcome.ts';

export interface Card {
  number: string;
  expires: string;
  code: string;
}

/** Returns the errors of incomplete fields. The provider validates the rest. */
export function cardErrors(card: Card): Partial<Record<keyof Card, string>> {
  return {
    ...(digits(card.number).length < 12 && { number: 'Please enter the full card number.' }),
    ...(!expiry(card.expires) && { expires: 'Please enter your card’s expiration date, such as 12 / 28.' }),
    ...(digits(card.code).length < 3 && { code: 'Please enter your 3- or 4-digit security code.' }),
  };
}

/**
 * Confirms a payment intent as Stripe.js does: form-encoded, with publishable key and client secret.
 * Only for the sandbox's key. See https://docs.stripe.com/api/payment_intents/confirm.
 * @throws when the sandbox cannot be reached
 */
export async function confirmCard(payment: {
  apiBase: string;
  key: string;
  clientSecret: string;
  returnUrl: string;
  card: Card;
}): Promise<PaymentOutcome> {
  const { card, clientSecret } = payment;
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const { month, year } = expiry(card.expires) ?? { month: '', year: '' };
  const response = await fetch(`${payment.apiBase}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    signal: AbortSignal.timeout(30_000),
    body: new URLSearchParams({
      key: payment.key,
      client_secret: clientSecret,
      return_url: payment.returnUrl,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': digits(card.number),
      'payment_method_data[card][exp_month]': month,
      'payment_method_data[card][exp_year]': year,
      'payment_method_data[card][cvc]': digits(card.code),
    }),
  });
  const answer = (await response.json()) as {
    status?: string;
    next_action?: { redirect_to_url?: { url: string } };
    error?: Parameters<typeof outcomeOfError>[0];
  };
  if (answer.error) return outcomeOfError(answer.error);
  const redirect = answer.next_action?.redirect_to_url?.url;
  if (answer.status === 'requires_action' && redirect) {
    location.assign(redirect);
    return { kind: 'leaving' };
  }
  return outcomeOf(answer.status);
}

/** Groups the digits of a card number: 4242424242424242 → 4242 4242 4242 4242. */
export function groupDigits(text: string): string {
  return (
    digits(text)
      .slice(0, 19)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  );
}

/**
 * Formats an expiry date while it is typed: 1228 → 12 / 28.
 * A slash that the customer has deleted is not added again.
 */
export function groupExpiry(text: string, before: string): string {
  const plain = digits(text).slice(0, 4);
  const deleting = text.length < before.length;
  return plain.length > 2 || (plain.length === 2 && !deleting) ? `${plain.slice(0, 2)} / ${plain.slice(2)}` : plain;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function expiry(text: string): { month: string; year: string } | null {
  const plain = digits(text);
  const month = plain.slice(0, 2);
  return plain.length === 4 && Number(month) >= 1 && Number(month) <= 12
    ? { month, year: `20${plain.slice(2)}` }
    : null;
}
