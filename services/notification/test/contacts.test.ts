import { notificationApi } from '@xrp-bridge/contracts/notification';
import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { TransferDeleted, TransferExpired } from '@xrp-bridge/contracts/transfer-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldContacts } from '../src/store.ts';
import { eventually, type Harness, newEmail, newTransferId, resumeTokenIn, startHarness } from './harness.ts';

let notification: Harness;

beforeAll(async () => {
  notification = await startHarness();
});
afterAll(() => notification?.stop());

async function contactsOf(transferId: string) {
  const { contacts } = await notification.client.call(notificationApi.listContacts, { body: { limit: 200 } });
  return contacts.filter((contact) => contact.transferId === transferId);
}

async function savedEvents(transferId: string) {
  const events = await notification.published('contact.saved');
  return events.filter((event) => event.subject === transferId).map((event) => event.data);
}

describe('contacts', () => {
  it('are replaced by the next contact of the same transfer and reason, and not saved again if unchanged', async () => {
    const transferId = newTransferId();
    const phone = '+1 555 0100';
    await notification.saveContact({ transferId, email: newEmail('first'), phone });
    const email = newEmail('second');
    await notification.saveContact({ transferId, email });
    await notification.saveContact({ transferId, email });

    const [contact, ...others] = await contactsOf(transferId);
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ email, phone: null, reason: 'receipt' });
    const saved = { contactId: contact?.id, transferId, reason: 'receipt' };
    expect(await savedEvents(transferId)).toEqual([saved, saved]);
  });

  it('keep the e-mail address of a refund request when a second request has none', async () => {
    const transferId = newTransferId();
    const email = newEmail('portal');
    const ask = (message: string, more: object) =>
      notification.saveContact({ transferId, reason: 'refund_request', email: null, message, ...more });
    await ask('The add-on, please.', { email });
    await ask('And the guide.', {});
    await ask('And the guide.', {});
    expect(await contactsOf(transferId)).toMatchObject([{ email, message: 'And the guide.' }]);
    expect(await savedEvents(transferId)).toHaveLength(2);
  });

  it('are deleted when all their fields are cleared', async () => {
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email: newEmail() });
    await notification.saveContact({ transferId, email: null });
    await notification.saveContact({ transferId, email: null });
    expect(await contactsOf(transferId)).toEqual([]);
    expect(await savedEvents(transferId)).toHaveLength(1);
  });

  it('are listed newest first, up to the limit', async () => {
    const older = newTransferId();
    const newer = newTransferId();
    await notification.saveContact({ transferId: older, email: newEmail() });
    await notification.saveContact({ transferId: newer, email: newEmail() });
    const { contacts } = await notification.client.call(notificationApi.listContacts, { body: { limit: 2 } });
    expect(contacts.map((contact) => contact.transferId)).toEqual([newer, older]);
  });

  it('are all stored, but messages from one mailbox are answered at most three times a day', async () => {
    const email = newEmail('named').replace('example.com', 'gmail.com');
    const spellings = [email, email.toUpperCase(), email.replace('named', 'na.m.ed'), email.replace('@', '+x@'), email];
    const transferIds = Array.from({ length: 5 }, newTransferId);
    for (const [index, transferId] of transferIds.entries()) {
      const given = spellings[index] as string;
      await notification.saveContact({ transferId, email: given, reason: 'stripe_pending_notification' });
    }
    const { contacts } = await notification.client.call(notificationApi.listContacts, { body: { limit: 200 } });
    expect(contacts.map((contact) => contact.email)).toEqual(expect.arrayContaining(spellings));
    const { db } = notification.context;
    await eventually(async () => {
      const { rows } = await sql<{ sent: number; dropped: number }>`
        select count(sent_at)::int as sent, count(dropped_at)::int as dropped
        from mail where template = 'contact_received' and transfer_id = any (${transferIds})`.execute(db);
      expect(rows).toEqual([{ sent: 3, dropped: 2 }]);
    });
  });

  it('require an e-mail address, and are identified by it, if they have no transfer', async () => {
    const email = newEmail('nobody');
    await notification.saveContact({ email, message: 'first' });
    await notification.saveContact({ email: email.toUpperCase(), message: 'second' });
    const { contacts } = await notification.client.call(notificationApi.listContacts, { body: { limit: 200 } });
    const mine = contacts.filter((contact) => contact.email?.toLowerCase() === email);
    expect(mine.map((contact) => contact.message)).toEqual(['second']);
    await expect(notification.saveContact({ message: 'who?' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'We need an email address if there’s no transfer.',
      errors: [{ field: 'email' }],
    });
  });

  it.each([
    ['email', { email: 'no address' }],
    ['email', { email: 'ann@example.com\r\nBcc: eve@example.com' }],
    ['reason', { reason: 'because' }],
    ['transferId', { transferId: '../../etc' }],
    ['message', { message: 'x'.repeat(2001) }],
  ])('with the invalid field “%s” are rejected, and the response does not contain its value', async (field, wrong) => {
    const value = String(Object.values(wrong)[0]);
    const given = { transferId: newTransferId(), email: null, phone: null, reason: 'receipt', message: null, ...wrong };
    const answer = await fetch(`${notification.url}${notificationApi.saveContact.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${notification.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    expect(answer.status).toBe(400);
    const problem = await answer.text();
    expect(JSON.parse(problem)).toMatchObject({ code: 'invalid_input', errors: [{ field }] });
    if (value.length > 1) expect(problem).not.toContain(value);
  });
});

describe('a message', () => {
  it('gets one answer if the payment provider is unavailable, and is replaced by the next message', async () => {
    const transferId = newTransferId();
    const email = newEmail('panel');
    const reason = 'stripe_pending_notification';
    await notification.saveContact({ transferId, email, phone: '555 0101', reason, message: '<b>Help</b> 555 0101' });
    await notification.saveContact({ transferId, email, phone: '555 0102', reason });

    const [answer] = await notification.expectMails(email, 1);
    expect(answer?.subject).toBe('We got your message');
    expect(answer?.text + String(answer?.html)).not.toMatch(/Help|555 01/);
    expect(await contactsOf(transferId)).toMatchObject([{ reason, phone: '555 0102', message: null }]);
  });

  it('about a refund is listed with its author’s e-mail address, even after the refund', async () => {
    const transferId = newTransferId();
    const email = newEmail('refund');
    await notification.saveContact({ transferId, email });
    const { data } = await notification.pay(transferId);
    const words = { reason: 'refund_request', message: 'My exchange closed.' } as const;
    await notification.saveContact({ transferId, ...words });
    await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 400, closes: 'guide' });
    await notification.expectMails(email, 1);
    expect(await contactsOf(transferId)).toContainEqual(expect.objectContaining({ ...words, email }));
  });
});

describe('the retention of contacts, mails, tokens and payments', () => {
  it('ends 90 days after the transfer closed or 180 days after it began', async () => {
    const { db, clock } = notification.context;
    const [open, expired, revived] = [newTransferId(), newTransferId(), newTransferId()];
    const email = newEmail('kept');
    for (const transferId of [open, expired, revived]) await notification.saveContact({ transferId, email });
    for (const transferId of [expired, revived]) {
      await notification.publish(TransferExpired, transferId, { transferId });
      await eventually(async () => expect((await closedAt(transferId))?.closed_at).not.toBeNull());
    }
    await notification.pay(revived);
    await notification.release(revived);
    const [receipt] = await notification.expectMails(email, 1);
    expect(receipt && resumeTokenIn(receipt)).toBeTruthy();

    const inDays = (days: number) => new Date(clock().getTime() + days * 86_400_000);
    await deleteOldContacts(db, inDays(89));
    expect(await contactsOf(expired)).toHaveLength(1);
    await deleteOldContacts(db, inDays(91));
    expect(await contactsOf(expired)).toEqual([]);
    expect([...(await contactsOf(open)), ...(await contactsOf(revived))]).toHaveLength(2);
    await deleteOldContacts(db, inDays(181));
    const { contacts } = await notification.client.call(notificationApi.listContacts, { body: {} });
    expect(contacts).toEqual([]);
    for (const table of ['mail', 'resume_token', 'payment'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  it('ends with the deletion of the transfer, also if transfer.deleted is delivered twice', async () => {
    const { db } = notification.context;
    const [transferId, other] = [newTransferId(), newTransferId()];
    const email = newEmail('deleted');
    await notification.saveContact({ transferId, email: newEmail('before') });
    await notification.saveContact({ transferId, email });
    await notification.saveContact({ transferId: other, email });
    await notification.publish(TransferDeleted, transferId, { transferId });
    await eventually(async () => expect(await contactsOf(transferId)).toEqual([]));
    const former = db.selectFrom('former_email').selectAll().where('transfer_id', '=', transferId);
    expect(await former.execute()).toEqual([]);
    expect(await contactsOf(other)).toHaveLength(1);
    await notification.publish(TransferDeleted, transferId, { transferId });
    await notification.arrive(other);
    await notification.expectMails(email, 1);
    expect(await contactsOf(transferId)).toEqual([]);
  });

  const closedAt = (id: string) =>
    notification.context.db.selectFrom('transfer').select('closed_at').where('id', '=', id).executeTakeFirst();
});
