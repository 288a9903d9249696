import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

// TypeScript checks these shapes against the types of stripe-node. Here, expandable fields always contain ids.

export type PaymentIntent = Omit<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'> & {
  latest_charge: string | null;
  payment_method: string | null;
};
export type Charge = Omit<Stripe.Charge, 'payment_intent'> & { payment_intent: string };
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type PaymentMethod = Stripe.PaymentMethod;
export type Metadata = Record<string, string>;

/** A stored event. Its JSON never changes, because the signature covers it. */
export interface SavedEvent {
  id: string;
  type: string;
  created: number;
  json: string;
  /** True once the webhook endpoint has answered with a 2xx. */
  delivered: boolean;
}

/** The simulated version of Stripe's API: the version of the pinned stripe-node. */
export const API_VERSION: typeof Stripe.API_VERSION = '2026-09-30.endive';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a random id such as pi_3Kx…, as long as Stripe's ids. */
export function newId(prefix: string, length = 24): string {
  let id = prefix;
  for (const byte of randomBytes(length)) id += ALPHABET[byte % ALPHABET.length];
  return id;
}

export function newPaymentIntent(
  created: number,
  given: Pick<PaymentIntent, 'amount' | 'currency'> & Partial<PaymentIntent>,
): PaymentIntent {
  const id = newId('pi_');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('')}`,
    confirmation_method: 'automatic',
    created,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { request_three_d_secure: 'automatic' },
    } as PaymentIntent['payment_method_options'],
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  };
}

export function newPaymentMethod(
  created: number,
  card: {
    brand: string;
    funding: string;
    last4: string;
    fingerprint: string;
    expMonth: number;
    expYear: number;
    hasCvc: boolean;
  },
  billing: Partial<PaymentMethod['billing_details']> = {},
): PaymentMethod {
  return {
    id: newId('pm_'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.hasCvc ? 'pass' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } as PaymentMethod;
}

/**
 * The account's statement descriptor prefix
 * (https://docs.stripe.com/get-started/account/statement-descriptors).
 */
const statementPrefix = 'SANDBOX';

/** Returns the text that the card statement shows for a charge. */
export function describeOnStatement(suffix: string | null): string {
  return suffix ? `${statementPrefix}* ${suffix}` : statementPrefix;
}

/** Creates a pending charge of the whole intent. */
export function newCharge(created: number, intent: PaymentIntent, method: PaymentMethod): Charge {
  const card = method.card as NonNullable<PaymentMethod['card']>;
  return {
    id: newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details as Charge['billing_details'],
    calculated_statement_descriptor: describeOnStatement(intent.statement_descriptor_suffix),
    captured: false,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: intent.amount,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        funding: card.funding,
        last4: card.last4,
        network: card.brand,
        three_d_secure: null,
        wallet: null,
      } as NonNullable<Charge['payment_method_details']>['card'],
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null as unknown as Charge['source'],
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  };
}

export function newRefund(
  created: number,
  charge: Charge,
  given: Pick<Refund, 'amount' | 'reason' | 'metadata'>,
): Refund {
  return {
    id: newId('re_'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...given,
  };
}

/** Creates a dispute of the whole charge. */
export function newDispute(created: number, charge: Charge, reason: string): Dispute {
  return {
    id: newId('du_'),
    object: 'dispute',
    amount: charge.amount_captured - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Dispute['evidence'],
    evidence_details: {
      due_by: created + 7 * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
}
