import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import { type Delivery, isAlarm } from './domain/mailbox.ts';
import { addDays, formerEmails, type PlannedMail, type ReadyMail, seriesOf } from './domain/notification.ts';
import { findSubscriber } from './newsletter-store.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Recipient {
  email: string;
  /** True if the transfer's owner entered the address, and not another visitor with the transfer's id. */
  owner: boolean;
  /** True if this is a former address of the owner. */
  former: boolean;
}

/**
 * Returns the recipients of a mail.
 * A mail about a contact goes to that contact. A mail about a transfer goes to its owner or, without an owner's
 * address, to another contact of the transfer. An answer goes to the sender of the message, a new link only to the
 * owner, an alarm also to the owner's former addresses, and a mail about a refund also to the address in the refund
 * request.
 */
export async function findRecipients(db: Db, mail: PlannedMail | ReadyMail, plannedAt: Date): Promise<Recipient[]> {
  if (mail.transferId === null) {
    const series = seriesOf(mail.template);
    if (series) {
      // The contact may have unsubscribed since the mail was planned.
      const subscriber = await findSubscriber(db, series, mail.contactId);
      return subscriber ? [{ email: subscriber, owner: false, former: false }] : [];
    }
    if (mail.template === 'newsletters_asked') {
      // If the address was changed after this mail was planned, the link would confirm the new address.
      const newsletter = db.selectFrom('newsletter').select('id').where('id', '=', mail.facts.newsletterId);
      if (!(await newsletter.where('contact_id', '=', mail.contactId).executeTakeFirst())) return [];
    }
    const contact = db.selectFrom('contact').select('email').where('id', '=', mail.contactId);
    const email = (await contact.executeTakeFirst())?.email;
    return email ? [{ email, owner: false, former: false }] : [];
  }
  const preferredReason = mail.template === 'contact_received' ? 'stripe_pending_notification' : 'receipt';
  const contacts = db
    .selectFrom('contact')
    .select(['email', 'reason'])
    .where('transfer_id', '=', mail.transferId)
    .where('email', 'is not', null);
  const row = await (mail.template === 'new_link' ? contacts.where('reason', '=', 'receipt') : contacts)
    .orderBy((order) => order('reason', '=', preferredReason), 'desc')
    .orderBy('created_at')
    .executeTakeFirst();
  const current = row?.email ? [{ email: row.email, owner: row.reason === 'receipt', former: false }] : [];
  if (mail.template === 'refund_requested' || mail.template === 'refund') {
    const requester = (await contacts.where('reason', '=', 'refund_request').executeTakeFirst())?.email;
    // Addresses that differ only in case are the same mailbox.
    const isNew = requester && !current.some(({ email }) => email.toLowerCase() === requester.toLowerCase());
    return isNew ? [...current, { email: requester, owner: false, former: false }] : current;
  }
  if (!isAlarm(mail.template)) return current;
  const before = await db
    .selectFrom('former_email')
    .select('email')
    .where('transfer_id', '=', mail.transferId)
    .where('changed_at', '>', addDays(plannedAt, -formerEmails.warnedDays))
    .orderBy('changed_at')
    .execute();
  return [...current, ...before.map(({ email }) => ({ email, owner: false, former: true }))];
}

