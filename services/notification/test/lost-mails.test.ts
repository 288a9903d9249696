import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { TransferExpired } from '@xrp-bridge/contracts/transfer-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mailer } from '../src/mailer.ts';
import { upsertRelease } from '../src/store.ts';
import { planMails, planMissingReceipts, planReceipts, sendOverdueMails } from '../src/use-cases/plan-mails.ts';
import { sendMail } from '../src/use-cases/send-mail.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

const minute = 60_000;
let now = new Date('2026-11-21T10:00:00Z');
let notification: Harness;

beforeAll(async () => {
  notification = await startHarness({ clock: () => now });
});
afterAll(() => notification?.stop());

const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function newCustomer() {
  const transferId = newTransferId();
  const email = newEmail();
  await notification.saveContact({ transferId, email });
  return { transferId, email };
}

const findPayment = (id: string) => notification.context.db.selectFrom('payment').select('id').where('id', '=', id);

/** Plans a mail whose job never reaches the queue. */
async function planLostMail() {
  const { transferId, email } = await newCustomer();
  const { context } = notification;
  const mail = { id: `${transferId}-arrived`, transferId, template: 'arrived', facts: { payment: null } } as const;
  await context.transact((tx) => planMails({ ...context, enqueue: () => undefined }, tx, [mail]));
  return { mail, email, context };
}

const runsOf = (id: string) =>
  notification.context.db.selectFrom('mail').select(['runs', 'sent_at']).where('id', '=', id).executeTakeFirst();

describe('the sweep of overdue mails', () => {
  it('sends a mail after its due time if its job was lost', async () => {
    const { mail, email, context } = await planLostMail();
    advance(14 * minute);
    await sendOverdueMails(context);
    expect(await runsOf(mail.id)).toEqual({ runs: 0, sent_at: null });
    advance(2 * minute);
    await sendOverdueMails(context);
    await sendOverdueMails(context);
    await notification.expectMails(email, 1);
    await eventually(async () => expect(await runsOf(mail.id)).toEqual({ runs: 1, sent_at: expect.any(Date) }));
  });

  it('does not send a mail while its job still retries', async () => {
    const { mail, email, context } = await planLostMail();
    const mailer = { ...context.mailer, send: () => Promise.reject(new Error('try later')) };
    const settings = { ...context.settings, MAIL_RETRY_MS: minute };
    const fifth = { attempt: 5, lastAttempt: false, signal: AbortSignal.timeout(minute) };
    advance(14 * minute);
    await expect(sendMail({ ...context, mailer, settings }, mail.id, fifth)).rejects.toThrow('try later');

    // The next attempt is 16 minutes away.
    advance(30 * minute);
    await sendOverdueMails(context);
    expect(await runsOf(mail.id)).toEqual({ runs: 0, sent_at: null });
    advance(2 * minute);
    await sendOverdueMails(context);
    await notification.expectMails(email, 1);
  });

  it('does not send a mail whose job has failed for good', async () => {
    const { transferId } = await newCustomer();
    await notification.saveContact({ transferId, email: 'ann@unknown.example' });
    await notification.arrive(transferId);
    const id = `${transferId}-arrived`;
    const dueAt = () =>
      notification.context.db.selectFrom('mail').select('due_at').where('id', '=', id).executeTakeFirst();
    await eventually(async () => expect(await dueAt()).toEqual({ due_at: null }));
    advance(60 * minute);
    await sendOverdueMails(notification.context);
    expect(await runsOf(id)).toEqual({ runs: 0, sent_at: null });
  });
});

