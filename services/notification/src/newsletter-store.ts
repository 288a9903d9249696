import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { Issue, Newsletter, Said } from './domain/newsletters.ts';
import type { Tables } from './store.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Choice {
  market: boolean;
  alerts: boolean;
}

/** What the owner of an order has chosen. */
export interface Kept extends Choice {
  id: string;
  contactId: string;
  email: string;
  confirmed: boolean;
  bounced: boolean;
}

export async function findNewsletters(db: Db, orderId: string): Promise<Kept | null> {
  const row = await db
    .selectFrom('newsletter')
    .innerJoin('contact', 'contact.id', 'newsletter.contact_id')
    .select(['newsletter.id', 'contact_id', 'email', 'market', 'alerts', 'confirmed_at', 'bounced_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, contact_id: contactId, email, market, alerts, confirmed_at, bounced_at } = row;
  return {
    ...{ id, contactId, email: email as string, market, alerts },
    ...{ confirmed: confirmed_at !== null, bounced: bounced_at !== null },
  };
}

/** Keeps a choice; another address has yet to say yes. @returns the id, and whether it has said so */
export async function keepNewsletters(
  tx: Tx<Tables>,
  of: { orderId: string; contactId: string },
  { market, alerts }: Choice,
): Promise<{ id: string; confirmed: boolean }> {
  const { rows } = await sql<{ id: string; confirmed: boolean }>`
    insert into newsletter as n (order_id, contact_id, market, alerts)
    values (${of.orderId}, ${of.contactId}, ${market}, ${alerts})
    on conflict (order_id) do update set market = excluded.market, alerts = excluded.alerts,
      contact_id = excluded.contact_id,
      confirmed_at = case when n.contact_id = excluded.contact_id then n.confirmed_at end,
      token_hash = case when n.contact_id = excluded.contact_id then n.token_hash end
    returning id, confirmed_at is not null as confirmed`.execute(tx);
  return rows[0] as { id: string; confirmed: boolean };
}

/** The link of the last mail is the one that counts. */
export async function keepNewsletterToken(db: Db, id: string, hash: Buffer): Promise<void> {
  await db.updateTable('newsletter').set({ token_hash: hash }).where('id', '=', id).execute();
}

/** @returns whose link it was, and whether it was pressed before; null when it is none, or an older one. */
export async function confirmNewslettersBy(
  tx: Tx<Tables>,
  hash: Buffer,
  now: Date,
): Promise<{ orderId: string; contactId: string; before: boolean } | null> {
  const found = await tx
    .selectFrom('newsletter')
    .select(['id', 'order_id', 'contact_id', 'confirmed_at'])
    .where('token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return null;
  const { id, order_id: orderId, contact_id: contactId, confirmed_at } = found;
  if (confirmed_at === null) {
    await tx.updateTable('newsletter').set({ confirmed_at: now }).where('id', '=', id).execute();
  }
  // It took the mail with the link.
  await tx.updateTable('contact').set({ bounced_at: null }).where('id', '=', contactId).execute();
  return { orderId, contactId, before: confirmed_at !== null };
}

/** Whoever does not own the concierge any more gets none. */
export async function deleteNewsletters(tx: Tx<Tables>, orderId: string): Promise<void> {
  await tx.deleteFrom('newsletter').where('order_id', '=', orderId).execute();
}

/** Ends a newsletter for an address, whoever's choice it was. @returns false when there was nothing to end */
export async function endNewsletter(tx: Tx<Tables>, contactId: string, newsletter: Newsletter): Promise<boolean> {
  const result = await tx
    .updateTable('newsletter')
    .set({ [newsletter]: false })
    .where('contact_id', '=', contactId)
    .where(newsletter, '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function markBounced(tx: Tx<Tables>, contactId: string, now: Date): Promise<void> {
  await tx.updateTable('contact').set({ bounced_at: now }).where('id', '=', contactId).execute();
}

/** Records what was said; it is deleted with the address. */
export async function keepConsent(tx: Tx<Tables>, contactId: string, said: Said, now: Date): Promise<void> {
  await tx.insertInto('consent').values({ contact_id: contactId, said, at: now }).execute();
}

/** The addresses that have said yes to a newsletter and take mails, once each, in the order of their ids. */
export async function listSubscribers(
  db: Db,
  newsletter: Newsletter,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const subscribers = subscribersTo(db, newsletter).select('contact.id').distinct().orderBy('contact.id').limit(limit);
  const rows = await (after === null ? subscribers : subscribers.where('contact.id', '>', after)).execute();
  return rows.map(({ id }) => id);
}

/** The address, where it still wants this newsletter. */
export async function findSubscriber(db: Db, newsletter: Newsletter, contactId: string): Promise<string | null> {
  const row = subscribersTo(db, newsletter).select('contact.email').where('contact.id', '=', contactId).limit(1);
  return (await row.executeTakeFirst())?.email ?? null;
}

function subscribersTo(db: Db, newsletter: Newsletter) {
  return db
    .selectFrom('newsletter')
    .innerJoin('contact', 'contact.id', 'newsletter.contact_id')
    .where(`newsletter.${newsletter}`, '=', true)
    .where('newsletter.confirmed_at', 'is not', null)
    .where('contact.bounced_at', 'is', null);
}

/** Keeps an issue. @returns false when it was kept before: nothing is told twice */
export async function keepIssue(tx: Tx<Tables>, { id, newsletter, facts }: Issue, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('issue')
    .values({ id, newsletter, facts: JSON.stringify(facts), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findIssue(db: Db, id: string): Promise<Issue | null> {
  const row = await db
    .selectFrom('issue')
    .select(['id', 'newsletter', 'facts'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (row as Issue) : null;
}

export async function findLastIssue(db: Db, newsletter: Newsletter): Promise<Issue | null> {
  const row = await db
    .selectFrom('issue')
    .select(['id', 'newsletter', 'facts'])
    .where('newsletter', '=', newsletter)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (row as Issue) : null;
}

/** How many addresses get each newsletter, and how many took no mail. */
export async function countSubscribers(db: Db): Promise<{ market: number; alerts: number; bounced: number }> {
  const { rows } = await sql<{ market: number; alerts: number; bounced: number }>`
    select
      (count(distinct contact_id) filter (where market and confirmed_at is not null and bounced_at is null))::int as market,
      (count(distinct contact_id) filter (where alerts and confirmed_at is not null and bounced_at is null))::int as alerts,
      (count(distinct contact_id) filter (where bounced_at is not null))::int as bounced
    from newsletter join contact on contact.id = newsletter.contact_id`.execute(db);
  return rows[0] as { market: number; alerts: number; bounced: number };
}
