import { expect, test } from 'vitest';
import {
  isRunning,
  orderOf,
  type Subscription,
  type SubscriptionReport,
  subscriberOf,
  transition,
} from './subscription.ts';

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

test('a repeated report causes no second event', () => {
  const first = transition(open, trialing);
  expect(first.changes).toEqual(['started']);
  expect(first.after).toMatchObject({ status: 'trialing', providerId: 'sub_p', trialEndsAt });
  expect(transition(first.after, trialing).changes).toEqual([]);
});

test('each failed charge causes one event, and a successful charge resets the count', () => {
  const active = transition(open, { ...trialing, status: 'active' }).after;
  const failing = { ...trialing, status: 'past_due', failure: { attempts: 1, retryAt: null } } as const;
  const once = transition(active, failing);
  expect(once.changes).toEqual(['payment_failed']);
  expect(transition(once.after, failing).changes).toEqual([]);
  expect(transition(once.after, { ...failing, failure: { attempts: 2, retryAt: null } }).changes).toEqual([
    'payment_failed',
  ]);
  const paid = transition(once.after, { ...trialing, status: 'active' }).after;
  expect(transition(paid, failing).changes).toEqual(['payment_failed']);
});

test('a cancellation and the end of a subscription each cause one event', () => {
  const active = transition(open, trialing).after;
  const canceled = transition(active, { ...trialing, endsAt: trialEndsAt });
  expect(canceled.changes).toEqual(['canceled']);
  expect(transition(canceled.after, { ...trialing, endsAt: trialEndsAt }).changes).toEqual([]);
  expect(transition(canceled.after, { ...trialing, status: 'ended', endsAt: trialEndsAt }).changes).toEqual(['ended']);
});

test('an ended subscription stays ended, and an abandoned page ends its subscription without an event', () => {
  const ended = transition(open, { ...trialing, status: 'ended', providerId: null });
  expect(ended.changes).toEqual([]);
  expect(transition(ended.after, trialing)).toEqual({ after: ended.after, changes: [] });
  expect(isRunning(ended.after)).toBe(false);
});

test('a subscriber’s id and order id are the same 128 bits', () => {
  expect(orderOf(open.subscriberId)).toBe('0af7651916cd43dd8448eb211c80319c');
  expect(subscriberOf(orderOf(open.subscriberId))).toBe(open.subscriberId);
});
