import { notificationApi } from '@xrp-bridge/contracts/notification';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { explain } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContacts } from '../src/store.ts';
import { type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

let notification: Harness;
const [ann, bob] = [newTransferId(), newTransferId()];
const [annEmail, bobEmail, bobOther, cyEmail] = ['ann', 'bob', 'other', 'cy'].map((name) => newEmail(name));

beforeAll(async () => {
  notification = await startHarness();
  // The contacts are saved one after the other, because the list shows the latest contact first.
  await notification.saveContact({ transferId: ann, email: annEmail, phone: '+1 555 0100' });
  await notification.saveContact({ transferId: ann, reason: 'refund_request', message: 'It is 100% too late.' });
  await notification.saveContact({ transferId: bob, email: bobEmail });
  await notification.saveContact({
    transferId: bob,
    reason: 'stripe_pending_notification',
    email: bobOther,
    message: 'I sent 1000 XRP\nto under_score.',
  });
  await notification.saveContact({ email: cyEmail, phone: '+1 555 0199', message: 'underXscore' });
});
afterAll(() => notification?.stop());

async function find(search: string, query: { limit?: number; cursor?: string; reason?: 'refund_request' } = {}) {
  return await notification.client.call(notificationApi.listContacts, { body: { ...query, search } });
}
const annReceipt = () => ({ transferId: ann, reason: 'receipt', email: annEmail });
const annRefund = () => ({ transferId: ann, reason: 'refund_request', email: annEmail });
const bobReceipt = () => ({ transferId: bob, reason: 'receipt', email: bobEmail });
const bobMessage = () => ({ transferId: bob, reason: 'stripe_pending_notification', email: bobOther });
const cy = () => ({ transferId: null, email: cyEmail });

describe('a search for contacts', () => {
  it.each([
    ['its own e-mail, in capitals too', () => bobOther?.toUpperCase(), [bobMessage]],
    ["the receipt's e-mail, if it has no e-mail", () => annEmail, [annRefund, annReceipt]],
    ["the receipt's e-mail only if it has no other e-mail", () => bobEmail, [bobReceipt]],
    ['a part that all e-mails contain', () => '@example', [cy, bobMessage, bobReceipt, annRefund, annReceipt]],
    ["its transfer's id", () => bob.slice(3, 20), [bobMessage, bobReceipt]],
    ["its transfer's reference", () => referenceOf(ann), [annRefund, annReceipt]],
    ['its reason', () => 'refund_req', [annRefund]],
    ['its own phone, not the receipt’s phone', () => '555 0100', [annReceipt]],
    ['its message', () => 'TOO LATE', [annRefund]],
    ['a percent sign, which is a wildcard in SQL', () => '100%', [annRefund]],
    ['an underscore, which is a wildcard in SQL', () => 'under_s', [bobMessage]],
    ['a text only if the contact contains the text', () => 'nobody-said-this', []],
  ])('finds a contact by %s', async (_what, search, expected) => {
    const { contacts, nextCursor } = await find(search() ?? '');
    expect(contacts).toMatchObject(expected.map((contact) => contact()));
    expect(nextCursor).toBeNull();
  });

  it('returns each contact once, in the order of the list, on all pages and with a filter by reason', async () => {
    // The search matches both a contact's own text and its receipt's e-mail address.
    const search = 'e';
    const found: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null && found.length < 9; ) {
      const page = await find(search, { limit: 1, ...(cursor && { cursor }) });
      found.push(...page.contacts);
      cursor = page.nextCursor;
    }
    expect(found).toMatchObject([cy(), bobMessage(), bobReceipt(), annRefund(), annReceipt()]);
    expect((await find(search)).contacts).toEqual(found);
    expect((await find('@example', { reason: 'refund_request' })).contacts).toMatchObject([annRefund()]);
  });
});

describe('a search among 16,000 contacts', () => {
  beforeAll(async () => {
    const { db } = notification.context;
    await sql`insert into transfer (id, created_at) select md5(n::text), now() from generate_series(1, 8000) n`.execute(
      db,
    );
    await sql`
      insert into contact (transfer_id, reason, email, created_at)
      select id, reason, case reason when 'receipt' then id || '@example.com' end, now()
      from transfer cross join unnest(array['receipt', 'refund_request']) as reason
      on conflict do nothing`.execute(db);
    // The plan depends on the statistics and on the GIN pending list. `vacuum (analyze)` updates the statistics and
    // flushes the list.
    await sql`vacuum (analyze) contact, transfer`.execute(db);
  });

  it.each([
    ['a part of an e-mail', '3f1b2c'],
    ["a transfer's reference", 'K9KG-GCMM'],
  ])('for %s uses the indexes, without a sequential scan', async (_what, search) => {
    const plan = await explain(notification.databaseUrl, 'notification', (db: Parameters<typeof listContacts>[0]) =>
      listContacts(db, { limit: 50, sort: '-createdAt', search }),
    );
    expect(plan).toContain('Bitmap Index Scan on contact_searched');
    expect(plan).toContain('Bitmap Index Scan on contact_email_searched');
    expect(plan).not.toMatch(/Seq Scan on contact\b/);
  });
});
