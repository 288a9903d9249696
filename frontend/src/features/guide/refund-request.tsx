import { useMutation } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { useState } from 'react';
import { describe } from '../../shared/api/client.ts';
import { requestRefund, type Transfer } from '../../shared/api/transfers.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Buttons, useStepFocus } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';

/** Asks for the money back; a person decides by the terms that are shown with it. */
export function RefundRequest({ transfer }: { transfer: Transfer }) {
  const [asking, setAsking] = useState(false);
  const request = useMutation({ mutationFn: () => requestRefund(transfer.id) });
  // Each press puts something else in the place of what was pressed: the focus goes with it.
  const place = useStepFocus<HTMLDivElement>(`${asking} ${request.isSuccess}`);
  const withConcierge = transfer.serviceFee === '17.76';
  if (transfer.status === 'completed' && !withConcierge) return null;
  return (
    <div ref={place} tabIndex={-1} className="grid outline-none">
      {request.isSuccess ? (
        <Note kind="good" title="We have your request" live>
          <p>A person looks at it and writes to you. Until then your guide stays open.</p>
        </Note>
      ) : asking ? (
        <div className="grid gap-3 rounded-md border border-line p-4">
          <p className="font-semibold">Request a refund of ${transfer.serviceFee}?</p>
          <p className="text-sm text-ink-2">
            Guide: {refundTerms.guide}
            {withConcierge && ` Concierge: ${refundTerms.concierge}`} A refunded guide is closed.
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
