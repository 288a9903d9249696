import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { useState } from 'react';
import { describe } from '../../shared/api/client.ts';
import { paidAmount, type Transfer } from '../../shared/api/transfers.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Buttons, useStepFocus } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { useRequestRefund } from './api.ts';

/** Asks for the money back; a person decides by the terms that are shown with it. */
export function RefundRequest({ transfer }: { transfer: Transfer }) {
  const [asking, setAsking] = useState(false);
  const request = useRequestRefund(transfer.id);
  // Each press puts something else in the place of what was pressed: the focus goes with it.
  const place = useStepFocus<HTMLDivElement>(`${asking} ${request.isSuccess}`);
  const withConcierge = transfer.access.concierge === 'owned';
  // Once the XRP has arrived, the guide has done its work.
  const withGuide = transfer.status !== 'completed';
  if (!withGuide && !withConcierge) return null;
  const amount = withGuide ? paidAmount(transfer) : formatCents(prices.concierge);
  return (
    <div ref={place} tabIndex={-1} className="grid outline-none">
      {request.isSuccess ? (
        <Note kind="good" title="We have your request" live>
          <p>A person looks at it and writes to you. Until then your guide stays open.</p>
        </Note>
      ) : asking ? (
        <div className="grid gap-3 rounded-md border border-line p-4">
          <p className="font-semibold">Request a refund of ${amount}?</p>
          <p className="text-sm text-ink-2">
            {withGuide && `Guide: ${refundTerms.guide} `}
            {withConcierge && `Concierge: ${refundTerms.concierge} `}
            {withGuide && 'A refunded guide is closed.'}
          </p>
          {request.isError && (
            <Note kind="bad" live>
              <p>{describe(request.error, 'That did not work. Please try again.')}</p>
            </Note>
          )}
          <Buttons>
            <Button variant="soft" busy={request.isPending} onClick={() => request.mutate()}>
              Yes, request it
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              No
            </Button>
          </Buttons>
        </div>
      ) : (
        <TextButton className="justify-self-start" onClick={() => setAsking(true)}>
          Request a refund
        </TextButton>
      )}
    </div>
  );
}
