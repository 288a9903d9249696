import { type Task, TaskClosed } from '@xrp-bridge/contracts/task';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import { findRedeemer } from '../concierge-store.ts';
import type { Context } from '../context.ts';
import { alertOfTask } from '../domain/operator-alert.ts';
import type { NewTask, Settlement } from '../domain/task.ts';
import type { Tables } from '../tables.ts';
import { findTask, insertSettlement, insertTask, updateTaskClosed, updateTasksSettled } from '../task-store.ts';
import { planAlert } from './operator-alerts.ts';

/**
 * Opens a task once per cause, and alerts operators.
 * If a transfer redeemed the guide of the task's order, the task belongs to that transfer.
 */
export async function openTask(context: Context, tx: Tx<Tables>, task: NewTask, since: Date): Promise<void> {
  const redeemer = task.orderId && (await findRedeemer(tx, task.orderId));
  const opened = redeemer ? { ...task, orderId: redeemer } : task;
  const id = await insertTask(tx, opened, since);
  const alert = id && alertOfTask(id, opened);
  if (alert) await planAlert(context, tx, alert);
}

/** Closes the tasks of a settlement, including a task whose opening event is handled later. */
export async function settleTasks(tx: Tx<Tables>, settlement: Settlement, at: Date): Promise<void> {
  await insertSettlement(tx, settlement, at);
  await updateTasksSettled(tx, settlement, at);
}

/**
 * Closes a task in an operator's name, with a reason.
 * The task counts as done even if the operator rejected the request. Does not change a task that is already done.
 * @throws ProblemError `task_not_found`
 */
export async function closeTask(
  { transact, emit, clock }: Context,
  id: string,
  { operator: by, reason }: { operator: string; reason: string },
): Promise<Task> {
  return transact(async (tx) => {
    const closed = await updateTaskClosed(tx, id, { at: clock(), by, reason });
    if (closed) {
      const { kind, cause, orderId, paymentId } = closed;
      emit(tx, TaskClosed, orderId ?? id, { taskId: id, kind, cause, paymentId });
    }
    const task = await findTask(tx, id);
    if (!task) throw new ProblemError('task_not_found');
    return task;
  });
}
