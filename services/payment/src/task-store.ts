import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { paymentApi } from '@xrp-bridge/contracts/payment';
import type { Task } from '@xrp-bridge/contracts/task';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import type { NewTask } from './domain/task.ts';
import { createId } from './store.ts';
import type { Db, Tables, TaskTable } from './tables.ts';

/** Who a task is done by when it settles itself. */
export const system = 'system';

/** Inserts a task, unless its cause has opened one before. */
export async function insertTask(tx: Db, task: NewTask, since: Date): Promise<void> {
  await tx
    .insertInto('task')
    .values({
      id: createId('task'),
      kind: task.kind,
      cause: task.cause,
      order_id: task.orderId,
      payment_id: task.paymentId,
      since,
      why: task.why,
      settles_at_cents: task.settlesAtCents,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Updates open tasks that are done: by themselves, unless it says by whom. An order's state is written before: see order-store.ts. */
export async function updateTasksDone(
  tx: Tx<Tables>,
  which: { kinds: readonly NewTask['kind'][] } & ({ paymentId: string } | { orderId: string } | { cause: string }),
  done: { at: Date; by?: string; reason: string },
): Promise<void> {
  const { kinds, ...about } = which;
  const columns = { paymentId: 'payment_id', orderId: 'order_id', cause: 'cause' } as const;
  const [[name, value]] = Object.entries(about) as [[keyof typeof columns, string]];
  await tx
    .updateTable('task')
    .set({ done_at: done.at, done_by: done.by ?? system, reason: done.reason })
    .where(columns[name], '=', value)
    .where('kind', 'in', kinds)
    .where('done_at', 'is', null)
    .execute();
}

/** Marks the tasks as done that are settled once this much of a payment is refunded. @returns their kinds */
export async function settleRefundTasks(
  tx: Tx<Tables>,
  { paymentId, refundedCents }: { paymentId: string; refundedCents: number },
  at: Date,
): Promise<NewTask['kind'][]> {
  const rows = await tx
    .updateTable('task')
    .set({ done_at: at, done_by: system, reason: 'Paid back.' })
    .where('payment_id', '=', paymentId)
    .where('settles_at_cents', '<=', refundedCents)
    .where('done_at', 'is', null)
    .returning('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Since when the customer has been asking for a refund of an order, in any of its payments; null where no request is open. */
export async function findOpenRequest(tx: Tx<Tables>, orderId: string): Promise<string | null> {
  const { since } = await tx
    .selectFrom('task')
    .select((is) => is.fn.min('since').as('since'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'refund_request')
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return since?.toISOString() ?? null;
}

export async function findTask(db: Db, id: string): Promise<Task | undefined> {
  // Whatever stands in an address: also what PostgreSQL could not even look for.
  if (!/^task_[0-9a-f]{32}$/.test(id)) return undefined;
  const row = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** Marks one as done. @returns undefined when it was done before */
export async function markDone(
  tx: Tx<Tables>,
  id: string,
  done: { at: Date; by: string; reason: string },
): Promise<Task | undefined> {
  const row = await tx
    .updateTable('task')
    .set({ done_at: done.at, done_by: done.by, reason: done.reason })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Says who has taken it over, or that nobody has. What is done stays as it was. @returns undefined when there is none */
export async function assignTask(db: Db, id: string, to: string | null): Promise<Task | undefined> {
  await db.updateTable('task').set({ assigned_to: to }).where('id', '=', id).where('done_at', 'is', null).execute();
  return findTask(db, id);
}

export async function countOpenTasks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('task')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Greater than any time in microseconds: what is open comes before all that is done. The index `task_open_then_newest` is
 * on this very expression.
 */
const openFirst = sql`(case when done_at is null then 100000000000000000 else 0 end + extract(epoch from since - timestamptz 'epoch') * 1000000)::bigint`;

export async function listTasks(db: Db, query: QueryOf<typeof paymentApi.listTasks>): Promise<Page<Task>> {
  const { rows, nextCursor } = await readPage(db.selectFrom('task').selectAll(), query, {
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
    assignedTo: row.assigned_to,
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by,
    reason: row.reason,
  };
}
