import {
  BypassPayment,
  CreateConciergeCheckoutSession,
  CreateIntent,
  GetEntitlement,
  ListPayments,
  ListWebhookEvents,
  type Payment as PublicPayment,
  ReadLedger,
  ReceiveStripeWebhook,
  ReconcileLedger,
  RefundPayment,
  RequestRefund,
  SettleTransfer,
} from '@xrp-bridge/contracts/payment';
import { currency, formatCents } from '@xrp-bridge/contracts/prices';
import { handle, handleRaw, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { bypassPayment } from './bypass.ts';
import type { Context } from './context.ts';
import { readLedger, reconcileLedger } from './ledger.ts';
import { openPayment } from './opening.ts';
import { accessOf, type Payment } from './payment.ts';
import { askForRefund, refundTransfer } from './refunds.ts';
import { settleTransfer } from './settlement.ts';
import { findPayments, listPayments, listWebhookEvents } from './store.ts';
import { receiveWebhook } from './webhook.ts';

export function paymentRoutes(context: Context): RouteHandler[] {
  const { db } = context;

  return [
    handle(CreateIntent, async ({ body: { transferId, ...order } }) => {
      const { payment, opened } = await openPayment(context, transferId, order, 'intent');
      const { clientSecret } = opened;
      if (!clientSecret) throw new ProblemError('payment_provider_unavailable');
      return { clientSecret, paymentId: payment.id, amount: formatCents(payment.amountCents) };
    }),

    handle(CreateConciergeCheckoutSession, async ({ body: { transferId, transferStatus } }) => {
      const order = { purpose: 'concierge_or_bundle', transferStatus } as const;
      const { url } = (await openPayment(context, transferId, order, 'page')).opened;
      if (!url) throw new ProblemError('payment_provider_unavailable');
      return { url };
    }),

    handle(SettleTransfer, async ({ params }) => {
      const payments = await settleTransfer(context, params.transferId);
      return { paid: accessOf(payments).guide, payments: payments.map(toPublic) };
    }),

    handle(ListPayments, async ({ query }) => ({ payments: (await listPayments(db, query)).map(toPublic) })),

    handle(GetEntitlement, async ({ params }) => accessOf(await findPayments(db, params.transferId))),

    handle(RefundPayment, async ({ params, body }) => {
      const payments = await refundTransfer(context, params.transferId, body.product);
      context.log.info({ transferId: params.transferId, product: body.product }, 'refund made');
      return { payments: payments.map(toPublic) };
    }),

    handle(RequestRefund, async ({ params, body }) => ({
      payments: (await askForRefund(context, params.transferId, body.arrived)).map(toPublic),
    })),

    handle(BypassPayment, async ({ params: { transferId }, body }) => {
      await bypassPayment(context, transferId, body);
      context.log.info({ transferId }, 'payment bypassed');
      return { transferId, bypassed: true as const };
    }),

    handleRaw(ReceiveStripeWebhook, async ({ body, request }) => {
      const signature = request.headers['stripe-signature'];
      if (typeof signature !== 'string') throw new ProblemError('invalid_signature');
      await receiveWebhook(context, body, signature);
      return { received: true as const };
    }),

    handle(ListWebhookEvents, async ({ query }) => {
      const events = await listWebhookEvents(db, query);
      return {
        events: events.map(({ id, type, outcome, payment_id, received_at }) => ({
          id,
          type,
          outcome,
          paymentId: payment_id,
          receivedAt: received_at.toISOString(),
        })),
      };
    }),

    handle(ReadLedger, () => readLedger(db)),

    handle(ReconcileLedger, ({ query }) => reconcileLedger(context, query.days)),
  ];
}

function toPublic(payment: Payment): PublicPayment {
  return {
    id: payment.id,
    transferId: payment.transferId,
    product: payment.product,
    amount: formatCents(payment.amountCents),
    refunded: formatCents(payment.refundedCents),
    currency,
    status: payment.status,
    failure: payment.failure,
    refundRequestedAt: payment.refundRequestedAt?.toISOString() ?? null,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
  };
}
