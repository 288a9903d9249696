import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { EmailField } from '../../domain/email/email-field.tsx';
import { type BodyFor, call, describe, fieldMessage } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { type Newsletters, newslettersQuery } from './api.ts';
import { WhatThisIsNot } from './what-this-is-not.tsx';

const emailId = 'newsletters-email';

/** Shows the choice of newsletters. A new address must first be confirmed through an e-mail. */
export function NewsletterChoice({ hasEmail }: { hasEmail: boolean }) {
  const { data, isError, refetch, isFetching } = useQuery(newslettersQuery);
  return (
    <Card as="section" aria-labelledby="newsletters" className="grid gap-4">
      <h2 id="newsletters" className="text-xl">
        Newsletters by email
      </h2>
      {data ? (
        <Choice saved={data} hasEmail={hasEmail} />
      ) : isError ? (
        <>
          <p className="text-ink-2">We couldn’t look up your newsletters right now.</p>
          <RetryButton className="sm:justify-self-start" isFetching={isFetching} refetch={refetch} />
        </>
      ) : (
        <div role="status">
          <span className="sr-only">Loading your newsletters…</span>
          <Skeleton className="h-28" />
        </div>
      )}
      <WhatThisIsNot>Newsletters cover what happened. They never tell you what to buy, sell, or keep.</WhatThisIsNot>
    </Card>
  );
}

function Choice({ saved, hasEmail }: { saved: Newsletters; hasEmail: boolean }) {
  const client = useQueryClient();
  const [{ market, alerts }, choose] = useState({ market: saved.market, alerts: saved.alerts });
  const [email, setEmail] = useState('');
  const save = useMutation({
    mutationFn: (body: BodyFor<'PUT /api/concierge/newsletters'>) => call('PUT /api/concierge/newsletters', { body }),
    onSuccess: (answer) => client.setQueryData(newslettersQuery.queryKey, answer),
  });
  // The outcome is shown only while the choice on the page is the saved one.
  const isSaved = save.isSuccess && saved.market === market && saved.alerts === alerts;
  // An address is required if no address is stored, or if mails to the stored address bounce.
  const needsEmail = !hasEmail || saved.state === 'bounced';
  const wrongEmail = fieldMessage(save.error, 'email');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const address = email.trim();
    save.mutate({ market, alerts, ...(address && { email: address }) });
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary
        title={wrongEmail ? undefined : 'We couldn’t save your choice'}
        mistakes={wrongEmail ? [{ field: emailId, text: wrongEmail }] : []}
        attempt={save.submittedAt}
      >
        {save.isError && !wrongEmail && <p>{describe(save.error, 'Please check your connection and try again.')}</p>}
      </ErrorSummary>
      <State of={saved} isSaved={isSaved} />
      <div className="grid">
        <Tick checked={market} onChange={(next) => choose({ market: next, alerts })}>
          A weekly email on what happened
        </Tick>
        <Tick checked={alerts} onChange={(next) => choose({ market, alerts: next })}>
          Alerts when a coin makes an unusual move
        </Tick>
      </div>
      {needsEmail && (
        <EmailField
          id={emailId}
          label="Your email address"
          hint="We’ll email you to confirm."
          value={email}
          onChange={setEmail}
          error={wrongEmail ?? null}
        />
      )}
      <Button type="submit" variant="soft" busy={save.isPending} busyLabel="Saving…" className="sm:justify-self-start">
        Save my choice
      </Button>
    </form>
  );
}

function State({ of: { market, alerts, state }, isSaved }: { of: Newsletters; isSaved: boolean }) {
  const isWanted = market || alerts;
  if (state === 'bounced') {
    return (
      <Note kind="warn" title="Our emails didn’t reach you" live={isSaved}>
        <p>We’ve stopped sending them. Enter a different email address, and we’ll use that one.</p>
      </Note>
    );
  }
  if (isWanted && state === 'asked') {
    return (
      <Note title="Please confirm your email address" live={isSaved}>
        <p>We sent you an email. Press the button in it to get your newsletters.</p>
      </Note>
    );
  }
  if (!isSaved) return null;
  return (
    <Note kind="good" title={isWanted ? 'Your choice is saved' : 'You won’t get any newsletters'} live>
      <p>{isWanted ? 'Each newsletter has a link to stop it.' : 'You can change your mind anytime.'}</p>
    </Note>
  );
}

function Tick({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: string;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-6 shrink-0 accent-water"
      />
      {children}
    </label>
  );
}
