import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Call, Decline, SavedMethod } from './account.ts';
import { noSuch, StripeError } from './errors.ts';
import { newPaymentMethod, type PaymentMethod } from './objects.ts';
import { integer, text } from './params.ts';

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});

/** A card that can start a subscription, but whose charges fail. */
const failsLater = '4000000000000341';

/** Declined test cards, by number (https://docs.stripe.com/testing#declined-payments). */
const DECLINES: Record<string, Decline> = {
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  [failsLater]: declined('generic_decline'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000006975': declined('card_velocity_exceeded'),
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  '4000000000000127': { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  '4000000000000119': {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

const NOT_A_TEST_CARD = declined(
  'test_mode_live_card',
  'Your card was declined. This is a sandbox: please use a test card, such as 4242 4242 4242 4242.',
);

/**
 * Test cards that work, by the name of Stripe's test payment method.
 * Also contains the card that requires authentication and the card with an undecided bank.
 */
const NUMBERS: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  authenticationRequired: '4000002500003155',
  threeDSecure2Required: '4000002500003155',
  processing: '4000000000000556',
  chargeCustomerFail: failsLater,
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
};

const BRANDS: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6(011|4|5)/, 'discover'],
  [/^3(0|6|8)/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

const billingDetails = z
  .object({ name: text, email: text, phone: text, address: z.record(z.string(), z.string()) })
  .partial();

/** `payment_method_data` of a confirm call. Additional fields from Stripe.js are allowed. */
export const paymentMethodData = z.object({
  type: z.enum(['card']),
  card: z.object({
    number: text.optional(),
    token: text.optional(),
    exp_month: integer(0, 9999).optional(),
    exp_year: integer(0, 9999).optional(),
    cvc: z.string().optional(),
  }),
  billing_details: billingDetails.optional(),
});

/**
 * Creates a payment method from card data.
 * @throws StripeError with status 402 for invalid card data
 */
export function saveCard(call: Call, data: z.output<typeof paymentMethodData>): SavedMethod {
  const { card } = data;
  const token = card.token && NUMBERS[card.token.replace(/^tok_(visa_(?=charge))?/, '')];
  if (card.token && !token) throw noSuch('token', card.token, 'payment_method_data[card][token]', 400);
  const number = (token ?? card.number ?? '').replace(/[\s-]/g, '');
  const expMonth = card.exp_month ?? (token ? 12 : 0);
  const expYear = fullYear(card.exp_year ?? (token ? thisMonth(call).year + 3 : 0));
  checkCard(call, number, expMonth, expYear, card.cvc);
  return saveMethod(call, number, { expMonth, expYear, hasCvc: Boolean(card.cvc) }, data.billing_details);
}

/** Finds an existing `payment_method`, or creates one for a test name such as pm_card_visa. */
export function findMethod(call: Call, id: string): SavedMethod {
  const known = call.account.paymentMethods.get(id);
  if (known) return known;
  // In Stripe's documentation most names of declined cards begin with pm_card_visa_charge, and some with
  // pm_card_charge. Both forms are accepted.
  const number = NUMBERS[id.replace(/^pm_card_(visa_(?=charge))?/, '')];
  if (!number || !id.startsWith('pm_card_')) throw noSuch('PaymentMethod', id, 'payment_method', 400);
  return saveMethod(call, number, { expMonth: 12, expYear: thisMonth(call).year + 3, hasCvc: true });
}

function saveMethod(
  call: Call,
  number: string,
  card: { expMonth: number; expYear: number; hasCvc: boolean },
  billing?: z.output<typeof billingDetails>,
): SavedMethod {
  const brand = BRANDS.find(([prefix]) => prefix.test(number))?.[1] ?? 'unknown';
  const testName = Object.keys(NUMBERS).find((name) => NUMBERS[name] === number);
  const funding = /debit|prepaid/.exec(testName ?? '')?.[0] ?? 'credit';
  const object = newPaymentMethod(
    call.stripe.world.clock.seconds(),
    { brand, funding, last4: number.slice(-4), fingerprint: fingerprintOf(number), ...card },
    billing as Partial<PaymentMethod['billing_details']>,
  );
  const decline = DECLINES[number] ?? (testName ? undefined : NOT_A_TEST_CARD);
  const saved: SavedMethod = {
    object,
    // Stripe's incorrect-CVC card is declined only if the request contains a CVC.
    decline: decline?.code === 'incorrect_cvc' && !card.hasCvc ? undefined : decline,
    failsLater: number === failsLater,
    needsAuthentication: testName === 'authenticationRequired',
    isUndecided: testName === 'processing',
  };
  call.account.paymentMethods.set(object.id, saved);
  return saved;
}

/** Returns the fingerprint, which is equal for all uses of one card number, as at Stripe. */
function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').replace(/[-_]/g, '0').slice(0, 16);
}

function checkCard(call: Call, number: string, expMonth: number, expYear: number, cvc: string | undefined): void {
  const now = thisMonth(call);
  const fail = (code: string, param: string, message: string) =>
    new StripeError(402, { type: 'card_error', code, param, message });
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw fail('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (expMonth < 1 || expMonth > 12) {
    throw fail('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (expYear < now.year || expYear > now.year + 50) {
    throw fail('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (expYear === now.year && expMonth < now.month) {
    throw fail('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const cvcLength = /^3[47]/.test(number) ? /^\d{3,4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !cvcLength.test(cvc)) {
    throw fail('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
}

/** Returns true if a card number has a valid check digit (Luhn's algorithm, ISO/IEC 7812-1). */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const fullYear = (year: number) => (year < 100 ? 2000 + year : year);

function thisMonth(call: Call) {
  const now = new Date(call.stripe.world.clock.now());
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
}
