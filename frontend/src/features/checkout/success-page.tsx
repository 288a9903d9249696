import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { DeclinedCard } from '../../domain/card-form/declined-card.tsx';
import { pathAfterPaying } from '../../domain/transfer/after-paying.ts';
import { InvalidTransfer, RefundedTransfer, TransferProblem } from '../../domain/transfer/transfer-problem.tsx';
import { cacheTransfer, isPaid, useLiveTransfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { paths, transferIdFrom } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { StateCard } from '../../ui/state.tsx';
import { settledQuery } from './api.ts';
import { begunPayment } from './begun-payment.ts';

/**
 * Shows the outcome of a payment after the return from the provider.
 * The visit itself proves nothing: the server queries the provider, and the page waits.
 */
export function SuccessPage() {
  const [query] = useSearchParams();
  const id = transferIdFrom(query);
  return id ? (
    <Confirming key={id} id={id} declined={query.get('redirect_status') === 'failed'} />
  ) : (
    <InvalidTransfer at="elsewhere" />
  );
}

function Confirming({ id, declined }: { id: string; declined: boolean }) {
  const client = useQueryClient();
  const { data: transfer, error, refetch } = useLiveTransfer(id);
  const settled = useQuery({ ...settledQuery(id), enabled: transfer !== undefined });
  const answer = settled.data;
  useEffect(() => {
    if (!answer) return;
    cacheTransfer(client, answer);
    // The outcome of the payment is certain from here on.
    begunPayment.forget(id);
  }, [answer, client, id]);

  if (!transfer) {
    return error ? (
      <TransferProblem error={error} onRetry={refetch} />
    ) : (
      <Page title="Confirming your payment" stop="pay" narrow>
        <BridgeLoader label="Loading your transfer. This may take a minute." />
      </Page>
    );
  }
  if (transfer.status === 'refunded') return <RefundedTransfer transfer={transfer} />;
  if (isPaid(transfer)) return <Navigate to={pathAfterPaying(id)} replace />;
  if (settled.isFetching) {
    return (
      <Page title="Confirming your payment" stop="pay" narrow>
        <BridgeLoader label="We’re checking whether your payment went through. This takes a few seconds." />
      </Page>
    );
  }
  const actions = (
    <>
      <Button onClick={() => settled.refetch()}>Check again</Button>
      {/* The page offers a second payment only if the server has confirmed that nothing was paid. */}
      {answer && (
        <ButtonLink variant="quiet" to={paths.checkout(id)}>
          Back to payment
        </ButtonLink>
      )}
    </>
  );
  if (declined && answer) {
    return (
      <Page title="Payment failed" stop="pay" narrow>
        <DeclinedCard retry={paths.checkout(id)} />
      </Page>
    );
  }
  return (
    <Page title="Confirming your payment" stop="pay" narrow>
      <StateCard
        drawing="receipt"
        pill="Not confirmed yet"
        kind="warn"
        title="We can’t confirm your payment yet."
        actions={actions}
      >
        <p>
          {settled.isError
            ? describe(settled.error, 'We couldn’t reach the payment service.')
            : 'We don’t see your payment for this transfer yet.'}
        </p>
        <p>
          If you’ve already paid, you don’t need to do anything. This page opens your guide as soon as the payment is
          confirmed. Please don’t pay again.
        </p>
      </StateCard>
    </Page>
  );
}
