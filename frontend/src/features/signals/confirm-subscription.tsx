import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { ApiError, call, describe } from '../../shared/api/client.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Note, NoteButtons } from '../../shared/ui/note.tsx';
import { Subscription } from './subscription.tsx';

/** A link of a mail: the one that asks back, or one of those that come with a subscription. */
interface MailLink {
  does: 'confirm' | 'manage';
  token: string;
}

/** Opened by the links of mails. The one that asks back asks once more, for mail programs open links by themselves. */
export function ConfirmSubscription() {
  const [link, setLink] = useState(readLink);
  const { reset, ...confirm } = useMutation({
    mutationFn: (given: string) => call('POST /api/signal-subscriptions/confirm', { body: { token: given } }),
  });
  useLayoutEffect(() => {
    // The link may be opened in a tab that shows this page already: that loads nothing anew.
    function takeLink() {
      const next = readLink();
      if (!next) return;
      setLink(next);
      reset();
      // It stands in nobody's history, and in no picture of the window.
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    takeLink();
    addEventListener('hashchange', takeLink);
    return () => removeEventListener('hashchange', takeLink);
  }, [reset]);
  if (!link) return null;
  const { does, token } = link;
  if (does === 'manage') return <Subscription key={token} token={token} />;
  if (confirm.isSuccess) {
    return (
      <>
        <Note kind="good" title="You are on the list." live>
          <p>Your e-mail address is confirmed. One thing is left: order the signals, if you like.</p>
        </Note>
        <Subscription key={token} token={token} />
      </>
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
        <Button variant="quiet" onClick={() => setLink(null)}>
          No
        </Button>
      </NoteButtons>
    </Note>
  );
}

function readLink(): MailLink | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const [asked, own] = [fragment.get('confirm'), fragment.get('subscription')];
  if (asked) return { does: 'confirm', token: asked };
  return own ? { does: 'manage', token: own } : null;
}
