import type { Tx } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import { findOrInsertEmail } from './store.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Subscription {
  contactId: string;
  /** True if an earlier call confirmed the subscription. */
  confirmed: boolean;
}

/**
 * Inserts or finds the subscription of an e-mail address, ignoring case.
 * @returns `served`: whether the subscription is running and its mails are not stopped or bounced
 */
export async function upsertSubscription(
  tx: Tx<Tables>,
  email: string,
  now: Date,
): Promise<{ contactId: string; served: boolean }> {
  const contactId = await findOrInsertEmail(tx, 'signal_subscription', email, now);
  await tx
    .insertInto('subscription')
    .values({ contact_id: contactId, token_hash: null, confirmed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { running, stopped_at, bounced_at } = await tx
    .selectFrom('subscription')
    .innerJoin('contact', 'contact.id', 'subscription.contact_id')
    .select(['running', 'stopped_at', 'bounced_at'])
    .where('contact_id', '=', contactId)
    .executeTakeFirstOrThrow();
  return { contactId, served: running && stopped_at === null && bounced_at === null };
}

/** Updates whether a subscription is running, unless a newer event was already applied. */
export async function updateRunning(tx: Tx<Tables>, contactId: string, running: boolean, at: Date): Promise<void> {
  const result = await tx
    .updateTable('subscription')
    .set({ running, changed_at: at, ...(running ? { stopped_at: null } : {}) })
    .where('contact_id', '=', contactId)
    .where((where) => where.or([where('changed_at', 'is', null), where('changed_at', '<=', at)]))
    .executeTakeFirst();
  // After a new order the mails are sent again, even to a bounced address.
  if (running && result.numUpdatedRows > 0n) await clearBounce(tx, contactId);
}

async function clearBounce(tx: Tx<Tables>, contactId: string): Promise<void> {
  await tx.updateTable('contact').set({ bounced_at: null }).where('id', '=', contactId).execute();
}

/** Stops the mails of signals. @returns false if no mails were being sent */
export async function stopSignals(tx: Tx<Tables>, contactId: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('subscription')
    .set({ stopped_at: now })
    .where('contact_id', '=', contactId)
    .where('running', '=', true)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Updates the token, so that only the link of the last mail is valid. */
export async function updateSubscriptionToken(db: Db, contactId: string, hash: Buffer): Promise<void> {
  await db.updateTable('subscription').set({ token_hash: hash }).where('contact_id', '=', contactId).execute();
}

/** Returns a confirmed subscription, by its contact or by the link that confirmed it. */
export async function findConfirmed(
  db: Db,
  by: { contactId: string } | { hash: Buffer },
): Promise<{ subscriberId: string; email: string } | null> {
  const confirmed = db
    .selectFrom('subscription')
    .innerJoin('contact', 'contact.id', 'subscription.contact_id')
    .select(['contact.id as subscriberId', 'contact.email'])
    .where('subscription.confirmed_at', 'is not', null);
  const row = await ('hash' in by
    ? confirmed.where('subscription.token_hash', '=', by.hash)
    : confirmed.where('contact.id', '=', by.contactId)
  ).executeTakeFirst();
  return row?.email ? { subscriberId: row.subscriberId, email: row.email } : null;
}

/** Confirms a subscription by a link. @returns null unless the link is in the last mail */
export async function confirmByToken(tx: Tx<Tables>, hash: Buffer, now: Date): Promise<Subscription | null> {
  const found = await tx
    .selectFrom('subscription')
    .select(['contact_id', 'confirmed_at'])
    .where('token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return null;
  const { contact_id: contactId, confirmed_at } = found;
  await tx
    .updateTable('subscription')
    .set({ confirmed_at: confirmed_at ?? now, stopped_at: null })
    .where('contact_id', '=', contactId)
    .execute();
  // A former bounce no longer counts, because the address has received the mail with the link.
  await clearBounce(tx, contactId);
  return { contactId, confirmed: confirmed_at !== null };
}
