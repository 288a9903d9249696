// The rules of subscriptions to signals as pure functions: no database, no provider, no clock.

export interface Subscription {
  id: string;
  subscriberId: string;
  /**
   * `open`: the hosted page is open, or its completion is not reported yet.
   * `ended` is final: a new order gets a new subscription.
   */
  status: 'open' | 'trialing' | 'active' | 'past_due' | 'ended';
  attempt: number;
  /** True if the subscription begins with a free trial. Each subscriber gets one trial. */
  trial: boolean;
  sessionId: string | null;
  providerId: string | null;
  trialEndsAt: Date | null;
  /** The end of the paid period or of the trial. */
  periodEndsAt: Date | null;
  /** The time when the subscription ends or ended. */
  endsAt: Date | null;
  /** Number of failed charges of the newest invoice for which an event was emitted. */
  failures: number;
  /** Number of stored reports. A report that was fetched before the newest one is fetched again. */
  version: number;
}

/** The provider's state of a subscription. */
export interface SubscriptionReport
  extends Pick<Subscription, 'status' | 'providerId' | 'trialEndsAt' | 'periodEndsAt' | 'endsAt'> {
  invoices: PaidInvoice[];
  /** The failed charges of the newest invoice; null if no charge failed. */
  failure: { attempts: number; retryAt: Date | null } | null;
}

export interface PaidInvoice {
  intentId: string;
  amountCents: number;
  currency: string;
  paidAt: Date;
  /** The end of the paid month. */
  until: Date;
}

export type SubscriptionChange = 'started' | 'payment_failed' | 'canceled' | 'ended';

/** Returns the new state and the changes to emit. A repeated report returns no changes. */
export function transition(
  before: Subscription,
  report: SubscriptionReport,
): { after: Subscription; changes: SubscriptionChange[] } {
  if (before.status === 'ended') return { after: before, changes: [] };
  const { status, providerId, trialEndsAt, periodEndsAt, endsAt, failure } = report;
  const after = { ...before, status, providerId, trialEndsAt, periodEndsAt, endsAt, failures: failure?.attempts ?? 0 };
  const changes: SubscriptionChange[] = [];
  if (before.status === 'open' && status !== 'open' && providerId) changes.push('started');
  if (after.failures > before.failures) changes.push('payment_failed');
  if (endsAt && !before.endsAt && status !== 'ended') changes.push('canceled');
  if (status === 'ended' && providerId) changes.push('ended');
  return { after, changes };
}

/** Returns whether the subscription is running, so that the subscriber cannot order another. */
export function isRunning({ status }: Subscription): boolean {
  return status === 'trialing' || status === 'active' || status === 'past_due';
}

/** Returns the order id of a subscriber's payments: the same 128 bits without hyphens. */
export function orderOf(subscriberId: string): string {
  return subscriberId.replaceAll('-', '').toLowerCase();
}

/** Returns the subscriber id of an order id, the inverse of `orderOf`. */
export function subscriberOf(orderId: string): string {
  return orderId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
