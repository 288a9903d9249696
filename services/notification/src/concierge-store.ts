import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import { findOrInsertEmail, findOwnerEmail } from './store.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

/**
 * Upserts whether an order owns the concierge, the contact of the order's owner, or both.
 * Omitted facts do not change.
 */
export async function upsertConcierge(
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

/**
 * Updates the contact for sign-in links, for an order and for the transfer that redeemed its guide.
 * The previous address gets no more links.
 */
export async function updateConciergeContact(
  tx: Tx<Tables>,
  orderId: string,
  contactId: string,
  now: Date,
): Promise<void> {
  await upsertConcierge(tx, orderId, now, { contactId });
  await sql`
    update concierge set contact_id = ${contactId}
    where transfer_id = ${orderId}
      or order_id = (select transfer_id from concierge where order_id = ${orderId})`.execute(tx);
}

/** Stores the transfer that redeemed an order's guide. Later changes affect the order and the transfer. */
export async function upsertRedemption(tx: Tx<Tables>, orderId: string, transferId: string, now: Date): Promise<void> {
  await upsertConcierge(tx, orderId, now, {});
  await tx.updateTable('concierge').set({ transfer_id: transferId }).where('order_id', '=', orderId).execute();
}

/**
 * Returns the transfer that redeemed an order's guide; null if no transfer did.
 * Until `tx` ends, no transfer can redeem the guide.
 */
export async function findRedeemer(tx: Tx<Tables>, orderId: string): Promise<string | null> {
  const order = tx.selectFrom('concierge').select('transfer_id').where('order_id', '=', orderId);
  return (await order.forShare().executeTakeFirst())?.transfer_id ?? null;
}

/** Returns the concierge order whose guide the transfer `orderId` redeemed, else `orderId`. */
export async function findFirstOrder(db: Db, orderId: string): Promise<string> {
  const before = db.selectFrom('concierge').select('order_id').where('transfer_id', '=', orderId);
  return (await before.orderBy('created_at').executeTakeFirst())?.order_id ?? orderId;
}

/**
 * Closes the concierge after a refund.
 * @returns the ids of the concierge orders whose guide the transfer `orderId` redeemed
 */
export async function upsertClosed(tx: Tx<Tables>, orderId: string, now: Date): Promise<string[]> {
  await upsertConcierge(tx, orderId, now, { owned: false });
  const before = tx.updateTable('concierge').set({ owned: false }).where('transfer_id', '=', orderId);
  return (await before.returning('order_id').execute()).map(({ order_id }) => order_id);
}

/** Inserts or finds the contact of an owner's e-mail address, ignoring case. @returns its id */
export async function findOrInsertConciergeContact(tx: Tx<Tables>, email: string, now: Date): Promise<string> {
  return findOrInsertEmail(tx, 'concierge', email, now);
}

/** The address for sign-in links: the registered one, else that of the transfer's receipts. */
const emailOfOrder = sql`coalesce(k.email, r.email)`;
const contactsOfOrder = sql`
  concierge c
  left join contact k on k.id = c.contact_id
  left join contact r on r.transfer_id in (c.order_id, c.transfer_id) and r.reason = 'receipt'`;

/**
 * Lists the orders with this e-mail address that own the concierge.
 * Unpaid orders are left out, because any visitor can begin an order with any address.
 */
export async function findOrdersOf(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select c.order_id as "orderId" from ${contactsOfOrder}
    where lower(${emailOfOrder}) = ${email.toLowerCase()} and c.owned
    order by c.created_at desc limit 20`.execute(db);
  return rows.map(({ orderId }) => orderId);
}

/** Returns true if an order owns the concierge. `orderId` may be the transfer that redeemed its guide. */
export async function isOwned(db: Db, orderId: string): Promise<boolean> {
  const owned = db.selectFrom('concierge').select('order_id').where('owned', '=', true);
  const row = await owned
    .where((where) => where.or([where('order_id', '=', orderId), where('transfer_id', '=', orderId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the registered contact of an order's owner; null if no contact is registered. */
export async function findConciergeContact(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('concierge').select('contact_id').where('order_id', '=', orderId).executeTakeFirst();
  return row?.contact_id ?? null;
}

/** Returns the contact of a refund request, if its address differs from the owner's; else null. */
export async function findRefundContact(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select a.id from contact a
    where a.transfer_id = ${orderId} and a.reason = 'refund_request' and a.email is not null
      and not exists (
        select from concierge c join contact k on k.id = c.contact_id
        where c.order_id = ${orderId} and lower(k.email) = lower(a.email))`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns the address for an order's sign-in links: the registered one, else that of its receipts. */
export async function findEmailOfOrder(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select ${emailOfOrder} as email from ${contactsOfOrder}
    where ${orderId} in (c.order_id, c.transfer_id) and ${emailOfOrder} is not null
    order by k.email is null limit 1`.execute(db);
  return rows[0]?.email ?? findOwnerEmail(db, orderId);
}

/**
 * Copies owners' addresses from transfers to their concierges, because a concierge outlives its
 * transfer.
 */
export async function copyOwnerEmails(tx: Tx<Tables>, now: Date): Promise<void> {
  const { rows } = await sql<{ orderId: string; email: string }>`
    select c.order_id as "orderId", r.email from concierge c
    join contact r on r.transfer_id = c.order_id and r.reason = 'receipt' and r.email is not null
    where c.owned and c.contact_id is null`.execute(tx);
  for (const { orderId, email } of rows) {
    await upsertConcierge(tx, orderId, now, { contactId: await findOrInsertConciergeContact(tx, email, now) });
  }
}

export async function insertConciergeLink(
  db: Db,
  link: { hash: Buffer; contactId: string; expiresAt: Date },
): Promise<void> {
  const { hash, contactId: contact_id, expiresAt: expires_at } = link;
  await db.insertInto('concierge_link').values({ hash, contact_id, expires_at, used_at: null }).execute();
}

/**
 * Updates a link's state to used.
 * @returns the recipient's address; null if the link is unknown, used or expired
 */
export async function spendConciergeLink(db: Db, hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    update concierge_link l set used_at = ${now} from contact k
    where l.hash = ${hash} and l.used_at is null and l.expires_at > ${now} and k.id = l.contact_id
    returning k.email`.execute(db);
  return rows[0]?.email ?? null;
}
