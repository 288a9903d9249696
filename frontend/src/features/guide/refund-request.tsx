import { useQuery } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type Ref, useEffect } from 'react';
import { ownershipQuery } from '../../domain/concierge/ownership.ts';
import { EmailForm } from '../../domain/email/email-form.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Note } from '../../ui/note.tsx';
import { useTimes } from '../../ui/use-times.ts';
import { useRequestRefund } from './api.ts';

/**
 * Returns the mutation that requests a refund, with the state of the request.
 * `requested` is true if this page or another page has requested the refund.
 */
export function useRefund({ id, refundRequestedAt }: Transfer) {
  const request = useRequestRefund(id);
  const { reset } = request;
  // The result of our own request is cleared once the transfer contains the request. Otherwise `isSuccess` would still
  // show an open request after an operator has decided about it.
  useEffect(() => {
    if (refundRequestedAt) reset();
  }, [refundRequestedAt, reset]);
  return { request, requested: refundRequestedAt !== null || request.isSuccess };
}

/** Confirms a refund request, at the top of the page. */
export function RefundRequested({
  ref,
  transfer: { refundRequestedAt },
}: {
  ref: Ref<HTMLDivElement>;
  transfer: Transfer;
}) {
  const { formatTime } = useTimes();
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <Note kind="good" title="You asked for a refund" live>
        <p>
          {refundRequestedAt
            ? `We received your request on ${formatTime(refundRequestedAt)}.`
            : 'We’ve received your request.'}{' '}
          Someone from our team will email you. You don’t need to do anything else. Your guide stays open until we
          approve your refund. {refundWay.back}
        </p>
      </Note>
    </div>
  );
}

/**
 * Shows a form that requests a refund.
 * A person decides on the request under the terms that the form shows, and answers by e-mail.
 */
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
  // True if the concierge's refund period is over. `ownership` is about this browser's concierge, so the result is
  // certain only if this transfer paid for that concierge.
  const isOver =
    ownership?.transferId === transfer.id && ownership.refundableUntil === null && ownership.refundRequestedAt === null;
  const withConcierge = hasConcierge && !isOver;
  // The guide cannot be refunded after the arrival.
  const withGuide = status !== 'completed';
  const terms = (
    <>
      {withGuide && <p>Guide: {refundTerms.guide}</p>}
      {hasConcierge && (
        <p>
          Concierge: {refundTerms.concierge}
          {isOver && ' The 14 days are over.'}
        </p>
      )}
    </>
  );
  if (!withGuide && !withConcierge) return <div className="text-ink-2">{terms}</div>;
  const product = !withConcierge ? 'guide' : withGuide ? 'bundle' : 'concierge';
  return (
    <EmailForm
      id="refund-email"
      hint="We’ll reply to this email address."
      button={`Request a $${formatCents(prices[product])} refund`}
      variant="soft"
      failed="We couldn’t send your refund request"
      send={request}
    >
      <div className="grid gap-2 text-ink-2">
        {terms}
        <p>
          {refundWay.back}
          {withGuide && ' After a refund, you can no longer use your guide.'}
        </p>
      </div>
    </EmailForm>
  );
}
