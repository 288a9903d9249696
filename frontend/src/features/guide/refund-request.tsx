import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { useEffect } from 'react';
import { paidAmount, type Transfer } from '../../shared/api/transfers.ts';
import { EmailForm } from '../../shared/email-form.tsx';
import { useStepFocus } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { useRequestRefund } from './api.ts';
import { formatMoment } from './arrivals.tsx';

/** Asks for the money back; a person decides by the terms that are shown with it, and answers by e-mail. */
export function RefundRequest({ transfer }: { transfer: Transfer }) {
  const { refundRequestedAt, access, status } = transfer;
  const request = useRequestRefund(transfer.id);
  const { reset } = request;
  // From here on the transfer says how it stands: also that it was decided on.
  useEffect(() => {
    if (refundRequestedAt) reset();
  }, [refundRequestedAt, reset]);
  const asked = refundRequestedAt !== null || request.isSuccess;
  const place = useStepFocus<HTMLDivElement>(asked);
  const withConcierge = access.concierge === 'owned';
  // Once the XRP has arrived, the guide has done its work.
  const withGuide = status !== 'completed';
  const amount = withGuide ? paidAmount(transfer) : formatCents(prices.concierge);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      {asked ? (
        <Note kind="good" title="We have your request" live>
          <p>
            {refundRequestedAt && `You asked for it on ${formatMoment(refundRequestedAt)}. `}A person looks at it and
            writes to you. Until then your guide stays open.
          </p>
          <p>{refundTerms.back}</p>
        </Note>
      ) : (
        <EmailForm
          id="refund-email"
          hint="We answer you there."
          button={`Ask for $${amount} back`}
          variant="soft"
          send={request}
        >
          <div className="grid gap-2 text-ink-2">
            {withGuide && <p>Guide: {refundTerms.guide}</p>}
            {withConcierge && <p>Concierge: {refundTerms.concierge}</p>}
            <p>
              {refundTerms.back}
              {withGuide && ' Your guide is closed then.'}
            </p>
          </div>
        </EmailForm>
      )}
    </div>
  );
}
