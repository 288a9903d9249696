import type { BodyOf } from '@xrp-bridge/contracts/define';
import type { ContactReason, notificationApi } from '@xrp-bridge/contracts/notification';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, readPage } from '@xrp-bridge/runtime/paging';
import { CompiledQuery, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { addDays, formerEmails, type Payment, retentionDays, type TransferState } from './domain/notification.ts';
import type { Db, Tables } from './tables.ts';

/**
 * Inserts or locks a transfer, so that parallel transactions about it wait.
 * If a mail needs two events, the transaction of the second event then reads the changes of the first.
 */
export async function upsertTransfer(tx: Tx<Tables>, id: string, now: Date): Promise<void> {
  await tx
    .insertInto('transfer')
    .values({ id, released: null, from_exchange: null, to_wallet: null, closed_at: null, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .execute();
}

/** Inserts or locks a transfer like `upsertTransfer`, and sets its `closed_at`. */
export async function upsertEnd(tx: Tx<Tables>, id: string, now: Date): Promise<void> {
  await upsertTransfer(tx, id, now);
  await tx.updateTable('transfer').set({ closed_at: now }).where('id', '=', id).execute();
}

interface Release {
  id: string;
  released: NonNullable<TransferState['released']>;
  fromExchange: string;
  toWallet: string;
  now: Date;
}

/**
 * Updates a transfer's state to released, and inserts or locks it like `upsertTransfer`.
 * The first release reopens an expired transfer. A repeated release changes nothing.
 */
export async function upsertRelease(tx: Tx<Tables>, release: Release): Promise<void> {
  const { id, released, fromExchange: from_exchange, toWallet: to_wallet, now } = release;
  const facts = { released, from_exchange, to_wallet, released_at: now, closed_at: null };
  await tx
    .insertInto('transfer')
    .values({ id, ...facts, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts).where('transfer.released', 'is', null))
    .execute();
}

/** Returns a transfer. @throws Error if the transfer does not exist */
export async function readTransfer(db: Db, id: string): Promise<TransferState> {
  const transfer = await db
    .selectFrom('transfer')
    .select(['id', 'released', 'from_exchange as fromExchange', 'to_wallet as toWallet'])
    .select((transfer) =>
      jsonArrayFrom(
        transfer
          .selectFrom('payment')
          .select(['id', 'product', 'amount_cents as amountCents', 'paid_at as paidAt', 'refunded'])
          .select('concierge_refunded as conciergeRefunded')
          .whereRef('transfer_id', '=', 'transfer.id')
          .orderBy('paid_at'),
      ).as('payments'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (!transfer) throw new Error(`nothing is known of the transfer ${id}`);
  const payments = transfer.payments.map((payment) => ({ ...payment, paidAt: new Date(payment.paidAt) }));
  return { ...transfer, payments };
}

const insertPaymentText = `
  with locked as (
    insert into transfer (id, created_at) values ($1, $6) on conflict (id) do update set id = excluded.id returning id
  )
  insert into payment (id, transfer_id, product, amount_cents, paid_at)
  select $2, id, $3, $4::int, $5::timestamptz from locked on conflict (id) do nothing`;

/** Inserts a payment if it does not exist, and inserts or locks its transfer like `upsertTransfer`. */
export async function insertPayment(
  tx: Tx<Tables>,
  transferId: string,
  payment: Omit<Payment, 'refunded' | 'conciergeRefunded'>,
  now: Date,
): Promise<void> {
  const { id, product, amountCents, paidAt } = payment;
  await tx.executeQuery(CompiledQuery.raw(insertPaymentText, [transferId, id, product, amountCents, paidAt, now]));
}

export async function updateRefunded(tx: Tx<Tables>, paymentId: string): Promise<void> {
  await tx.updateTable('payment').set({ refunded: true }).where('id', '=', paymentId).execute();
}

export async function updateConciergeRefunded(tx: Tx<Tables>, paymentId: string): Promise<void> {
  await tx.updateTable('payment').set({ concierge_refunded: true }).where('id', '=', paymentId).execute();
}

export interface ContactDetails {
  email: string | null;
  phone: string | null;
  message: string | null;
}

/** Upserts the contact of a transfer and reason. @returns the contact's id; null if nothing changed */
export async function upsertContact(
  tx: Tx<Tables>,
  of: { transferId: string | null; reason: ContactReason },
  details: ContactDetails,
  now: Date,
): Promise<string | null> {
  // Two forms write this contact, and only the portal's form has an e-mail field. The guide's form must not clear the
  // address.
  const email = of.reason === 'refund_request' ? sql`coalesce(excluded.email, c.email)` : sql`excluded.email`;
  const result = await sql<{ id: string }>`
    insert into contact as c (transfer_id, reason, email, phone, message, created_at)
    values (${of.transferId}, ${of.reason}, ${details.email}, ${details.phone}, ${details.message}, ${now})
    on conflict ${of.transferId === null ? sql`(reason, lower(email)) where transfer_id is null` : sql`(transfer_id, reason) where transfer_id is not null`}
    do update set email = ${email}, phone = excluded.phone, message = excluded.message
    where (c.email, c.phone, c.message) is distinct from (${email}, excluded.phone, excluded.message)
    returning c.id`.execute(tx);
  return result.rows[0]?.id ?? null;
}

type ReasonWithoutTransfer = Extract<
  ContactReason,
  'quantum_waitlist' | 'signal_subscription' | 'newsletter' | 'concierge'
>;

/**
 * Inserts a contact without a transfer. An address that differs only in case is the same contact.
 * @returns the contact's id; null if the contact already exists
 */
export async function insertEmail(
  tx: Tx<Tables>,
  reason: ReasonWithoutTransfer,
  email: string,
  now: Date,
): Promise<string | null> {
  const row = await tx
    .insertInto('contact')
    .values({ transfer_id: null, reason, email, phone: null, message: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Inserts or finds a contact without a transfer. @returns its id */
export async function findOrInsertEmail(
  tx: Tx<Tables>,
  reason: ReasonWithoutTransfer,
  email: string,
  now: Date,
): Promise<string> {
  const fresh = await insertEmail(tx, reason, email, now);
  if (fresh !== null) return fresh;
  const existing = tx.selectFrom('contact').select('id').where('transfer_id', 'is', null).where('reason', '=', reason);
  return (await existing.where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirstOrThrow()).id;
}

/** Returns the current e-mail address of a transfer's owner. */
export async function findOwnerEmail(tx: Db, transferId: string): Promise<string | null> {
  const receipt = tx.selectFrom('contact').select('email').where('transfer_id', '=', transferId);
  return (await receipt.where('reason', '=', 'receipt').executeTakeFirst())?.email ?? null;
}

/** Upserts a former e-mail address, if fewer than `formerEmails.most` were stored in `warnedDays`. */
export async function upsertFormerEmail(tx: Tx<Tables>, transferId: string, email: string, now: Date): Promise<void> {
  await sql`
    insert into former_email (transfer_id, email, changed_at)
    select ${transferId}, ${email}, ${now}
    where (
      select count(*) from former_email
      where transfer_id = ${transferId} and changed_at > ${addDays(now, -formerEmails.warnedDays)}
    ) < ${formerEmails.most}
    on conflict (transfer_id, email) do update set changed_at = excluded.changed_at`.execute(tx);
}

export async function deleteContact(tx: Tx<Tables>, transferId: string, reason: ContactReason): Promise<void> {
  await tx.deleteFrom('contact').where('transfer_id', '=', transferId).where('reason', '=', reason).execute();
}

/**
 * Lists contacts.
 * A contact without an e-mail address is listed and found with the address of its transfer's owner.
 */
export async function listContacts(db: Db, query: BodyOf<typeof notificationApi.listContacts>) {
  const email = sql<string | null>`coalesce(contact.email, (
    select r.email from contact r where r.transfer_id = contact.transfer_id and r.reason = 'receipt'))`;
  const all = db
    .selectFrom('contact')
    .select(['id', 'transfer_id as transferId', email.as('email'), 'phone', 'reason', 'message'])
    .select('created_at as createdAt');
  const filtered = query.reason ? all.where('contact.reason', '=', query.reason) : all;
  return readPage(filtered, query, {
    orders: { '-createdAt': newestFirst('contact.created_at'), createdAt: oldestFirst('contact.created_at') },
    id: sql.ref('contact.id'),
    search: ['email', 'transfer_id', 'reason', 'phone', 'message'].map((name) => sql.ref(`contact.${name}`)),
    joined: {
      select: filtered
        .clearSelect()
        .innerJoin('contact as receipt', 'receipt.transfer_id', 'contact.transfer_id')
        .where('receipt.reason', '=', 'receipt')
        .where('contact.email', 'is', null),
      search: [sql.ref('receipt.email')],
    },
  });
}

/**
 * Deletes old contacts, and old transfers with their contacts, mails and links.
 * @returns the number of deleted transfers
 */
export async function deleteOldContacts(db: Db, now: Date): Promise<number> {
  const closedBefore = addDays(now, -retentionDays.afterClose);
  const createdBefore = addDays(now, -retentionDays.atMost);
  // Contacts of confirmed subscriptions and newsletters are needed until the subscription or newsletter ends.
  const subscribers = db
    .selectFrom('subscription')
    .select('contact_id')
    .where('confirmed_at', 'is not', null)
    .where((where) =>
      where.or([
        where('stopped_at', 'is', null),
        where('running', '=', true),
        // The last month of a subscription may still be refunded.
        where('changed_at', '>', closedBefore),
      ]),
    );
  const readers = db
    .selectFrom('newsletter')
    .select('contact_id')
    .where('confirmed_at', 'is not', null)
    .where((where) => where.or([where('market', '=', true), where('alerts', '=', true)]));
  // Owners of the concierge sign in with their address, so their contacts are needed.
  const owners = db
    .selectFrom('concierge')
    .select((one) => one.ref('contact_id').$notNull().as('contact_id'))
    .where('contact_id', 'is not', null)
    .where('owned', '=', true);
  await db
    .deleteFrom('contact')
    .where('transfer_id', 'is', null)
    .where('created_at', '<', createdBefore)
    .where('id', 'not in', subscribers)
    .where('id', 'not in', readers)
    .where('id', 'not in', owners)
    .execute();
  await db.deleteFrom('former_email').where('changed_at', '<', addDays(now, -formerEmails.storedDays)).execute();
  const result = await db
    .deleteFrom('transfer')
    .where((where) => where.or([where('closed_at', '<', closedBefore), where('created_at', '<', createdBefore)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes a transfer with its contacts, mails and links. */
export async function deleteTransfer(tx: Tx<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('transfer').where('id', '=', id).execute();
}

/** Lists the ids of released transfers that have an e-mail address but no receipt mail. */
export async function listWithoutReceipt(db: Db, released: { after: Date; before: Date }, limit: number) {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfer t
    where t.released_at > ${released.after} and t.released_at < ${released.before} and t.closed_at is null
      and exists (select from contact c where c.transfer_id = t.id and c.email is not null)
      and not exists (select from mail m where m.transfer_id = t.id and m.template = 'receipt')
    order by t.released_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
