import { randomBytes } from 'node:crypto';
import { type Briefing, BriefingRequested } from '@xrp-bridge/contracts/briefing';
import { type AlertKind, alertApi, alertKinds } from '@xrp-bridge/contracts/operator-alerts';
import { TaskOpened } from '@xrp-bridge/contracts/task';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestBriefing } from '../src/use-cases/send-briefing.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

// A Monday, before 8 in New York.
let now: Date;
let notification: Harness;
beforeEach(async () => {
  now = new Date('2026-11-23T11:05:00Z');
  notification = await startHarness({ clock: () => now });
});
afterEach(() => notification?.stop());

const operatorId = randomBytes(16).toString('hex');
const save = async (email: string, kinds: readonly AlertKind[] = alertKinds, id = operatorId) => {
  await notification.confirmAddress(id, email);
  await notification.client.call(alertApi.save, {
    params: { operatorId: id },
    body: { email, webhookUrl: null, kinds: [...kinds] },
  });
};
const day = (date: string) => ({ day: date, salesCents: 400, refundsCents: 0, paid: 1 });
const days = ['16', '17', '18', '19', '20', '21', '22'].map((date) => day(`2026-11-${date}`));
const calm: Briefing = {
  operators: [operatorId],
  counts: { deadLetters: 0, failedJobs: 0 },
  deadLetters: [],
  failedJobs: [],
  failingProviders: [],
  week: { days, salesBeforeCents: null },
  funnel: { started: 4, paid: 2, address: 2, seen: 1, home: 1 },
  away: [],
};
const brief = (briefing: Partial<Briefing> = {}) =>
  notification.client.call(alertApi.brief, { body: { ...calm, ...briefing } });
const advance = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
const expectSubjects = (email: string, subjects: string[]) =>
  eventually(async () => expect((await notification.mailsTo(email)).map(({ subject }) => subject)).toEqual(subjects));

const letter = { id: 'dead-letter payment 1', name: 'payment' };
const job = { id: 'job ads x 2026', name: 'make-campaign' };

it('an hourly alert is sent only for new problems, and at most once an hour', async () => {
  const email = newEmail('ada');
  await save(email, ['system']);
  await brief();
  await brief({ deadLetters: [letter] });
  await brief({ deadLetters: [letter] });
  // The failed job is new within the same hour, so the alert of the next hour contains it.
  await brief({ deadLetters: [letter], failedJobs: [job] });
  advance(1);
  await brief({ deadLetters: [letter], failedJobs: [job] });
  advance(1);
  await brief({ deadLetters: [letter], failedJobs: [job] });
  await expectSubjects(email, ['New problems: 1 failed event', 'New problems: 1 failed job']);
});

it('the digest is sent once a day and the weekly mail once on Monday, from 8 in the operators’ time zone', async () => {
  const email = newEmail('ada');
  await save(email, ['digest', 'weekly']);
  const orderId = newTransferId();
  const task = { kind: 'refund_request', cause: orderId, orderId, paymentId: null, why: 'Why.' };
  await notification.publish(TaskOpened, orderId, task, { time: '2026-11-22T20:00:00.000Z' });
  const { db } = notification.context;
  await eventually(async () => expect(await db.selectFrom('task').select('id').execute()).toHaveLength(1));
  await brief();
  advance(2);
  await Promise.all([brief(), brief()]);
  advance(1);
  await brief();
  advance(24);
  await brief();
  const mails = await notification.expectMails(email, 3);
  const [digest, weekly, next] = ['Monday, November 23', 'Your week', 'Tuesday, November 24'].map((words) =>
    mails.find(({ subject }) => subject.includes(words)),
  );
  expect(digest?.text).toContain('Refund requests: 1 (since Nov 22, 3:00');
  expect(digest?.text).toContain('SALES ON SUNDAY, NOVEMBER 22');
  expect(weekly?.subject).toBe('Your week: $28.00 in sales');
  expect(weekly?.text).toContain('Paid: 2 (50% of those who started)');
  expect(next?.subject).toBe('1 thing needs your attention (Tuesday, November 24)');
});

it('an operator receives only the chosen kinds of alerts', async () => {
  const email = newEmail('ada');
  await save(email, ['digest']);
  advance(3);
  await brief({ deadLetters: [letter], counts: { deadLetters: 1, failedJobs: 0 } });
  await expectSubjects(email, ['1 thing needs your attention (Monday, November 23)']);
});

it('an operator who may no longer sign in gets no more alerts, and the stored address is deleted', async () => {
  const [gone, other] = [newEmail('gone'), newEmail('other')];
  await save(gone);
  const otherId = randomBytes(16).toString('hex');
  await save(other, ['digest'], otherId);
  advance(3);
  await brief({ operators: [otherId], deadLetters: [letter] });
  const { db } = notification.context;
  expect(await db.selectFrom('operator_choice').select('email').execute()).toEqual([{ email: other }]);
  const deliveries = db.selectFrom('operator_delivery').select('operator_id');
  expect(await deliveries.execute()).toEqual([{ operator_id: otherId }]);
  await notification.expectMails(other, 1);
  expect(await notification.mailsTo(gone)).toEqual([]);
});

it('the schedule requests a briefing', async () => {
  await requestBriefing(notification.context);
  await eventually(async () => expect(await notification.published(BriefingRequested.type)).toHaveLength(1));
});
