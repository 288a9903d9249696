import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call, describe, type Reply } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Card, useStepFocus } from '../../ui/layout.tsx';
import { Note, NoteButtons, Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';

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
      <Note kind="warn" title="This link does not work any more" live>
        <p>A part of it may be missing. Please press it in the mail once more.</p>
      </Note>
    );
  }
  return (
    <Note kind="warn" title="We could not look up your subscription" live>
      <p>{describe(error, 'Please check your connection and try again.')}</p>
      <NoteButtons>
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
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
          {runs ? 'Your signals by e-mail' : state === 'ended' ? 'Your signals have ended' : 'Order the signals'}
        </h2>
        {runs && unpaid && <Pill kind="warn">Not paid</Pill>}
        {runs && !unpaid && <Pill kind={endsAt ? 'plain' : 'good'}>{endsAt ? 'Ends soon' : 'Subscribed'}</Pill>}
      </div>
      {error && (
        <Note kind="bad" title="That did not work" live>
          <p>{describe(error, 'Please check your connection and try again.')}</p>
        </Note>
      )}
      {runs ? (
        <div className="grid gap-2">
          {state === 'trialing' && trialEndsAt && <p>Until {formatTime(trialEndsAt)} they cost nothing.</p>}
          {unpaid && <p>We could not charge your card the last time. It is tried again.</p>}
          {unpaid && (
            <p>
              Does this card not work any more? Then end your subscription here. It ends at once, and nothing more is
              charged. Once it has ended, you can order it anew with another card.
            </p>
          )}
          {endsAt && !unpaid && <p>Your subscription ends on {formatTime(endsAt)}. Nothing more is charged.</p>}
          {renewsAt && !unpaid && (
            <p>
              {state === 'trialing' ? 'The first' : 'The next'} ${price} are due on {formatTime(renewsAt)}.
            </p>
          )}
          {moneyBack && (
            <p>
              You can have ${moneyBack.amount} back until {formatTime(moneyBack.until)}. Your signals then end at once.
            </p>
          )}
        </div>
      ) : (
        <div className="grid gap-2">
          {refunded !== '0.00' && <p>We have paid ${refunded} back to you.</p>}
          <p>
            {hasTrial
              ? `They cost nothing for 2 months, then $${price} a month.`
              : `They cost $${price} a month. Your 2 months without a fee are over.`}
          </p>
          <p className="text-ink-2">
            Cancel anytime. Money-back guarantee: within 14 days of each payment, the first one too, you get that money
            back.
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
          <Button variant="quiet" busyLabel="Ending it…" {...press('cancel')}>
            End my subscription
          </Button>
        )}
        {moneyBack && (
          <Button variant="quiet" busyLabel="Asking for it…" {...press('payBack')}>
            Pay me ${moneyBack.amount} back
          </Button>
        )}
      </Buttons>
    </Card>
  );
}
