import { useQuery } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type Ref, useEffect } from 'react';
import { ownershipQuery } from '../../domain/concierge/ownership.ts';
import { EmailForm } from '../../domain/email/email-form.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { formatTime } from '../../lib/times.ts';
import { Note } from '../../ui/note.tsx';
import { useRequestRefund } from './api.ts';

/**
 * Returns the mutation that requests a refund, with the state of the request.
 * `requested` is true after a request by this page or by another one.
 */
export function useRefund({ id, refundRequestedAt }: Transfer) {
  const request = useRequestRefund(id);
  const { reset } = request;
  // Once the transfer contains the request, forget our own result. Otherwise `isSuccess` would still show the request
  // as open after an operator has decided on it.
  useEffect(() => {
    if (refundRequestedAt) reset();
  }, [refundRequestedAt, reset]);
  return { request, requested: refundRequestedAt !== null || request.isSuccess };
}

/** The confirmation of a refund request, on top of the page. */
export function RefundRequested({
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
          {refundRequestedAt ? `Received on ${formatTime(refundRequestedAt)}.` : 'We’ve received it.'} Someone from our
          team will email you. {refundWay.back}
        </p>
      </Note>
    </div>
  );
}

/** A form that requests a refund. A person decides by the displayed terms and answers by e-mail. */
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
  // Only certain if this transfer is the one that paid for this browser's concierge.
  const isOver =
    ownership?.transferId === transfer.id && ownership.refundableUntil === null && ownership.refundRequestedAt === null;
  const withConcierge = hasConcierge && !isOver;
  // After the arrival, the guide cannot be refunded.
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