/** Inserts a mail to be sent. @returns false if the mail already exists */
export async function insertMail(tx: Tx<Tables>, mail: PlannedMail, now: Date, dueAt: Date): Promise<boolean> {
  const result = await tx
    .insertInto('mail')
    .values({
      id: mail.id,
      transfer_id: mail.transferId,
      contact_id: mail.transferId === null ? mail.contactId : null,
      template: mail.template,
      facts: JSON.stringify(mail.facts),
      created_at: now,
      sent_at: null,
      dropped_at: null,
      due_at: dueAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export interface StoredMail {
  mail: PlannedMail;
  plannedAt: Date;
  settled: boolean;
}

export async function findMail(db: Db, id: string): Promise<StoredMail | null> {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { transfer_id: transferId, contact_id: contactId, template, facts } = row;
  const mail = { id, transferId, ...(contactId ? { contactId } : {}), template, facts } as PlannedMail;
  return { mail, plannedAt: row.created_at, settled: row.sent_at !== null || row.dropped_at !== null };
}

/** Returns whether the receipt was sent to the transfer's current address. */
export async function wasReceiptSent(db: Db, transferId: string): Promise<boolean> {
  const { rows } = await sql`
    select from mail
    where transfer_id = ${transferId} and template = 'receipt' and sent_at is not null
      and not exists (
        select from former_email where former_email.transfer_id = mail.transfer_id and changed_at > mail.sent_at)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Updates the time when `sendOverdueMails` retries the mail; null for never. */
export async function updateDue(db: Db, id: string, dueAt: Date | null): Promise<void> {
  await db.updateTable('mail').set({ due_at: dueAt }).where('id', '=', id).execute();
}

/** A job of a mail. `runs` is 0 for the first job. */
export interface MailRun {
  id: string;
  runs: number;
}

/** Returns overdue mails, and updates `runs` and their next due time. */
export async function takeOverdue(tx: Tx<Tables>, now: Date, nextDueAt: Date, limit: number): Promise<MailRun[]> {
  const { rows } = await sql<MailRun>`
    update mail set runs = runs + 1, due_at = ${nextDueAt}
    where id in (
      select id from mail where sent_at is null and dropped_at is null and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    )
    returning id, runs`.execute(tx);
  return rows;
}

/** Makes the given-up mails of a transfer due again. @returns their failed jobs */
export async function takeGivenUp(db: Db, transferId: string, dueAt: Date): Promise<MailRun[]> {
  return db
    .updateTable('mail')
    .set({ due_at: dueAt })
    .where('transfer_id', '=', transferId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('due_at', 'is', null)
    .returning(['id', 'runs'])
    .execute();
}

/** Locks a mailbox, so that a parallel transaction waits and then counts this transaction's delivery. */
export async function lockMailbox(tx: Tx<Tables>, mailbox: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailbox.toString('hex')}, 0))`.execute(tx);
}

/** Finds a delivery. @returns null if no delivery of this mail to this mailbox was begun */
export async function findDelivery(
  db: Db,
  mailId: string,
  mailbox: Buffer,
): Promise<{ sent: boolean; at: Date } | null> {
  const deliveries = db.selectFrom('delivery').select(['sent', 'at']).where('mail_id', '=', mailId);
  return (await deliveries.where('mailbox', '=', mailbox).executeTakeFirst()) ?? null;
}

/** Lists the deliveries to a mailbox since `since`, oldest first. */
export async function listDeliveries(db: Db, mailbox: Buffer, since: Date): Promise<Delivery[]> {
  return db
    .selectFrom('delivery')
    .innerJoin('mail', 'mail.id', 'delivery.mail_id')
    .select(['delivery.transfer_id as transferId', 'template', 'at'])
    .where('mailbox', '=', mailbox)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
}

export async function insertDelivery(tx: Tx<Tables>, mail: ReadyMail, mailbox: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('delivery')
    .values({
      mail_id: mail.id,
      mailbox,
      transfer_id: mail.transferId,
      at: now,
    })
    .execute();
}

/** Updates the start time of a delivery that a crash interrupted. */
export async function restartDelivery(tx: Tx<Tables>, mailId: string, mailbox: Buffer, now: Date): Promise<void> {
  const delivery = tx.updateTable('delivery').set({ at: now }).where('mail_id', '=', mailId);
  await delivery.where('mailbox', '=', mailbox).execute();
}

export async function updateDelivered(db: Db, mailId: string, mailbox: Buffer): Promise<void> {
  const delivery = db.updateTable('delivery').set({ sent: true }).where('mail_id', '=', mailId);
  await delivery.where('mailbox', '=', mailbox).execute();
}

/** Deletes a failed delivery, so that it does not count towards the mailbox's hourly limit. */
export async function deleteDelivery(db: Db, mailId: string, mailbox: Buffer): Promise<void> {
  await db.deleteFrom('delivery').where('mail_id', '=', mailId).where('mailbox', '=', mailbox).execute();
}

/** Updates a mail's state to sent. @returns false if it was sent before */
export async function updateSent(tx: Tx<Tables>, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('mail')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Updates a mail's state to dropped, because it no longer has a recipient or content. */
export async function updateDropped(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('mail').set({ dropped_at: now }).where('id', '=', id).execute();
}

export async function insertResumeToken(
  db: Db,
  token: { hash: Buffer; transferId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('resume_token')
    .values({ hash: token.hash, transfer_id: token.transferId, expires_at: token.expiresAt, used_at: null })
    .execute();
}

/**
 * Returns the transfer of a token, even if the token is used or expired.
 * Returns null if the token or the transfer is unknown.
 */
export async function findResumeToken(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('resume_token').select('transfer_id').where('hash', '=', hash).executeTakeFirst();
  return row?.transfer_id ?? null;
}

/**
 * Updates a token's state to used.
 * @returns the transfer's id; null if the token is unknown, used or expired
 */
export async function spendResumeToken(db: Db, hash: Buffer, now: Date): Promise<string | null> {
  const row = await db
    .updateTable('resume_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('transfer_id')
    .executeTakeFirst();
  return row?.transfer_id ?? null;
}

/** Lists the mails of a transfer, oldest first. */
export async function listMails(db: Db, transferId: string) {
  return db
    .selectFrom('mail')
    .select(['template', 'created_at as createdAt', 'sent_at as sentAt', 'dropped_at as droppedAt'])
    .where('transfer_id', '=', transferId)
    .orderBy('created_at')
    .execute();
}
