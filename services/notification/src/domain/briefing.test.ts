import type { Briefing } from '@xrp-bridge/contracts/briefing';
import { describe, expect, it } from 'vitest';
import { bestDayOf, digestAlert, localTime, systemAlert, weeklyAlert } from './briefing.ts';
import type { SystemFacts } from './operator-alert.ts';

const newYork = 'America/New_York';
const problem = (id: string, name = 'payment') => ({ id, name });
const dayOf = (day: string, salesCents = 0) => ({ day, salesCents, refundsCents: 0, paid: 0 });
const week = {
  days: [dayOf('2026-11-21', 400), dayOf('2026-11-22', 1776), dayOf('2026-11-23')],
  salesBeforeCents: 800,
};
const calm: Briefing = {
  operators: [],
  counts: { deadLetters: 0, failedJobs: 0 },
  deadLetters: [],
  failedJobs: [],
  failingProviders: [],
  week,
  funnel: null,
  away: [],
};
const nothing = { system: [], failures: {}, tasks: [] };
const at = (time: string) => new Date(time);

describe('the hourly alert', () => {
  const now = at('2026-11-23T10:05:00Z');
  const factsOf = (briefing: Partial<Briefing>, last: SystemFacts | null = null) =>
    systemAlert({ ...calm, ...briefing }, last, now)?.facts as SystemFacts | undefined;

  it('contains only problems that no earlier alert contained', () => {
    const first = factsOf({
      deadLetters: [problem('a'), problem('b'), problem('c', 'ads')],
      failedJobs: [problem('d', 'send-email')],
    });
    expect(first).toEqual({
      deadLetters: { payment: 2, ads: 1 },
      failedJobs: { 'send-email': 1 },
      providers: [],
      known: ['a', 'b', 'c', 'd'],
    });
    expect(factsOf({ deadLetters: [problem('a')] }, first)).toBeUndefined();
    expect(factsOf({ deadLetters: [problem('a')], failingProviders: [problem('e', 'Stripe')] }, first)).toEqual({
      deadLetters: {},
      failedJobs: {},
      providers: ['Stripe'],
      known: ['a', 'e', 'b', 'c', 'd'],
    });
  });

  it('does not repeat problems, even if there are as many as a briefing can contain', () => {
    const failedJobs = Array.from({ length: 1_200 }, (_, n) => problem(`job ${n}`));
    const first = factsOf({ failedJobs });
    expect(factsOf({ failedJobs }, first)).toBeUndefined();
  });

  it('does not repeat a problem after its service was unavailable', () => {
    const first = factsOf({ deadLetters: [problem('a')] });
    const second = factsOf({ failedJobs: [problem('b')] }, first);
    expect(factsOf({ deadLetters: [problem('a')], failedJobs: [problem('b')] }, second)).toBeUndefined();
  });

  it('is null without a problem, and has one id per hour', () => {
    expect(systemAlert(calm, null, now)).toBeNull();
    const idAt = (time: string) => systemAlert({ ...calm, deadLetters: [problem('a')] }, null, at(time))?.id;
    expect(idAt('2026-11-23T10:59:59Z')).toBe(idAt('2026-11-23T10:05:00Z'));
    expect(idAt('2026-11-23T11:00:00Z')).not.toBe(idAt('2026-11-23T10:05:00Z'));
  });
});

describe('the morning digest', () => {
  it.each([
    ['not due before 8 in New York, in winter', '2026-11-23T12:59:00Z', newYork, undefined],
    ['due from 8 in New York, in winter', '2026-11-23T13:05:00Z', newYork, 'digest-2026-11-23'],
    ['due from 8 in New York, in summer', '2026-07-20T12:05:00Z', newYork, 'digest-2026-07-20'],
    ['not due in the evening', '2026-11-24T01:05:00Z', newYork, undefined],
    ['due from 8 in Tokyo, with Tokyo’s date', '2026-11-23T23:05:00Z', 'Asia/Tokyo', 'digest-2026-11-24'],
    [
      'due from 8 in India, whose UTC offset has half an hour',
      '2026-11-23T02:35:00Z',
      'Asia/Kolkata',
      'digest-2026-11-23',
    ],
  ])('is %s', (_when, time, zone, id) => {
    expect(digestAlert(calm, [], at(time), zone)?.id).toBe(id);
  });

  it('counts all problems, including those that the lists omit', () => {
    const now = at('2026-11-24T13:05:00Z');
    const many = { ...calm, counts: { deadLetters: 340, failedJobs: 2 }, deadLetters: [problem('a')] };
    expect(digestAlert(many, [], now, newYork)?.facts).toMatchObject({ deadLetters: 340, failedJobs: 2 });
  });

  it('contains the sales of the last complete day, or none while the payment service is unavailable', () => {
    const now = at('2026-11-24T13:05:00Z');
    expect(digestAlert(calm, [], now, newYork)?.facts).toMatchObject({ yesterday: { day: '2026-11-23' } });
    expect(digestAlert({ ...calm, week: null }, [], now, newYork)?.facts).toMatchObject({ yesterday: null });
  });
});

describe('the weekly mail', () => {
  it.each([
    ['due on Monday at 8', '2026-11-23T13:05:00Z', 'weekly-2026-11-23'],
    ['not due before 8', '2026-11-23T12:05:00Z', undefined],
    ['not due on Sunday', '2026-11-22T13:05:00Z', undefined],
    ['not due on Tuesday', '2026-11-24T13:05:00Z', undefined],
  ])('is %s', (_when, time, id) => {
    expect(weeklyAlert(calm, nothing, at(time), newYork)?.id).toBe(id);
  });

  it('adds up the hourly alerts of the week', () => {
    const facts = (over: Partial<SystemFacts>) => ({
      deadLetters: {},
      failedJobs: {},
      providers: [],
      known: [],
      ...over,
    });
    const system = [
      facts({ deadLetters: { ads: 1 }, providers: ['Stripe'] }),
      facts({ deadLetters: { ads: 2 }, failedJobs: { 'send-email': 1 }, providers: ['Stripe', 'X'] }),
    ];
    expect(weeklyAlert(calm, { ...nothing, system }, at('2026-11-23T13:05:00Z'), newYork)?.facts).toMatchObject({
      broke: { deadLetters: { ads: 3 }, failedJobs: { 'send-email': 1 }, providers: ['Stripe', 'X'] },
    });
  });

  it('names the day with the highest sales, or no day if nothing was sold', () => {
    expect(bestDayOf(week)).toMatchObject({ day: '2026-11-22', salesCents: 1776 });
    expect(bestDayOf({ days: [dayOf('2026-11-21')], salesBeforeCents: 0 })).toBeNull();
  });
});

it('the local time follows the change to summer time', () => {
  expect(localTime(at('2026-03-08T06:59:00Z'), newYork)).toEqual({ date: '2026-03-08', hour: 1, weekday: 'Sunday' });
  expect(localTime(at('2026-03-08T07:00:00Z'), newYork)).toEqual({ date: '2026-03-08', hour: 3, weekday: 'Sunday' });
  expect(localTime(at('2026-03-09T04:00:00Z'), newYork)).toEqual({ date: '2026-03-09', hour: 0, weekday: 'Monday' });
});
