import { paymentApi } from '@xrp-bridge/contracts/payment';
import type { Problem } from '@xrp-bridge/contracts/problem';
import { CreateConciergePayment, CreatePaymentIntent, StripeWebhook } from '@xrp-bridge/contracts/public-api';
import { handle, handleRaw, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';

// Refusals that are the sender's to know; anything else is our own fault, and the provider shall send it again.
const passedOn = new Set([400, 413, 503]);

export function paymentRoutes({ services }: Context): RouteHandler[] {
  async function openIntent(transferId: string, purpose: 'transfer' | 'concierge'): Promise<{ clientSecret: string }> {
    const { serviceFee, status } = await readTransfer(services, transferId);
    const { clientSecret } = await services.payment.call(paymentApi.openIntent, {
      body: { transferId, purpose, serviceFee, transferStatus: status },
    });
    return { clientSecret };
  }

  return [
    handle(CreatePaymentIntent, ({ body }) => openIntent(body.transferId, 'transfer')),
    handle(CreateConciergePayment, ({ body }) => openIntent(body.transferId, 'concierge')),

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
