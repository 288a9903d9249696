import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DeclinedCard } from '../../domain/card-form/declined-card.tsx';
import { type ConciergeOwnership, ownershipQuery, useStoredOwnership } from '../../domain/concierge/ownership.ts';
import { describe } from '../../lib/api/client.ts';
import { paths, transferIdFrom } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { StateCard } from '../../ui/state.tsx';
import { settledQuery } from './api.ts';

/** The interval at which the page polls for a payment that the provider did not confirm at first. */
const pollMs = 5_000;

/**
 * Shows the outcome of a payment after the return from the provider.
 * The visit itself proves nothing: the server queries the provider, and the page waits.
 */
export function SuccessPage() {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const settled = useQuery(settledQuery);
  const { data: ownership } = useQuery({
    ...ownershipQuery,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.state !== 'owned' && pollMs,
  });
  useStoredOwnership(ownership);
  const answer = settled.data;
  useEffect(() => {
    if (answer) client.setQueryData(ownershipQuery.queryKey, answer);
  }, [answer, client]);

  if (ownership?.state === 'owned') return <Activated ownership={ownership} />;
  if (settled.isFetching) {
    return (
      <Page title="Confirming your payment" narrow>
        <BridgeLoader label="We’re checking whether your payment went through. This takes a few seconds." />
      </Page>
    );
  }
  const id = transferIdFrom(query);
  const back = id ? paths.conciergeFor(id) : paths.concierge;
  if (ownership?.state === 'refunded') {
    return (
      <Page title="The concierge was refunded" narrow>
        <StateCard
          pill="Refunded"
          title="We’ve refunded your concierge."
          actions={<ButtonLink to={back}>See the concierge</ButtonLink>}
        >
          <p>
            You can’t open your concierge anymore. {ownership.guide && 'You can still use your guide. '}
            {refundWay.back}
          </p>
        </StateCard>
      </Page>
    );
  }
  // The page offers a second payment only if the server has confirmed that nothing was paid.
  if (query.get('redirect_status') === 'failed' && answer) {
    return (
      <Page title="Payment failed" narrow>
        <DeclinedCard retry={back} />
      </Page>
    );
  }
  return (
    <Page title="Confirming your payment" narrow>
      <StateCard
        drawing="receipt"
        pill="Not confirmed yet"
        kind="warn"
        title="Your payment hasn’t reached us yet."
        actions={
          <>
            <Button onClick={() => void settled.refetch()}>Check again</Button>
            <ButtonLink variant="quiet" to={back}>
              Back to the concierge
            </ButtonLink>
            <ButtonLink variant="quiet" to={paths.conciergeRegister}>
              Email me a link
            </ButtonLink>
          </>
        }
      >
        <p>
          {settled.isError
            ? describe(settled.error, 'We couldn’t reach the payment service.')
            : 'We don’t see your payment for the concierge yet.'}
        </p>
        <p>
          If you’ve already paid, you don’t need to do anything. This page updates as soon as the payment is confirmed.
          Please don’t pay again.
        </p>
        {/* A bank's app may return to a browser without the order's cookie. */}
        <p>If you paid in another browser, your concierge opens there. To open it here, have us email you a link.</p>
      </StateCard>
    </Page>
  );
}

function Activated({ ownership: { guideCredit, email } }: { ownership: ConciergeOwnership }) {
  return (
    <Page
      title="Concierge activated!"
      narrow
      lead={<p>Your concierge is yours for life. You won’t pay anything more for it.</p>}
    >
      <StateCard
        pill="Paid"
        kind="good"
        title="What you can do now"
        actions={
          <>
            <ButtonLink to={paths.concierge}>Open my concierge</ButtonLink>
            {!email && (
              <ButtonLink variant="quiet" to={paths.conciergeRegister}>
                Use my concierge on other devices
              </ButtonLink>
            )}
            {guideCredit && (
              <ButtonLink variant="quiet" to={paths.home}>
                Start my transfer
              </ButtonLink>
            )}
          </>
        }
      >
        <p>Take your time and look around. We won’t email you unless you ask us to.</p>
        {guideCredit && <p>You’ve also paid for one guide, so we won’t charge you for your next transfer.</p>}
        <p>
          {refundTerms.concierge} {refundWay.back}
        </p>
      </StateCard>
    </Page>
  );
}
