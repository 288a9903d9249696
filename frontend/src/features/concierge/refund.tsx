import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type ConciergeOwnership, ownershipQuery } from '../../domain/concierge/ownership.ts';
import { EmailForm } from '../../domain/email/email-form.tsx';
import { call } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

/**
 * Shows a form that requests a refund, while a refund is possible.
 * A person decides about the request, by the terms that the form shows.
 */
export function ConciergeRefund({
  ownership: { refundRequestedAt, refundableUntil, refundable, guide },
}: {
  ownership: ConciergeOwnership;
}) {
  const client = useQueryClient();
  const request = useMutation({
    mutationFn: (email: string) => call('POST /api/concierge/refund-request', { body: { email } }),
    onSuccess: () => client.invalidateQueries(ownershipQuery),
  });
  const requested = request.isSuccess || refundRequestedAt !== null;
  const place = useStepFocus<HTMLDivElement>(requested);
  if (requested) {
    return (
      <div ref={place} tabIndex={-1} className="outline-none">
        <Note kind="good" title="We got your refund request" live>
          <p>Someone from our team will review it and email you. Until then, you can keep using your concierge.</p>
          <p>{refundWay.back}</p>
        </Note>
      </div>
    );
  }
  if (!refundable) return null;
  const { amount, concierge, guide: unusedGuide } = refundable;
  return (
    <Card as="section" aria-label="Refund" className="py-0">
      <Fold title="Request a refund">
        <EmailForm
          id="concierge-refund-email"
          hint="We’ll reply to this email address."
          button={`Request a $${amount} refund`}
          variant="soft"
          failed="We couldn’t send your request"
          send={request}
        >
          <div className="grid gap-2 text-ink-2">
            {concierge ? (
              <p>
                {refundTerms.concierge}
                {refundableUntil && ` For you, that’s until ${formatTime(refundableUntil)}.`}
              </p>
            ) : (
              <p>
                You haven’t used the guide that came with your concierge. {refundTerms.guide} The 14 days for the
                concierge itself are over.
              </p>
            )}
            {concierge && unusedGuide && (
              <p>You haven’t used the guide that came with your concierge, so we’ll refund that too.</p>
            )}
            <p>
              {refundWay.back}
              {concierge && ' Once we refund your concierge, you can’t open it anymore.'}
              {!unusedGuide && guide && ' You can still use your guide.'}
            </p>
          </div>
        </EmailForm>
      </Fold>
    </Card>
  );
}
