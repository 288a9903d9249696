import { conciergeApi } from '@xrp-bridge/contracts/concierge';
import { type Payment as PublicPayment, paymentApi } from '@xrp-bridge/contracts/payment';
import { currency, formatCents } from '@xrp-bridge/contracts/prices';
import { subscriptionApi } from '@xrp-bridge/contracts/subscription';
import { handle, handleRaw, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { accessOf, type Payment } from './domain/payment.ts';
import { findPayments, listPayments } from './store.ts';
import { bypassPayment } from './use-cases/bypass-payment.ts';
import { acceptDifference, readAccounting, reconcileAccounting } from './use-cases/check-accounting.ts';
import { openConciergeCheckout, readOrderAccess, redeemGuide } from './use-cases/concierge.ts';
import { cancelSubscription, payMoneyBack } from './use-cases/end-subscription.ts';
import { openPayment } from './use-cases/open-payment.ts';
import { readReceipt } from './use-cases/read-receipt.ts';
import { receiveWebhook } from './use-cases/receive-webhook.ts';
import { openRefundRequest, refundTransfer } from './use-cases/refund.ts';
import { settleOrder } from './use-cases/settle.ts';
import { openSubscription, readSubscription, settleSubscription } from './use-cases/subscription.ts';
import { listWebhookEvents } from './webhook-store.ts';

export function paymentRoutes(context: Context): RouteHandler[] {
  const { db } = context;

  return [
    handle(paymentApi.openIntent, async ({ body: { transferId, visitor, ...order } }) => {
      const { payment, opened } = await openPayment(context, transferId, order, 'intent', { visitor });
      const { clientSecret } = opened;
      if (!clientSecret) throw new ProblemError('payment_provider_unavailable');
      return { clientSecret, paymentId: payment.id, amount: formatCents(payment.amountCents) };
    }),

    handle(paymentApi.openCheckout, async ({ body: { transferId, transferStatus, visitor } }) => {
      const order = { purpose: 'concierge_or_bundle', transferStatus } as const;
      const { url } = (await openPayment(context, transferId, order, 'page', { visitor })).opened;
      if (!url) throw new ProblemError('payment_provider_unavailable');
      return { url };
    }),

    handle(paymentApi.settle, async ({ params }) => {
      const { payments, undecided } = await settleOrder(context, params.transferId);
      const paid = accessOf(payments).guide;
      // The response “not paid” would allow a second payment, so the call fails while a bank decides.
      if (undecided && !paid)
        throw new ProblemError(
          'payment_provider_unavailable',
          'Your bank is still processing your payment. Please don’t pay again. Check back in a few minutes',
        );
      return { paid, payments: payments.map(toPublic) };
    }),

    handle(paymentApi.list, async ({ query }) => {
      const { rows, nextCursor } = await listPayments(db, query);
      return { payments: rows.map(toPublic), nextCursor };
    }),

    handle(paymentApi.readEntitlement, async ({ params }) => accessOf(await findPayments(db, params.transferId))),

    handle(paymentApi.readReceipt, ({ params }) => readReceipt(context, params.id)),

    handle(conciergeApi.readOrderAccess, async ({ body }) => ({ orders: await readOrderAccess(context, body) })),
    handle(conciergeApi.openCheckout, async ({ body }) => ({
      url: await openConciergeCheckout(context, body.orderId, body.visitor),
    })),
    handle(conciergeApi.redeemGuide, async ({ body }) => ({
      redeemed: await redeemGuide(context, body.orderIds, body.transferId),
    })),

    handle(subscriptionApi.read, ({ params }) => readSubscription(context, params.subscriberId)),
    handle(subscriptionApi.openCheckout, async ({ params, body }) => ({
      url: await openSubscription(context, params.subscriberId, body.email),
    })),
    handle(subscriptionApi.settle, ({ params }) => settleSubscription(context, params.subscriberId)),
    handle(subscriptionApi.cancel, ({ params }) => cancelSubscription(context, params.subscriberId)),
    handle(subscriptionApi.moneyBack, ({ params }) => payMoneyBack(context, params.subscriberId)),

    handle(paymentApi.refund, async ({ params, body }) => {
      const { product, paymentId } = body;
      const payments = await refundTransfer(context, params.transferId, product, paymentId);
      context.log.info({ transferId: params.transferId, product, paymentId }, 'refund made');
      return { payments: payments.map(toPublic) };
    }),

    handle(paymentApi.requestRefund, async ({ params, body }) => ({
      payments: (await openRefundRequest(context, params.transferId, body.arrived)).map(toPublic),
    })),

    handle(paymentApi.bypass, async ({ params: { transferId }, body }) => {
      await bypassPayment(context, transferId, body);
      context.log.info({ transferId }, 'payment bypassed');
      return { transferId, bypassed: true as const };
    }),

    handleRaw(paymentApi.receiveWebhook, async ({ body, headers }) => {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') throw new ProblemError('invalid_signature');
      await receiveWebhook(context, body, signature);
      return { received: true as const };
    }),

    handle(paymentApi.listWebhookEvents, async ({ query }) => {
      const { rows, nextCursor } = await listWebhookEvents(db, query);
      return {
        nextCursor,
        events: rows.map((event) => ({ ...event, receivedAt: event.receivedAt.toISOString() })),
      };
    }),

    handle(paymentApi.readAccounting, () => readAccounting(context)),

    handle(paymentApi.reconcileAccounting, ({ query }) => reconcileAccounting(context, query.days)),

    handle(paymentApi.acceptDifference, async ({ params, body }) => ({
      acceptedAt: (await acceptDifference(context, params.intentId, body)).toISOString(),
    })),
  ];
}

function toPublic(payment: Payment): PublicPayment {
  return {
    id: payment.id,
    transferId: payment.orderId,
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
