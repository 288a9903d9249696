import { conciergeApi } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import {
  AdminAcceptDifference,
  AdminAccounting,
  AdminActivity,
  AdminAssignTask,
  AdminAudit,
  AdminBypassPayment,
  AdminCheckTotals,
  AdminCloseTask,
  AdminConciergeEmail,
  AdminContacts,
  AdminDashboard,
  AdminEvents,
  AdminFunnel,
  AdminJobs,
  AdminPayments,
  AdminProviders,
  AdminReadTransfer,
  AdminRedriveEvent,
  AdminRefund,
  AdminRetryJob,
  AdminRunSchedule,
  AdminSchedules,
  AdminSearchContacts,
  AdminSearchTransfers,
  AdminSeries,
  AdminSystem,
  AdminTasks,
  AdminTimeline,
  AdminTransferReach,
  AdminTransfers,
  AdminWebhookEvents,
} from '@xrp-bridge/contracts/public-api';
import { taskApi } from '@xrp-bridge/contracts/task';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { handle, ProblemError, type RouteHandler, type ServiceClient } from '@xrp-bridge/runtime';
import { mergePages } from '@xrp-bridge/runtime/paging';
import { placeOfJob } from '@xrp-bridge/runtime/queue';
import { listAudit } from '../access/audit.ts';
import { requireRefundWithinLimit } from '../access/refund-limit.ts';
import { asOrderId, asTransferId, createSurvey, readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';
import { checkTotals, readDashboard, readFunnel, readSeries } from '../dashboard.ts';
import { forward } from '../forward.ts';
import { readTimeline } from '../timeline.ts';

const bypassWaitMs = 3_000;

/** Routes of the operators. `operator-gate.ts` checks access and writes the audit trail. */
export function adminRoutes(context: Context): RouteHandler[] {
  const { db, services, liveUpdates, activity, clock } = context;

  /** Returns the client of the service with this name. @throws ProblemError job_not_found */
  function findService(name: string): ServiceClient {
    const client = Object.entries(services).find(([service]) => service === name)?.[1];
    if (!client) throw new ProblemError('job_not_found');
    return client;
  }

  return [
    handle(AdminBypassPayment, async ({ params, body, request }) => {
      const { transferId } = params;
      const { serviceFee, status } = await readTransfer(services, transferId);
      if (status === 'refunded') throw new ProblemError('transfer_closed');
      const by = { operator: request.operator?.name ?? '', reason: body?.reason };
      await services.payment.call(paymentApi.bypass, { params, body: { ...by, serviceFee } });
      try {
        await services.notification.call(taskApi.closeHandPayment, { params: { orderId: transferId }, body: by });
      } catch (error) {
        // The task is closed anyway when the event of the bypass arrives, but without the operator's name and reason.
        context.log.warn({ err: error, transferId }, 'a hand payment was not closed in the operator’s name');
      }
      // Waits until the transfer service has applied the bypass, because the operator's screen opens the instructions
      // immediately after the response.
      await liveUpdates.waitFor(transferId, ({ status }) => status !== 'pending' && status !== 'expired', bypassWaitMs);
      return { success: true as const, message: 'Payment bypassed - instructions now available' };
    }),

    handle(AdminRefund, async ({ params, body, request }) => {
      const transferId = asTransferId(params.transferId);
      await requireRefundWithinLimit(context, request.operator, { transferId, product: 'all', ...body });
      // Payments of a deleted transfer can be refunded too.
      const { payments } = await services.payment.call(paymentApi.list, { query: { transferId, limit: 1 } });
      if (payments.length === 0) await readTransfer(services, transferId);
      return services.payment.call(paymentApi.refund, { params, body: { product: 'all', ...body } });
    }),

    handle(AdminConciergeEmail, async ({ params, body: { email } }) => {
      const orderId = asOrderId(params.orderId);
      const { orders } = await services.payment.call(conciergeApi.readOrderAccess, { body: { orderIds: [orderId] } });
      const [order] = orders;
      if (!order) throw new ProblemError('order_not_found');
      if (order.state === 'refunded') throw new ProblemError('not_owned', 'The concierge for this order was refunded');
      if (order.state !== 'owned') throw new ProblemError('not_owned');
      return services.notification.call(notificationApi.saveConciergeEmail, {
        params: { orderId },
        body: { email, sendLink: true },
      });
    }),

    handle(AdminTransfers, ({ query }) => services.transfer.call(transferApi.list, { body: query })),
    handle(AdminSearchTransfers, ({ body }) => services.transfer.call(transferApi.list, { body })),
    handle(AdminReadTransfer, ({ params }) => readTransfer(services, params.transferId)),
    handle(AdminTransferReach, async ({ params }) => {
      const { id: transferId } = await readTransfer(services, params.transferId);
      return services.notification.call(notificationApi.readReach, { params: { transferId } });
    }),
    forward(services.payment, AdminPayments),
    forward(services.payment, AdminWebhookEvents),
    forward(services.notification, AdminTasks),
    forward(services.payment, AdminAccounting),
    handle(AdminAcceptDifference, ({ params, body: { booked, provider } }) =>
      services.payment.call(paymentApi.acceptDifference, { params, body: { booked, provider } }),
    ),
    handle(AdminContacts, ({ query }) => services.notification.call(notificationApi.listContacts, { body: query })),
    handle(AdminSearchContacts, ({ body }) => services.notification.call(notificationApi.listContacts, { body })),
    handle(AdminAudit, async ({ query }) => listAudit(db, query)),

    handle(AdminCloseTask, async ({ params, body, request }) =>
      services.notification.call(taskApi.close, {
        params,
        body: { operator: request.operator?.name ?? '', reason: body.reason },
      }),
    ),
    handle(AdminEvents, async ({ query }) => {
      const survey = createSurvey(services);
      const pages = await survey.callAll((client) => client.call(operationsApi.listDeadLetters, { query }));
      const { rows, nextCursor } = mergePages(
        pages.map(({ deadLetters, nextCursor }) => ({ rows: deadLetters.map(withServiceInId), nextCursor })),
        query,
        query.sort === '-parkedAt',
        ({ parkedAt, id }) => ({ at: parkedAt, id }),
      );
      return { deadLetters: rows, nextCursor, away: survey.away() };
    }),

    handle(AdminRedriveEvent, async ({ params }) => {
      const dot = params.id.indexOf('.');
      const client = Object.entries(services).find(([service]) => service === params.id.slice(0, dot))?.[1];
      if (!client) throw new ProblemError('event_not_found');
      const { success, reason } = await client.call(operationsApi.redriveDeadLetter, {
        params: { id: params.id.slice(dot + 1) },
      });
      return {
        success,
        message: success ? 'The event went through' : `The event failed again: ${reason ?? 'unknown reason'}`,
      };
    }),

    handle(AdminJobs, async ({ query }) => {
      const survey = createSurvey(services);
      const answers = await survey.callAll((client) => client.call(operationsApi.listJobs, { query }));
      const { rows, nextCursor } = mergePages(
        answers.map(({ failed, nextCursor }) => ({ rows: failed, nextCursor })),
        query,
        query.sort === '-failedAt',
        placeOfJob,
      );
      const queues = answers.flatMap(({ queues }) => queues);
      return { queues, failed: rows, nextCursor, away: survey.away() };
    }),
    handle(AdminRetryJob, ({ params: { service, id } }) =>
      findService(service).call(operationsApi.retryJob, { params: { id } }),
    ),
    handle(AdminSchedules, async () => {
      const survey = createSurvey(services);
      const answers = await survey.callAll((client) => client.call(operationsApi.listSchedules));
      return { schedules: answers.flatMap(({ schedules }) => schedules), away: survey.away() };
    }),
    handle(AdminProviders, async () => {
      const survey = createSurvey(services);
      const [own, answers] = await Promise.all([
        context.providers.list(),
        survey.callAll((client) => client.call(operationsApi.listProviders)),
      ]);
      return {
        providers: [
          ...answers.flatMap(({ providers }) => providers),
          ...own.map((provider) => ({ service: 'bff', ...provider })),
        ],
        away: survey.away(),
      };
    }),
    handle(AdminSystem, async () => {
      const survey = createSurvey(services);
      const [own, others] = await Promise.all([
        context.readSystem(),
        survey.callAll((client) => client.callEach(operationsApi.readSystem)),
      ]);
      return { instances: [own, ...others.flat()], away: survey.away() };
    }),
    handle(AdminRunSchedule, ({ params: { service, name, act } }) =>
      findService(service).call(operationsApi.changeSchedule, { params: { name, act } }),
    ),

    handle(AdminDashboard, () => readDashboard(context)),
    handle(AdminSeries, ({ query }) => readSeries(services, clock(), query)),
    handle(AdminFunnel, ({ query }) => readFunnel(services, clock(), query)),
    handle(AdminCheckTotals, () => checkTotals(context)),
    handle(AdminActivity, async ({ request, reply }) => {
      await activity.stream(request, reply);
      return '';
    }),
    forward(services.notification, AdminAssignTask),
    handle(AdminTimeline, async ({ params }) => ({ entries: await readTimeline(context, params.transferId) })),
  ];
}

/** Prefixes the id with the service's name, because each service numbers its dead letters separately. */
function withServiceInId<Letter extends { id: string; service: string }>(letter: Letter): Letter {
  return { ...letter, id: `${letter.service}.${letter.id}` };
}
