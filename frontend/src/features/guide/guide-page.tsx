import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { NotOpenHere } from '../../domain/transfer/not-open-here.tsx';
import { saveLastTransfer } from '../../domain/transfer/resumed-transfer.ts';
import { RefundedTransfer, TransferProblem } from '../../domain/transfer/transfer-problem.tsx';
import { isPaid, type Transfer, useLiveTransfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { Sides } from '../../ui/sides.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { instructionsQuery, stepsAheadQuery } from './api.ts';
import { CheckAhead, isCheckable } from './destination-check.ts';
import { Guide } from './guide.tsx';
import { stepReached } from './progress.ts';
import { VisitorGuide } from './visitor-guide.tsx';

/** Shows the page of one transfer: its next action, until the XRP is home. */
export function GuidePage() {
  const id = useParams().id as string;
  return <TransferGuide key={id} id={id} />;
}

function TransferGuide({ id }: { id: string }) {
  const client = useQueryClient();
  // On a slow connection each call takes half a second, so the steps are fetched in parallel. The first visit does not
  // fetch them early: before the payment the server returns 402, which the browser logs as an error.
  useEffect(() => {
    if (stepReached.get(id) !== null) void client.prefetchQuery(stepsAheadQuery(id));
  }, [client, id]);
  const { data: transfer, error, refetch, lost } = useLiveTransfer(id);
  const mine = transfer?.mine;
  useEffect(() => {
    if (mine) saveLastTransfer(id);
  }, [mine, id]);
  if (!transfer) return error ? <TransferProblem error={error} onRetry={refetch} /> : <GuideSkeleton />;
  if (transfer.status === 'refunded') return <RefundedTransfer transfer={transfer} />;
  return isPaid(transfer) ? <PaidGuide transfer={transfer} lost={lost} /> : <NotPaidYet transfer={transfer} />;
}

function PaidGuide({ transfer, lost }: { transfer: Transfer; lost: boolean }) {
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery(
    instructionsQuery(useQueryClient(), transfer),
  );
  if (isPending) {
    return (
      <>
        {isCheckable(transfer) && <CheckAhead transfer={transfer} />}
        <GuideSkeleton />
      </>
    );
  }
  if (data && !transfer.mine) return <VisitorGuide transfer={transfer} instructions={data.instructions} />;
  if (data) {
    return <Guide transfer={transfer} instructions={data.instructions} outdated={isPlaceholderData} lost={lost} />;
  }
  return (
    <Page title="Your guide" stop="send" narrow>
      <StateCard
        kind="bad"
        title="Failed to fetch instructions"
        actions={
          <>
            <Button onClick={() => refetch()}>Try again</Button>
            <ButtonLink variant="quiet" to={paths.home}>
              Close
            </ButtonLink>
          </>
        }
      >
        <p>{describe(error, 'Your payment and your guide are safe. Please try again in a moment.')}</p>
      </StateCard>
    </Page>
  );
}

function NotPaidYet({ transfer }: { transfer: Transfer }) {
  const path = `${exchangeName(transfer.fromExchange)} to ${walletName(transfer.toWallet)}`;
  if (!transfer.mine) {
    return (
      <Page title="This transfer hasn’t been paid for yet" narrow lead={<p>From {path}.</p>}>
        <NotOpenHere id={transfer.id} paid={false} />
      </Page>
    );
  }
  return (
    <Page title="Your transfer" stop="pay" narrow lead={<p>From {path}.</p>}>
      <StateCard
        drawing="lock"
        pill={transfer.status === 'expired' ? 'Expired' : 'Not paid yet'}
        kind="warn"
        title="Your guide opens once you’ve paid."
        actions={
          <>
            <ButtonLink to={paths.checkout(transfer.id)}>Pay ${transfer.serviceFee}</ButtonLink>
            <ButtonLink variant="quiet" to={paths.checkoutSuccess(transfer.id)}>
              I’ve paid. Check again
            </ButtonLink>
          </>
        }
      >
        {transfer.status === 'expired' ? (
          <p>
            We didn’t get a payment within 30 days. We’ve saved what you entered, and you can still pay to open your
            guide.
          </p>
        ) : (
          <p>
            We’ve saved what you entered. If you just paid, don’t pay again. This page will open your guide by itself.
          </p>
        )}
      </StateCard>
    </Page>
  );
}

/**
 * The skeleton is as tall as the first step and its surroundings, so that nothing moves when they
 * load.
 */
function GuideSkeleton() {
  return (
    <Page title="Your guide" stop="send" hideHeading>
      <Sides
        main={
          <Card raised className="grid min-h-[46rem] content-start gap-5 lg:min-h-[36rem]">
            <p role="status" className="text-lg text-ink-2">
              Loading your guide…
            </p>
            <Skeleton className="h-8 w-2/3" />
            <Skeleton className="h-14" />
            <Skeleton className="h-40" />
            <Skeleton className="h-13 w-48 rounded-full" />
          </Card>
        }
        side={
          <>
            <Card className="grid gap-5">
              <Skeleton className="h-24" />
              <Skeleton className="h-11" />
              <Skeleton className="h-11 md:h-72" />
            </Card>
            <Card>
              <Skeleton className="h-28" />
            </Card>
          </>
        }
        rest={
          <Card className="grid gap-3.5">
            {closedRows.map((row) => (
              <Skeleton key={row} className="h-9" />
            ))}
          </Card>
        }
      />
    </Page>
  );
}

/** The keys of the collapsed rows that every transfer has. */
const closedRows = [1, 2, 3, 4, 5];
