import { randomUUID } from 'node:crypto';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { paymentApi } from '@xrp-bridge/contracts/payment';
import { readTraceparent, type Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { Payment } from './domain/payment.ts';
import type { Db, PaymentTable, Tables } from './tables.ts';

/** Returns a random id with a prefix for its type, e.g. `pay_…`. */
export function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** Lists all payments of an order, oldest first. */
export async function findPayments(db: Db, orderId: string): Promise<Payment[]> {
  return (await findPaymentsOf(db, [orderId])).get(orderId) ?? [];
}

/** Lists these payments that are open or failed, which the provider may have settled. */
export async function listUnsettled(db: Db, paymentIds: readonly string[]): Promise<Payment[]> {
  if (paymentIds.length === 0) return [];
  const unsettled = db.selectFrom('payment').selectAll().where('status', 'in', ['open', 'failed']);
  return (await unsettled.where('id', 'in', paymentIds).execute()).map(fromRow);
}

// Statements that run while a customer waits are constant texts, because building them with Kysely takes longer than
// running them.

const findOrderedText = `
  select payment.*, order_state.closed_at from payment
  left join order_state on order_state.order_id = payment.order_id
  where payment.order_id = $1 order by payment.created_at, payment.id`;

/** Returns all payments of an order, oldest first, and whether the order is closed, in one snapshot. */
export async function findOrderedPayments(db: Db, orderId: string): Promise<{ payments: Payment[]; closed: boolean }> {
  const query = CompiledQuery.raw(findOrderedText, [orderId]);
  const { rows } = await db.executeQuery<Selectable<PaymentTable> & { closed_at: Date | null }>(query);
  return { payments: rows.map(fromRow), closed: rows.some((row) => row.closed_at !== null) };
}

/** Returns the payments by order, oldest first. Orders without payments are missing. */
export async function findPaymentsOf(db: Db, orderIds: readonly string[]): Promise<Map<string, Payment[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows.map(fromRow), ({ orderId }) => orderId);
}

const lockText = (orderId: string) => `
  select * from payment where order_id = ${orderId} order by created_at, id for update`;

const lockTexts = {
  orderId: lockText('$1'),
  paymentId: lockText('(select order_id from payment where id = $1)'),
  intentId: lockText('(select order_id from payment where intent_id = $1)'),
};

/**
 * Locks all payments of an order, found by the order or by any of its payments.
 * This makes transactions that change the same order run one after the other. Returns [] for an order without payments.
 */
export async function lockPayments(
  tx: Tx<Tables>,
  by: { orderId: string } | { paymentId: string } | { intentId: string },
): Promise<Payment[]> {
  const [[name, value]] = Object.entries(by) as [[keyof typeof lockTexts, string]];
  const query = CompiledQuery.raw(lockTexts[name], [value]);
  return (await tx.executeQuery<Selectable<PaymentTable>>(query)).rows.map(fromRow);
}

/** Returns the open and failed payments of a visitor. A visitor's hash changes each day. */
export async function findLivePayments(db: Db, openedBy: string): Promise<Pick<Payment, 'id' | 'orderId'>[]> {
  return db
    .selectFrom('payment')
    .select(['id', 'order_id as orderId'])
    .where('opened_by', '=', openedBy)
    .where('status', 'in', ['open', 'failed'])
    .execute();
}

export async function listPayments(db: Db, query: QueryOf<typeof paymentApi.list>): Promise<Page<Payment>> {
  const all = db.selectFrom('payment').selectAll();
  const orderId = query.transferId;
  const { rows, nextCursor } = await readPage(orderId ? all.where('order_id', '=', orderId) : all, query, {
    orders: { '-createdAt': newestFirst('created_at'), createdAt: oldestFirst('created_at') },
    id: sql.ref('id'),
    search: ['id', 'order_id', 'intent_id'].map((name) => sql.ref(name)),
  });
  return { rows: rows.map(fromRow), nextCursor };
}

