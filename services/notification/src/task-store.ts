import { randomUUID } from 'node:crypto';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import { type Task, type TaskRefund, type taskApi, taskRefundSchema } from '@xrp-bridge/contracts/task';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import { bypassed, type NewTask, type Settlement, system } from './domain/task.ts';
import type { Db, Tables, TaskTable } from './tables.ts';

/**
 * Inserts a task, unless its cause has already opened one.
 * If the task's settlement arrived first, e.g. because the opening event was dead-lettered, the task is inserted as
 * done.
 * @returns the id of a new open task; null otherwise
 */
export async function insertTask(tx: Db, task: NewTask, since: Date): Promise<string | null> {
  const { kind, cause, orderId, paymentId, why, refund } = task;
  // An unknown product of a newer payment service has no button, so an operator refunds it at the provider.
  const stored = taskRefundSchema.safeParse(refund).data;
  const settled = await tx
    .selectFrom('task_settlement')
    .select(['at', 'reason'])
    .where('kind', '=', kind)
    .where((is) => is.or([is('payment_id', 'is', null), is('payment_id', '=', paymentId)]))
    .where((is) => is.or([is('cause', 'is', null), is('cause', '=', cause)]))
    .where('at', '>=', since)
    .orderBy('at')
    .executeTakeFirst();
  const inserted = await tx
    .insertInto('task')
    .values({
      id: `task_${randomUUID().replaceAll('-', '')}`,
      kind,
      cause,
      order_id: orderId,
      payment_id: paymentId,
      since,
      why,
      refund: stored ? JSON.stringify(stored) : null,
      ...(settled && { done_at: settled.at, done_by: system, reason: settled.reason }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return settled ? null : (inserted?.id ?? null);
}

/** Marks the open tasks of a settlement as done. */
export async function updateTasksSettled(
  tx: Db,
  { kinds, paymentId, cause, reason }: Settlement,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('task')
    .set({ done_at: at, done_by: system, reason })
    .where('kind', 'in', kinds)
    .$if(paymentId !== null, (these) => these.where('payment_id', '=', paymentId))
    .$if(cause !== null, (these) => these.where('cause', '=', cause))
    .where('since', '<=', at)
    .where('done_at', 'is', null)
    .execute();
}

/**
 * Inserts a settlement.
 * The settlement also closes a task that is inserted later but whose event is older.
 */
export async function insertSettlement(tx: Tx<Tables>, settlement: Settlement, at: Date): Promise<void> {
  const { kinds, paymentId: payment_id, cause, reason } = settlement;
  const rows = kinds.map((kind) => ({ kind, payment_id, cause, at, reason }));
  await tx.insertInto('task_settlement').values(rows).execute();
}

/** Moves the tasks of a concierge order to the transfer that redeemed its guide. */
export async function updateTaskOrder(tx: Tx<Tables>, orderId: string, transferId: string): Promise<void> {
  await tx.updateTable('task').set({ order_id: transferId }).where('order_id', '=', orderId).execute();
}

/** Marks the task of a hand payment as done by an operator, even if an event has already settled it. */
export async function updateHandPaymentClosed(
  db: Db,
  orderId: string,
  done: { at: Date; by: string; reason: string },
): Promise<void> {
  await db
    .updateTable('task')
    .set({ done_at: done.at, done_by: done.by, reason: done.reason })
    .where('cause', '=', orderId)
    .where('kind', '=', 'hand_payment')
    .where((is) => is.or([is('done_at', 'is', null), is.and({ done_by: system, reason: bypassed })]))
    .execute();
}

export async function findTask(db: Db, id: string): Promise<Task | undefined> {
  if (!isTaskId(id)) return undefined;
  const row = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Returns true for a valid task id.
 * An id from a URL may contain characters that PostgreSQL rejects in text.
 */
function isTaskId(id: string): boolean {
  return /^task_[0-9a-f]{32}$/.test(id);
}

/** Updates a task's state to done. @returns undefined if there is no such task or it was done before */
export async function updateTaskClosed(
  tx: Tx<Tables>,
  id: string,
  done: { at: Date; by: string; reason: string },
): Promise<NewTask | undefined> {
  if (!isTaskId(id)) return undefined;
  return tx
    .updateTable('task')
    .set({ done_at: done.at, done_by: done.by, reason: done.reason })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returning(['kind', 'cause', 'order_id as orderId', 'payment_id as paymentId', 'why'])
    .executeTakeFirst();
}

/** Updates the operator who works on an open task; null for no operator. */
export async function updateTaskAssigned(db: Db, id: string, to: string | null): Promise<void> {
  if (!isTaskId(id)) return;
  await db.updateTable('task').set({ assigned_to: to }).where('id', '=', id).where('done_at', 'is', null).execute();
}

/** Returns the number of open tasks, and the time at which the oldest of them was opened. */
export async function countOpenTasks(db: Db): Promise<{ open: number; oldest: string | null }> {
  const { open, oldest } = await db
    .selectFrom('task')
    .select(({ fn }) => [fn.countAll<string>().as('open'), fn.min('since').as('oldest')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { open: Number(open), oldest: (oldest as Date | null)?.toISOString() ?? null };
}

/** Returns the number of open tasks of each kind and the opening time of the oldest, oldest first. */
export async function countTasksByKind(db: Db): Promise<{ kind: string; count: number; since: string }[]> {
  const rows = await db
    .selectFrom('task')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('count'), fn.min('since').as('oldest')])
    .where('done_at', 'is', null)
    .groupBy('kind')
    .orderBy('oldest')
    .execute();
  return rows.map(({ kind, count, oldest }) => ({ kind, count: Number(count), since: (oldest as Date).toISOString() }));
}

/** Counts the tasks of these kinds that were opened after a time, including done tasks, by kind. */
export async function countTasksSince(db: Db, kinds: readonly string[], since: Date): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('task')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('count')])
    .where('kind', 'in', kinds)
    .where('since', '>', since)
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]));
}

/**
 * Sorts open tasks before done tasks, newest first.
 * The constant is larger than any time in microseconds. The index `task_open_then_newest` must use the same expression.
 */
const openFirst = sql`(case when done_at is null then 100000000000000000 else 0 end + extract(epoch from since - timestamptz 'epoch') * 1000000)::bigint`;

export async function listTasks(db: Db, query: QueryOf<typeof taskApi.list>): Promise<Page<Task>> {
  const all = db.selectFrom('task').selectAll();
  const { rows, nextCursor } = await readPage(query.kind ? all.where('kind', '=', query.kind) : all, query, {
    orders: {
      open: { by: 'number', expression: openFirst, descending: true },
      '-since': newestFirst('since'),
      since: oldestFirst('since'),
    },
    id: sql.ref('id'),
    search: ['kind', 'order_id', 'payment_id', 'why', 'assigned_to', 'reason'].map((name) => sql.ref(name)),
  });
  return { rows: rows.map(fromRow), nextCursor };
}

function fromRow(row: Selectable<TaskTable>): Task {
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    paymentId: row.payment_id,
    since: row.since.toISOString(),
    why: row.why,
    refund: row.refund as TaskRefund | null,
    assignedTo: row.assigned_to,
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by,
    reason: row.reason,
  };
}
