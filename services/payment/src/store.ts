import { randomUUID } from 'node:crypto';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { paymentApi } from '@xrp-bridge/contracts/payment';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import type { EntryTable } from '@xrp-bridge/runtime/accounting';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { compileOnce, draftStatements } from '@xrp-bridge/runtime/statements';
import type { Generated, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Account } from './domain/accounting.ts';
import type { Outcome, Payment } from './domain/payment.ts';
import type { NewTask } from './domain/task.ts';

interface PaymentTable {
  id: string;
  /** Of its order. */
  transfer_id: string;
  order_kind: Generated<Payment['orderKind']>;
  product: Payment['product'];
  channel: Payment['channel'];
  amount_cents: number;
  refunded_cents: Generated<number>;
  status: Payment['status'];
  attempt: Generated<number>;
  intent_id: string | null;
  session_id: string | null;
  opens_guide: Generated<boolean>;
  opens_concierge: Generated<boolean>;
  unlocks: Generated<boolean>;
  failure: string | null;
  bypassed_by: string | null;
  bypass_reason: string | null;
  refund_requested_at: Date | null;
  created_at: Date;
  /** When the provider was last asked about it. */
  checked_at: Date;
  paid_at: Date | null;
}

interface RefundTable {
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount_cents: number;
  /** Requested: committed before the provider is asked. Failed: not made, or undone by the customer's bank. */
  status: 'requested' | 'made' | 'failed';
  attempt: Generated<number>;
  created_at: Date;
}

export type Refund = Selectable<RefundTable>;

interface WebhookEventTable {
  id: string;
  type: string;
  outcome: Outcome;
  payment_id: string | null;
  received_at: Date;
}

/** What is to be remembered of an order beside its payments. */
export interface OrderStateTable {
  order_id: string;
  /** When and how often the transfer was told what the payments give access to, since that last changed. */
  said_at: Date | null;
  times_said: Generated<number>;
  /** When the transfer answered that it gives just that. */
  confirmed_at: Date | null;
  /** From then on nothing of it can be paid: its transfer is deleted. */
  closed_at: Date | null;
}

/** A concierge bought without a transfer; once one has redeemed its guide, its payments are that transfer's. */
interface ConciergeOrderTable {
  order_id: string;
  created_at: Date;
  transfer_id: string | null;
  redeemed_at: Date | null;
}

/** Somebody's subscription to signals, as the provider last told it. */
export interface SubscriptionTable {
  id: string;
  subscriber_id: string;
  status: 'open' | 'trialing' | 'active' | 'past_due' | 'ended';
  /** Counts the pages that were opened for it; part of the idempotency key. */
  attempt: Generated<number>;
  trial: boolean;
  session_id: string | null;
  /** The provider's own id; null until the page was completed. */
  provider_id: string | null;
  trial_ends_at: Date | null;
  /** Until when it is paid, or the trial lasts. */
  period_ends_at: Date | null;
  /** When it ends, or ended. */
  ends_at: Date | null;
  /** The failed tries of the newest invoice that we have told of. */
  failures: Generated<number>;
  version: Generated<number>;
  created_at: Date;
  checked_at: Date;
  /** Since when it is to end, as soon as the provider can be told; null again once that says so. */
  end_wanted_at: Generated<Date | null>;
}

export interface TaskTable {
  id: string;
  kind: NewTask['kind'];
  /** What opened it: the same opens no second one. */
  cause: string;
  order_id: string | null;
  payment_id: string | null;
  since: Date;
  why: string;
  settles_at_cents: number | null;
  /** The operator who has taken it over. */
  assigned_to: string | null;
  done_at: Date | null;
  done_by: string | null;
  reason: string | null;
}

export type BookingKind = 'sale' | 'refund' | 'refund_failed';

/** The transaction is the payment for a sale, the refund for a refund: so each is booked once. */
interface AccountingEntryTable extends EntryTable<Account, BookingKind> {
  payment_id: string;
}

