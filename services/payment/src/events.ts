import { SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import { TaskClosed } from '@xrp-bridge/contracts/task';
import { TransferClosing, TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import { type EventHandler, on } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { CloseOrder } from './use-cases/close-order.ts';
import { closeRequest } from './use-cases/close-request.ts';
import { confirmAccess } from './use-cases/confirm-access.ts';
import { wantEnd } from './use-cases/end-subscription.ts';

export function paymentEvents(context: Context): EventHandler[] {
  return [
    on(TransferUpdated, (tx, { data }) => confirmAccess(context, tx, data)),
    on(TransferClosing, async (tx, { id, data }) => {
      context.enqueue(tx, CloseOrder, { orderId: data.transferId }, { jobId: `close-order-${id}` });
    }),
    // A subscriber whose mails stop must not be charged any more.
    on(SubscriptionStopped, (tx, { id, data }) => wantEnd(context, tx, data.subscriberId, id)),
    on(TaskClosed, async (tx, { data: { kind, paymentId, cause } }) => {
      if (kind === 'refund_request' && paymentId) await closeRequest(context, tx, { paymentId, cause });
    }),
  ];
}
