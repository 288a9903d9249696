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
 * Mails a sign-in link to an owner who has neither a stored address nor the browser's cookie.
 * Renders nothing if no payment includes the concierge.
 */
export function ConciergeLinkButton({ payments, orderId }: { payments: readonly Payment[]; orderId: string }) {
  if (!payments.some(mayOpenConcierge)) return null;
  return (
    <div>
      <DialogButton
        label="Mail a sign-in link"
        what={`to the concierge of ${nameTransfer(orderId)}`}
        dialog={<ConciergeLinkDialog orderId={orderId} />}
      />
    </div>
  );
}

function ConciergeLinkDialog({ orderId }: { orderId: string }) {
  const [email, setEmail] = useState('');
  return (
    <ReasonDialog
      title={`Mail a sign-in link: ${nameTransfer(orderId)}`}
      does="Mail the link"
      doing="Mailing…"
      act={(reason) =>
        call('POST /api/admin/concierge/{orderId}/email', { params: { orderId }, body: { email, reason } })
      }
      onDone={() =>
        toast({
          title: 'The link is on its way',
          description: 'It opens once, and for 15 minutes. After that they ask for a new one themselves.',
        })
      }
    >
      <p>
        Whoever reads this mailbox has the concierge from then on. An address from before gets no more links, and a mail
        that says so. First be sure that it is the person who paid: they can name the day and the amount.
      </p>
      <Field
        label="E-mail address of the owner"
        type="email"
        autoComplete="off"
        maxLength={254}
        hint="It is kept with the order, and not in the audit trail."
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </ReasonDialog>
  );
}