export interface Tables extends MessagingTables {
  payment: PaymentTable;
  refund: RefundTable;
  webhook_event: WebhookEventTable;
  order_state: OrderStateTable;
  concierge_order: ConciergeOrderTable;
  subscription: SubscriptionTable;
  task: TaskTable;
  accounting_entry: AccountingEntryTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;

/** For statements that are built once. */
export const drafts = draftStatements<Tables>();

/** A random id that says what it names. */
export function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

const paymentsOfTransfer = compileOnce(({ transferId }: { transferId: string }) =>
  drafts.selectFrom('payment').selectAll().where('transfer_id', '=', transferId).orderBy('created_at').orderBy('id'),
);

/** All payments of a transfer, oldest first. */
export async function findPayments(db: Db, transferId: string): Promise<Payment[]> {
  const { rows } = await db.executeQuery(paymentsOfTransfer({ transferId }));
  return rows.map(fromRow);
}

const paymentsAndOrder = compileOnce(({ orderId }: { orderId: string }) =>
  drafts
    .selectFrom('payment')
    .leftJoin('order_state', 'order_state.order_id', 'payment.transfer_id')
    .selectAll('payment')
    .select('order_state.closed_at')
    .where('payment.transfer_id', '=', orderId)
    .orderBy('payment.created_at')
    .orderBy('payment.id'),
);

/** All payments of an order, oldest first, and whether it is closed for good, as of one moment. */
export async function findOrderedPayments(db: Db, orderId: string): Promise<{ payments: Payment[]; closed: boolean }> {
  const { rows } = await db.executeQuery(paymentsAndOrder({ orderId }));
  return { payments: rows.map(fromRow), closed: rows.some((row) => row.closed_at !== null) };
}

/** The payments of each of these orders, oldest first; of some there are none. */
export async function findPaymentsOf(db: Db, orderIds: readonly string[]): Promise<Map<string, Payment[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('transfer_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows.map(fromRow), ({ transferId }) => transferId);
}

const lockOfTransfer = compileOnce(({ transferId }: { transferId: string }) =>
  selectToLock().where('transfer_id', '=', transferId),
);
const lockOfPayment = compileOnce(({ paymentId }: { paymentId: string }) =>
  selectToLock().where('transfer_id', '=', (one) =>
    one.selectFrom('payment').select('transfer_id').where('id', '=', paymentId),
  ),
);
const lockOfIntent = compileOnce(({ intentId }: { intentId: string }) =>
  selectToLock().where('transfer_id', '=', (one) =>
    one.selectFrom('payment').select('transfer_id').where('intent_id', '=', intentId),
  ),
);

function selectToLock() {
  return drafts.selectFrom('payment').selectAll().orderBy('created_at').orderBy('id').forUpdate();
}

/**
 * Locks all payments of a transfer, found by the transfer or by any one of its payments: whoever changes one of them
 * takes turns with the others. Empty when there is none.
 */
export async function lockPayments(
  tx: Tx<Tables>,
  by: { transferId: string } | { paymentId: string } | { intentId: string },
): Promise<Payment[]> {
  const query = 'transferId' in by ? lockOfTransfer(by) : 'paymentId' in by ? lockOfPayment(by) : lockOfIntent(by);
  return (await tx.executeQuery(query)).rows.map(fromRow);
}

export async function listPayments(db: Db, query: QueryOf<typeof paymentApi.list>): Promise<Page<Payment>> {
  const all = db.selectFrom('payment').selectAll();
  const { transferId } = query;
  const { rows, nextCursor } = await readPage(transferId ? all.where('transfer_id', '=', transferId) : all, query, {
    orders: { '-createdAt': newestFirst('created_at'), createdAt: oldestFirst('created_at') },
    id: sql.ref('id'),
    search: ['id', 'transfer_id', 'intent_id'].map((name) => sql.ref(name)),
  });
  return { rows: rows.map(fromRow), nextCursor };
}

/** Opens a payment. Null when its order has a live one already, or is closed. */
export async function insertPayment(
  db: Db,
  payment: Pick<Payment, 'transferId' | 'orderKind' | 'product' | 'amountCents' | 'createdAt'> & {
    channel: 'intent' | 'page';
  },
): Promise<Payment | null> {
  const { transferId, orderKind, product, channel, amountCents, createdAt } = payment;
  const { rows } = await sql<Selectable<PaymentTable>>`
    insert into payment (id, transfer_id, order_kind, product, channel, amount_cents, status, created_at, checked_at)
    select ${createId('pay')}, ${transferId}, ${orderKind}, ${product}, ${channel}, ${amountCents}, 'open', ${createdAt}, ${createdAt}
    where not exists (select from order_state where order_id = ${transferId} and closed_at is not null)
    on conflict do nothing returning *`.execute(db);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Records what the provider has charged by itself. Null when that was done before. */
export async function insertInvoicePayment(
  tx: Tx<Tables>,
  paid: Pick<Payment, 'transferId' | 'product' | 'amountCents' | 'intentId' | 'createdAt'>,
): Promise<Payment | null> {
  const row = await tx
    .insertInto('payment')
    .values({
      id: createId('pay'),
      transfer_id: paid.transferId,
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

/** Records what was paid another way. Null when that was done before. */
export async function insertBypass(
  tx: Tx<Tables>,
  bypass: Pick<Payment, 'transferId' | 'product' | 'amountCents' | 'createdAt' | 'opensGuide' | 'opensConcierge'> & {
    operator: string;
    reason: string | null;
  },
): Promise<Payment | null> {
  const row = await tx
    .insertInto('payment')
    .values({
      id: createId('pay'),
      transfer_id: bypass.transferId,
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

/** The statement that keeps a payment as it is now. */
export const keepPayment = compileOnce((payment: Payment) =>
  drafts
    .updateTable('payment')
    .set({
      status: payment.status,
      refunded_cents: payment.refundedCents,
      intent_id: payment.intentId,
      opens_guide: payment.opensGuide,
      opens_concierge: payment.opensConcierge,
      unlocks: payment.unlocks,
      failure: payment.failure,
      refund_requested_at: payment.refundRequestedAt,
      paid_at: payment.paidAt,
    })
    .where('id', '=', payment.id),
);

/** Changes a payment that the transaction has locked. */
export async function updatePayment(tx: Tx<Tables>, before: Payment, changes: Partial<Payment>): Promise<Payment> {
  const after = { ...before, ...changes };
  await tx.executeQuery(keepPayment(after));
  return after;
}

/** Keeps where the provider holds an attempt. False when the payment has moved on meanwhile. */
export async function recordReference(
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

/** Forgets what an attempt left at the provider, so that the next one begins anew under a new idempotency key. */
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
 * Takes live payments that are due to be asked about again, newest first, and marks them as asked. Each is due at twice
 * the age of the time before: a lost webhook is noticed within minutes, and an abandoned checkout costs a dozen
 * questions in its first month.
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

/** Live payments that the provider holds, of orders that have a bypassed or refunded payment; the newest first. */
export async function listLiveBesideEnded(db: Db, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Selectable<PaymentTable>>`
    select live.* from payment live
    where live.status in ('open', 'failed') and (live.intent_id is not null or live.session_id is not null)
      and exists (
        select from payment ended
        where ended.transfer_id = live.transfer_id and ended.status in ('bypassed', 'refunded')
      )
    order by live.created_at desc limit ${limit}`.execute(db);
  return rows.map(fromRow);
}

function fromRow(row: Selectable<PaymentTable>): Payment {
  return {
    id: row.id,
    transferId: row.transfer_id,
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
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}
