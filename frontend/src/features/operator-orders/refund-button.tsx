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
  guide: 'The guide closes, unless it was paid twice.',
  concierge: 'The concierge closes, unless it was paid twice.',
  bundle: 'Guide and concierge close, unless they were paid twice.',
  signals: 'The subscription goes on.',
};

/** Returns true if the provider can still refund a payment or a part of it. */
function isRefundable({ status, amount, refunded }: Payment): boolean {
  return status === 'succeeded' && Number(refunded) < Number(amount);
}

/** Refunds a payment after the operator has given a reason. Shows a dash if nothing can be refunded. */
export function RefundButton({ payment }: { payment: Payment }) {
  if (!isRefundable(payment)) return <span className="text-ink-2">–</span>;
  return (
    <DialogButton
      label="Refund"
      what={`$${payment.amount} of the transfer ${nameTransfer(payment.transferId)}`}
      dialog={<RefundDialog payment={payment} />}
    />
  );
}

function RefundDialog({ payment }: { payment: Payment }) {
  const { id: paymentId, transferId, product: bought, amount, refunded, paidAt } = payment;
  const [product, setProduct] = useState<'all' | 'concierge'>('all');
  // The concierge can be refunded alone only before any other refund. Afterwards only the whole rest can be refunded.
  const hasParts = bought === 'bundle' && Number(refunded) === 0;
  const left = (Number(amount) - Number(refunded)).toFixed(2);
  return (
    <ReasonDialog
      title={`Pay the money back: ${nameTransfer(transferId)}`}
      does="Pay it back"
      doing="Paying back…"
      act={(reason) =>
        call('POST /api/admin/refunds/{transferId}', { params: { transferId }, body: { paymentId, product, reason } })
      }
      onDone={() => toast({ title: 'The money goes back', description: 'The bank takes a few days to show it.' })}
    >
      <Facts
        facts={[
          ['Payment', <Id key="id">{paymentId}</Id>],
          ['For', productNames[bought]],
          ['Amount', `$${amount}, $${refunded} of it paid back`],
          ['Paid', <When key="paid" at={paidAt} />],
        ]}
      />
      {hasParts && <PickOne legend="What goes back" choices={choices} chosen={product} onChoose={setProduct} />}
      <p>
        {product === 'concierge'
          ? 'The customer gets back what was paid for the concierge. The guide stays open.'
          : `The customer gets back $${left}. ${whatCloses[bought]}`}{' '}
        It cannot be undone.
      </p>
    </ReasonDialog>
  );
}
