import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { listQuery, listReply } from './list.ts';
import { transferIdSchema } from './transfer.ts';

export const taskRefundSchema = z.object({
  product: z.enum(['all', 'concierge']).meta({ description: 'As in the refund of a payment' }),
  amountCents: z.int().positive(),
});

/** The refund that completes the task. */
export type TaskRefund = z.infer<typeof taskRefundSchema>;

/**
 * A task for an operator, and who completed it.
 * A task contains no personal data; operators find the customer through the order.
 */
export const taskSchema = z
  .object({
    id: z.string(),
    kind: z.string().meta({
      description:
        'refund_request, refund_failed, hand_payment, unlocks_nothing, wrong_amount, dispute, not_released, accounting_alarm or campaign_by_hand; more values may be added',
    }),
    orderId: z.string().nullable().meta({ description: 'The id of the order or transfer, if any' }),
    paymentId: z.string().nullable(),
    since: z.iso.datetime(),
    why: z.string(),
    refund: taskRefundSchema
      .meta({ id: 'TaskRefund' })
      .nullish()
      .meta({ description: 'The refund of the payment that completes the task; null if `why` names another way' }),
    assignedTo: z.string().nullish().meta({ description: 'The operator to whom the task is assigned' }),
    doneAt: z.iso.datetime().nullable(),
    doneBy: z
      .string()
      .nullable()
      .meta({ description: "An operator's name, or 'system' if the task was closed automatically" }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Task' });

export type Task = z.infer<typeof taskSchema>;

/** Operators' tasks. The notification service answers these calls (ADR 0038). */
export const taskApi = {
  list: defineRoute({
    method: 'GET',
    path: '/tasks',
    summary: 'Lists tasks for operators: open tasks first, newest first',
    access: 'internal',
    query: listQuery(['open', '-since', 'since'], { kind: z.string().max(40).optional() }),
    reply: listReply('tasks', taskSchema),
  }),

  close: defineRoute({
    method: 'POST',
    path: '/tasks/{id}/close',
    summary: 'Closes a task as done or rejected; idempotent',
    access: 'internal',
    params: z.object({ id: z.string() }),
    body: z.strictObject({ operator: z.string(), reason: z.string().min(1).max(500) }),
    reply: taskSchema,
    idempotent: true,
    errors: ['task_not_found'],
  }),

  /**
   * The BFF makes this call after the bypass, because events contain no names of operators and no text
   * that a person has typed.
   */
  closeHandPayment: defineRoute({
    method: 'POST',
    path: '/hand-payments/{orderId}/close',
    summary: 'Closes the hand payment of an order that an operator has bypassed, in the operator’s name',
    access: 'internal',
    params: z.object({ orderId: transferIdSchema }),
    body: z.strictObject({ operator: z.string(), reason: z.string().max(500).optional() }),
    idempotent: true,
  }),

  assign: defineRoute({
    method: 'POST',
    path: '/tasks/{id}/assign',
    summary: 'Assigns a task to an operator, or unassigns it',
    access: 'internal',
    params: z.object({ id: z.string() }),
    body: z.strictObject({ to: z.string().max(60).trim().min(1).nullable() }),
    reply: taskSchema,
    status: 200,
    idempotent: true,
    errors: ['task_not_found'],
  }),

  count: defineRoute({
    method: 'GET',
    path: '/tasks/count',
    summary: 'Returns the number of open tasks, and since when the oldest is open',
    access: 'internal',
    reply: z.object({ open: z.int(), oldest: z.iso.datetime().nullable() }),
  }),
};

export const TaskOpened = defineEvent(
  'task.opened',
  1,
  z.object({
    kind: z.string(),
    /** Two events with the same kind and cause are about the same task. */
    cause: z.string(),
    orderId: z.string(),
    paymentId: z.string().nullable(),
    /** A sentence with amounts, ids and the provider's enums, but without text that a person has typed. */
    why: z.string(),
    /** The amount of money that the task is about. */
    amountCents: z.int().optional(),
    /** The refund that completes the task, as in `taskRefundSchema`. */
    refund: z.object({ product: z.string(), amountCents: z.int() }).nullish(),
  }),
  { summary: 'A payment or refund needs an operator.', context: 'payment' },
);
export const TaskSettled = defineEvent(
  'task.settled',
  1,
  z.object({
    kinds: z.array(z.string()),
    /** Limits the event to tasks of one payment and one cause; null matches any. */
    paymentId: z.string().nullable(),
    cause: z.string().nullable(),
    reason: z.string(),
  }),
  { summary: 'The tasks opened before this event are closed automatically.', context: 'payment' },
);
export const TaskClosed = defineEvent(
  'task.closed',
  1,
  z.object({ taskId: z.string(), kind: z.string(), cause: z.string(), paymentId: z.string().nullable() }),
  { summary: 'An operator closed a task as done or rejected.', context: 'notification' },
);
