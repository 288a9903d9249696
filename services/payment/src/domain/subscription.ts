// The rules of the subscription to signals: no database, no provider, no clock.

export interface Subscription {
  id: string;
  subscriberId: string;
  /** Open: its page is, or nobody has heard from it yet. Ended stays ended: whoever comes back gets another one. */
  status: 'open' | 'trialing' | 'active' | 'past_due' | 'ended';
  attempt: number;
  /** Begins with one: given once. */
  trial: boolean;
  sessionId: string | null;
  providerId: string | null;
  trialEndsAt: Date | null;
  /** Until when it is paid, or the trial lasts. */
  periodEndsAt: Date | null;
  /** When it ends, or ended. */
  endsAt: Date | null;
  /** How many failed tries of the newest invoice were told of. */
  failures: number;
  /** Grows with each change: whoever asked the provider before it asks again. */
  version: number;
}

/** What the provider says of a subscription. */
export interface SubscriptionReport
  extends Pick<Subscription, 'status' | 'providerId' | 'trialEndsAt' | 'periodEndsAt' | 'endsAt'> {
  invoices: PaidInvoice[];
  /** The newest invoice could not be charged, so many times. */
  failure: { attempts: number; retryAt: Date | null } | null;
}

export interface PaidInvoice {
  intentId: string;
  amountCents: number;
  currency: string;
  paidAt: Date;
  /** The end of the month that it pays for. */
  until: Date;
}

export type News = 'started' | 'payment_failed' | 'canceled' | 'ended';

/** What a report changes, and what there is to tell of it. What came true stays told once, however often it is reported. */
export function learn(before: Subscription, report: SubscriptionReport): { after: Subscription; news: News[] } {
  if (before.status === 'ended') return { after: before, news: [] };
  const { status, providerId, trialEndsAt, periodEndsAt, endsAt, failure } = report;
  const after = { ...before, status, providerId, trialEndsAt, periodEndsAt, endsAt, failures: failure?.attempts ?? 0 };
  const news: News[] = [];
  if (before.status === 'open' && status !== 'open' && providerId) news.push('started');
  if (after.failures > before.failures) news.push('payment_failed');
  if (endsAt && !before.endsAt && status !== 'ended') news.push('canceled');
  if (status === 'ended' && providerId) news.push('ended');
  return { after, news };
}

/** Lasts, and cannot be ordered a second time. */
export function isRunning({ status }: Subscription): boolean {
  return status === 'trialing' || status === 'active' || status === 'past_due';
}

/** The order that a subscriber's payments belong to: the same 128 bits. */
export function orderOf(subscriberId: string): string {
  return subscriberId.replaceAll('-', '').toLowerCase();
}

/** The other way round. */
export function subscriberOf(orderId: string): string {
  return orderId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
