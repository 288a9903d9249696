import type { ContactReason } from '@xrp-bridge/contracts/notification';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import { type Generated, type Kysely, type Selectable, sql } from 'kysely';
import { addDays, type KnownTransfer, keptDays, type Payment, type PlannedMail } from './domain/notification.ts';

interface TransferTable {
  id: string;
  released: KnownTransfer['released'];
  from_exchange: string | null;
  to_wallet: string | null;
  closed_at: Date | null;
  created_at: Date;
}

interface PaymentTable {
  id: string;
  transfer_id: string;
  product: Payment['product'];
  amount_cents: number;
  paid_at: Date;
  refunded: Generated<boolean>;
}

interface ContactTable {
  id: Generated<string>;
  transfer_id: string | null;
  reason: ContactReason;
  email: string | null;
  phone: string | null;
  message: string | null;
  created_at: Date;
  done_at: Date | null;
}

interface MailTable {
  id: string;
  transfer_id: string;
  template: PlannedMail['template'];
  facts: unknown;
  created_at: Date;
  sent_at: Date | null;
  dropped_at: Date | null;
}

interface ResumeTokenTable {
  hash: Buffer;
  transfer_id: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface Tables extends MessagingTables {
  transfer: TransferTable;
  payment: PaymentTable;
  contact: ContactTable;
  mail: MailTable;
  resume_token: ResumeTokenTable;
}

type Db = Kysely<Tables> | Tx<Tables>;

/**
 * Notes something about a transfer, which need not be known yet, and makes other transactions about it wait:
 * of two events that complete the picture together, the later one sees the earlier.
 */
export async function noteTransfer(
  tx: Tx<Tables>,
  id: string,
  now: Date,
  facts: Partial<Pick<TransferTable, 'released' | 'from_exchange' | 'to_wallet' | 'closed_at'>> = {},
): Promise<void> {
  await tx
    .insertInto('transfer')
    .values({ id, released: null, from_exchange: null, to_wallet: null, closed_at: null, created_at: now, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id, ...facts }))
    .execute();
}

/** The transfer must have been noted in this transaction. */
export async function readTransfer(tx: Tx<Tables>, id: string): Promise<KnownTransfer> {
  const transfer = await tx.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const payments = await tx
    .selectFrom('payment')
    .selectAll()
    .where('transfer_id', '=', id)
    .orderBy('paid_at')
    .execute();
  return {
    id,
    released: transfer.released,
    fromExchange: transfer.from_exchange,
    toWallet: transfer.to_wallet,
    payments: payments.map((row) => ({
      id: row.id,
      product: row.product,
      amountCents: row.amount_cents,
      paidAt: row.paid_at,
      refunded: row.refunded,
    })),
  };
}

