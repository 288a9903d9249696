import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describe, fieldMessage } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { type Message, useToastWhile } from '../../ui/toast.ts';
import { EmailField } from './email-field.tsx';

/**
 * Shows a form that sends the customer's e-mail address.
 * Errors are listed at the top, and the input stays. A pasted secret is removed and never sent.
 */
export function EmailForm({
  id,
  hint,
  button,
  variant,
  missing = 'Enter your email address.',
  missingToast,
  failed = 'We couldn’t save your email address',
  send,
  children,
}: {
  /** The field's id, because a page may have several of these forms. */
  id: string;
  hint: string;
  button: string;
  variant: 'soft' | 'quiet';
  /** The error for input that cannot be an e-mail address. */
  missing?: string;
  /** A toast that is shown together with `missing`, until the text changes. */
  missingToast?: Message;
  /** The error if the request failed. */
  failed?: string;
  send: UseMutationResult<unknown, Error, string>;
  /** The text above the field. */
  children: ReactNode;
}) {
  const [email, setEmail] = useState('');
  const [attempts, setAttempts] = useState(0);
  // The last submitted input that cannot be an e-mail address.
  const [refused, setRefused] = useState<{ email: string } | null>(null);
  useToastWhile(missingToast && refused?.email === email && refused, () => missingToast as Message);
  const wrong = refused ? missing : fieldMessage(send.error, 'email');
  const unexplained = send.isError && !wrong;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (send.isPending) return;
        const address = email.trim();
        // Refuses only input that cannot be an e-mail address. The server validates the rest.
        const isOne = address.includes('@');
        setRefused(isOne ? null : { email });
        setAttempts(attempts + 1);
        if (isOne) send.mutate(address);
        else send.reset();
      }}
    >
      <ErrorSummary
        title={unexplained ? failed : undefined}
        mistakes={wrong ? [{ field: id, text: wrong }] : []}
        attempt={`${attempts} ${send.failureCount}`}
      >
        {unexplained && <p>{describe(send.error, 'Please check your connection and try again.')}</p>}
      </ErrorSummary>
      {children}
      <EmailField
        id={id}
        label="Your email address"
        required
        hint={hint}
        value={email}
        onChange={setEmail}
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
