import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { TextButton } from '../../ui/button.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { reachQuery } from './api.ts';
import { EmailRow } from './email-row.tsx';

/** Shows a button that opens the form for an e-mail address, if the transfer has no address. */
export function EmailOffer({ id, transfer, label }: { id: string; transfer: Transfer; label: string }) {
  const { data: reach } = useQuery(reachQuery(transfer.id));
  // Once open, the form stays, because it confirms that the address is saved.
  const [isOpen, setOpen] = useState(false);
  const place = useStepFocus<HTMLDivElement>(isOpen);
  if (isOpen) {
    return (
      <div ref={place} tabIndex={-1} className="w-full outline-none">
        <EmailRow id={id} transfer={transfer} />
      </div>
    );
  }
  if (reach?.email !== null) return null;
  return <TextButton onClick={() => setOpen(true)}>{label}</TextButton>;
}
