import { randomBytes } from 'node:crypto';
import type { EventOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { type AlertKind, alertApi, alertKinds } from '@xrp-bridge/contracts/operator-alerts';
import { AccountingChecked } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { TaskOpened } from '@xrp-bridge/contracts/task';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planAlert, sendOverdueAlerts } from '../src/use-cases/operator-alerts.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

let notification: Harness;
beforeAll(async () => {
  notification = await startHarness({ environment: { MAIL_ATTEMPTS: '3' } });
});
afterAll(() => notification?.stop());

const newOperator = () => randomBytes(16).toString('hex');
const webhookAt = (to: string) => `${notification.sandbox.url}/webhook/${to}`;
interface Choices {
  email?: string;
  webhookUrl?: string;
  kinds?: AlertKind[];
}
const saveUnconfirmed = (operatorId: string, choices: Choices) =>
  notification.client.call(alertApi.save, {
    params: { operatorId },
    body: { email: null, webhookUrl: null, kinds: [...alertKinds], ...choices },
  });
const save = async (operatorId: string, choices: Choices) => {
  if (choices.email) await notification.confirmAddress(operatorId, choices.email);
  return saveUnconfirmed(operatorId, choices);
};
const confirm = (operatorId: string, token: string) =>
  notification.client.call(alertApi.confirm, { params: { operatorId }, body: { token } });
/** Returns the token of the last mail to an address. */
const lastToken = async (email: string): Promise<string> => {
  const text = (await notification.mailsTo(email)).at(-1)?.text ?? '';
  return /https:\/\/bridge\.example\/admin\/account#alerts=([\w-]+)/.exec(text)?.[1] ?? 'no token in the last mail';
};
const read = (operatorId: string) => notification.client.call(alertApi.read, { params: { operatorId } });
const test = (operatorId: string, way: 'email' | 'webhook') =>
  notification.client.call(alertApi.test, { params: { operatorId, way } });
const control = async (method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${notification.sandbox.url}/_sandbox/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return answer.json();
};
const messagesTo = async (to: string) => ((await control('GET', `webhook/${to}`)) as { texts: string[] }).texts;

type Task = EventOf<typeof TaskOpened>['data'];
const refundRequest = (): Task & { paymentId: string } => {
  const orderId = newTransferId();
  const paymentId = `pay_${orderId}`;
  return { kind: 'refund_request', cause: `${paymentId}:1`, orderId, paymentId, why: 'Why.', amountCents: 400 };
};
const open = (task: Task) => notification.publish(TaskOpened, task.paymentId ?? task.cause, task);

/**
 * Opens another task and waits for its alert to a new operator.
 * Afterwards, all earlier alerts have been processed.
 */
async function settled() {
  const email = newEmail('last');
  await save(newOperator(), { email });
  const task = refundRequest();
  await open(task);
  await eventually(async () => {
    const texts = (await notification.mailsTo(email)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining(referenceOf(task.orderId)));
  });
}

