import { useQuery } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type Ref, useEffect } from 'react';
import { ownershipQuery } from '../../domain/concierge/ownership.ts';
import { EmailForm } from '../../domain/email/email-form.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Note } from '../../ui/note.tsx';
import { useRequestRefund } from './api.ts';
import { formatMoment } from './arrivals.tsx';

/** Asking for the money back, and whether that was done: as this page knows, then as the transfer says. */
export function useRefund({ id, refundRequestedAt }: Transfer) {
  const request = useRequestRefund(id);
  const { reset } = request;
  // From here on the transfer says how it stands: also that it was decided on.
  useEffect(() => {
    if (refundRequestedAt) reset();
  }, [refundRequestedAt, reset]);
  return { request, asked: refundRequestedAt !== null || request.isSuccess };
}

/** On top of the page, where whoever has asked looks next. */
export function RefundAsked({
  ref,
  transfer: { refundRequestedAt },
}: {
  ref: Ref<HTMLDivElement>;
  transfer: Transfer;
}) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <Note kind="good" title="You asked for a refund" live>
        <p>
          {refundRequestedAt ? `Received on ${formatMoment(refundRequestedAt)}.` : 'We have received it.'} A person
          writes to you. {refundWay.back}
        </p>
      </Note>
    </div>
  );
}

/** Asks for the money back; a person decides by the terms that are shown with it, and answers by e-mail. */
export function RefundRequest({
  transfer,
  request,
}: {
  transfer: Transfer;
  request: ReturnType<typeof useRequestRefund>;
}) {
  const { access, status } = transfer;
  const hasConcierge = access.concierge === 'owned';
  const { data: ownership } = useQuery({ ...ownershipQuery, enabled: hasConcierge });
  // Known where this transfer is what gave this browser its concierge.
  const isOver =
    ownership?.transferId === transfer.id && ownership.refundableUntil === null && ownership.refundRequestedAt === null;
  const withConcierge = hasConcierge && !isOver;
  // Once the XRP has arrived, the guide has done its work.
  const withGuide = status !== 'completed';
  const terms = (
    <>
      {withGuide && <p>Guide: {refundTerms.guide}</p>}
      {hasConcierge && (
        <p>
          Concierge: {refundTerms.concierge}
          {isOver && ' That time is over.'}
        </p>
      )}
    </>
  );
  if (!withGuide && !withConcierge) return <div className="text-ink-2">{terms}</div>;
  const product = !withConcierge ? 'guide' : withGuide ? 'bundle' : 'concierge';
  return (
    <EmailForm
      id="refund-email"
      hint="We answer you there."
      button={`Ask for $${formatCents(prices[product])} back`}
      variant="soft"
      send={request}
    >
      <div className="grid gap-2 text-ink-2">
        {terms}
        <p>
          {refundWay.back}
          {withGuide && ' Your guide is closed then.'}
        </p>
      </div>
    </EmailForm>
  );
}
