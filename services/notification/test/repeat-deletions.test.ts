import { notificationApi } from '@xrp-bridge/contracts/notification';
import { pushApi } from '@xrp-bridge/contracts/push';
import { withOwner } from '@xrp-bridge/runtime/db';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findEmailOfOrder } from '../src/concierge-store.ts';
import { deleteNewsletters, findSubscriber } from '../src/newsletter-store.ts';
import { signLink } from '../src/signed-link.ts';
import { findOwnerEmail } from '../src/store.ts';
import { upsertSubscription } from '../src/subscription-store.ts';
import { repeatDeletions } from '../src/use-cases/repeat-deletions.ts';
import { newEmail, newTransferId } from './harness.ts';
import { shareNewsletters } from './newsletter-harness.ts';

const { notification, choose, stop, subscriber } = shareNewsletters();
const tables = ['contact', 'newsletter', 'subscription', 'push_subscription', 'concierge'];

/** Returns a function that restores the rows of all tables with personal data, without their triggers. */
async function backUp(): Promise<() => Promise<void>> {
  const url = notification.databaseUrl;
  const rows = new Map<string, string>();
  await withOwner(url, async (db) => {
    for (const table of tables) {
      const name = sql.table(`notification.${table}`);
      const read = sql<{ all: string }>`select coalesce(json_agg(t), '[]')::text as all from ${name} t`;
      rows.set(table, (await read.execute(db)).rows[0]?.all as string);
    }
  });
  return () =>
    withOwner(url, async (db) => {
      await sql`set session_replication_role to replica`.execute(db);
      for (const table of tables) {
        const name = sql.table(`notification.${table}`);
        await sql`delete from ${name}`.execute(db);
        await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows.get(table)})`.execute(
          db,
        );
      }
    });
}

async function readTombstones(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ kind: string; ids: string[] }>`
    select kind, array_agg(row_id) as ids from tombstone group by kind`.execute(notification.context.db);
  return Object.fromEntries(rows.map(({ kind, ids }) => [kind, ids]));
}

it('a restore deletes again everything that customers deleted, replaced or ended after the backup', async () => {
  const { client, context, saveContact } = notification;
  const { db, transact, clock } = context;
  const contactOf = async (email: string) =>
    (await db.selectFrom('contact').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [removed, replaced, kept, owned] = [newTransferId(), newTransferId(), newTransferId(), newTransferId()];
  const [former, staying] = [newEmail('former'), newEmail('staying')];
  for (const transferId of [removed, replaced]) await saveContact({ transferId, email: former });
  await saveContact({ transferId: kept, email: staying });
  const keys = { p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) };
  const endpoint = `${notification.sandbox.url}/push/send/1`;
  await client.call(pushApi.save, { params: { transferId: kept }, body: { endpoint, keys } });
  const register = (email: string) =>
    client.call(notificationApi.saveConciergeEmail, { params: { orderId: owned }, body: { email, sendLink: false } });
  await register(former);
  const both = { market: true, alerts: true };
  const [ended, chosen, moved, refunded, reader] = [
    await subscriber(both),
    await subscriber(both),
    await subscriber(both),
    await subscriber(both),
    await subscriber(both),
  ];
  const signals = await transact((tx) => upsertSubscription(tx, newEmail('signals'), clock()));
  await db.updateTable('subscription').set({ running: true }).where('contact_id', '=', signals.contactId).execute();
  const gets = async (series: 'market' | 'alerts' | 'signals', contactId: string) =>
    (await findSubscriber(db, series, contactId)) !== null;
  const ids = {
    ended: await contactOf(ended.email),
    chosen: await contactOf(chosen.email),
    moved: await contactOf(moved.email),
    refunded: await contactOf(refunded.email),
    reader: await contactOf(reader.email),
  };
  const restore = await backUp();

  await saveContact({ transferId: removed, email: null });
  await saveContact({ transferId: replaced, email: newEmail('next') });
  await client.call(pushApi.delete, { params: { transferId: kept }, body: { endpoint } });
  await register(newEmail('next'));
  await stop(await signLink(db, 'market', ids.ended));
  await choose(chosen.orderId, { market: false, alerts: false });
  await choose(moved.orderId, { email: newEmail('next'), ...both });
  await transact((tx) => deleteNewsletters(tx, refunded.orderId));
  await stop(await signLink(db, 'signals', signals.contactId));
  const deleted = await readTombstones();

  await restore();
  expect([await findOwnerEmail(db, removed), await findEmailOfOrder(db, owned)]).toEqual([former, former]);
  expect([await gets('market', ids.ended), await gets('signals', signals.contactId)]).toEqual([true, true]);
  await transact((tx) => repeatDeletions(tx, deleted, clock()));
  for (const transferId of [removed, replaced]) expect(await findOwnerEmail(db, transferId)).toBeNull();
  expect(await findOwnerEmail(db, kept)).toBe(staying);
  expect(await db.selectFrom('push_subscription').select('id').execute()).toEqual([]);
  expect(await findEmailOfOrder(db, owned)).toBeNull();
  expect([await gets('market', ids.ended), await gets('alerts', ids.ended)]).toEqual([false, true]);
  for (const series of ['market', 'alerts'] as const) {
    for (const id of [ids.chosen, ids.moved, ids.refunded]) expect(await gets(series, id)).toBe(false);
    expect(await gets(series, ids.reader)).toBe(true);
  }
  expect(await gets('signals', signals.contactId)).toBe(false);
});

it('contacts whose time is over are deleted before a restored installation starts', async () => {
  const { db, transact, clock } = notification.context;
  const transferId = newTransferId();
  await notification.saveContact({ transferId, email: newEmail('old') });
  await transact((tx) => repeatDeletions(tx, {}, new Date(clock().getTime() + 181 * 86_400_000)));
  expect(await findOwnerEmail(db, transferId)).toBeNull();
});