describe('an immediate alert', () => {
  it('names the refund and the transfer, and links to the task, in a mail and in a webhook message', async () => {
    const [email, to] = [newEmail('ada'), newOperator()];
    await save(to, { email, webhookUrl: webhookAt(to) });
    const task = refundRequest();
    const reference = referenceOf(task.orderId);
    await open(task);
    const [mail] = await notification.expectMails(email, 1);
    expect(mail?.subject).toBe('A customer asked for a refund of $4.00');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`A customer asked for a refund of $4.00 (transfer ${reference}).`);
      expect(part).toContain(`https://bridge.example/admin/tasks?q=${reference}`);
      expect(part).toContain('https://bridge.example/admin/account');
    }
    const [message] = await eventually(async () => {
      const messages = await messagesTo(to);
      expect(messages).toHaveLength(1);
      return messages;
    });
    expect(message).toBe(
      [
        '*XRP Bridge: A customer asked for a refund of $4.00*',
        `A customer asked for a refund of $4.00 (transfer ${reference}).`,
        `Open the task: https://bridge.example/admin/tasks?q=${reference}`,
      ].join('\n'),
    );
    const sent = { sentAt: expect.any(String), failedAt: null, failure: null };
    await eventually(async () => expect((await read(to)).deliveries).toEqual({ email: sent, webhook: sent }));
  });

  it('is sent once per cause, even if the event arrives again or is emitted again', async () => {
    const [operatorId, email] = [newOperator(), newEmail('ada')];
    await save(operatorId, { email, kinds: ['refund_requests'] });
    const task = refundRequest();
    const event = await open(task);
    await notification.publish(TaskOpened, task.paymentId, task, { id: event.id });
    // Events of one payment are handled in order, so the repetition is handled before this one.
    const { id } = await open(task);
    const { db } = notification.context;
    const inbox = db.selectFrom('inbox').select('event_id').where('event_id', '=', id);
    await eventually(async () => expect(await inbox.execute()).toHaveLength(1));
    await notification.expectMails(email, 1);
    const deliveries = db.selectFrom('operator_delivery').select('way').where('operator_id', '=', operatorId);
    expect(await deliveries.execute()).toHaveLength(1);
  });

  it.each([
    ['refund_requests', () => open(refundRequest()), 'A customer asked for a refund of $4.00'],
    [
      'hand_payments',
      () =>
        notification.saveContact({
          transferId: newTransferId(),
          email: newEmail(),
          reason: 'stripe_pending_notification',
        }),
      'A customer wants to pay another way',
    ],
    ['disputes', () => open({ ...refundRequest(), kind: 'dispute' }), 'A customer’s bank disputes a payment of $4.00'],
    [
      'accounting',
      () => notification.publish(AccountingChecked, 'accounting', { balanced: false, differences: 2, days: 7 }),
      'We found a problem in our accounting',
    ],
  ] as const)('reaches only the operators who chose the kind %s', async (kind, cause, subject) => {
    const [chose, others] = [newEmail('chose'), newEmail('others')];
    await save(newOperator(), { email: chose, kinds: [kind] });
    await save(newOperator(), { email: others, kinds: alertKinds.filter((each) => each !== kind) });
    await cause();
    expect((await notification.expectMails(chose, 1))[0]?.subject).toBe(subject);
    await settled();
    expect((await notification.mailsTo(others)).map((mail) => mail.subject)).not.toContain(subject);
  });

  it('is not sent for a task that waits for the digest', async () => {
    const email = newEmail('ada');
    await save(newOperator(), { email, kinds: ['refund_requests', 'hand_payments', 'disputes', 'accounting'] });
    await open({ ...refundRequest(), kind: 'campaign_by_hand' });
    await open(refundRequest());
    await settled();
    // One mail for each of the two refund requests, that of this test and that of `settled`.
    const subjects = (await notification.expectMails(email, 2)).map((mail) => mail.subject);
    expect(new Set(subjects)).toEqual(new Set(['A customer asked for a refund of $4.00']));
  });

  it('is not sent after the choices were deleted', async () => {
    const [operatorId, email] = [newOperator(), newEmail('gone')];
    await save(operatorId, { email });
    await notification.client.call(alertApi.delete, { params: { operatorId } });
    await open(refundRequest());
    await settled();
    expect(await notification.mailsTo(email)).toEqual([]);
    expect(await read(operatorId)).toMatchObject({ email: null, webhookUrl: null });
  });

  it('about the accounting is repeated only after a check without differences', async () => {
    const email = newEmail('ada');
    // Each check has its own time: a task is not opened if a check of the same millisecond found no differences.
    let now = Date.now();
    const check = (differences: number) => {
      const time = new Date(now++).toISOString();
      return notification.publish(AccountingChecked, 'accounting', { balanced: true, differences, days: 7 }, { time });
    };
    await check(0);
    await settled();
    await save(newOperator(), { email, kinds: ['accounting'] });
    await check(1);
    await check(1);
    await check(0);
    await check(3);
    const mails = await notification.expectMails(email, 2);
    expect(mails[0]?.text).toContain('In the last 7 days, 1 payment differs from what Stripe shows.');
    expect(mails[1]?.text).toContain('3 payments differ');
  });

  it('contains no e-mail address in its job and in its row', async () => {
    const [operatorId, email] = [newOperator(), newEmail('secret')];
    await save(operatorId, { email, webhookUrl: webhookAt(operatorId) });
    const { context } = notification;
    const jobs: unknown[] = [];
    const alert = {
      id: `alert-${operatorId}`,
      kind: 'disputes',
      facts: { what: 'W', details: null, reference: null },
    } as const;
    const enqueue: typeof context.enqueue = (_tx, _job, data, options) => void jobs.push({ data, options });
    await context.transact((tx) => planAlert({ ...context, enqueue }, tx, alert));
    expect(jobs.length).toBeGreaterThanOrEqual(2);
    const rows = await context.db.selectFrom('operator_alert').selectAll().execute();
    expect(JSON.stringify([jobs, rows])).not.toMatch(/@|secret|http/);
  });
});

