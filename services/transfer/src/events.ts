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
import { applyRefundRequest, type Decision, ownConcierge, refund, release, type Transfer } from './domain/transfer.ts';
import type { Tables } from './store.ts';
import { deleteUnpaidTransfer } from './use-cases/delete-unpaid.ts';
import { type Cause, lockAndDecide } from './use-cases/lock-and-decide.ts';

export function transferEvents(context: Context): EventHandler[] {
  const { clock, log } = context;

  /**
   * Applies an event about a refund, unless the transfer is missing, which is not an error here.
   * An unpaid transfer is deleted after the payment service closes its order, and money that arrives later is refunded
   * without the transfer. For an event that gives access, a missing transfer is still an error.
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

  /** Applies the state of refund requests, which the payment service computes per transfer. */
  async function applyRequest(
    tx: Tx<Tables>,
    { data, time }: { data: { transferId: string; refundRequestedAt?: string | null | undefined }; time: string },
  ): Promise<void> {
    const since = dateOf(data.refundRequestedAt);
    await applyIfThere(tx, data.transferId, (transfer) => applyRefundRequest(transfer, since, new Date(time), clock()));
  }

  /** Releases the guide, and records the time since the payment. */
  function releasePaid(tx: Tx<Tables>, transfer: Transfer, providerPaidAt: string | undefined): Decision {
    const now = clock();
    const decision = release(transfer, now);
    const paidAt = dateOf(providerPaidAt);
    // A transfer that redeems a guide was created after the payment. The provider's times are in whole seconds.
    const isAwaited = paidAt && transfer.createdAt.getTime() < paidAt.getTime() + 1_000;
    if (decision.outcome === 'changed' && isAwaited)
      context.afterCommit(tx, () => context.unlocks.record((now.getTime() - paidAt.getTime()) / 1_000));
    return decision;
  }

  return [
    on(PaymentSucceeded, async (tx, { data }) => {
      if (data.product !== 'guide' && data.product !== 'bundle') return;
      await lockAndDecide(context, tx, data.transferId, (transfer) => releasePaid(tx, transfer, data.providerPaidAt), {
        paymentEvent: 'paid',
      });
    }),
    on(PaymentBypassed, async (tx, { data }) => {
      await lockAndDecide(context, tx, data.transferId, (transfer) => release(transfer, clock()), {
        paymentEvent: 'bypassed',
      });
    }),
    on(ConciergeActivated, async (tx, { data, time }) => {
      await lockAndDecide(context, tx, data.transferId, (transfer) => ownConcierge(transfer, new Date(time), clock()), {
        paymentEvent: 'concierge',
      });
    }),
    on(RefundRequested, async (tx, { data, time }) => {
      // Only a refund that the customer requested is shown in the customer's transfer.
      if (data.reason !== 'customer_asked') return;
      const { transferId, requestedAt: refundRequestedAt = time } = data;
      await applyRequest(tx, { data: { transferId, refundRequestedAt }, time });
    }),
    on(RefundRequestClosed, applyRequest),
    on(MoneyReturned, applyRequest),
    on(OrderClosed, (tx, { data }) => deleteUnpaidTransfer(context, tx, data.transferId)),
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
        { paymentEvent: 'refund' },
      );
    }),
  ];
}

function dateOf(time: string | null | undefined): Date | null {
  return time ? new Date(time) : null;
}
