import { useState } from 'react';
import { call } from '../../shared/api/client.ts';
import { DialogButton, ReasonDialog } from '../../shared/operator/act-button.tsx';
import { nameTransfer } from '../../shared/operator/parts.tsx';
import { PickOne } from '../../shared/ui/pick-one.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { Payment } from './payment-columns.tsx';

const choices = [
  { id: 'all', label: 'All of it' },
  { id: 'concierge', label: 'The concierge only' },
] as const;

/** Whether anything of a payment can still go back through the provider. */
function isRefundable({ status, amount, refunded }: Payment): boolean {
  return status === 'succeeded' && Number(refunded) < Number(amount);
}

/** Pays back what was paid for a transfer, once it was said why; nothing where there is nothing to pay back. */
export function RefundButton({ payments, transferId }: { payments: readonly Payment[]; transferId: string }) {
  const open = payments.filter(isRefundable);
  if (open.length === 0) return <span className="text-ink-2">–</span>;
  const hasConcierge = open.some((payment) => payment.product !== 'guide');
  return (
    <DialogButton
      label="Refund"
      what={`the transfer ${nameTransfer(transferId)}`}
      dialog={<RefundDialog transferId={transferId} hasConcierge={hasConcierge} />}
    />
  );
}

function RefundDialog({ transferId, hasConcierge }: { transferId: string; hasConcierge: boolean }) {
  const [product, setProduct] = useState<'all' | 'concierge'>('all');
  return (
    <ReasonDialog
      title={`Pay the money back: ${nameTransfer(transferId)}`}
      does="Pay it back"
      doing="Paying back…"
      act={(reason) =>
        call('POST /api/admin/refunds/{transferId}', { params: { transferId }, body: { product, reason } })
      }
      onDone={() => toast({ title: 'The money goes back', description: 'The bank takes a few days to show it.' })}
    >
      {hasConcierge && <PickOne legend="What goes back" choices={choices} chosen={product} onChoose={setProduct} />}
      <p>
        {product === 'all'
          ? 'The customer gets back all that was paid for this transfer, and the guide closes.'
          : 'The customer gets back what was paid for the concierge. The guide stays open.'}{' '}
        It cannot be undone.
      </p>
    </ReasonDialog>
  );
}
