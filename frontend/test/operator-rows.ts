import type { Reply } from '../src/lib/api/client.ts';
import { id } from './replies.ts';

export const at = '2026-11-20T10:00:00.000Z';
export const later = '2026-11-20T18:00:00.000Z';

export type Task = Reply<'GET /api/admin/tasks'>['tasks'][number];
export type Payment = Reply<'GET /api/admin/payments'>['payments'][number];
export type Transfer = Reply<'GET /api/admin/transfers'>['transfers'][number];
export type DeadLetter = Reply<'GET /api/admin/events'>['deadLetters'][number];
export type FailedJob = Reply<'GET /api/admin/jobs'>['failed'][number];
export type Schedule = Reply<'GET /api/admin/schedules'>['schedules'][number];
export type AuditEntry = Reply<'GET /api/admin/audit'>['entries'][number];
export type Contact = Reply<'GET /api/admin/contacts'>['contacts'][number];
export type Publisher = Reply<'GET /api/admin/publishers'>['publishers'][number];
export type WebhookEvent = Reply<'GET /api/admin/webhook-events'>['events'][number];
export type OpenSession = Reply<'GET /api/operator/sessions'>['sessions'][number];
export type Activity = { id: string; at: string; type: string; source: string; subject: string };
export type Dashboard = Reply<'GET /api/admin/dashboard'>;
export type Automation = Reply<'GET /api/ad-automation-status'>;
export type Campaign = Reply<'GET /api/admin/campaigns'>['campaigns'][number];
export type Revenue = Reply<'GET /api/admin/ad-revenue'>['revenue'][number];
export type Variation = Reply<'GET /api/admin/ad-variations'>['variations'][number];
export type Measure = Reply<'GET /api/admin/system'>['instances'][number]['measures'][number];
export type Provider = Reply<'GET /api/admin/providers'>['providers'][number];
export type Post = Reply<'GET /api/admin/ad-posts'>['posts'][number];
export type Newsletters = Reply<'GET /api/admin/newsletters'>;
export type Series = Reply<'GET /api/admin/series'>['series'][number];

export function paymentOf(more: Partial<Payment> = {}): Payment {
  return {
    id: 'pay_1',
    transferId: id,
    product: 'guide',
    amount: '4.00',
    refunded: '0.00',
    currency: 'USD',
    status: 'succeeded',
    failure: null,
    refundRequestedAt: null,
    createdAt: at,
    paidAt: at,
    ...more,
  };
}

export function taskOf(more: Partial<Task> = {}): Task {
  return {
    id: 'task_1',
    kind: 'wrong_amount',
    orderId: id,
    paymentId: 'pay_1',
    since: at,
    why: 'It was paid twice.',
    refund: null,
    assignedTo: null,
    doneAt: null,
    doneBy: null,
    reason: null,
    ...more,
  };
}

export function campaignOf(more: Partial<Campaign> = {}): Campaign {
  return {
    id: 'camp_1',
    platform: 'google',
    name: 'Leave the exchange',
    status: 'paused',
    budget: { amount: '50.00' },
    allocated: '0.00',
    keywords: ['XRP'],
    adMessage: '',
    targetAudience: '',
    providerId: 'customers/1/campaigns/2',
    hasAd: true,
    performance: null,
    problem: null,
    createdAt: at,
    ...more,
  };
}

export function revenueOf(more: Partial<Revenue> = {}): Revenue {
  return {
    id: 'rev_1',
    source: 'coinzilla',
    amount: '12.50',
    currency: 'USD',
    adNetwork: null,
    campaignId: null,
    kind: 'record',
    at,
    state: 'confirmed',
    reinvestedAt: null,
    ...more,
  };
}

export function variationOf(more: Partial<Variation> = {}): Variation {
  return {
    id: 'ad_1',
    theme: 'wallet-safety',
    text: 'Your keys stay with you. #ad',
    weightedLength: 28,
    timesPosted: 0,
    lastPostedAt: null,
    retiredAt: null,
    createdAt: at,
    ...more,
  };
}

export function providerOf(more: Partial<Provider> = {}): Provider {
  return {
    service: 'ads',
    name: 'X',
    configured: true,
    goodAt: null,
    failedAt: null,
    failingSince: null,
    lastError: null,
    failures: 0,
    ...more,
  };
}

/** A number of a service that is as it should be. */
export function measureOf(more: Partial<Measure> & Pick<Measure, 'name'>): Measure {
  return { value: 0, detail: null, measuredAt: null, isWrong: false, ...more };
}
