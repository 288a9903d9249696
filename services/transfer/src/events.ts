import {
  ConciergeActivated,
  MoneyReturned,
  OrderClosed,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundRequestClosed,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { type EventHandler, on, ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { type Decision, noteRefundRequest, ownConcierge, refund, release, type Transfer } from './domain/transfer.ts';
import type { Tables } from './store.ts';
import { forgetTransfer } from './use-cases/forget-unpaid.ts';
import { type Cause, lockAndDecide } from './use-cases/lock-and-decide.ts';

export function transferEvents(context: Context): EventHandler[] {
  const { clock, log } = context;

  /**
   * Applies an event about a refund. A transfer that is not there was deleted unpaid, after payment closed its order:
   * money that came late is refunded without the transfer. An event that unlocks a transfer still needs it.
   */
  async function applyIfThere(
    tx: Tx<Tables>,
    transferId: string,
    decision: (transfer: Transfer) => Decision,
    cause?: Cause,
  ): Promise<void> {
    try {
      await lockAndDecide(context, tx, transferId, decision, cause);
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'transfer_not_found')) throw error;
      log.info({ transferId }, 'ignored an event about a transfer that is deleted');
    }
  }

  /** Payment says of every payment of a transfer together whether a refund is being asked for. */
  async function noteRequest(
    tx: Tx<Tables>,
    { data, time }: { data: { transferId: string; refundRequestedAt?: string | null | undefined }; time: string },
  ): Promise<void> {
    const since = dateOf(data.refundRequestedAt);
    await applyIfThere(tx, data.transferId, (transfer) => noteRefundRequest(transfer, since, new Date(time), clock()));
  }

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
    on(RefundRequested, async (tx, { data, time }) => {
      // What is owed for other reasons is between operators and the provider: the customer asked for nothing.
      if (data.reason !== 'customer_asked') return;
      const { transferId, requestedAt: refundRequestedAt = time } = data;
      await noteRequest(tx, { data: { transferId, refundRequestedAt }, time });
    }),
    on(RefundRequestClosed, noteRequest),
    on(MoneyReturned, noteRequest),
    on(OrderClosed, (tx, { data }) => forgetTransfer(context, tx, data.transferId)),
    on(PaymentRefunded, async (tx, { data, time }) => {
      const closesAll = data.closes === 'all';
      const closes = {
        guide: closesAll || data.closes === 'guide',
        concierge: closesAll || data.closes === 'concierge',
      };
      await applyIfThere(
        tx,
        data.transferId,
        (transfer) => refund(transfer, closes, dateOf(data.refundRequestedAt), new Date(time), clock()),
        { news: 'refund' },
      );
    }),
  ];
}

function dateOf(time: string | null | undefined): Date | null {
  return time ? new Date(time) : null;
}
