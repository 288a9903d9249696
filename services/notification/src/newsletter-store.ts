import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { ConsentChange, Issue, Newsletter, UnusualDay } from './domain/newsletters.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Choice {
  market: boolean;
  alerts: boolean;
}

/** An owner's choice of newsletters, as stored. */
export interface StoredChoice extends Choice {
  id: string;
  contactId: string;
  email: string;
  confirmed: boolean;
  bounced: boolean;
}

export async function findNewsletters(db: Db, orderId: string): Promise<StoredChoice | null> {
  const row = await db
    .selectFrom('newsletter')
    .innerJoin('contact', 'contact.id', 'newsletter.contact_id')
    .select(['newsletter.id', 'contact_id', 'email', 'market', 'alerts', 'confirmed_at', 'bounced_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, contact_id: contactId, email, market, alerts, confirmed_at, bounced_at } = row;
  return {
    id,
    contactId,
    email: email as string,
    market,
    alerts,
    confirmed: confirmed_at !== null,
    bounced: bounced_at !== null,
  };
}

/**
 * Upserts a choice. A new address must be confirmed again.
 * @returns the id, the number of address changes, and whether the address is confirmed
 */
export async function upsertNewsletters(
  tx: Tx<Tables>,
  of: { orderId: string; contactId: string },
  { market, alerts }: Choice,
): Promise<{ id: string; moves: number; confirmed: boolean }> {
  const { rows } = await sql<{ id: string; moves: number; confirmed: boolean }>`
    insert into newsletter as n (order_id, contact_id, market, alerts)
    values (${of.orderId}, ${of.contactId}, ${market}, ${alerts})
    on conflict (order_id) do update set market = excluded.market, alerts = excluded.alerts,
      contact_id = excluded.contact_id,
      moves = n.moves + (n.contact_id <> excluded.contact_id)::int,
      confirmed_at = case when n.contact_id = excluded.contact_id then n.confirmed_at end,
      token_hash = case when n.contact_id = excluded.contact_id then n.token_hash end
    returning id, moves, confirmed_at is not null as confirmed`.execute(tx);
  return rows[0] as { id: string; moves: number; confirmed: boolean };
}

/** Updates the token, so that only the link of the last mail is valid. */
export async function updateNewsletterToken(db: Db, id: string, hash: Buffer): Promise<void> {
  await db.updateTable('newsletter').set({ token_hash: hash }).where('id', '=', id).execute();
}

/**
 * Confirms the newsletters of a link.
 * @returns null unless the link is in the last mail; `before` is true if the newsletters were already confirmed
 */
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
  // A former bounce no longer counts, because the address has received the mail with the link.
  await tx.updateTable('contact').set({ bounced_at: null }).where('id', '=', contactId).execute();
  return { orderId, contactId, before: confirmed_at !== null };
}

/** Deletes the newsletters of an order, e.g. after a refund of the concierge. */
export async function deleteNewsletters(tx: Tx<Tables>, orderId: string): Promise<void> {
  await tx.deleteFrom('newsletter').where('order_id', '=', orderId).execute();
}

/** Ends a newsletter for an address in all orders. @returns false if there was no newsletter to end */
export async function endNewsletter(tx: Tx<Tables>, contactId: string, newsletter: Newsletter): Promise<boolean> {
  const result = await tx
    .updateTable('newsletter')
    .set({ [newsletter]: false })
    .where('contact_id', '=', contactId)
    .where(newsletter, '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function updateBounced(tx: Tx<Tables>, contactId: string, now: Date): Promise<void> {
  await tx.updateTable('contact').set({ bounced_at: now }).where('id', '=', contactId).execute();
}

/** Inserts a change of consent, which is deleted with the contact. */
export async function insertConsent(
  tx: Tx<Tables>,
  contactId: string,
  change: ConsentChange,
  now: Date,
): Promise<void> {
  await tx.insertInto('consent').values({ contact_id: contactId, change, at: now }).execute();
}

/** Lists the contacts that a series goes to, ordered by id. */
export async function listSubscribers(
  db: Db,
  series: MailSeries,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const subscribers = subscribersTo(db, series).select('id').orderBy('id').limit(limit);
  const rows = await (after === null ? subscribers : subscribers.where('id', '>', after)).execute();
  return rows.map(({ id }) => id);
}

/** Returns the contact's address; null if the contact no longer gets the series. */
export async function findSubscriber(db: Db, series: MailSeries, contactId: string): Promise<string | null> {
  const row = subscribersTo(db, series).select('email').where('id', '=', contactId);
  return (await row.executeTakeFirst())?.email ?? null;
}

/** Selects the contacts that get a series: confirmed or with a running subscription, and not bounced. */
function subscribersTo(db: Db, series: MailSeries) {
  const wanted =
    series === 'signals'
      ? sql<string>`(select contact_id from subscription where running and stopped_at is null)`
      : sql<string>`(select contact_id from newsletter where ${sql.ref(series)} and confirmed_at is not null)`;
  return db.selectFrom('contact').where('id', 'in', wanted).where('bounced_at', 'is', null);
}

/** Inserts an issue. @returns false if the issue already exists, so that no issue is sent twice */
export async function insertIssue(tx: Tx<Tables>, { id, newsletter, facts }: Issue, now: Date): Promise<boolean> {
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

/** Returns the contents of alerts, largest deviation first. */
export async function findAlerts(db: Db, ids: readonly string[]): Promise<UnusualDay[]> {
  if (ids.length === 0) return [];
  return mostUnusualFirst(await db.selectFrom('issue').select('facts').where('id', 'in', ids).execute());
}

/** Returns the contents of the last mail of alerts, largest deviation first. */
export async function findLastAlerts(db: Db): Promise<UnusualDay[]> {
  const alerts = db.selectFrom('issue').where('newsletter', '=', 'alerts');
  const last = alerts.select((issue) => issue.fn.max('created_at').as('at'));
  return mostUnusualFirst(await alerts.select('facts').where('created_at', '=', last).execute());
}

function mostUnusualFirst(issues: readonly { facts: unknown }[]): UnusualDay[] {
  const alerts = issues.map(({ facts }) => facts as UnusualDay);
  return alerts.sort((one, other) => Math.abs(other.sigma) - Math.abs(one.sigma));
}

export async function findLastIssue<Series extends MailSeries>(
  db: Db,
  series: Series,
): Promise<Extract<Issue, { newsletter: Series }> | null> {
  const row = await db
    .selectFrom('issue')
    .select(['id', 'newsletter', 'facts'])
    .where('newsletter', '=', series)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (row as Extract<Issue, { newsletter: Series }>) : null;
}

/** Returns the number of subscribers of each series, and of subscribers whose address bounced. */
export async function countSubscribers(db: Db): Promise<Record<MailSeries | 'bounced', number>> {
  const [market, alerts, signals] = await Promise.all([
    countOf(subscribersTo(db, 'market')),
    countOf(subscribersTo(db, 'alerts')),
    countOf(subscribersTo(db, 'signals')),
  ]);
  const wanted = sql<string>`(select contact_id from newsletter union select contact_id from subscription)`;
  const bounced = await countOf(db.selectFrom('contact').where('id', 'in', wanted).where('bounced_at', 'is not', null));
  return { market, alerts, signals, bounced };
}

async function countOf(contacts: ReturnType<typeof subscribersTo>): Promise<number> {
  const { count } = await contacts.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}
