import { useEffect, useRef } from 'react';
import { ErrorSummary, type Mistake } from '../../ui/error-summary.tsx';
import { Note } from '../../ui/note.tsx';
import { useToastWhile } from '../../ui/toast.ts';
import type { PaymentOutcome } from './outcome.ts';

/** Shows why the last attempt failed, and that nothing was charged. */
export function WhyNotPaid({
  outcome,
  attempt,
  foundUnpaid = false,
}: {
  outcome: PaymentOutcome | undefined;
  attempt: number;
  /** True if the outcome was unclear, and the server then found no payment. */
  foundUnpaid?: boolean;
}) {
  const refusal = outcome?.kind === 'failed' ? (outcome.message ?? 'Your card wasn’t accepted.') : null;
  useToastWhile(refusal && attempt, () => ({
    title: 'Payment failed',
    description: refusal ?? '',
    variant: 'destructive',
  }));
  const calm = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (foundUnpaid) calm.current?.focus();
  }, [foundUnpaid]);
  if (foundUnpaid) {
    return (
      <div ref={calm} tabIndex={-1}>
        <Note kind="info" title="You haven’t paid yet">
          <p>We checked, and nothing was charged. You can pay now.</p>
        </Note>
      </div>
    );
  }
  if (outcome?.kind === 'closed') {
    return (
      <ErrorSummary title="This card form was closed" attempt={attempt}>
        <p>
          You chose another way to pay for this order. Nothing was charged here. The form is open again, so you can pay
          now.
        </p>
      </ErrorSummary>
    );
  }
  if (refusal) {
    return (
      <ErrorSummary title="Error" attempt={attempt}>
        {/* 'Your card was declined.' becomes 'Payment failed: your card was declined.' */}
        <p className="font-semibold">Payment failed: {refusal.replace(/^Your\b/, 'your')}</p>
        <p>Nothing was charged. Try again, or use a different card.</p>
      </ErrorSummary>
    );
  }
  const mistakes: Mistake[] = outcome?.kind === 'incomplete' ? outcome.mistakes : [];
  return <ErrorSummary mistakes={mistakes} attempt={attempt} />;
}
