import { referenceOf } from '@xrp-bridge/contracts/reference';

/** A task to open. Tasks with the same kind and cause are the same task. */
export interface NewTask {
  kind: string;
  cause: string;
  orderId: string | null;
  paymentId: string | null;
  why: string;
  /** The amount that the task is about, for the alert to operators. */
  amountCents?: number | undefined;
  /** The refund that completes the task. */
  refund?: { product: string; amountCents: number } | null | undefined;
}

/**
 * The tasks that an event settles: those of `kinds` with this payment and cause.
 * Null matches any value.
 */
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
export const bypassed = 'The payment was bypassed.';

export function handPayment(orderId: string): NewTask {
  const why = `A customer wants to pay another way. Search “Contacts” for reference ${referenceOf(orderId)} to reach them.`;
  return { kind: 'hand_payment', cause: orderId, orderId, paymentId: null, why };
}

export function handPaymentSettled(orderId: string, reason: string): Settlement {
  return { kinds: ['hand_payment'], paymentId: null, cause: orderId, reason };
}

/**
 * Returns the task to create a campaign at a platform without an API.
 * `why` contains all texts of the campaign.
 */
export function campaignByHand(campaignId: string, why: string): NewTask {
  return { kind: 'campaign_by_hand', cause: campaignId, orderId: null, paymentId: null, why };
}

export function campaignEnded(campaignId: string): Settlement {
  return { kinds: ['campaign_by_hand'], paymentId: null, cause: campaignId, reason: 'The campaign ended.' };
}

const accounting = 'accounting';

/** Returns the task for a failed check of the accounting; null if the check found no error. */
export function accountingAlarm(check: { balanced: boolean; differences: number; days: number }): NewTask | null {
  const { balanced, differences, days } = check;
  if (balanced && differences === 0) return null;
  const payments = differences === 1 ? '1 payment differs' : `${differences} payments differ`;
  const why = [
    ...(balanced ? [] : ['Our accounting entries don’t balance.']),
    ...(differences === 0 ? [] : [`In the last ${days} days, ${payments} from what Stripe shows.`]),
    'To see the differences, press “Check now” under “Reconciliation” on the dashboard.',
  ].join(' ');
  return { kind: 'accounting_alarm', cause: accounting, orderId: null, paymentId: null, why };
}

export const accountingAgrees: Settlement = {
  kinds: ['accounting_alarm'],
  paymentId: null,
  cause: accounting,
  reason: 'A later check found no difference.',
};
