import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { requiredEmail } from '../inputs.ts';
import { listQuery, listReply } from '../list.ts';
import { notificationApi } from '../notification.ts';
import { operationsApi } from '../operations.ts';
import { paymentApi, paymentSchema, refundedPaymentId } from '../payment.ts';
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
  summary: 'Pays back one payment of a transfer, or only its concierge',
  access: 'operator',
  auditAction: ({ body }) => (body?.product === 'concierge' ? 'Pay the concierge back' : 'Pay back'),
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

/** For an owner without the cookie in the browser, if the order has no current e-mail address. */
export const AdminConciergeEmail = defineRoute({
  method: 'POST',
  path: '/api/admin/concierge/{orderId}/email',
  summary:
    'Keeps where the sign-in links of a paid concierge go, in place of the address before, and mails a first one',
  access: 'operator',
  auditAction: 'Give a concierge an address',
  params: z.object({ orderId: z.string().meta({ description: 'A transfer’s id, or that of an order without one' }) }),
  body: z.strictObject({ email: requiredEmail, ...optionalReason }),
  reply: z.object({ ok: z.literal(true) }),
  status: 200,
  idempotent: true,
  errors: ['order_not_found', 'not_owned'],
});

export const AdminTransfers = publish(transferApi.list, {
  path: '/api/admin/transfers',
  access: 'operator',
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
  summary: 'Says that a task is done, or will not be, and why',
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

export const AdminContacts = publish(notificationApi.listContacts, {
  path: '/api/admin/contacts',
  access: 'operator',
});

export const AdminEvents = defineRoute({
  method: 'GET',
  path: '/api/admin/events',
  summary: 'Events that could not be handled and wait for a person',
  access: 'operator',
  query: operationsApi.listDeadLetters.query,
  reply: operationsApi.listDeadLetters.reply.extend(withAway),
});

export const AdminRedriveEvent = defineRoute({
  method: 'POST',
  path: '/api/admin/events/{id}/redrive',
  summary: 'Tries a parked event again',
  access: 'operator',
  auditAction: 'Try an event again',
  params: z.object({ id: z.string() }),
  body: reasonBody,
  reply: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['event_not_found'],
});

export const AdminJobs = defineRoute({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Background jobs: how many there are in each state, and those that failed',
  access: 'operator',
  query: operationsApi.listJobs.query,
  reply: operationsApi.listJobs.reply.extend(withAway),
});

export const AdminAudit = defineRoute({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What operators did: who, when, from where and why',
  access: 'operator',
  query: listQuery(['-at', 'at'], {}),
  reply: listReply(
    'entries',
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      operator: z.string(),
      ip: z.string(),
      what: z.string().meta({ description: 'In words: Pay back' }),
      action: z.string().meta({ description: 'The call, with the names of what stands in its path' }),
      subject: z.string().nullable().meta({ description: 'The id of what it was about, or of what it made' }),
      reason: z.string().nullable(),
      outcome: z.string().meta({ description: 'done; not_done, where the answer says so; or why it was refused' }),
    }),
  ),
});

export const AdminSchedules = defineRoute({
  method: 'GET',
  path: '/api/admin/schedules',
  summary: 'What runs by itself: when it last ran and runs next, and whether it is paused',
  access: 'operator',
  reply: operationsApi.listSchedules.reply.extend(withAway),
});

export const AdminProviders = defineRoute({
  method: 'GET',
  path: '/api/admin/providers',
  summary: 'Whom our services ask outside, and how they do',
  access: 'operator',
  reply: operationsApi.listProviders.reply.extend(withAway),
});

const scheduleActions = { run: 'Run a schedule now', pause: 'Pause a schedule', resume: 'Resume a schedule' };

export const AdminRunSchedule = defineRoute({
  method: 'POST',
  path: '/api/admin/schedules/{service}/{name}/{act}',
  summary: 'Runs a schedule now, pauses it or lets it go on',
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
  summary: 'Tries a failed job again',
  access: 'operator',
  auditAction: 'Try a job again',
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
    type: z.string().meta({ description: 'payment.succeeded' }),
    source: z.string().meta({ description: 'The service that says so' }),
    subject: z.string().meta({ description: 'What it is about: an id, nobody’s name' }),
  })
  .meta({ id: 'Activity' });

export type Activity = z.infer<typeof activitySchema>;

export const AdminActivity = defineRoute({
  method: 'GET',
  path: '/api/admin/activity',
  summary: 'Server-sent events: each thing that happens, as it happens; ids and kinds, no people’s data',
  access: 'operator',
  reply: z.string().meta({ description: 'text/event-stream of `activity` events' }),
});

export const AdminAssignTask = publish(taskApi.assign, {
  path: '/api/admin/tasks/{id}/assign',
  access: 'operator',
  auditAction: ({ body }) => (body.to === null ? 'Give a task back' : 'Assign a task'),
});

export const AdminTimeline = defineRoute({
  method: 'GET',
  path: '/api/admin/transfers/{transferId}/timeline',
  summary: 'What happened to a transfer, or a concierge without one: states, money, mails and what operators did',
  access: 'operator',
  params: z.object({ transferId: z.string() }),
  reply: z.object({
    entries: z.array(z.object({ at: z.iso.datetime(), what: z.string(), detail: z.string().nullable() })),
  }),
  errors: ['transfer_not_found'],
});
