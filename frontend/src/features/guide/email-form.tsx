import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describe, fieldMessage } from '../../shared/api/client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Field } from '../../shared/ui/field.tsx';

/** Asks for the customer's e-mail address and sends it; what is wrong stands on top, and what was typed stays. */
export function EmailForm({
  id,
  hint,
  button,
  variant,
  send,
  children,
}: {
  /** Of the field: a page has several of these. */
  id: string;
  hint: string;
  button: string;
  variant: 'soft' | 'quiet';
  /** Takes the e-mail address. */
  send: UseMutationResult<unknown, Error, string>;
  /** What there is to know before. */
  children: ReactNode;
}) {
  const [email, setEmail] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [missing, setMissing] = useState(false);
  const wrong = missing ? 'Enter your e-mail address.' : fieldMessage(send.error, 'email');
  const failed = send.isError && !wrong;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (send.isPending) return;
        const given = email.trim();
        // Only what cannot be one: the server decides.
        const isMissing = !given.includes('@');
        setMissing(isMissing);
        setAttempts(attempts + 1);
        if (!isMissing) send.mutate(given);
        else send.reset();
      }}
    >
      <ErrorSummary
        title={failed ? 'That did not work' : undefined}
        mistakes={wrong ? [{ field: id, text: wrong }] : []}
        attempt={`${attempts} ${send.failureCount}`}
      >
        {failed && <p>{describe(send.error, 'Please check your connection and try again.')}</p>}
      </ErrorSummary>
      {children}
      <Field
        id={id}
        label="Your e-mail address"
        type="email"
        autoComplete="email"
        required
        hint={hint}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={wrong ?? null}
      />
      <Button
        type="submit"
        variant={variant}
        busy={send.isPending}
        busyLabel="Sending…"
        className="sm:justify-self-start"
      >
        {button}
      </Button>
    </form>
  );
}
