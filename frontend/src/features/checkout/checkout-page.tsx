import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { pathAfterPaying } from '../../domain/transfer/after-paying.ts';
import { NotOpenHere } from '../../domain/transfer/not-open-here.tsx';
import { openTransfer } from '../../domain/transfer/open-transfer.ts';
import { InvalidTransfer, RefundedTransfer, TransferProblem } from '../../domain/transfer/transfer-problem.tsx';
import { isPaid, type Transfer, transferQuery, useLiveTransfer } from '../../domain/transfer/transfers.ts';
import { ApiError, describe } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { paths, transferIdFrom } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Card, Page } from '../../ui/layout.tsx';
import { Sides } from '../../ui/sides.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { useBrowserState } from '../../ui/use-browser-state.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { paymentIntentQuery } from './api.ts';
import { begunPayment } from './begun-payment.ts';
import { FallbackPanel } from './fallback-panel.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderWithoutScripts } from './order-without-scripts.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { UnclearPayment } from './unclear-payment.tsx';

/**
 * Shows the payment of a transfer.
 * `success=true` in the query proves nothing, so this page redirects to the page on which the server checks the
 * payment.
 */
export function CheckoutPage() {
  const [query] = useSearchParams();
  const id = transferIdFrom(query);
  if (!id) return <InvalidTransfer at="checkout" />;
  if (query.get('success') === 'true') return <Navigate to={paths.checkoutSuccess(id)} replace />;
  return <Checkout key={id} id={id} cardFailed={query.get('stripe_failed') === 'true'} />;
}

/** Shows the page that a failed card payment returns to, with other ways to pay. */
export function FailedPage() {
  const [query] = useSearchParams();
  const { data: config } = useQuery(configQuery);
  // If the URL contains no id, the page is about this browser's unpaid transfer.
  const [waiting] = useState(() => openTransfer.get());
  const id = transferIdFrom(query) ?? (waiting?.paid === false ? waiting.id : null);
  if (id) return <Checkout key={id} id={id} cardFailed />;
  return (
    <Page title="Checkout" stop="pay" hideHeading narrow>
      <FallbackPanel transfer={null} config={config} />
    </Page>
  );
}

function Checkout({ id, cardFailed }: { id: string; cardFailed: boolean }) {
  const { data: transfer, error, refetch } = useLiveTransfer(id);
  // The settings are fetched in parallel with the transfer, because on a slow connection each call takes half a second.
  useQuery(configQuery);
  const [isUnpaid] = useState(() => isOwnUnpaid(id));
  useQuery({ ...paymentIntentQuery(id), enabled: isUnpaid && !cardFailed });
  if (transfer && isPaid(transfer)) return <Navigate to={pathAfterPaying(id)} replace />;
  if (transfer?.status === 'refunded') return <RefundedTransfer transfer={transfer} />;
  if (!transfer && error) return <TransferProblem error={error} onRetry={refetch} />;
  if (!transfer) return <CheckoutSkeleton />;
  if (!transfer.mine) {
    return (
      <Page title="Checkout" narrow>
        <NotOpenHere id={transfer.id} paid={false} />
      </Page>
    );
  }
  return <Paying transfer={transfer} cardFailed={cardFailed} />;
}

/** Returns true if this browser started the transfer and has stored it as unpaid. */
function isOwnUnpaid(id: string): boolean {
  const open = openTransfer.get();
  return open?.id === id && !open.paid;
}

