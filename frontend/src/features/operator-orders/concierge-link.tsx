import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import { DialogButton, ReasonDialog } from '../../operator/act-button.tsx';
import { nameTransfer } from '../../operator/parts.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Payment } from './payment-columns.tsx';

const opening: ReadonlySet<string> = new Set(['succeeded', 'bypassed']);

/**
 * Returns true if a payment may include the concierge.
 * The server also checks whether the concierge was refunded.
 */
function mayOpenConcierge({ product, status }: Payment): boolean {
  return (product === 'bundle' || product === 'concierge') && opening.has(status);
}

/**
 * Shows a button that emails a sign-in link to an owner who cannot sign in.
 * The address that the operator enters replaces the stored one. Renders nothing if no payment includes the concierge.
 */
export function ConciergeLinkButton({ payments, orderId }: { payments: readonly Payment[]; orderId: string }) {
  if (!payments.some(mayOpenConcierge)) return null;
  return (
    <div>
      <DialogButton
        label="Email a sign-in link"
        what={`for ${nameTransfer(orderId)}`}
        dialog={<ConciergeLinkDialog orderId={orderId} />}
      />
    </div>
  );
}

function ConciergeLinkDialog({ orderId }: { orderId: string }) {
  const [email, setEmail] = useState('');
  return (
    <ReasonDialog
      title={`Email a sign-in link: ${nameTransfer(orderId)}`}
      does="Send the link"
      doing="Sending…"
      act={(reason) =>
        call('POST /api/admin/concierge/{orderId}/email', { params: { orderId }, body: { email, reason } })
      }
      onDone={() =>
        toast({
          title: 'Link sent',
          description: 'The link works once, for 15 minutes. After that, the owner can ask for a new one.',
        })
      }
    >
      <p>
        Anyone who can read this mailbox can open the concierge. We’ll stop using the old email address and let its
        owner know. First, make sure you’re helping the person who paid. Ask them when they paid and how much.
      </p>
      <Field
        label="Owner’s email address"
        type="email"
        autoComplete="off"
        maxLength={254}
        hint="We save it with the order, but not in the audit trail."
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </ReasonDialog>
  );
}
