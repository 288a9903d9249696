import { expect, test } from 'vitest';
import { isRunning, learn, orderOf, type Subscription, type SubscriptionReport, subscriberOf } from './subscription.ts';

const trialEndsAt = new Date('2027-01-23T12:00:00Z');

const open: Subscription = {
  id: 'sub_1',
  subscriberId: '0af76519-16cd-43dd-8448-eb211c80319c',
  status: 'open',
  attempt: 1,
  trial: true,
  sessionId: 'cs_1',
  providerId: null,
  trialEndsAt: null,
  periodEndsAt: null,
  endsAt: null,
  failures: 0,
  version: 0,
};

const trialing: SubscriptionReport = {
  status: 'trialing',
  providerId: 'sub_p',
  trialEndsAt,
  periodEndsAt: trialEndsAt,
  endsAt: null,
  invoices: [],
  failure: null,
};

test('what came true is told once, however often it is reported', () => {
  const first = learn(open, trialing);
  expect(first.news).toEqual(['started']);
  expect(first.after).toMatchObject({ status: 'trialing', providerId: 'sub_p', trialEndsAt });
  expect(learn(first.after, trialing).news).toEqual([]);
});

test('a charge that fails is told at each try, and forgotten once one goes through', () => {
  const active = learn(open, { ...trialing, status: 'active' }).after;
  const failing = { ...trialing, status: 'past_due', failure: { attempts: 1, retryAt: null } } as const;
  const once = learn(active, failing);
  expect(once.news).toEqual(['payment_failed']);
  expect(learn(once.after, failing).news).toEqual([]);
  expect(learn(once.after, { ...failing, failure: { attempts: 2, retryAt: null } }).news).toEqual(['payment_failed']);
  const paid = learn(once.after, { ...trialing, status: 'active' }).after;
  expect(learn(paid, failing).news).toEqual(['payment_failed']);
});

test('canceling is told when it is done, and the end when it comes', () => {
  const active = learn(open, trialing).after;
  const canceled = learn(active, { ...trialing, endsAt: trialEndsAt });
  expect(canceled.news).toEqual(['canceled']);
  expect(learn(canceled.after, { ...trialing, endsAt: trialEndsAt }).news).toEqual([]);
  expect(learn(canceled.after, { ...trialing, status: 'ended', endsAt: trialEndsAt }).news).toEqual(['ended']);
});

test('what ended stays ended, and a page that nobody completed ends without a word', () => {
  const ended = learn(open, { ...trialing, status: 'ended', providerId: null });
  expect(ended.news).toEqual([]);
  expect(learn(ended.after, trialing)).toEqual({ after: ended.after, news: [] });
  expect(isRunning(ended.after)).toBe(false);
});

test('a subscriber and the order of their payments are the same 128 bits', () => {
  expect(orderOf(open.subscriberId)).toBe('0af7651916cd43dd8448eb211c80319c');
  expect(subscriberOf(orderOf(open.subscriberId))).toBe(open.subscriberId);
});
