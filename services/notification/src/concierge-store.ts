import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import { findOrKeepEmail, findOwnerEmail } from './store.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

/** Notes whether an order gives the concierge, or who its owner is; what is not said stays as it was. */
export async function noteConcierge(
  tx: Tx<Tables>,
  orderId: string,
  now: Date,
  facts: { owned?: boolean; contactId?: string },
): Promise<void> {
  const { owned, contactId } = facts;
  await tx
    .insertInto('concierge')
    .values({
      order_id: orderId,
      contact_id: contactId ?? null,
      transfer_id: null,
      owned: owned ?? false,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        order_id: orderId,
        ...(owned === undefined ? {} : { owned }),
        ...(contactId === undefined ? {} : { contact_id: contactId }),
      }),
    )
    .execute();
}

/** Notes where the sign-in links of an order go, under each of its ids: none goes to the address before. */
export async function noteContact(tx: Tx<Tables>, orderId: string, contactId: string, now: Date): Promise<void> {
  await noteConcierge(tx, orderId, now, { contactId });
  await sql`
    update concierge set contact_id = ${contactId}
    where transfer_id = ${orderId}
      or order_id = (select transfer_id from concierge where order_id = ${orderId})`.execute(tx);
}

/** A transfer has redeemed the guide of an order: what becomes of the one becomes of the other. */
export async function noteRedeemed(tx: Tx<Tables>, orderId: string, transferId: string, now: Date): Promise<void> {
  await noteConcierge(tx, orderId, now, {});
  await tx.updateTable('concierge').set({ transfer_id: transferId }).where('order_id', '=', orderId).execute();
}

/** The transfer that has redeemed the guide of an order, and will not do so while `tx` runs. */
export async function findRedeemer(tx: Tx<Tables>, orderId: string): Promise<string | null> {
  const order = tx.selectFrom('concierge').select('transfer_id').where('order_id', '=', orderId);
  return (await order.forShare().executeTakeFirst())?.transfer_id ?? null;
}

/** What an order was before a transfer redeemed its guide: the same one, under its first id. */
export async function findFirstOrder(db: Db, orderId: string): Promise<string> {
  const before = db.selectFrom('concierge').select('order_id').where('transfer_id', '=', orderId);
  return (await before.orderBy('created_at').executeTakeFirst())?.order_id ?? orderId;
}

/** It was paid back. @returns the orders that it was before a transfer redeemed them */
export async function noteClosed(tx: Tx<Tables>, orderId: string, now: Date): Promise<string[]> {
  await noteConcierge(tx, orderId, now, { owned: false });
  const before = tx.updateTable('concierge').set({ owned: false }).where('transfer_id', '=', orderId);
  return (await before.returning('order_id').execute()).map(({ order_id }) => order_id);
}

/** Keeps an owner's e-mail, or finds it; capitals make no other one. */
export async function keepConciergeContact(tx: Tx<Tables>, email: string, now: Date): Promise<string> {
  return findOrKeepEmail(tx, 'concierge', email, now);
}

/** Whose sign-in links go where: the address that was registered, or the one of the transfer that it was bought with. */
const emailOfOrder = sql`coalesce(k.email, r.email)`;
const contactsOfOrder = sql`
  concierge c
  left join contact k on k.id = c.contact_id
  left join contact r on r.transfer_id in (c.order_id, c.transfer_id) and r.reason = 'receipt'`;

/**
 * The orders of an e-mail that give the concierge. What was begun and not paid is left out: anybody may begin an order with
 * anybody's address, and whoever paid for it later would have it opened to them.
 */
export async function findOrdersOf(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select c.order_id as "orderId" from ${contactsOfOrder}
    where lower(${emailOfOrder}) = ${email.toLowerCase()} and c.owned
    order by c.created_at desc limit 20`.execute(db);
  return rows.map(({ orderId }) => orderId);
}

/** Whether an order gives the concierge, by either of its ids. */
export async function isOwned(db: Db, orderId: string): Promise<boolean> {
  const owned = db.selectFrom('concierge').select('order_id').where('owned', '=', true);
  const row = await owned
    .where((where) => where.or([where('order_id', '=', orderId), where('transfer_id', '=', orderId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The contact of an order's owner, where one was registered. */
export async function findConciergeContact(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('concierge').select('contact_id').where('order_id', '=', orderId).executeTakeFirst();
  return row?.contact_id ?? null;
}

/** The contact that was left with a request for a refund of an order, where it has another address than the owner. */
export async function findAsker(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select a.id from contact a
    where a.transfer_id = ${orderId} and a.reason = 'refund_request' and a.email is not null
      and not exists (
        select from concierge c join contact k on k.id = c.contact_id
        where c.order_id = ${orderId} and lower(k.email) = lower(a.email))`.execute(db);
  return rows[0]?.id ?? null;
}

/** Where the sign-in links of an order go: the address that was registered, else that of its receipts. */
export async function findEmailOfOrder(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select ${emailOfOrder} as email from ${contactsOfOrder}
    where ${orderId} in (c.order_id, c.transfer_id) and ${emailOfOrder} is not null
    order by k.email is null limit 1`.execute(db);
  return rows[0]?.email ?? findOwnerEmail(db, orderId);
}

/** What is owned for life outlives its transfer: before that is forgotten, its owner's e-mail is kept here. */
export async function adoptEmails(tx: Tx<Tables>, now: Date): Promise<void> {
  const { rows } = await sql<{ orderId: string; email: string }>`
    select c.order_id as "orderId", r.email from concierge c
    join contact r on r.transfer_id = c.order_id and r.reason = 'receipt' and r.email is not null
    where c.owned and c.contact_id is null`.execute(tx);
  for (const { orderId, email } of rows) {
    await noteConcierge(tx, orderId, now, { contactId: await keepConciergeContact(tx, email, now) });
  }
}

export async function insertConciergeLink(
  db: Db,
  link: { hash: Buffer; contactId: string; expiresAt: Date },
): Promise<void> {
  const { hash, contactId: contact_id, expiresAt: expires_at } = link;
  await db.insertInto('concierge_link').values({ hash, contact_id, expires_at, used_at: null }).execute();
}

/** Uses a link up. @returns whose e-mail it was mailed to; null when it is unknown, used or too old */
export async function spendConciergeLink(db: Db, hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    update concierge_link l set used_at = ${now} from contact k
    where l.hash = ${hash} and l.used_at is null and l.expires_at > ${now} and k.id = l.contact_id
    returning k.email`.execute(db);
  return rows[0]?.email ?? null;
}
