import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { requiredEmail } from '../inputs.ts';
import { listQuery, listReply } from '../list.ts';
import { notificationApi } from '../notification.ts';
import { instanceSchema, operationsApi } from '../operations.ts';
import { differingAmounts, paymentApi, paymentSchema, refundedPaymentId } from '../payment.ts';
import { taskApi, taskSchema } from '../task.ts';
import { transferApi } from '../transfer.ts';
import { withAway } from './away.ts';
import { publish } from './publish.ts';
import { operatorReason, optionalReason, reasonBody } from './reason.ts';

export const AdminBypassPayment = defineRoute({
  method: 'POST',
  path: '/api/admin/bypass-payment/{transferId}',
  summary: 'Bypasses the payment of a transfer that was paid another way',
  access: 'operator',
  role: 'owner',
  auditAction: 'Bypass payment',
  params: z.object({ transferId: z.string() }),
  body: reasonBody,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['transfer_not_found', 'already_paid', 'transfer_closed'],
});

export const AdminRefund = defineRoute({
  method: 'POST',
  path: '/api/admin/refunds/{transferId}',
  summary: 'Refunds one payment of a transfer, or only its concierge',
  access: 'operator',
  auditAction: ({ body }) => (body?.product === 'concierge' ? 'Refund the concierge' : 'Refund a payment'),
  params: z.object({ transferId: z.string() }),
  body: z
    .strictObject({
      ...optionalReason,
      product: z.enum(['all', 'concierge']).default('all'),
      paymentId: refundedPaymentId.optional(),
    })
    .optional(),
  reply: z.object({ payments: z.array(paymentSchema) }),
  errors: ['refund_over_limit', 'transfer_not_found', 'not_refundable', 'payment_provider_unavailable'],
});

/** Adds an e-mail address for an owner who has lost both the browser's cookie and the order's address. */
export const AdminConciergeEmail = defineRoute({
  method: 'POST',
  path: '/api/admin/concierge/{orderId}/email',
  summary: 'Replaces the e-mail address for the sign-in links of a paid concierge, and mails a first link',
  access: 'operator',
  auditAction: 'Change a concierge email',
  params: z.object({
    orderId: z.string().meta({ description: 'The id of a transfer, or of an order without a transfer' }),
  }),
  body: z.strictObject({ email: requiredEmail, ...optionalReason }),
  reply: z.object({ ok: z.literal(true) }),
  status: 200,
  idempotent: true,
  errors: ['order_not_found', 'not_owned'],
});

export const AdminTransfers = defineRoute({
  method: 'GET',
  path: '/api/admin/transfers',
  summary: 'Lists transfers, newest first',
  access: 'operator',
  query: transferApi.list.body.omit({ search: true }),
  reply: transferApi.list.reply,
});

export const AdminSearchTransfers = defineRoute({
  method: 'POST',
  path: '/api/admin/transfers/search',
  summary: transferApi.list.summary,
  access: 'operator',
  auditAction: null,
  body: transferApi.list.body,
  reply: transferApi.list.reply,
  idempotent: true,
});

export const AdminReadTransfer = defineRoute({
  method: 'GET',
  path: '/api/admin/transfers/{transferId}',
  summary: transferApi.read.summary,
  access: 'operator',
  params: z.object({ transferId: z.string() }),
  reply: transferApi.read.reply,
  errors: ['transfer_not_found'],
});

export const AdminTransferReach = defineRoute({
  method: 'GET',
  path: '/api/admin/transfers/{transferId}/reach',
  summary: notificationApi.readReach.summary,
  access: 'operator',
  params: z.object({ transferId: z.string() }),
  reply: notificationApi.readReach.reply,
  errors: ['transfer_not_found'],
});

export const AdminPayments = publish(paymentApi.list, {
  path: '/api/admin/payments',
  access: 'operator',
});

export const AdminWebhookEvents = publish(paymentApi.listWebhookEvents, {
  path: '/api/admin/webhook-events',
  access: 'operator',
});

export const AdminTasks = publish(taskApi.list, {
  path: '/api/admin/tasks',
  access: 'operator',
});

export const AdminCloseTask = defineRoute({
  method: 'POST',
  path: '/api/admin/tasks/{id}/close',
  summary: 'Closes a task as done or rejected, with a reason',
  access: 'operator',
  auditAction: 'Close a task',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ reason: operatorReason.min(1, 'Please say why.') }),
  reply: taskSchema,
  idempotent: true,
  errors: ['task_not_found'],
});

export const AdminAccounting = publish(paymentApi.readAccounting, {
  path: '/api/admin/accounting',
  access: 'operator',
});

export const AdminAcceptDifference = defineRoute({
  method: 'POST',
  path: '/api/admin/accounting/differences/{intentId}/accept',
  summary: paymentApi.acceptDifference.summary,
  access: 'operator',
  role: 'owner',
  auditAction: 'Accept a difference',
  params: paymentApi.acceptDifference.params,
  body: z.strictObject({ ...differingAmounts, reason: operatorReason.min(1, 'Please say why.') }),
  reply: paymentApi.acceptDifference.reply,
  status: 200,
  idempotent: true,
});

export const AdminContacts = defineRoute({
  method: 'GET',
  path: '/api/admin/contacts',
  summary: 'Lists contacts and messages, newest first',
  access: 'operator',
  query: notificationApi.listContacts.body.omit({ search: true }),
  reply: notificationApi.listContacts.reply,
});

