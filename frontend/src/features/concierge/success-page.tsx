import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ConciergeOwnership, ownershipQuery, useStoredOwnership } from '../../domain/concierge/ownership.ts';
import { describe } from '../../lib/api/client.ts';
import { paths, transferIdFrom } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { StateCard } from '../../ui/state.tsx';
import { settledQuery } from './api.ts';

/** The interval at which the page polls for the payment, if the provider did not confirm it at first. */
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
        <BridgeLoader label="We are asking if it went through. This takes a few seconds." />
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
          title="We have paid the concierge back to you."
          actions={<ButtonLink to={back}>Look at the concierge</ButtonLink>}
        >
          <p>
            So it is closed. {ownership.guide && 'Your transfer guide stays as it is. '}
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
        <StateCard
          pill="Not paid"
          kind="warn"
          title="Payment processing failed. Please try again."
          actions={<ButtonLink to={back}>Try again</ButtonLink>}
        >
          <p>Your bank didn’t confirm it. Nothing was charged. You can also use another card.</p>
        </StateCard>
      </Page>
    );
  }
  return (
    <Page title="Confirming your payment" narrow>
      <StateCard
        drawing="receipt"
        pill="Not confirmed yet"
        kind="warn"
        title="The payment has not reached us yet."
        actions={
          <>
            <Button onClick={() => void settled.refetch()}>Check again</Button>
            <ButtonLink variant="quiet" to={back}>
              Back to the concierge
            </ButtonLink>
            <ButtonLink variant="quiet" to={paths.conciergeRegister}>
              Mail me a link
            </ButtonLink>
          </>
        }
      >
        <p>
          {settled.isError
            ? describe(settled.error, 'We could not ask the payment provider just now.')
            : 'We do not see a payment for the concierge yet.'}
        </p>
        <p>
          If you have paid, there is nothing to do: this page goes on by itself as soon as the payment is confirmed.
          Please do not pay a second time.
        </p>
        {/* A bank's app may return to another browser, which does not have the order's cookie. */}
        <p>Did you pay in another browser? Then it opens there, and here by a link in a mail.</p>
      </StateCard>
    </Page>
  );
}

function Activated({ ownership: { guideCredit, email } }: { ownership: ConciergeOwnership }) {
  return (
    <Page title="Concierge activated!" narrow lead={<p>It is yours, for good. There is nothing more to pay.</p>}>
      <StateCard
        pill="Paid"
        kind="good"
        title="What you can do now"
        actions={
          <>
            <ButtonLink to={paths.concierge}>Open my concierge</ButtonLink>
            {!email && (
              <ButtonLink variant="quiet" to={paths.conciergeRegister}>
                Use it on my other devices
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
        <p>Look around in your own time. We send no word that you have not asked for.</p>
        {guideCredit && <p>A guide for one transfer is paid, too. Your next transfer costs nothing more.</p>}
        <p>
          {refundTerms.concierge} {refundWay.back}
        </p>
      </StateCard>
    </Page>
  );
}
