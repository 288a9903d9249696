import { PaymentBypassed, PaymentRefunded, PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { type EventHandler, on } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { refund, release } from './domain/transfer.ts';
import { lockAndDecide } from './use-cases/lock-and-decide.ts';

export function transferEvents(context: Context): EventHandler[] {
  const { clock } = context;
  return [
    on(PaymentSucceeded, async (tx, { data }) => {
      if (data.product !== 'guide' && data.product !== 'bundle') return;
      await lockAndDecide(context, tx, data.transferId, (transfer) => release(transfer, clock()), { released: 'paid' });
    }),
    on(PaymentBypassed, async (tx, { data }) => {
      await lockAndDecide(context, tx, data.transferId, (transfer) => release(transfer, clock()), {
        released: 'bypassed',
      });
    }),
    on(PaymentRefunded, async (tx, { data }) => {
      if (data.closes !== 'guide' && data.closes !== 'all') return;
      await lockAndDecide(context, tx, data.transferId, (transfer) => refund(transfer, clock()));
    }),
  ];
}