export const AdminSearchContacts = defineRoute({
  method: 'POST',
  path: '/api/admin/contacts/search',
  summary: notificationApi.listContacts.summary,
  access: 'operator',
  auditAction: null,
  body: notificationApi.listContacts.body,
  reply: notificationApi.listContacts.reply,
  idempotent: true,
});

export const AdminEvents = defineRoute({
  method: 'GET',
  path: '/api/admin/events',
  summary: 'Lists dead letters: events whose handling failed, for an operator to retry',
  access: 'operator',
  query: operationsApi.listDeadLetters.query,
  reply: operationsApi.listDeadLetters.reply.extend(withAway),
});

export const AdminRedriveEvent = defineRoute({
  method: 'POST',
  path: '/api/admin/events/{id}/redrive',
  summary: 'Retries the event of a dead letter',
  access: 'operator',
  auditAction: 'Retry an event',
  params: z.object({ id: z.string() }),
  body: reasonBody,
  reply: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['event_not_found'],
});

export const AdminJobs = defineRoute({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Lists the number of background jobs by state, and the failed jobs',
  access: 'operator',
  query: operationsApi.listJobs.query,
  reply: operationsApi.listJobs.reply.extend(withAway),
});

export const AdminAudit = defineRoute({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Lists the audit trail: operator, action, time, IP address and reason',
  access: 'operator',
  query: listQuery(['-at', 'at'], {}),
  reply: listReply(
    'entries',
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      operator: z.string(),
      ip: z.string(),
      what: z.string().meta({ description: 'The action in words: Pay back' }),
      action: z.string().meta({ description: 'Method and path of the call, with the names of the path parameters' }),
      subject: z.string().nullable().meta({ description: 'The id of the affected or created entity' }),
      reason: z.string().nullable(),
      outcome: z
        .string()
        .meta({ description: '`done`, `not_done` (accepted without effect) or the error code of the refusal' }),
    }),
  ),
});

export const AdminSchedules = defineRoute({
  method: 'GET',
  path: '/api/admin/schedules',
  summary: 'Lists the schedules: last run, next run, and whether they are paused',
  access: 'operator',
  reply: operationsApi.listSchedules.reply.extend(withAway),
});

export const AdminProviders = defineRoute({
  method: 'GET',
  path: '/api/admin/providers',
  summary: 'Lists the external providers of our services, with their health',
  access: 'operator',
  reply: operationsApi.listProviders.reply.extend(withAway),
});

export const AdminSystem = defineRoute({
  method: 'GET',
  path: '/api/admin/system',
  summary: 'Lists the instances of each service that respond, with their versions and metrics',
  access: 'operator',
  reply: z.object({ instances: z.array(instanceSchema), ...withAway }),
});

const scheduleActions = { run: 'Run a schedule now', pause: 'Pause a schedule', resume: 'Resume a schedule' };

export const AdminRunSchedule = defineRoute({
  method: 'POST',
  path: '/api/admin/schedules/{service}/{name}/{act}',
  summary: 'Runs a schedule now, pauses it or resumes it',
  access: 'operator',
  role: 'owner',
  auditAction: ({ params }) => scheduleActions[params.act],
  params: z.object({ service: z.string(), name: z.string(), act: z.enum(['run', 'pause', 'resume']) }),
  body: reasonBody,
  reply: z.object({ success: z.boolean() }),
  status: 200,
  idempotent: true,
  errors: ['job_not_found'],
});

export const AdminRetryJob = defineRoute({
  method: 'POST',
  path: '/api/admin/jobs/{service}/{id}/retry',
  summary: 'Retries a failed job',
  access: 'operator',
  auditAction: 'Retry a job',
  params: z.object({ service: z.string(), id: z.string() }),
  body: reasonBody,
  reply: z.object({ success: z.boolean() }),
  status: 200,
  idempotent: true,
  errors: ['job_not_found'],
});

/** One message of the activity stream: `event: activity`, with this value as its data. */
export const activitySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    type: z.string().meta({ description: 'Type of the event: `payment.succeeded`' }),
    source: z.string().meta({ description: 'The service that emitted the event' }),
    subject: z.string().meta({ description: 'The id of the affected entity; no personal data' }),
  })
  .meta({ id: 'Activity' });

export type Activity = z.infer<typeof activitySchema>;

export const AdminActivity = defineRoute({
  method: 'GET',
  path: '/api/admin/activity',
  summary: 'Server-sent events: each event of the system, with type and ids, without personal data',
  access: 'operator',
  reply: z.string().meta({ description: 'text/event-stream of `activity` events' }),
});

export const AdminAssignTask = publish(taskApi.assign, {
  path: '/api/admin/tasks/{id}/assign',
  access: 'operator',
  auditAction: ({ body }) => (body.to === null ? 'Unassign a task' : 'Assign a task'),
});

export const AdminTimeline = defineRoute({
  method: 'GET',
  path: '/api/admin/transfers/{transferId}/timeline',
  summary: 'Lists the history of a transfer or concierge order: states, payments, mails and operator actions',
  access: 'operator',
  params: z.object({ transferId: z.string() }),
  reply: z.object({
    entries: z.array(z.object({ at: z.iso.datetime(), what: z.string(), detail: z.string().nullable() })),
  }),
  errors: ['transfer_not_found'],
});
