import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AgreeToTerms } from '../../domain/card-form/agree-to-terms.tsx';
import { CardFields, isSandbox } from '../../domain/card-form/card-fields.tsx';
import { CardSkeleton } from '../../domain/card-form/card-skeleton.tsx';
import type { PaymentFields, PaymentOutcome } from '../../domain/card-form/outcome.ts';
import { WhyNotPaid } from '../../domain/card-form/why-not-paid.tsx';
import { ownershipQuery } from '../../domain/concierge/ownership.ts';
import { describe } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { isOwnedAlready, upgradePaymentQuery } from './api.ts';

/** Shows a card form for the upgrade. The next page queries the server for the outcome. */
export function ActivateForm({ transferId, onLeave }: { transferId: string; onLeave: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const config = useQuery(configQuery);
  const payment = useQuery(upgradePaymentQuery(transferId));
  const [unavailable, setUnavailable] = useState(false);
  // Null until the card's fields are ready. Before that, payment is impossible.
  const [fields, setFields] = useState<PaymentFields | null>(null);
  const isOwned = isOwnedAlready(payment.error);
  useEffect(() => {
    if (isOwned) void client.invalidateQueries(ownershipQuery);
  }, [client, isOwned]);

  const pay = useMutation({
    async mutationFn(card: PaymentFields): Promise<PaymentOutcome> {
      try {
        const outcome = await card.confirm();
        if (outcome.kind === 'closed') await payment.refetch();
        return outcome;
      } catch (error) {
        console.warn('The payment was cut off', error);
        return { kind: 'unclear' };
      }
    },
    onSuccess({ kind }) {
      if (kind === 'sent' || kind === 'unclear') void navigate(paths.conciergeSuccess(transferId));
    },
  });
  const busy = pay.isPending || (pay.isSuccess && !['failed', 'incomplete', 'closed'].includes(pay.data.kind));
  const instead = (
    <TextButton className="justify-self-start" onClick={onLeave}>
      Pay on the next page instead
    </TextButton>
  );

  if (unavailable || payment.isError) {
    return (
      <Note kind="warn" title="Failed to initialize concierge upgrade. Please try again." live>
        <p>{describe(payment.error, 'Please check your connection.')} Nothing was charged.</p>
        <NoteButtons>
          <Button
            variant="quiet"
            busy={payment.isFetching}
            onClick={() => {
              setUnavailable(false);
              void payment.refetch();
            }}
          >
            Try again
          </Button>
        </NoteButtons>
        {instead}
      </Note>
    );
  }
  if (!config.data || !payment.data) {
    return (
      <div role="status">
        <span className="sr-only">Initializing payment</span>
        <CardSkeleton />
      </div>
    );
  }
  const { stripe, statementName } = config.data;
  return (
    <form
      noValidate
      aria-label="Pay by card"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (fields && !busy) pay.mutate(fields);
      }}
    >
      <p className="text-sm text-ink-2">
        This charge will appear on your card statement as <span translate="no">{statementName}</span>.
        {!isSandbox(stripe) && ' Your card details go to Stripe. We never see them.'}
      </p>
      <WhyNotPaid outcome={pay.data} attempt={pay.submittedAt} />
      <CardFields
        ref={setFields}
        stripe={stripe}
        clientSecret={payment.data.clientSecret}
        returnPath={paths.conciergeSuccess(transferId)}
        onUnavailable={(reason) => {
          console.warn('The card form could not be loaded', reason);
          setUnavailable(true);
        }}
      />
      <Button type="submit" wide busy={busy || !fields} busyLabel={fields ? 'Processing…' : 'Loading the card form…'}>
        Activate concierge for ${formatCents(prices.concierge)}
      </Button>
      <AgreeToTerms />
      {instead}
    </form>
  );
}
