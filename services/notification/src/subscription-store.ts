import type { Tx } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import { findOrKeepEmail } from './store.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Subscription {
  contactId: string;
  /** Had said yes before. */
  confirmed: boolean;
}

/**
 * Keeps that somebody wants signals, or finds that they said so before; capitals make no other e-mail.
 * @returns whether they have them: ordered, and nothing keeps the mails from coming
 */
export async function keepSubscription(
  tx: Tx<Tables>,
  email: string,
  now: Date,
): Promise<{ contactId: string; served: boolean }> {
  const contactId = await findOrKeepEmail(tx, 'signal_subscription', email, now);
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

/** Notes that a subscription goes on, or is over; what is older than what is known already changes nothing. */
export async function noteRunning(tx: Tx<Tables>, contactId: string, running: boolean, at: Date): Promise<void> {
  const result = await tx
    .updateTable('subscription')
    .set({ running, changed_at: at, ...(running ? { stopped_at: null } : {}) })
    .where('contact_id', '=', contactId)
    .where((where) => where.or([where('changed_at', 'is', null), where('changed_at', '<=', at)]))
    .executeTakeFirst();
  // Whoever orders anew wants the mails, and is tried anew.
  if (running && result.numUpdatedRows > 0n) await forgetBounce(tx, contactId);
}

async function forgetBounce(tx: Tx<Tables>, contactId: string): Promise<void> {
  await tx.updateTable('contact').set({ bounced_at: null }).where('id', '=', contactId).execute();
}

/** Stops the mails of signals. @returns false when there was nothing to stop */
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

/** The link of the last mail is the one that counts. */
export async function keepSubscriptionToken(db: Db, contactId: string, hash: Buffer): Promise<void> {
  await db.updateTable('subscription').set({ token_hash: hash }).where('contact_id', '=', contactId).execute();
}

/** Whose subscription it is, once it is confirmed; by its contact, or by the link of the mail that asked. */
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

/** @returns whose link it was, and whether it was pressed before; null when it is none, or an older one. */
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
  // It took the mail with the link.
  await forgetBounce(tx, contactId);
  return { contactId, confirmed: confirmed_at !== null };
}