export async function insertPayment(
  tx: Tx<Tables>,
  transferId: string,
  payment: Omit<Payment, 'refunded'>,
): Promise<void> {
  await tx
    .insertInto('payment')
    .values({
      id: payment.id,
      transfer_id: transferId,
      product: payment.product,
      amount_cents: payment.amountCents,
      paid_at: payment.paidAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function markRefunded(tx: Tx<Tables>, paymentId: string): Promise<void> {
  await tx.updateTable('payment').set({ refunded: true }).where('id', '=', paymentId).execute();
}

export interface ContactDetails {
  email: string | null;
  phone: string | null;
  message: string | null;
}

/**
 * Keeps a contact in place of the one with the same transfer and reason. A task that was done is opened again.
 * @returns its id, or null when it said the same already.
 */
export async function saveContact(
  tx: Tx<Tables>,
  of: { transferId: string | null; reason: ContactReason },
  details: ContactDetails,
  now: Date,
): Promise<string | null> {
  const result = await sql<{ id: string }>`
    insert into contact as c (transfer_id, reason, email, phone, message, created_at)
    values (${of.transferId}, ${of.reason}, ${details.email}, ${details.phone}, ${details.message}, ${now})
    on conflict ${of.transferId === null ? sql`(reason, lower(email)) where transfer_id is null` : sql`(transfer_id, reason) where transfer_id is not null`}
    do update set email = excluded.email, phone = excluded.phone, message = excluded.message, done_at = null,
      created_at = case when c.done_at is null then c.created_at else excluded.created_at end
    where c.done_at is not null
      or (c.email, c.phone, c.message) is distinct from (excluded.email, excluded.phone, excluded.message)
    returning c.id`.execute(tx);
  return result.rows[0]?.id ?? null;
}

/** How many messages with this e-mail address came for transfers since then. */
export async function countMessages(tx: Tx<Tables>, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact
    where transfer_id is not null and reason = 'stripe_pending_notification'
      and lower(email) = lower(${email}) and created_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function forgetContact(tx: Tx<Tables>, transferId: string, reason: ContactReason): Promise<void> {
  await tx.deleteFrom('contact').where('transfer_id', '=', transferId).where('reason', '=', reason).execute();
}

/**
 * Opens an operator's task about a transfer, anew if it was done before. What is already said in an open one stays, so
 * that it does not matter whether the customer's own words come before or after.
 */
export async function openTask(
  tx: Tx<Tables>,
  task: { transferId: string; reason: ContactReason; message: string | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into contact as c (transfer_id, reason, message, created_at)
    values (${task.transferId}, ${task.reason}, ${task.message}, ${now})
    on conflict (transfer_id, reason) where transfer_id is not null
    do update set done_at = null,
      message = case when c.done_at is null then nullif(concat_ws(' ', c.message, excluded.message), '') else excluded.message end,
      created_at = case when c.done_at is null then c.created_at else excluded.created_at end`.execute(tx);
}

export async function finishTask(tx: Tx<Tables>, transferId: string, reason: ContactReason, now: Date): Promise<void> {
  await tx
    .updateTable('contact')
    .set({ done_at: now })
    .where('transfer_id', '=', transferId)
    .where('reason', '=', reason)
    .where('done_at', 'is', null)
    .execute();
}

/** Newest first. A task for which no e-mail was left shows the one that is known of its transfer. */
export async function listContacts(db: Db, limit: number): Promise<Selectable<ContactTable>[]> {
  const { rows } = await sql<Selectable<ContactTable>>`
    select c.id, c.transfer_id, c.reason, c.phone, c.message, c.created_at, c.done_at,
      coalesce(c.email, (select r.email from contact r where r.transfer_id = c.transfer_id and r.reason = 'receipt')) as email
    from contact c order by c.created_at desc, c.id limit ${limit}`.execute(db);
  return rows;
}

export interface Recipient {
  email: string;
  /** The e-mail was left by the transfer's owner, not by somebody who only knows its id. */
  owner: boolean;
}

/** Who gets a mail about a transfer: its owner, or else whoever left an e-mail for it; an answer goes to who asked. */
export async function findRecipient(
  db: Db,
  mail: Pick<PlannedMail, 'transferId' | 'template'>,
): Promise<Recipient | null> {
  const asked = mail.template === 'contact_received' ? 'stripe_pending_notification' : 'receipt';
  const row = await db
    .selectFrom('contact')
    .select(['email', 'reason'])
    .where('transfer_id', '=', mail.transferId)
    .where('email', 'is not', null)
    .orderBy((order) => order('reason', '=', asked), 'desc')
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.email ? { email: row.email, owner: row.reason === 'receipt' } : null;
}

/** Keeps a mail to be sent. @returns false when it was planned before. */
export async function insertMail(tx: Tx<Tables>, mail: PlannedMail, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('mail')
    .values({
      id: mail.id,
      transfer_id: mail.transferId,
      template: mail.template,
      facts: JSON.stringify(mail.facts),
      created_at: now,
      sent_at: null,
      dropped_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findMail(db: Db, id: string): Promise<{ mail: PlannedMail; settled: boolean } | null> {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const mail = { id: row.id, transferId: row.transfer_id, template: row.template, facts: row.facts } as PlannedMail;
  return { mail, settled: row.sent_at !== null || row.dropped_at !== null };
}

/** @returns the ids of mails about a transfer that have neither left nor been dropped. */
export async function listWaitingMails(db: Db, transferId: string): Promise<string[]> {
  const mails = db.selectFrom('mail').select('id').where('transfer_id', '=', transferId);
  const rows = await mails.where('sent_at', 'is', null).where('dropped_at', 'is', null).execute();
  return rows.map((row) => row.id);
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

/** Deletes what is older than it may be, and with a transfer its contacts, mails and links. @returns how many transfers. */
export async function deleteOldContacts(db: Db, now: Date): Promise<number> {
  const closedBefore = addDays(now, -keptDays.afterClose);
  const createdBefore = addDays(now, -keptDays.atMost);
  await db.deleteFrom('contact').where('transfer_id', 'is', null).where('created_at', '<', createdBefore).execute();
  const result = await db
    .deleteFrom('transfer')
    .where((where) => where.or([where('closed_at', '<', closedBefore), where('created_at', '<', createdBefore)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
