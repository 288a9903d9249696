import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import { type Delivery, isAlarm } from './domain/mailbox.ts';
import { addDays, formerEmails, type PlannedMail, type ReadyMail, seriesOf } from './domain/notification.ts';
import { findSubscriber } from './newsletter-store.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

export interface Recipient {
  email: string;
  /** The e-mail was left by the transfer's owner, not by somebody who only knows its id. */
  owner: boolean;
  /** The owner's e-mail before it was changed. */
  former: boolean;
}

/**
 * Who gets a mail: who left nothing but an e-mail, or of a transfer its owner, or else whoever left an e-mail for it; an answer goes to who asked, a new
 * link to the owner alone, an alarm to the owner's former addresses too, and what is said of a refund also to the address
 * that was left with the request.
 */
export async function findRecipients(db: Db, mail: PlannedMail | ReadyMail, plannedAt: Date): Promise<Recipient[]> {
  if (mail.transferId === null) {
    const series = seriesOf(mail.template);
    if (series) {
      // Planned, and stopped since: it is not sent.
      const subscriber = await findSubscriber(db, series, mail.contactId);
      return subscriber ? [{ email: subscriber, owner: false, former: false }] : [];
    }
    if (mail.template === 'newsletters_asked') {
      // Planned before another address was chosen: the link would confirm that other one.
      const asked = db.selectFrom('newsletter').select('id').where('id', '=', mail.facts.newsletterId);
      if (!(await asked.where('contact_id', '=', mail.contactId).executeTakeFirst())) return [];
    }
    const contact = db.selectFrom('contact').select('email').where('id', '=', mail.contactId);
    const email = (await contact.executeTakeFirst())?.email;
    return email ? [{ email, owner: false, former: false }] : [];
  }
  const asked = mail.template === 'contact_received' ? 'stripe_pending_notification' : 'receipt';
  const contacts = db
    .selectFrom('contact')
    .select(['email', 'reason'])
    .where('transfer_id', '=', mail.transferId)
    .where('email', 'is not', null);
  const row = await (mail.template === 'new_link' ? contacts.where('reason', '=', 'receipt') : contacts)
    .orderBy((order) => order('reason', '=', asked), 'desc')
    .orderBy('created_at')
    .executeTakeFirst();
  const now = row?.email ? [{ email: row.email, owner: row.reason === 'receipt', former: false }] : [];
  if (mail.template === 'refund_requested' || mail.template === 'refund') {
    const asker = (await contacts.where('reason', '=', 'refund_request').executeTakeFirst())?.email;
    // Another spelling of the same mailbox has one delivery of the mail, too.
    const isNew = asker && !now.some(({ email }) => email.toLowerCase() === asker.toLowerCase());
    return isNew ? [...now, { email: asker, owner: false, former: false }] : now;
  }
  if (!isAlarm(mail.template)) return now;
  const before = await db
    .selectFrom('former_email')
    .select('email')
    .where('transfer_id', '=', mail.transferId)
    .where('changed_at', '>', addDays(plannedAt, -formerEmails.warnedDays))
    .orderBy('changed_at')
    .execute();
  return [...now, ...before.map(({ email }) => ({ email, owner: false, former: true }))];
}

/** Keeps a mail to be sent. @returns false when it was planned before. */
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

export interface KeptMail {
  mail: PlannedMail;
  plannedAt: Date;
  settled: boolean;
}

export async function findMail(db: Db, id: string): Promise<KeptMail | null> {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { transfer_id: transferId, contact_id: contactId, template, facts } = row;
  const mail = { id, transferId, ...(contactId ? { contactId } : {}), template, facts } as PlannedMail;
  return { mail, plannedAt: row.created_at, settled: row.sent_at !== null || row.dropped_at !== null };
}

/** Says when the sweep is to look after a mail, null: not any more. */
export async function setDue(db: Db, id: string, dueAt: Date | null): Promise<void> {
  await db.updateTable('mail').set({ due_at: dueAt }).where('id', '=', id).execute();
}

/** A mail's job: its `runs`-th, and the first one has no number. */
export interface MailRun {
  id: string;
  runs: number;
}

/** Takes mails that should have left by now, and counts one more run for each; others see them again at `nextDueAt`. */
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

/** Takes up again the mails about a transfer that were given up. @returns the runs that failed */
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

/** Makes other transactions about the same mailbox wait, so that they count what this one lets through. */
export async function lockMailbox(tx: Tx<Tables>, mailbox: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailbox.toString('hex')}, 0))`.execute(tx);
}

/** @returns null where this mail was not yet on its way to this mailbox. */
export async function findDelivery(
  db: Db,
  mailId: string,
  mailbox: Buffer,
): Promise<{ sent: boolean; at: Date } | null> {
  const deliveries = db.selectFrom('delivery').select(['sent', 'at']).where('mail_id', '=', mailId);
  return (await deliveries.where('mailbox', '=', mailbox).executeTakeFirst()) ?? null;
}

/** What went to a mailbox since then, oldest first. */
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

/** Begins a delivery again that was cut off. */
export async function markBegun(tx: Tx<Tables>, mailId: string, mailbox: Buffer, now: Date): Promise<void> {
  const delivery = tx.updateTable('delivery').set({ at: now }).where('mail_id', '=', mailId);
  await delivery.where('mailbox', '=', mailbox).execute();
}

export async function markDelivered(db: Db, mailId: string, mailbox: Buffer): Promise<void> {
  const delivery = db.updateTable('delivery').set({ sent: true }).where('mail_id', '=', mailId);
  await delivery.where('mailbox', '=', mailbox).execute();
}

/** It did not leave: its room is free again. */
export async function deleteDelivery(db: Db, mailId: string, mailbox: Buffer): Promise<void> {
  await db.deleteFrom('delivery').where('mail_id', '=', mailId).where('mailbox', '=', mailbox).execute();
}

/** @returns false when it was marked before. */
export async function markSent(tx: Tx<Tables>, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('mail')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Nobody is left to send it to. */
export async function markDropped(db: Db, id: string, now: Date): Promise<void> {
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

/** The transfer that a token opens or once opened; null where there never was such a token, or its transfer is deleted. */
export async function findResumeToken(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('resume_token').select('transfer_id').where('hash', '=', hash).executeTakeFirst();
  return row?.transfer_id ?? null;
}

/** Uses a token up. @returns its transfer, or null when it is unknown, used or too old. */
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

/** The mails that a transfer caused, oldest first. */
export async function listMails(db: Db, transferId: string) {
  return db
    .selectFrom('mail')
    .select(['template', 'created_at as createdAt', 'sent_at as sentAt', 'dropped_at as droppedAt'])
    .where('transfer_id', '=', transferId)
    .orderBy('created_at')
    .execute();
}