/** Shows the order, and beside it the card form, the fallback, or the check of an unclear payment. */
function Paying({ transfer, cardFailed }: { transfer: Transfer; cardFailed: boolean }) {
  const client = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const [unclear, setUnclear] = useBrowserState(() => begunPayment.get(transfer.id), false);
  const [foundUnpaid, setFoundUnpaid] = useState(0);
  const hydrated = useHydrated();
  return (
    <Page title="Checkout" stop="pay" hideHeading>
      <Sides
        // Until the stored payment is read, public/theme.js hides the form after a payment whose outcome is unclear.
        className={cx(!hydrated && '[[data-doubt]_&]:invisible')}
        main={
          <>
            {config && <OrderWithoutScripts transfer={transfer} config={config} />}
            {unclear && (
              <UnclearPayment
                transfer={transfer}
                config={config}
                onNotPaid={async () => {
                  // The form's intent may be canceled, so the next attempt needs the current intent.
                  await client.refetchQueries({ queryKey: paymentIntentQuery(transfer.id).queryKey });
                  begunPayment.forget(transfer.id);
                  setUnclear(false);
                  setFoundUnpaid(foundUnpaid + 1);
                }}
              />
            )}
            {/* The form is hidden, not unmounted, so that the input survives. */}
            <div hidden={unclear} className="grid grid-cols-1 gap-8 noscript:hidden">
              {cardFailed ? (
                <FallbackPanel transfer={transfer} config={config} mayBeBack />
              ) : (
                <Payment transfer={transfer} foundUnpaid={foundUnpaid} onUnclear={() => setUnclear(true)} />
              )}
            </div>
          </>
        }
        side={<OrderSummary transfer={transfer} fixed={unclear} />}
      />
    </Page>
  );
}

function Payment({
  transfer,
  foundUnpaid,
  onUnclear,
}: {
  transfer: Transfer;
  foundUnpaid: number;
  onUnclear: () => void;
}) {
  const client = useQueryClient();
  const config = useQuery(configQuery);
  const intent = useQuery(paymentIntentQuery(transfer.id));
  const [unavailable, setUnavailable] = useState(false);
  const conflict = intent.error instanceof ApiError && intent.error.status === 409;
  useEffect(() => {
    // A conflict means that the transfer has been paid or closed. The refetched status shows which of the two.
    if (conflict) void client.invalidateQueries(transferQuery(transfer.id));
  }, [client, conflict, transfer.id]);

  if (config.data && !config.data.stripe.publishableKey) {
    return <FallbackPanel transfer={transfer} config={config.data} title="Payment configuration error" />;
  }
  if (isRefusedForNow(intent.error)) {
    return (
      <StateCard
        title="You can’t pay right now"
        actions={
          <Button busy={intent.isFetching} busyLabel="Trying…" onClick={() => void intent.refetch()}>
            Try again
          </Button>
        }
      >
        <p role="alert">{describe(intent.error, '')}</p>
        <p>Nothing was charged, and your transfer is saved.</p>
      </StateCard>
    );
  }
  const failed =
    unavailable || config.isError || (intent.isError && !conflict) || (intent.data && !intent.data.clientSecret);
  if (failed) return <FallbackPanel transfer={transfer} config={config.data} mayBeBack />;
  if (!config.data) {
    return (
      <Card raised as="section" aria-busy className="grid gap-5">
        <div role="status" className="grid gap-2">
          <h2 className="text-xl">Initializing payment</h2>
          <p className="text-ink-2">One moment. We’re getting the card form ready.</p>
        </div>
        <PaymentSkeleton />
      </Card>
    );
  }
  return (
    <PaymentForm
      transfer={transfer}
      config={config.data}
      clientSecret={intent.data?.clientSecret ?? null}
      foundUnpaid={foundUnpaid}
      onClosed={() => intent.refetch()}
      onUnclear={onUnclear}
      onUnavailable={(reason) => {
        console.warn('The card form could not be loaded', reason);
        setUnavailable(true);
      }}
    />
  );
}

/**
 * Returns true during maintenance or overload of our server.
 * Payment by hand is then not available either.
 */
function isRefusedForNow(error: unknown): boolean {
  return error instanceof ApiError && ['maintenance', 'overloaded'].includes(error.problem?.code ?? '');
}

function CheckoutSkeleton() {
  return (
    <Page title="Checkout" stop="pay" hideHeading>
      <Sides
        main={
          <Card raised className="grid gap-5">
            <p role="status" className="text-lg text-ink-2">
              Loading your transfer. This may take a minute.
            </p>
            <PaymentSkeleton />
          </Card>
        }
        side={
          <Card className="grid gap-5">
            <Skeleton className="h-20" />
            <Skeleton className="h-24" />
          </Card>
        }
      />
    </Page>
  );
}
