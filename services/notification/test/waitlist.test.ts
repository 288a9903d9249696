import { notificationApi } from '@xrp-bridge/contracts/notification';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldContacts } from '../src/store.ts';
import { eventually, type Harness, newEmail, publicUrl, startHarness } from './harness.ts';

let notification: Harness;

beforeAll(async () => {
  notification = await startHarness();
});
afterEach(() => notification.fault('down', 0));
afterAll(() => notification?.stop());

const join = (email: string) => notification.client.call(notificationApi.joinWaitlist, { body: { email } });

async function contactsOf(email: string) {
  const { contacts } = await notification.client.call(notificationApi.listContacts, { body: { limit: 200 } });
  return contacts.filter((contact) => contact.email?.toLowerCase() === email.toLowerCase());
}

/** Returns the data of the events of type `name` about a contact. */
async function eventsOf(contactId: string | undefined, name: string) {
  const events = await notification.published(name);
  return events.filter(({ subject }) => subject === contactId).map(({ data }) => data);
}

describe('the waitlist', () => {
  it('stores an e-mail address once and sends one mail to it; the response to a repeated request is identical', async () => {
    const email = newEmail('waits');
    expect([await join(email), await join(email), await join(email.toUpperCase())]).toEqual(
      Array(3).fill({ ok: true }),
    );
    const [mail] = await notification.expectMails(email, 1);
    expect(mail?.subject).toBe('We’ll email you if XRP gets new keys');
    expect(mail?.text).toContain(`${publicUrl}/concierge/encryption`);

    const [contact, ...others] = await contactsOf(email);
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ email, transferId: null, reason: 'quantum_waitlist', phone: null, message: null });
    await eventually(async () =>
      expect(await eventsOf(contact?.id, 'notification.sent')).toEqual([
        { transferId: null, template: 'waitlist_joined' },
      ]),
    );
    expect(await join(email)).toEqual({ ok: true });
    expect(await eventsOf(contact?.id, 'waitlist.joined')).toEqual([{ contactId: contact?.id, waitlist: 'quantum' }]);
    expect((await notification.context.queues.count()).waiting).toBe(0);
    expect(await notification.mailsTo(email)).toHaveLength(1);
    expect(await notification.mailsTo(email.toUpperCase())).toEqual([]);
  });

  it('is joined once by concurrent requests with the same address', async () => {
    const email = newEmail('twice');
    await Promise.all([join(email), join(email), join(email.toUpperCase())]);
    expect(await contactsOf(email)).toHaveLength(1);
    const [contact] = await contactsOf(email);
    expect(await eventsOf(contact?.id, 'waitlist.joined')).toHaveLength(1);
  });

  it('can be joined while the mail server is down, and one mail follows when the server recovers', async () => {
    await notification.fault('down', 86_400_000);
    const email = newEmail('down');
    expect(await join(email)).toEqual({ ok: true });
    const [contact] = await contactsOf(email);
    const sent = () => eventsOf(contact?.id, 'notification.sent');
    expect([await notification.mailsTo(email), await sent()]).toEqual([[], []]);
    await join(email);

    await notification.fault('down', 0);
    await eventually(async () => expect(await sent()).toHaveLength(1));
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('does not leak the e-mail address into events', async () => {
    const email = newEmail('secret');
    await join(email);
    await notification.expectMails(email, 1);
    expect(JSON.stringify(await notification.published())).not.toContain(email);
  });

  it('sends at most ten mails an hour to one mailbox with many spellings, and drops the rest', async () => {
    const [name, domain] = newEmail('flood').split('@');
    const emails = Array.from({ length: 13 }, (_, index) => `${name}+${index}@${domain}`);
    for (const email of emails) await join(email);
    const { db } = notification.context;
    await eventually(async () => {
      const mails = db.selectFrom('mail').innerJoin('contact', 'contact.id', 'mail.contact_id');
      const settled = await mails.select(['sent_at', 'dropped_at']).where('contact.email', 'in', emails).execute();
      expect([settled.filter((mail) => mail.sent_at).length, settled.filter((mail) => mail.dropped_at).length]).toEqual(
        [10, 3],
      );
    });
  });

  it('deletes an e-mail address with its mail after 180 days', async () => {
    const email = newEmail('old');
    await join(email);
    await notification.expectMails(email, 1);
    const { db, clock } = notification.context;
    const inDays = (days: number) => new Date(clock().getTime() + days * 86_400_000);
    await deleteOldContacts(db, inDays(179));
    expect(await contactsOf(email)).toHaveLength(1);
    await deleteOldContacts(db, inDays(181));
    expect(await contactsOf(email)).toEqual([]);
    expect(await db.selectFrom('mail').select('id').where('contact_id', 'is not', null).execute()).toEqual([]);
  });

  it.each([
    '',
    'ann',
    'ann@example.com, eve@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    `${'a'.repeat(250)}@x.co`,
  ])('rejects the address %j', async (email) => {
    await expect(join(email)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'email' }] });
  });
});
