import { referenceOf } from '@xrp-bridge/contracts/reference';

/** A task that is opened. The same kind and cause is the same task. */
export interface NewTask {
  kind: string;
  cause: string;
  orderId: string | null;
  paymentId: string | null;
  why: string;
}

/** What settles tasks: those of these kinds, about this payment and of this cause; null where any. */
export interface Settlement {
  kinds: readonly string[];
  paymentId: string | null;
  cause: string | null;
  reason: string;
}

/** Who a task is done by where it settles itself. */
export const system = 'system';

/** The reason of a hand payment that an operator bypassed, until the operator's own reason comes. */
export const bypassed = 'Bypassed.';

export function handPayment(orderId: string): NewTask {
  const why = `A customer wants to pay another way, and left how to reach them. The reference to look for: ${referenceOf(orderId)}.`;
  return { kind: 'hand_payment', cause: orderId, orderId, paymentId: null, why };
}

export function handPaymentSettled(orderId: string, reason: string): Settlement {
  return { kinds: ['hand_payment'], paymentId: null, cause: orderId, reason };
}

/** A campaign at a platform without an API, with every text that it needs. */
export function campaignByHand(campaignId: string, why: string): NewTask {
  return { kind: 'campaign_by_hand', cause: campaignId, orderId: null, paymentId: null, why };
}

export function campaignEnded(campaignId: string): Settlement {
  return { kinds: ['campaign_by_hand'], paymentId: null, cause: campaignId, reason: 'The campaign was ended.' };
}
