import { z } from 'zod';
import { type Call, find } from './account.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { listed, listQuery } from './lists.ts';
import { type Charge, newRefund, type Refund } from './objects.ts';
import { integer, mergeMetadata, metadata, params, read, text } from './params.ts';

const creation = params({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: integer(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
});

/**
 * Refunds all or part of a charge.
 * @throws StripeError with status 400 if the amount exceeds the unrefunded part
 */
export function createRefund(call: Call): Refund {
  const input = read(creation, call.params);
  const charge = chargeToRefund(call, input);
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = input.amount ?? left;
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw invalid(message, { param: 'amount' });
  }

  const refund = newRefund(call.stripe.world.clock.seconds(), charge, {
    amount,
    reason: input.reason ?? null,
    metadata: mergeMetadata({}, input.metadata),
  });
  call.account.refunds.set(refund.id, refund);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  emit(call, 'refund.created', refund);
  emit(call, 'charge.refunded', charge, before);
  // Stripe adds the bank's reference a moment later, with a separate refund.updated event.
  const details = refund.destination_details?.card;
  if (details) Object.assign(details, { reference: '74999990000000000000000', reference_status: 'available' });
  emit(call, 'refund.updated', refund, { destination_details: { card: { reference_status: 'pending' } } });
  return refund;
}

export function retrieveRefund(call: Call): Refund {
  read(params({}), call.params);
  return find(call.account.refunds, call.id, 'refund');
}

const ofPayment = { charge: text.optional(), payment_intent: text.optional() };

export function listRefunds(call: Call) {
  const query = read(params({ ...listQuery, ...ofPayment }), call.params);
  return listed(
    call.account.refunds,
    '/v1/refunds',
    query,
    (refund) =>
      (!query.charge || refund.charge === query.charge) &&
      (!query.payment_intent || refund.payment_intent === query.payment_intent),
  );
}

export function retrieveCharge(call: Call): Charge {
  read(params({}), call.params);
  return find(call.account.charges, call.id, 'charge');
}

export function listCharges(call: Call) {
  const query = read(params({ ...listQuery, payment_intent: text.optional() }), call.params);
  const wanted = (charge: Charge) => !query.payment_intent || charge.payment_intent === query.payment_intent;
  return listed(call.account.charges, '/v1/charges', query, wanted);
}

function chargeToRefund(call: Call, input: z.output<typeof creation>): Charge {
  const { charges, paymentIntents } = call.account;
  if (input.charge) {
    const charge = charges.get(input.charge);
    if (!charge) throw noSuch('charge', input.charge, 'charge', 400);
    if (charge.status !== 'succeeded') throw noSuccessfulCharge(charge.payment_intent);
    return charge;
  }
  if (!input.payment_intent) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = paymentIntents.get(input.payment_intent);
  if (!intent) throw noSuch('payment_intent', input.payment_intent, 'payment_intent', 400);
  const charge = charges.get(intent.latest_charge ?? '');
  if (charge?.status !== 'succeeded') throw noSuccessfulCharge(intent.id);
  return charge;
}

function noSuccessfulCharge(intentId: string) {
  return invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
