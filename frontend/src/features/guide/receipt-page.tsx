import { useQuery } from '@tanstack/react-query';
import { productNames } from '@xrp-bridge/contracts/prices';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { NotOpenHere } from '../../domain/transfer/not-open-here.tsx';
import { TransferProblem } from '../../domain/transfer/transfer-problem.tsx';
import { ApiError, type Reply } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { receiptQuery } from './api.ts';

type Receipt = Reply<'GET /api/transfers/{id}/receipt'>;

/**
 * Shows the receipt of a payment, for printing.
 * The receipt omits the XRP address, so that no customer types an address from paper.
 */
export function ReceiptPage() {
  const id = useParams().id as string;
  const { data: receipt, error, refetch } = useQuery(receiptQuery(id));
  if (error instanceof ApiError && error.status === 403) {
    return (
      <Page title="We can’t show this receipt" narrow>
        <NotOpenHere id={id} paid />
      </Page>
    );
  }
  if (error && !receipt) return <TransferProblem error={error} onRetry={refetch} />;
  return (
    <Page title="Your receipt" narrow>
      {receipt ? <Sheet receipt={receipt} /> : <ReceiptSkeleton />}
      <Buttons className="print:hidden">
        {receipt && receipt.payments.length > 0 && (
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            Print this receipt
          </Button>
        )}
        <ButtonLink variant="quiet" to={paths.guide(id)}>
          Back to my guide
        </ButtonLink>
      </Buttons>
    </Page>
  );
}

function Sheet({ receipt: { reference, payee, payments } }: { receipt: Receipt }) {
  return (
    <Card as="section" aria-label="Receipt" className="grid gap-6 print:border-0 print:p-0">
      <Drawing of="receipt" />
      {payments.length === 0 && (
        <p>
          We didn’t charge a card for this transfer. If you paid another way (such as PayPal), your receipt is in that
          app.
        </p>
      )}
      {payments.map(({ product, amount, currency, paidAt, refunded, refundedAt }) => (
        <dl key={`${product} ${paidAt}`} className="grid break-inside-avoid gap-3 border-b border-line pb-6">
          <Line name="What you bought">{productNames[product]}</Line>
          <Line name="Amount">
            <b className="text-lg tabular">${amount}</b> {currency === 'USD' && '(US dollars)'}
          </Line>
          <Line name="Paid on">
            <Moment at={paidAt} />
          </Line>
          {refundedAt && (
            <Line name="Refunded">
              <span className="tabular">${refunded}</span> on <Moment at={refundedAt} />
            </Line>
          )}
        </dl>
      ))}
      <dl className="grid gap-3">
        {payments.length > 0 && <Line name="On your card statement">{payee}</Line>}
        <Line name="Your reference">
          <span translate="no" className="font-mono text-lg">
            {reference}
          </span>
        </Line>
      </dl>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 sm:grid-cols-[14rem_minmax(0,1fr)] print:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows a time with its time zone, because paper does not imply a time zone. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{new Date(at).toLocaleString('en-US', momentOnPaper)}</time>;
}

const momentOnPaper: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

function ReceiptSkeleton() {
  return (
    <Card className="grid gap-5">
      <p role="status" className="text-lg text-ink-2">
        Loading your receipt…
      </p>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </Card>
  );
}
