import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { call, describe } from '../../lib/api/client.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { goesOn, isNoLink, Subscription, subscriptionQuery } from './subscription.tsx';

/**
 * The link of a mail.
 * It confirms an address (`confirmed` once that is done), or manages a subscription.
 */
interface MailLink {
  does: 'confirm' | 'confirmed' | 'manage';
  token: string;
}

/**
 * Returns the mail's link that opened this page, until the link is discarded. @returns also `isKnown`,
 * which is true if the link proves that the visitor has subscribed; there is no other evidence
 */
export function useMailLink() {
  const [link, setLink] = useState(readLink);
  useLayoutEffect(() => {
    // The link may be opened in a tab that already shows this page. Then only the fragment changes, and the page does
    // not reload.
    function takeLink() {
      const next = readLink();
      if (!next) return;
      setLink(next);
      // The token is removed, so that neither the history nor a screenshot contains it.
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    takeLink();
    addEventListener('hashchange', takeLink);
    return () => removeEventListener('hashchange', takeLink);
  }, []);
  const isOwn = link !== null && link.does !== 'confirm';
  const { error } = useQuery({ ...subscriptionQuery(link?.token ?? ''), enabled: isOwn });
  return { link, setLink, isKnown: isOwn && !isNoLink(error) };
}

/**
 * Shows the part of the page that a mail's link opens.
 * A confirmation requires a press, because mail programs open links on their own.
 */
export function ConfirmSubscription({
  link: { does, token },
  onChange,
}: {
  link: MailLink;
  onChange: (link: MailLink | null) => void;
}) {
  const confirm = useMutation({
    mutationFn: () => call('POST /api/signal-subscriptions/confirm', { body: { token } }),
    onSuccess: () => onChange({ does: 'confirmed', token }),
  });
  if (does === 'manage') return <Subscription token={token} />;
  if (does === 'confirmed') return <Confirmed token={token} />;
  if (isNoLink(confirm.error)) {
    return (
      <Note kind="warn" title="This link does not work any more." live>
        <p>
          There may be a newer mail from us: press the button in that one. Or enter your e-mail address again, and we
          send you a new link.
        </p>
        <NoteButtons>
          {/* The browser itself follows this link (`reloadDocument`), so that it also moves the focus to the
              section. */}
          <ButtonLink to="#subscribe" reloadDocument>
            Enter my e-mail address
          </ButtonLink>
        </NoteButtons>
      </Note>
    );
  }
  return (
    <Note kind={confirm.isError ? 'warn' : 'info'} title="Do you want signals by email?" live={confirm.isError}>
      {confirm.isError && <p>{describe(confirm.error, 'Please check your connection and try again.')}</p>}
      <NoteButtons>
        <Button busy={confirm.isPending} busyLabel="Confirming…" onClick={() => confirm.mutate()}>
          Yes, write to me
        </Button>
        <Button variant="quiet" onClick={() => onChange(null)}>
          No
        </Button>
      </NoteButtons>
    </Note>
  );
}

/** Shows that an address was confirmed, for a new subscription or for one whose mails had been stopped. */
function Confirmed({ token }: { token: string }) {
  const { data } = useQuery(subscriptionQuery(token));
  return (
    <>
      <Note kind="good" title="Your e-mail address is confirmed." live>
        {data && (
          <p>
            {goesOn(data)
              ? 'Your signals come to this address.'
              : 'One thing is left: order the signals, if you like. None come before that, and nothing is charged.'}
          </p>
        )}
      </Note>
      <Subscription token={token} />
    </>
  );
}

function readLink(): MailLink | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const [toConfirm, own] = [fragment.get('confirm'), fragment.get('subscription')];
  if (toConfirm) return { does: 'confirm', token: toConfirm };
  return own ? { does: 'manage', token: own } : null;
}
