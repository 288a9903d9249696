import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { ApiError, call, describe } from '../../shared/api/client.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Note, NoteButtons } from '../../shared/ui/note.tsx';

/** Opened by the link of the mail: asks once more, for mail programs open links by themselves. */
export function ConfirmSubscription() {
  const [token, setToken] = useState(readToken);
  const { reset, ...confirm } = useMutation({
    mutationFn: (given: string) => call('POST /api/signal-subscriptions/confirm', { body: { token: given } }),
  });
  useLayoutEffect(() => {
    // The link may be opened in a tab that shows this page already: that loads nothing anew.
    function takeToken() {
      const next = readToken();
      if (!next) return;
      setToken(next);
      reset();
      // It stands in nobody's history, and in no picture of the window.
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    takeToken();
    addEventListener('hashchange', takeToken);
    return () => removeEventListener('hashchange', takeToken);
  }, [reset]);
  if (!token) return null;
  if (confirm.isSuccess) {
    return (
      <Note kind="good" title="You are on the list." live>
        <p>We write when something was done for a coin and the price has not moved yet.</p>
      </Note>
    );
  }
  if (confirm.error instanceof ApiError && confirm.error.problem?.code === 'link_expired') {
    return (
      <Note kind="warn" title="This link was already used, or is too old." live>
        <p>
          If you pressed “Yes” before, you are on the list and need do nothing. If not, enter your e-mail address again,
          and we send you a new link.
        </p>
        <NoteButtons>
          {/* Followed by the browser itself, which moves the focus, too. */}
          <ButtonLink to="#subscribe" reloadDocument>
            Enter my e-mail address
          </ButtonLink>
        </NoteButtons>
      </Note>
    );
  }
  return (
    <Note kind={confirm.isError ? 'warn' : 'info'} title="Do you want signals by e-mail?" live={confirm.isError}>
      {confirm.isError && <p>{describe(confirm.error, 'Please check your connection and try again.')}</p>}
      <NoteButtons>
        <Button busy={confirm.isPending} busyLabel="Confirming…" onClick={() => confirm.mutate(token)}>
          Yes, write to me
        </Button>
        <Button variant="quiet" onClick={() => setToken(null)}>
          No
        </Button>
      </NoteButtons>
    </Note>
  );
}

function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('confirm');
}
