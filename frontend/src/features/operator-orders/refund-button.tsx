import { productNames } from '@xrp-bridge/contracts/prices';
import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import { DialogButton, ReasonDialog } from '../../operator/act-button.tsx';
import { Facts, Id, nameTransfer, When } from '../../operator/parts.tsx';
import { PickOne } from '../../ui/pick-one.tsx';
import { toast } from '../../ui/toast.ts';
import type { Payment } from './payment-columns.tsx';

const choices = [
  { id: 'all', label: 'All of this payment' },
  { id: 'concierge', label: 'The concierge only' },
] as const;

const whatCloses: Record<Payment['product'], string> = {
  guide: 'The guide closes, unless the customer paid for it twice.',
  concierge: 'The concierge closes, unless the customer paid for it twice.',
  bundle: 'The guide and the concierge close, unless the customer paid for them twice.',
  signals: 'The subscription continues.',
};

/** Returns whether a part of a payment can still be refunded by the provider. */
export function isRefundable({ status, amount, refunded }: Payment): boolean {
  return status === 'succeeded' && Number(refunded) < Number(amount);
}

/** Returns the part of a payment that is not refunded yet, in dollars. */
function leftOf({ amount, refunded }: Payment): string {
  return (Number(amount) - Number(refunded)).toFixed(2);
}

/** Refunds a payment after a reason was given; a dash if nothing can be refunded. */
export function RefundButton({
  payment,
  variant = 'quiet',
}: {
  payment: Payment;
  variant?: Parameters<typeof DialogButton>[0]['variant'];
}) {
  if (!isRefundable(payment)) return <span className="text-ink-2">–</span>;
  return (
    <DialogButton
      label={`Refund $${leftOf(payment)}`}
      what={`for the transfer ${nameTransfer(payment.transferId)}`}
      variant={variant}
      dialog={<RefundDialog payment={payment} />}
    />
  );
}

function RefundDialog({ payment }: { payment: Payment }) {
  const { id: paymentId, transferId, product: bought, amount, refunded, paidAt } = payment;
  const [product, setProduct] = useState<'all' | 'concierge'>('all');
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
        toast({ title: 'Refund started', description: 'It takes 5 to 10 business days to reach the card.' })
      }
    >
      <Facts
        facts={[
          ['Payment', <Id key="id">{paymentId}</Id>],
          ['For', productNames[bought]],
          ['Amount', `$${amount}, $${refunded} refunded`],
          ['Paid', <When key="paid" at={paidAt} />],
        ]}
      />
      {hasParts && <PickOne legend="Refund" choices={choices} chosen={product} onChoose={setProduct} />}
      <p>
        {product === 'concierge'
          ? 'We refund what the customer paid for the concierge. The guide stays open.'
          : `We refund $${left} to the customer. ${whatCloses[bought]}`}{' '}
        You can’t undo this.
      </p>
    </ReasonDialog>
  );
}
