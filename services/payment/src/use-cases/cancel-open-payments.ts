import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';

/**
 * Cancels the open payments of an order, or only `paymentIds`.
 * Enqueued after a refund, a bypass or too many declined cards. Card forms may still be open in a browser.
 */
export const CancelOpenPayments = defineJob('cancel-open-payments', {
  data: z.object({ orderId: z.string(), paymentIds: z.array(z.string()).optional() }),
  attempts: 12,
  backoffMs: 2_000,
  timeoutMs: 60_000,
});
