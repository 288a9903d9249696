import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call, describe, type Reply } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note, NoteButtons, Pill } from '../../ui/note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

type State = Reply<'POST /api/signal-subscriptions/read'>;

/** The requests that a subscriber can send, one at a time. */
type Act = 'order' | 'cancel' | 'payBack';

/**
 * Reads a subscription with the token of a mail's link.
 * The holder of the link may read and end the subscription.
 */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['subscription', token],
    queryFn: () => call('POST /api/signal-subscriptions/read', { body: { token } }),
    gcTime: 0,
  });

/** Shows the subscription with its charges and its end. Without an order, shows the price. */
export function Subscription({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery(subscriptionQuery(token));
  if (data) return <SubscriptionState token={token} state={data} />;
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">Loading your subscription…</span>
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (isNoLink(error)) {
    return (
      <Note kind="warn" title="This link no longer works" live>
        <p>Part of the link may be missing. Please press the link in the email again.</p>
      </Note>
    );
  }
  return (
    <Note kind="warn" title="We couldn’t look up your subscription" live>
      <p>{describe(error, 'Please check your connection and try again.')}</p>
      <NoteButtons>
        <RetryButton isFetching={isFetching} refetch={refetch} />
      </NoteButtons>
    </Note>
  );
}

/** Returns true if the server has refused the link as invalid or expired. */
export function isNoLink(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'link_expired';
}

/**
 * Returns true if signals are sent: in the trial, while the subscription is paid, or while a failed
 * charge is retried.
 */
export function goesOn({ state }: State): boolean {
  return state === 'trialing' || state === 'active' || state === 'past_due';
}

function SubscriptionState({ token, state: now }: { token: string; state: State }) {
  const { state, price, renewsAt, endsAt, trialEndsAt, moneyBack, refunded } = now;
  const client = useQueryClient();
  const query = subscriptionQuery(token);
  // All requests share one mutation, so that the outcome of a request replaces the previous outcome.
  const { reset, mutate, isPending, isSuccess, error, variables } = useMutation({
    async mutationFn(what: Act) {
      const body = { token };
      if (what === 'order') {
        const { url } = await call('POST /api/signal-subscriptions/checkout', { body });
        location.assign(url);
      } else if (what === 'cancel') {
        client.setQueryData(query.queryKey, await call('POST /api/signal-subscriptions/cancel', { body }));
      } else {
        client.setQueryData(query.queryKey, await call('POST /api/signal-subscriptions/money-back', { body }));
      }
    },
    onError(refused) {
      // A 409 means that the page is outdated, so the state is read again.
      if (refused instanceof ApiError && refused.status === 409) void client.invalidateQueries(query);
    },
  });
  // An order stays in progress until the provider's page opens.
  const running = isPending || (isSuccess && variables === 'order') ? variables : null;
  const press = (what: Act) => ({
    busy: running === what,
    disabled: running !== null && running !== what,
    onClick: () => mutate(what),
  });
  useEffect(() => {
    // The browser's back button may restore this page with its button still busy, so the mutation is reset.
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, [reset]);
  const place = useStepFocus<HTMLHeadingElement>(`${state} ${endsAt}`);
  const runs = goesOn(now);
  const unpaid = state === 'past_due';
  // Each subscriber has only one trial.
  const hasTrial = !runs && trialEndsAt === null;
  return (
    <Card as="section" aria-labelledby="subscription" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="subscription" ref={place} tabIndex={-1} className="text-xl">
          {runs ? 'Your signals by email' : state === 'ended' ? 'Your subscription has ended' : 'Subscribe to signals'}
        </h2>
        {runs && unpaid && <Pill kind="warn">Not paid</Pill>}
        {runs && !unpaid && <Pill kind={endsAt ? 'plain' : 'good'}>{endsAt ? 'Set to end' : 'Subscribed'}</Pill>}
      </div>
      {error && (
        <Note kind="bad" title="That didn’t work" live>
          <p>{describe(error, 'Please check your connection and try again.')}</p>
        </Note>
      )}
      {runs ? (
        <div className="grid gap-2">
          {state === 'trialing' && trialEndsAt && <p>Your signals are free until {formatTime(trialEndsAt)}.</p>}
          {unpaid && <p>We couldn’t charge your card last time. We’ll try again.</p>}
          {unpaid && (
            <p>
              Card no longer working? Cancel here. Your subscription ends right away, and we won’t charge you again.
              Then subscribe again with a different card.
            </p>
          )}
          {endsAt && !unpaid && <p>Your subscription ends on {formatTime(endsAt)}. We won’t charge you again.</p>}
          {renewsAt && !unpaid && (
            <p>
              {state === 'trialing' ? 'Your first' : 'Your next'} payment of ${price} is due on {formatTime(renewsAt)}.
            </p>
          )}
          {moneyBack && (
            <p>
              You can get a refund of ${moneyBack.amount} until {formatTime(moneyBack.until)}. If you do, your signals
              will end right away.
            </p>
          )}
        </div>
      ) : (
        <div className="grid gap-2">
          {refunded !== '0.00' && <p>We refunded you ${refunded}.</p>}
          <p>
            {hasTrial
              ? `Signals are free for 2 months, then $${price} a month.`
              : `Signals cost $${price} a month. Your 2 free months are over.`}
          </p>
          <p className="text-ink-2">
            Cancel anytime. Money-back guarantee: you can get a refund within 14 days of each payment, even the first
            one.
          </p>
        </div>
      )}
      <Buttons>
        {!runs && (
          <Button variant="soft" busyLabel="Opening the payment page…" {...press('order')}>
            {hasTrial ? `Subscribe: $0.00 today, then $${price} a month` : `Subscribe for $${price} a month`}
          </Button>
        )}
        {runs && (!endsAt || unpaid) && (
          <Button variant="quiet" busyLabel="Canceling…" {...press('cancel')}>
            Cancel my subscription
          </Button>
        )}
        {moneyBack && (
          <Button variant="quiet" busyLabel="Refunding…" {...press('payBack')}>
            Refund my ${moneyBack.amount}
          </Button>
        )}
      </Buttons>
    </Card>
  );
}