describe('a mail that was sent just before the database failed', () => {
  const run = { attempt: 1, lastAttempt: false };

  /** Returns a context whose mailer sends, and whose database then refuses the next `refusals` updates. */
  async function sending(refusals: number) {
    const { mail, email, context } = await planLostMail();
    let refused = Number.POSITIVE_INFINITY;
    const db = new Proxy(context.db, {
      get(target, name) {
        if (name === 'updateTable' && refused++ < refusals) {
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const mailer: Mailer = {
      ...context.mailer,
      async send(envelope, content) {
        await context.mailer.send(envelope, content);
        refused = 0;
      },
    };
    return { mail, email, context: { ...context, db, mailer } };
  }

  it('is stored as sent when the database recovers, and is not sent again', async () => {
    const { mail, email, context } = await sending(2);
    const { signal } = new AbortController();
    await sendMail(context, mail.id, { ...run, signal });
    expect(await runsOf(mail.id)).toEqual({ runs: 0, sent_at: now });
    await sendMail(notification.context, mail.id, { ...run, signal });
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('is not sent by another run until the first run has timed out, and is then sent again', async () => {
    const { mail, email, context } = await sending(Number.POSITIVE_INFINITY);
    await expect(sendMail(context, mail.id, { ...run, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    await sendMail(notification.context, mail.id, { ...run, signal: new AbortController().signal });
    expect(await notification.mailsTo(email)).toHaveLength(1);
    expect(await runsOf(mail.id)).toEqual({ runs: 0, sent_at: null });

    advance(7 * minute);
    await sendOverdueMails(notification.context);
    await notification.expectMails(email, 2);
    await eventually(async () => expect(await runsOf(mail.id)).toEqual({ runs: 1, sent_at: now }));
  });
});

describe('a released guide without a mail', () => {
  it('is mailed after an hour without a payment event; the receipt follows the event', async () => {
    const { transferId, email } = await newCustomer();
    await notification.release(transferId);
    await eventually(async () => expect(await releasedAt(transferId)).toEqual(now));
    advance(59 * minute);
    await planMissingReceipts(notification.context);
    expect(await mailsAbout(transferId)).toEqual([]);

    advance(2 * minute);
    await planMissingReceipts(notification.context);
    await planMissingReceipts(notification.context);
    const [guide] = await notification.expectMails(email, 1);
    expect(guide?.subject).toBe('Your transfer guide is ready');
    expect(guide?.text).not.toContain('$');

    await notification.pay(transferId);
    const mails = await notification.expectMails(email, 2);
    expect(mails.map(({ subject }) => subject)).toContain('Your transfer guide and receipt for $4.00');
  });

  it('is mailed with its receipt if the payment is known', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    const { data } = await notification.pay(transferId);
    await notification.release(transferId);
    await eventually(async () => expect(await releasedAt(transferId)).toEqual(now));
    await eventually(() => findPayment(data.paymentId).executeTakeFirstOrThrow());
    // An earlier version could leave this state: the e-mail is stored, and no mail is planned.
    const contact = { transfer_id: transferId, reason: 'receipt', email, created_at: now } as const;
    await notification.context.db.insertInto('contact').values(contact).execute();
    advance(61 * minute);
    await eventually(async () => {
      await planMissingReceipts(notification.context);
      const [receipt] = await notification.mailsTo(email);
      expect(receipt?.subject).toBe('Your transfer guide and receipt for $4.00');
    });
  });

  it('keeps the time of its first release when the release event repeats', async () => {
    const { transferId } = await newCustomer();
    await notification.release(transferId);
    await eventually(async () => expect(await releasedAt(transferId)).toEqual(now));
    const first = now;
    await notification.publish(TransferExpired, transferId, { transferId });
    advance(minute);
    await notification.release(transferId);
    await notification.publish(PaymentRefunded, transferId, {
      paymentId: 'p',
      transferId,
      product: 'concierge',
      amountCents: 1376,
      currency: 'USD',
      refundedCents: 1376,
      closes: 'concierge',
    });
    await notification.arrive(transferId);
    await eventually(async () => expect(await mailsAbout(transferId)).toContainEqual({ id: `${transferId}-arrived` }));
    expect(await releasedAt(transferId)).toEqual(first);
  });

  const mailsAbout = (id: string) =>
    notification.context.db.selectFrom('mail').select('id').where('transfer_id', '=', id).execute();

  async function releasedAt(id: string): Promise<Date | null | undefined> {
    const transfers = notification.context.db.selectFrom('transfer').select('released_at').where('id', '=', id);
    return (await transfers.executeTakeFirst())?.released_at;
  }
});

it('the receipt of a bundle names the refund of its concierge', async () => {
  const transferId = newTransferId();
  const email = newEmail();
  const { data } = await notification.pay(transferId, { product: 'bundle', amountCents: 1776 });
  await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 1376, closes: 'concierge' });
  const { db } = notification.context;
  await eventually(async () => {
    const payments = db.selectFrom('payment').select('concierge_refunded').where('transfer_id', '=', transferId);
    expect(await payments.execute()).toEqual([{ concierge_refunded: true }]);
  });
  await notification.release(transferId, { serviceFee: '17.76' });
  await notification.saveContact({ transferId, email });
  const [receipt] = await notification.expectMails(email, 1);
  expect(receipt?.text).toContain('Amount: $17.76 (US dollars)');
  expect(receipt?.text).toContain('Refunded: $13.76, for the concierge');
  expect(receipt?.text).not.toContain('Full refund within 14 days');
});

describe('a planned receipt', () => {
  /** Plans the receipt of a bundle. The receipt's job never reaches the queue. */
  async function planReceipt() {
    const { transferId, email } = await newCustomer();
    const { data } = await notification.pay(transferId, { product: 'bundle', amountCents: 1776 });
    const { context } = notification;
    const facts = { released: 'paid', fromExchange: 'kraken', toWallet: 'ledger' } as const;
    await eventually(() => findPayment(data.paymentId).executeTakeFirstOrThrow());
    await context.transact(async (tx) => {
      await upsertRelease(tx, { id: transferId, ...facts, now });
      await planReceipts({ ...context, enqueue: () => undefined }, tx, transferId);
    });
    return { transferId, email, data };
  }

  async function sendOverdue(transferId: string) {
    advance(16 * minute);
    await sendOverdueMails(notification.context);
    return eventually(() =>
      notification.context.db
        .selectFrom('mail')
        .select(['sent_at', 'dropped_at'])
        .where('id', '=', `${transferId}-receipt`)
        .where((mail) => mail.or([mail('sent_at', 'is not', null), mail('dropped_at', 'is not', null)]))
        .executeTakeFirstOrThrow(),
    );
  }

  it('names the refund of the concierge if the concierge was refunded before the mail was sent', async () => {
    const { transferId, email, data } = await planReceipt();
    await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 1376, closes: 'concierge' });
    await notification.expectMails(email, 1);
    expect(await sendOverdue(transferId)).toMatchObject({ dropped_at: null });
    const receipt = (await notification.expectMails(email, 2)).find(({ subject }) => subject.includes('receipt'));
    expect(receipt?.text).toContain('Refunded: $13.76, for the concierge');
    expect(receipt?.text).not.toContain('Full refund within 14 days');
  });

  it('is dropped if everything was refunded before the mail was sent, and the refund mail names the payment', async () => {
    const { transferId, email, data } = await planReceipt();
    const paid = { ...data, paidAt: now.toISOString() };
    await notification.publish(PaymentRefunded, transferId, { ...paid, refundedCents: 1776, closes: 'all' });
    const [refund] = await notification.expectMails(email, 1);
    expect(refund?.subject).toBe('We refunded $17.76');
    expect(refund?.text).toContain('What you bought: Guide with concierge\nPaid: $17.76 (US dollars)\nPaid on: ');
    expect(await sendOverdue(transferId)).toEqual({ sent_at: null, dropped_at: now });
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });
});
