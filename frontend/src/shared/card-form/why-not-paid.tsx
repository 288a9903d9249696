import { useEffect, useRef } from 'react';
import { ErrorSummary, type Mistake } from '../ui/error-summary.tsx';
import { Note } from '../ui/note.tsx';
import type { PaymentOutcome } from './outcome.ts';

/** What stood in the way of the last attempt, and that nothing was charged. */
export function WhyNotPaid({
  outcome,
  attempt,
  foundUnpaid = false,
}: {
  outcome: PaymentOutcome | undefined;
  attempt: number;
  /** It was unclear, and found that nothing was paid. */
  foundUnpaid?: boolean;
}) {
  const calm = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (foundUnpaid) calm.current?.focus();
  }, [foundUnpaid]);
  if (foundUnpaid) {
    return (
      <div ref={calm} tabIndex={-1}>
        <Note kind="info" title="You have not paid yet">
          <p>We have checked: nothing was charged. You can pay now.</p>
        </Note>
      </div>
    );
  }
  if (outcome?.kind === 'closed') {
    return (
      <ErrorSummary title="This card form was closed" attempt={attempt}>
        <p>
          You opened another way to pay for this order. Nothing was charged here. The form is open again: you can pay
          now.
        </p>
      </ErrorSummary>
    );
  }
  if (outcome?.kind === 'failed') {
    return (
      <ErrorSummary title={failureTitle(outcome.message)} attempt={attempt}>
        <p>Nothing was charged. Try again, or use another card.</p>
      </ErrorSummary>
    );
  }
  const mistakes: Mistake[] = outcome?.kind === 'incomplete' ? outcome.mistakes : [];
  return <ErrorSummary mistakes={mistakes} attempt={attempt} />;
}

/** 'Your card was declined.' → 'Payment failed: your card was declined.' */
function failureTitle(message = 'Your card was not accepted.'): string {
  return `Payment failed: ${message.replace(/^Your\b/, 'your')}`;
}
