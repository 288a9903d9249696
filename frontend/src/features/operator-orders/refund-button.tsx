import { formatCents, prices, productNames } from '@xrp-bridge/contracts/prices';
import type { TaskRefund } from '@xrp-bridge/contracts/task';
import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import { DialogButton, ReasonDialog } from '../../operator/act-button.tsx';
import { useAct } from '../../operator/live.ts';
import { useDialog } from '../../operator/page-dialog.ts';
import { Facts, Id, nameTransfer, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { PickOne } from '../../ui/pick-one.tsx';
import { toast } from '../../ui/toast.ts';
import type { Payment } from './payment-columns.tsx';

const choices = [
  { id: 'all', label: 'The full payment' },
  { id: 'concierge', label: 'The concierge only' },
] as const;

const whatCloses: Record<Payment['product'], string> = {
  guide: 'The customer loses the guide, unless they paid for it twice.',
  concierge: 'The customer loses the concierge, unless they paid for it twice.',
  bundle: 'The customer loses the guide and the concierge, unless they paid for them twice.',
  signals: 'The subscription continues.',
};

/** Returns true if the provider can still refund a part of the payment. */
export function isRefundable({ status, amount, refunded }: Payment): boolean {
  return status === 'succeeded' && Number(refunded) < Number(amount);
}

/** Returns the part of a payment that is not refunded yet, in dollars. */
function leftOf({ amount, refunded }: Payment): string {
  return (Number(amount) - Number(refunded)).toFixed(2);
}

/** Returns the cents that the customer would get back now if `part` was refunded. */
function centsOf({ product: bought, amount, refunded, status }: Payment, part: TaskRefund['product']): number {
  if (status !== 'succeeded') return 0;
  const [paid, before] = [Number(amount) * 100, Number(refunded) * 100];
  const most = part === 'concierge' && bought === 'bundle' ? prices.concierge : paid;
  return Math.max(0, Math.round(most - before));
}

/** Shows a button that refunds a payment with a reason, or a dash if nothing can be refunded. */
export function RefundButton({ payment }: { payment: Payment }) {
  if (!isRefundable(payment)) return <span className="text-ink-2">–</span>;
  return (
    <DialogButton
      label={`Refund $${leftOf(payment)}`}
      what={`for transfer ${nameTransfer(payment.transferId)}`}
      dialog={<RefundDialog payment={payment} />}
    />
  );
}

/** A task that a refund completes. */
export interface RefundTask {
  orderId: string;
  paymentId: string;
  refund: TaskRefund;
}

/** Shows a button that refunds the amount of a task with a reason, if this amount is still refundable. */
export function TaskRefundButton({ task: { orderId, paymentId, refund } }: { task: RefundTask }) {
  const showDialog = useDialog();
  const due = `$${formatCents(refund.amountCents)}`;
  const name = nameTransfer(orderId);
  // The payment may have been refunded since the task was opened.
  const read = useAct(() => call('GET /api/admin/payments', { query: { transferId: orderId } }), {
    onFailed: toastError,
    onDone: ({ payments }) => {
      const payment = payments.find(({ id }) => id === paymentId);
      const isDue = payment && centsOf(payment, refund.product) === refund.amountCents;
      showDialog(
        isDue ? (
          <RefundDialog payment={payment} preselected={refund.product} />
        ) : (
          <ReasonDialog title={`Refund: ${name}`} isPossible={false} does="" doing="" act={async () => {}}>
            <p>{`This payment has changed, so ${due} is no longer the right amount. Please check the transfer.`}</p>
          </ReasonDialog>
        ),
      );
    },
  });
  return (
    <SmallButton variant="primary" busy={read.isPending} busyLabel="Loading…" onClick={() => read.start()}>
      Refund {due}
      <span className="sr-only"> for transfer {name}</span>
    </SmallButton>
  );
}

function RefundDialog({ payment, preselected = 'all' }: { payment: Payment; preselected?: TaskRefund['product'] }) {
  const { id: paymentId, transferId, product: bought, amount, refunded, paidAt } = payment;
  const [product, setProduct] = useState(preselected);
  // The concierge can be refunded alone only before any other refund. Afterwards only the whole rest can be refunded.
  const hasParts = bought === 'bundle' && Number(refunded) === 0;
  const left = leftOf(payment);
  return (
    <ReasonDialog
      title={`Refund: ${nameTransfer(transferId)}`}
      does={product === 'concierge' ? 'Refund the concierge' : `Refund $${left}`}
      doing="Refunding…"
      act={(reason) =>
        call('POST /api/admin/refunds/{transferId}', { params: { transferId }, body: { paymentId, product, reason } })
      }
      onDone={() =>
        toast({ title: 'Refund started', description: 'The refund reaches the card in 5 to 10 business days.' })
      }
    >
      <Facts
        facts={[
          ['Payment', <Id key="id">{paymentId}</Id>],
          ['Product', productNames[bought]],
          ['Amount', `$${amount} ($${refunded} refunded)`],
          ['Paid', <When key="paid" at={paidAt} />],
        ]}
      />
      {hasParts && <PickOne legend="Refund" choices={choices} chosen={product} onChoose={setProduct} />}
      <p>
        {product === 'concierge'
          ? 'We’ll refund what the customer paid for the concierge. They keep the guide.'
          : `We’ll refund $${left} to the customer. ${whatCloses[bought]}`}{' '}
        You can’t undo this.
      </p>
    </ReasonDialog>
  );
}