/** Inserts an open payment. @returns null if the order is closed or has an open or failed payment */
export async function insertPayment(
  db: Db,
  payment: Pick<Payment, 'orderId' | 'orderKind' | 'product' | 'amountCents' | 'createdAt' | 'openedBy'> & {
    channel: 'intent' | 'page';
  },
): Promise<Payment | null> {
  const { orderId, orderKind, product, channel, amountCents, createdAt, openedBy } = payment;
  const traceparent = readTraceparent() ?? null;
  const { rows } = await sql<Selectable<PaymentTable>>`
    insert into payment (id, order_id, order_kind, product, channel, amount_cents, status, created_at, checked_at, traceparent, opened_by)
    select ${createId('pay')}, ${orderId}, ${orderKind}, ${product}, ${channel}, ${amountCents}, 'open', ${createdAt}, ${createdAt}, ${traceparent}, ${openedBy}
    where not exists (select from order_state where order_id = ${orderId} and closed_at is not null)
    on conflict do nothing returning *`.execute(db);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Inserts a payment that the provider charged for a subscription. @returns null if the payment exists */
export async function insertInvoicePayment(
  tx: Tx<Tables>,
  paid: Pick<Payment, 'orderId' | 'product' | 'amountCents' | 'intentId' | 'createdAt'>,
): Promise<Payment | null> {
  const row = await tx
    .insertInto('payment')
    .values({
      id: createId('pay'),
      order_id: paid.orderId,
      order_kind: 'subscription',
      product: paid.product,
      channel: 'invoice',
      amount_cents: paid.amountCents,
      status: 'succeeded',
      intent_id: paid.intentId,
      created_at: paid.createdAt,
      checked_at: paid.createdAt,
      paid_at: paid.createdAt,
    })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Inserts a payment that an operator confirmed. @returns null if the order already has such a payment */
export async function insertBypass(
  tx: Tx<Tables>,
  bypass: Pick<Payment, 'orderId' | 'product' | 'amountCents' | 'createdAt' | 'opensGuide' | 'opensConcierge'> & {
    operator: string;
    reason: string | null;
  },
): Promise<Payment | null> {
  const row = await tx
    .insertInto('payment')
    .values({
      id: createId('pay'),
      order_id: bypass.orderId,
      product: bypass.product,
      channel: 'bypass',
      amount_cents: bypass.amountCents,
      status: 'bypassed',
      opens_guide: bypass.opensGuide,
      opens_concierge: bypass.opensConcierge,
      bypassed_by: bypass.operator,
      bypass_reason: bypass.reason,
      created_at: bypass.createdAt,
      checked_at: bypass.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

type PaymentChanges = Pick<
  Payment,
  'status' | 'refundedCents' | 'opensGuide' | 'opensConcierge' | 'failure' | 'refundRequestedAt' | 'refundRequest'
>;

/** Updates a payment that the transaction has locked. */
export async function updatePayment(tx: Tx<Tables>, id: string, changes: Partial<PaymentChanges>): Promise<void> {
  const { refundRequest } = changes;
  await tx
    .updateTable('payment')
    .set({
      status: changes.status,
      refunded_cents: changes.refundedCents,
      opens_guide: changes.opensGuide,
      opens_concierge: changes.opensConcierge,
      failure: changes.failure,
      refund_requested_at: changes.refundRequestedAt,
      ...(refundRequest !== undefined && {
        request_made_at: refundRequest?.at ?? null,
        request_settles_at_cents: refundRequest?.settlesAtCents ?? null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the provider's ids of an attempt. @returns false if the payment has changed in the meantime */
export async function updateReference(
  db: Db,
  payment: Payment,
  reference: { intentId: string | null; sessionId: string | null },
): Promise<boolean> {
  const result = await db
    .updateTable('payment')
    .set({ intent_id: reference.intentId, session_id: reference.sessionId })
    .where('id', '=', payment.id)
    .where('attempt', '=', payment.attempt)
    .where('status', 'in', ['open', 'failed'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Clears the provider's ids and increases `attempt`, so that the next idempotency key is new. */
export async function startNextAttempt(db: Db, payment: Payment): Promise<void> {
  await db
    .updateTable('payment')
    .set({ attempt: payment.attempt + 1, intent_id: null, session_id: null })
    .where('id', '=', payment.id)
    .where('attempt', '=', payment.attempt)
    .where('status', 'in', ['open', 'failed'])
    .execute();
}

/**
 * Returns unsettled payments that are due for a check, newest first, and updates their `checked_at`.
 * Unsettled payments are open or failed payments that the provider may still settle. The interval doubles with each
 * check. Therefore a lost webhook is found within minutes, and an abandoned checkout costs about a dozen calls in its
 * first month.
 */
export async function takeUnsettled(db: Db, now: Date, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Selectable<PaymentTable>>`
    update payment set checked_at = ${now}
    where id in (
      select id from payment
      where status in ('open', 'failed')
        and (intent_id is not null or session_id is not null)
        and checked_at < ${now}::timestamptz - greatest(interval '2 minutes', checked_at - created_at)
      order by created_at desc limit ${limit} for update skip locked
    ) returning *`.execute(db);
  return rows.map(fromRow);
}

/**
 * Lists unsettled payments of orders that also have a bypassed or refunded payment, newest first.
 * Unsettled payments are open or failed payments that the provider may still settle.
 */
export async function listLiveBesideEnded(db: Db, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Selectable<PaymentTable>>`
    select live.* from payment live
    where live.status in ('open', 'failed') and (live.intent_id is not null or live.session_id is not null)
      and exists (
        select from payment ended
        where ended.order_id = live.order_id and ended.status in ('bypassed', 'refunded')
      )
    order by live.created_at desc limit ${limit}`.execute(db);
  return rows.map(fromRow);
}

function fromRow(row: Selectable<PaymentTable>): Payment {
  return {
    id: row.id,
    orderId: row.order_id,
    orderKind: row.order_kind,
    product: row.product,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    status: row.status,
    channel: row.channel,
    attempt: row.attempt,
    intentId: row.intent_id,
    sessionId: row.session_id,
    opensGuide: row.opens_guide,
    opensConcierge: row.opens_concierge,
    unlocks: row.unlocks,
    failure: row.failure,
    refundRequestedAt: row.refund_requested_at,
    refundRequest:
      row.request_made_at && row.request_settles_at_cents !== null
        ? { at: row.request_made_at, settlesAtCents: row.request_settles_at_cents }
        : null,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    providerPaidAt: row.provider_paid_at,
    traceparent: row.traceparent,
    openedBy: row.opened_by,
  };
}
