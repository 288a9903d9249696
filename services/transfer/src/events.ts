import {
  ConciergeActivated,
  OrderClosed,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
} from '@xrp-bridge/contracts/payment';
import { type EventHandler, on } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { ownConcierge, refund, release } from './domain/transfer.ts';
import { forgetTransfer } from './use-cases/forget-unpaid.ts';
import { lockAndDecide } from './use-cases/lock-and-decide.ts';

export function transferEvents(context: Context): EventHandler[] {
  const { clock } = context;
  return [
    on(PaymentSucceeded, async (tx, { data }) => {
      if (data.product !== 'guide' && data.product !== 'bundle') return;
      await lockAndDecide(context, tx, data.transferId, (transfer) => release(transfer, clock()), { news: 'paid' });
    }),
    on(PaymentBypassed, async (tx, { data }) => {
      await lockAndDecide(context, tx, data.transferId, (transfer) => release(transfer, clock()), {
        news: 'bypassed',
      });
    }),
    on(ConciergeActivated, async (tx, { data, time }) => {
      await lockAndDecide(context, tx, data.transferId, (transfer) => ownConcierge(transfer, new Date(time), clock()), {
        news: 'concierge',
      });
    }),
    on(OrderClosed, (tx, { data }) => forgetTransfer(context, tx, data.transferId)),
    on(PaymentRefunded, async (tx, { data, time }) => {
      const closesAll = data.closes === 'all';
      const closes = {
        guide: closesAll || data.closes === 'guide',
        concierge: closesAll || data.closes === 'concierge',
      };
      await lockAndDecide(
        context,
        tx,
        data.transferId,
        (transfer) => refund(transfer, closes, new Date(time), clock()),
        { news: 'refund' },
      );
    }),
  ];
}
