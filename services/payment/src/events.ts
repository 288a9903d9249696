import { CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import { TransferClosing, TransferUpdated } from '@xrp-bridge/contracts/transfer';
import { type EventHandler, on } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { campaignByHand } from './domain/task.ts';
import { insertTask, updateTasksDone } from './task-store.ts';
import { CloseOrder } from './use-cases/close-order.ts';
import { confirmAccess } from './use-cases/confirm-access.ts';
import { wantEnd } from './use-cases/end-subscription.ts';

export function paymentEvents(context: Context): EventHandler[] {
  return [
    on(TransferUpdated, (tx, { data }) => confirmAccess(context, tx, data)),
    on(TransferClosing, async (tx, { id, data }) => {
      context.enqueue(tx, CloseOrder, { orderId: data.transferId }, { jobId: `close-order-${id}` });
    }),
    // Nobody is charged for mails that they do not get.
    on(SubscriptionStopped, (tx, { id, data }) => wantEnd(context, tx, data.subscriberId, id)),
    // The list of what a person must do is here, whatever it is about.
    on(CampaignCreated, async (tx, { data }) => {
      if (data.todo) await insertTask(tx, campaignByHand(data.campaignId, data.todo), context.clock());
    }),
    // Nobody makes, and pays for, what was given up.
    on(CampaignEnded, (tx, { data }) => {
      const done = { at: context.clock(), reason: 'The campaign was ended.' };
      return updateTasksDone(tx, { kinds: ['campaign_by_hand'], cause: data.campaignId }, done);
    }),
  ];
}