describe('a new e-mail address', () => {
  const subject = 'Confirm your email address for alerts';
  const subjectsTo = async (email: string) => (await notification.mailsTo(email)).map((mail) => mail.subject);
  const expired = { code: 'link_expired' };

  it('gets only the confirmation mail until its link is used, which works once', async () => {
    const [operatorId, email] = [newOperator(), newEmail('new')];
    expect(await saveUnconfirmed(operatorId, { email })).toMatchObject({ email, emailConfirmed: false });
    // A second save and an alert send nothing.
    await saveUnconfirmed(operatorId, { email, kinds: ['refund_requests'] });
    await open(refundRequest());
    await settled();
    expect(await subjectsTo(email)).toEqual([subject]);
    const token = await lastToken(email);
    expect(await confirm(operatorId, token)).toMatchObject({ email, emailConfirmed: true });
    await expect(confirm(operatorId, token)).rejects.toMatchObject(expired);
    expect(await read(operatorId)).toMatchObject({ emailConfirmed: true });
    await open(refundRequest());
    await eventually(async () => expect(await subjectsTo(email)).toContain('A customer asked for a refund of $4.00'));
    // A confirmed address that is saved again stays confirmed.
    expect(await saveUnconfirmed(operatorId, { email })).toMatchObject({ emailConfirmed: true });
  });

  it('must be confirmed again after it was deleted', async () => {
    const [operatorId, email] = [newOperator(), newEmail('again')];
    await save(operatorId, { email, kinds: [] });
    await saveUnconfirmed(operatorId, {});
    const { db } = notification.context;
    const stored = db.selectFrom('operator_choice').select('confirmed_email').where('operator_id', '=', operatorId);
    expect(await stored.execute()).toEqual([{ confirmed_email: null }]);
    expect(await saveUnconfirmed(operatorId, { email })).toMatchObject({ emailConfirmed: false });
    expect(await subjectsTo(email)).toEqual([subject]);
  });

  it('gets a new link in place of a test, and only the last link is valid', async () => {
    const [operatorId, email] = [newOperator(), newEmail('new')];
    await saveUnconfirmed(operatorId, { email });
    const first = await lastToken(email);
    expect((await test(operatorId, 'email')).deliveries.email.failure).toBeNull();
    expect(await subjectsTo(email)).toEqual([subject, subject]);
    await expect(confirm(operatorId, first)).rejects.toMatchObject(expired);
    const last = await lastToken(email);
    await expect(confirm(newOperator(), last)).rejects.toMatchObject(expired);
    expect(await confirm(operatorId, last)).toMatchObject({ emailConfirmed: true });
  });

  it('is not confirmed by a link that has expired or was sent to another address', async () => {
    const [operatorId, email, other] = [newOperator(), newEmail('new'), newEmail('other')];
    await saveUnconfirmed(operatorId, { email });
    const { db } = notification.context;
    const choice = db.updateTable('operator_choice').where('operator_id', '=', operatorId);
    // An instance of the previous version changes the address and not the link.
    await choice.set({ email: other }).execute();
    await expect(confirm(operatorId, await lastToken(email))).rejects.toMatchObject(expired);
    await choice.set({ email, confirmation_expires_at: notification.context.clock() }).execute();
    await expect(confirm(operatorId, await lastToken(email))).rejects.toMatchObject(expired);
    expect(await read(operatorId)).toMatchObject({ emailConfirmed: false });
  });

  it('gets no alert that waits for the previous address', async () => {
    const [operatorId, email, next] = [newOperator(), newEmail('ada'), newEmail('next')];
    await save(operatorId, { email });
    await notification.fault('down', 3_600_000);
    await open(refundRequest());
    const { db } = notification.context;
    const waiting = db.selectFrom('operator_delivery').select('sent_at').where('operator_id', '=', operatorId);
    await eventually(async () => expect(await waiting.execute()).toEqual([{ sent_at: null }]));
    await saveUnconfirmed(operatorId, { email: next });
    await notification.fault('down', 0);
    await settled();
    await db
      .updateTable('operator_delivery')
      .set({ due_at: new Date(0) })
      .where('sent_at', 'is', null)
      .execute();
    await sendOverdueAlerts(notification.context);
    await settled();
    expect(await notification.mailsTo(next)).toEqual([]);
  });
});

