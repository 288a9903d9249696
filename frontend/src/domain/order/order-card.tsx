import { type ReactNode, useRef } from 'react';
import { describe } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type Mistake } from '../../ui/error-summary.tsx';
import { Card } from '../../ui/layout.tsx';
import { useToastWhile } from '../../ui/toast.ts';
import { OfferDetails, Offers } from './offers.tsx';
import type { Order } from './use-order.ts';

/**
 * Shows the offers, and the button with the price.
 * Must be at the end of a form whose submission calls `order.place`.
 */
export function OrderCard({
  order,
  children,
}: {
  order: Order;
  /** Content above the button. */
  children?: ReactNode;
}) {
  return (
    // On a phone there is no frame, so that the button is visible without scrolling.
    <Card
      raised
      as="section"
      aria-label="What you’re buying"
      className="grid gap-2.5 sm:gap-4 max-sm:border-0 max-sm:bg-transparent max-sm:p-0 max-sm:shadow-none"
    >
      <Offers order={order} />
      {children}
      <Button
        type="submit"
        wide
        busy={order.busy}
        busyLabel={order.isPaid ? 'Opening your guide…' : 'Preparing your payment…'}
      >
        {order.isPaid ? 'Use my paid guide' : order.fee ? `Pay $${order.fee} to continue` : 'Choose one to continue'}
      </Button>
      {!order.isPaid && (
        <>
          <p className="text-sm text-ink-2">Pay on the next page by card, Apple Pay, or Google Pay.</p>
          <div className="-mb-3 border-t border-line pr-2.5">
            <OfferDetails choice={order.choice} />
          </div>
        </>
      )}
    </Card>
  );
}

/** The error catalogue's texts for a transfer that could not be created (spec 1 §8), by screen. */
const failures = {
  transferPage: { title: 'Transfer creation failed', text: 'Please try again' },
  flow: { title: 'Error', text: 'Failed to create transfer. Please try again.' },
  helper: { title: 'Error', text: 'Failed to start checkout process' },
} as const;

/**
 * Shows, above the form's fields, the errors that prevent the checkout. They come from the form
 * (`mistakes`) or from the server.
 */
export function OrderErrors({
  order,
  mistakes,
  attempt,
  where,
}: {
  order: Order;
  mistakes: Mistake[];
  /** A value that changes at each attempt that found an error. */
  attempt: string | number;
  where: keyof typeof failures;
}) {
  const { title, text } = failures[where];
  const place = useRef<HTMLSpanElement>(null);
  useToastWhile(order.error, () => ({
    title,
    description: where === 'transferPage' ? describe(order.error, text) : text,
    // The button submits the form, so that the request contains the fields' current values.
    action: { label: 'Try again', onPress: () => place.current?.closest('form')?.requestSubmit() },
    variant: 'destructive',
  }));
  const all = [...mistakes, ...order.mistakes];
  const failed = order.error !== null;
  const unexplained = failed && all.length === 0;
  return (
    <>
      <span ref={place} hidden />
      <ErrorSummary
        title={unexplained ? (where === 'transferPage' ? title : text) : undefined}
        mistakes={all}
        attempt={`${attempt} ${order.undecided}`}
      >
        {failed && (
          <>
            {unexplained && <p>{describe(order.error, 'Please check your connection and try again.')}</p>}
            <p>Nothing was charged, and what you entered is still here.</p>
          </>
        )}
      </ErrorSummary>
    </>
  );
}
