import { referenceOf } from '@xrp-bridge/contracts/reference';

/** A task to open. Tasks with the same kind and cause are the same task. */
export interface NewTask {
  kind: string;
  cause: string;
  orderId: string | null;
  paymentId: string | null;
  why: string;
}

/** Settles the tasks of these kinds with this payment and cause. Null matches any value. */
export interface Settlement {
  kinds: readonly string[];
  paymentId: string | null;
  cause: string | null;
  reason: string;
}

/** The name in `doneBy` of a task that an event settled. */
export const system = 'system';

/**
 * The reason of a `hand_payment` task that a bypass closed, until the operator's own reason replaces
 * it.
 */
export const bypassed = 'Bypassed.';

export function handPayment(orderId: string): NewTask {
  const why = `A customer wants to pay another way and left their contact details. Look for reference ${referenceOf(orderId)}.`;
  return { kind: 'hand_payment', cause: orderId, orderId, paymentId: null, why };
}

export function handPaymentSettled(orderId: string, reason: string): Settlement {
  return { kinds: ['hand_payment'], paymentId: null, cause: orderId, reason };
}

/** Returns the task to create a campaign at a platform without an API. `why` contains all its texts. */
export function campaignByHand(campaignId: string, why: string): NewTask {
  return { kind: 'campaign_by_hand', cause: campaignId, orderId: null, paymentId: null, why };
}

export function campaignEnded(campaignId: string): Settlement {
  return { kinds: ['campaign_by_hand'], paymentId: null, cause: campaignId, reason: 'The campaign ended.' };
}
