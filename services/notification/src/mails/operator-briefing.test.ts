import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import type { AlertContent } from '../domain/operator-alert.ts';
import { alertMail, alertMessage, writeAlert } from './operator-alert.ts';

const place = { site: 'https://bridge.example', timeZone: 'America/New_York' };
const textOf = (alert: AlertContent) =>
  alertMail({ productName: 'XRP Bridge' }, place.site, writeAlert(alert, place)).text;
const subjectOf = (alert: AlertContent) => writeAlert(alert, place).subject;

const day = (name: string, salesCents: number) => ({ day: name, salesCents, refundsCents: 400, paid: 3 });
const tasks = [
  { kind: 'refund_request', count: 2, since: '2026-11-25T20:04:00.000Z' },
  { kind: 'hand_payment', count: 1, since: '2026-11-26T02:00:00.000Z' },
];
const digest = {
  date: '2026-11-27',
  tasks,
  deadLetters: 1,
  failedJobs: 0,
  providers: ['Stripe'],
  yesterday: day('2026-11-26', 123_456),
  away: [],
};
const days = ['20', '21', '22', '23', '24', '25', '26'].map((date) =>
  day(`2026-11-${date}`, date === '24' ? 4_000 : 400),
);
const weekly = {
  week: { days, salesBeforeCents: 3_200 },
  funnel: { started: 40, paid: 20, address: 18, seen: 9, home: 9 },
  broke: { deadLetters: { ads: 3 }, failedJobs: {}, providers: ['Stripe'] },
  failures: { accounting_alarm: 1 },
  tasks,
  away: [],
};

describe('the hourly alert', () => {
  it('names the new problems, and links to their pages', () => {
    const facts = { deadLetters: { payment: 2 }, failedJobs: { 'send-email': 1 }, providers: [], known: [] };
    const text = textOf({ kind: 'system', facts });
    expect(subjectOf({ kind: 'system', facts })).toBe('New problems: 2 failed events, 1 failed job');
    for (const part of [
      'Failed events: payment (2)',
      'Failed jobs: send-email (1)',
      'https://bridge.example/admin/events',
      'https://bridge.example/admin/jobs',
    ]) {
      expect(text).toContain(part);
    }
    const providers = { deadLetters: {}, failedJobs: {}, providers: ['Stripe'], known: [] };
    expect(textOf({ kind: 'system', facts: providers })).toContain('https://bridge.example/admin/providers');
  });
});

describe('the morning digest', () => {
  it('contains the open tasks with their start in the operators’ time zone, the problems and the sales', () => {
    const text = textOf({ kind: 'digest', facts: digest });
    expect(subjectOf({ kind: 'digest', facts: digest })).toBe('5 things need your attention (Friday, November 27)');
    for (const part of [
      'Refund requests: 2 (oldest: Nov 25, 3:04 PM)',
      'Customers who want to pay another way: 1 (since Nov 25, 9:00 PM)',
      'Failed events: 1',
      'Failing providers: Stripe',
      'SALES ON THURSDAY, NOVEMBER 26',
      'Sales: $1,234.56',
      'Refunds: $4.00',
      'Transfers paid: 3',
    ]) {
      expect(text.replaceAll('\u202f', ' ')).toContain(part);
    }
  });

  it('contains “All clear” if nothing waits, and names a service that could not be reached', () => {
    const clear = { ...digest, tasks: [], deadLetters: 0, providers: [] };
    expect(subjectOf({ kind: 'digest', facts: clear })).toBe('All clear (Friday, November 27)');
    expect(textOf({ kind: 'digest', facts: clear })).toContain('All clear.');
    const away = textOf({ kind: 'digest', facts: { ...clear, yesterday: null, away: ['payment'] } });
    expect(away).toContain('We couldn’t reach payment, so some numbers are missing.');
    expect(away).not.toContain('All clear');
  });
});

describe('the weekly mail', () => {
  it('contains sales, conversion, the best day, failures and open tasks', () => {
    const text = textOf({ kind: 'weekly', facts: weekly });
    expect(subjectOf({ kind: 'weekly', facts: weekly })).toBe('Your week: $64.00 in sales, up 100%');
    for (const part of [
      'SALES, NOV 20 TO NOV 26',
      'The week before: $32.00',
      'Best day: Tuesday, November 24, $40.00',
      'Transfers paid: 21',
      'Paid: 20 (50% of those who started)',
      'Transfer completed: 9 (100% of those whose first XRP arrived)',
      'Failed events: ads (3)',
      'Accounting problems: 1',
      'Refund requests: 2',
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each([
    [3_200, 'Your week: $64.00 in sales, up 100%'],
    [12_800, 'Your week: $64.00 in sales, down 50%'],
    [6_400, 'Your week: $64.00 in sales, the same as the week before'],
    [0, 'Your week: $64.00 in sales'],
    [null, 'Your week: $64.00 in sales'],
  ])('compares the sales with those of the week before (%s cents)', (salesBeforeCents, subject) => {
    expect(subjectOf({ kind: 'weekly', facts: { ...weekly, week: { days, salesBeforeCents } } })).toBe(subject);
  });

  it('names the services that could not be reached, and does not claim that nothing broke', () => {
    const broke = { deadLetters: {}, failedJobs: {}, providers: [] };
    const text = textOf({
      kind: 'weekly',
      facts: { ...weekly, week: null, funnel: null, broke, failures: {}, tasks: [], away: ['payment', 'transfer'] },
    });
    expect(text).toContain('We couldn’t reach payment, transfer, so some numbers are missing.');
    expect(text).toContain('No known problems.');
    expect(text).not.toContain('No problems.');
    expect(text).toContain('No open tasks.');
  });
});

const alerts: AlertContent[] = [
  { kind: 'digest', facts: digest },
  { kind: 'weekly', facts: weekly },
  { kind: 'disputes', facts: { what: 'A dispute is over', details: 'Lost <b>&', reference: null } },
  { kind: 'test', facts: {} },
];

it.each(alerts)('the mail of an alert of kind $kind is easy to read, and escapes its texts', (alert) => {
  const { text, html } = alertMail({ productName: 'XRP Bridge' }, place.site, writeAlert(alert, place));
  expect(findHardSentences([text])).toEqual([]);
  expect(html).not.toContain('<b>&');
});

it('a webhook message is one text in Slack’s format, with control characters escaped', () => {
  const alert: AlertContent = {
    kind: 'disputes',
    facts: { what: 'A dispute is over', details: 'Lost <!channel> & more', reference: null },
  };
  expect(JSON.parse(alertMessage({ productName: 'XRP Bridge' }, writeAlert(alert, place)))).toEqual({
    text: '*XRP Bridge: A dispute is over*\nA dispute is over.\nLost &lt;!channel&gt; &amp; more\nOpen the task: https://bridge.example/admin/tasks',
  });
});