describe('a webhook', () => {
  it.each(['down', 'error', 'rate-limited'])('receives a message once after the fault “%s” ends', async (kind) => {
    const to = newOperator();
    await save(to, { webhookUrl: webhookAt(to), kinds: ['refund_requests'] });
    await control('POST', 'faults', { provider: 'webhook', kind, forMs: 3_600_000 });
    const task = refundRequest();
    await open(task);
    await eventually(async () => expect((await read(to)).deliveries.webhook.failedAt).not.toBeNull());
    await control('POST', 'faults', { provider: 'webhook', kind, forMs: 0 });
    const received = [expect.stringContaining(referenceOf(task.orderId))];
    await eventually(async () => expect(await messagesTo(to)).toEqual(received));
    await eventually(async () =>
      expect((await read(to)).deliveries.webhook).toMatchObject({ failedAt: null, failure: null }),
    );
    const { db } = notification.context;
    const delivery = db.selectFrom('operator_delivery').select('sent_at').where('operator_id', '=', to);
    expect(await delivery.execute()).toEqual([{ sent_at: expect.any(Date) }]);
    await sendOverdueAlerts(notification.context);
    await settled();
    expect((await messagesTo(to)).filter((text) => text.includes(referenceOf(task.orderId)))).toHaveLength(1);
  });

  it('shows the error to its operator when it refuses a message, and causes no failed job', async () => {
    const operatorId = newOperator();
    await save(operatorId, { webhookUrl: webhookAt('gone'), kinds: ['refund_requests'] });
    await open(refundRequest());
    await eventually(async () =>
      expect((await read(operatorId)).deliveries.webhook).toEqual({
        sentAt: null,
        failedAt: expect.any(String),
        failure: 'The webhook returned error 404.',
      }),
    );
    expect((await notification.client.call(operationsApi.listJobs, {})).failed).toEqual([]);
  });

  it.each([
    'http://hooks.example/1',
    'https://127.0.0.1/1',
    'https://localhost/1',
    'https://hooks.internal/1',
    'https://hooks.example:8443/1',
    'not an address',
  ])('cannot be saved with the address %s', async (webhookUrl) => {
    await expect(save(newOperator(), { webhookUrl })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'webhookUrl' }],
    });
  });

  it('receives no message if its stored address is no longer allowed', async () => {
    const operatorId = newOperator();
    await save(operatorId, { webhookUrl: webhookAt('x') });
    await notification.context.db
      .updateTable('operator_choice')
      .set({ webhook_url: 'http://127.0.0.1:9/webhook' })
      .where('operator_id', '=', operatorId)
      .execute();
    expect((await test(operatorId, 'webhook')).deliveries.webhook.failure).toBe(
      'The webhook isn’t a public https address.',
    );
  });
});

describe('a test alert', () => {
  it('is sent to the stored addresses, and its outcome is stored', async () => {
    const [operatorId, email] = [newOperator(), newEmail('ada')];
    await save(operatorId, { email, webhookUrl: webhookAt(operatorId), kinds: [] });
    expect((await test(operatorId, 'email')).deliveries.email).toMatchObject({
      sentAt: expect.any(String),
      failure: null,
    });
    expect((await notification.expectMails(email, 1))[0]?.subject).toBe('This is a test');
    await test(operatorId, 'webhook');
    expect(await messagesTo(operatorId)).toEqual([expect.stringContaining('This is a test')]);
  });

  it('shows why the delivery failed, until the address is changed', async () => {
    const operatorId = newOperator();
    await save(operatorId, { webhookUrl: webhookAt('moved') });
    expect((await test(operatorId, 'webhook')).deliveries.webhook.failure).toBe(
      'The webhook redirected us to another web address. Enter that one instead.',
    );
    expect((await save(operatorId, { webhookUrl: webhookAt('moved') })).deliveries.webhook.failure).not.toBeNull();
    expect((await save(operatorId, { webhookUrl: webhookAt('other') })).deliveries.webhook.failure).toBeNull();
  });

  it('shows whether the mail server refused the address or was down', async () => {
    const [operatorId, email] = [newOperator(), newEmail('ada')];
    await save(operatorId, { email });
    await notification.fault('bouncing', 3_600_000);
    expect((await test(operatorId, 'email')).deliveries.email.failure).toBe(
      'The mail server says this email address doesn’t exist.',
    );
    await notification.fault('down', 3_600_000);
    expect((await test(operatorId, 'email')).deliveries.email.failure).toBe('The mail server didn’t accept the email.');
    await notification.fault('down', 0);
  });

  it('is refused without a stored address', async () => {
    await expect(test(newOperator(), 'email')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
