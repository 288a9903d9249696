import { paymentApi } from '@xrp-bridge/contracts/payment';
import type { Problem } from '@xrp-bridge/contracts/problem';
import { CreateConciergePayment, CreatePaymentIntent, StripeWebhook } from '@xrp-bridge/contracts/public-api';
import { type FastifyRequest, handle, handleRaw, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { readOrders } from '../access/entitlement.ts';
import { findPayingVisitor } from '../access/visitors.ts';
import { readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';

// Statuses that the provider receives unchanged.
// All other statuses become `upstream_failed`, so that the provider sends the event again.
const passedOn = new Set([400, 413, 503]);

export function paymentRoutes(context: Context): RouteHandler[] {
  const { services } = context;

  async function openIntent(
    request: FastifyRequest,
    transferId: string,
    purpose: 'transfer' | 'concierge',
  ): Promise<{ clientSecret: string }> {
    const { serviceFee, status } = await readTransfer(services, transferId);
    const visitor = await findPayingVisitor(context, request);
    const { clientSecret } = await services.payment.call(paymentApi.openIntent, {
      body: { transferId, purpose, serviceFee, transferStatus: status, visitor },
    });
    return { clientSecret };
  }

  /** Returns whether the browser owns the concierge through an order for which `counts` returns true. */
  async function ownsBy(request: FastifyRequest, counts: (transferId: string | null) => boolean): Promise<boolean> {
    const orders = await readOrders(context, request);
    return orders.some(({ state, transferId }) => state === 'owned' && counts(transferId));
  }

  return [
    handle(CreatePaymentIntent, async ({ body, request }) => {
      const { serviceFee } = await readTransfer(services, body.transferId);
      // The customer chose the bundle for this transfer, then bought a concierge in another order. Paying for the bundle
      // would buy the concierge twice. The guide credit of the other order is redeemed for the customer's next
      // transfer.
      if (serviceFee === '17.76' && (await ownsBy(request, (id) => id !== body.transferId)))
        throw new ProblemError('already_owned');
      return openIntent(request, body.transferId, 'transfer');
    }),
    handle(CreateConciergePayment, async ({ body, request }) => {
      // The concierge is for life, so no customer buys it twice.
      if (await ownsBy(request, () => true)) throw new ProblemError('already_owned');
      return openIntent(request, body.transferId, 'concierge');
    }),

    handleRaw(StripeWebhook, async ({ body, request }) => {
      const signature = request.headers['stripe-signature'];
      const answer = await services.payment.forward(paymentApi.receiveWebhook, body, {
        'content-type': 'application/json',
        ...(typeof signature === 'string' ? { 'stripe-signature': signature } : {}),
      });
      if (answer.status === 200) return { received: true as const };
      const { code, detail } = (answer.body ?? {}) as Partial<Problem>;
      throw code && passedOn.has(answer.status) ? new ProblemError(code, detail) : new ProblemError('upstream_failed');
    }),
  ];
}
