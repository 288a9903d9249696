import type { Tx } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import { findOrKeepEmail, type Tables } from './store.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Subscription {
  contactId: string;
  confirmed: boolean;
}

/** Keeps that somebody wants signals, or finds that they said so before; capitals make no other e-mail. */
export async function keepSubscription(tx: Tx<Tables>, email: string, now: Date): Promise<Subscription> {
  const contactId = await findOrKeepEmail(tx, 'signal_subscription', email, now);
  await tx
    .insertInto('subscription')
    .values({ contact_id: contactId, token_hash: null, confirmed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = tx.selectFrom('subscription').select('confirmed_at').where('contact_id', '=', contactId);
  return { contactId, confirmed: (await known.executeTakeFirstOrThrow()).confirmed_at !== null };
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
  if (confirmed_at === null) {
    await tx.updateTable('subscription').set({ confirmed_at: now }).where('contact_id', '=', contactId).execute();
  }
  return { contactId, confirmed: confirmed_at !== null };
}
