import { useMutation, useQuery } from '@tanstack/react-query';
import { call, describe } from '../../lib/api/client.ts';
import { readFragment, useMailLink } from '../../lib/use-mail-link.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { goesOn, isNoLink, Subscription, subscriptionQuery } from './subscription.tsx';

/**
 * The link of a mail, which confirms an address or manages a subscription.
 * `confirmed` means that the link has confirmed the address.
 */
interface MailLink {
  does: 'confirm' | 'confirmed' | 'manage';
  token: string;
}

/**
 * Returns the mail's link that opened this page, until the link is discarded.
 * @returns also `isKnown`, which is true if the link proves that the visitor has subscribed; nothing else proves this
 */
export function useSubscriptionLink() {
  const [link, setLink] = useMailLink(readLink);
  const isOwn = link !== null && link.does !== 'confirm';
  const { error } = useQuery({ ...subscriptionQuery(link?.token ?? ''), enabled: isOwn });
  return { link, setLink, isKnown: isOwn && !isNoLink(error) };
}

/**
 * Shows the part of the page that a mail's link opens.
 * A confirmation requires a button press, because mail programs open links automatically.
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
      <Note kind="warn" title="This link no longer works" live>
        <p>
          You may have a newer email from us. Press the button in that one. Or enter your email address again, and we’ll
          send you a new link.
        </p>
        <NoteButtons>
          {/* The browser itself follows this link (`reloadDocument`), so that the focus also moves to the section. */}
          <ButtonLink to="#subscribe" reloadDocument>
            Enter my email address
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
          Yes, email me
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
      <Note kind="good" title="You confirmed your email address" live>
        {data && (
          <p>
            {goesOn(data)
              ? 'We’ll send signals to your email address.'
              : 'There’s one step left. You can subscribe to signals below. Until you do, we won’t send you signals or charge you.'}
          </p>
        )}
      </Note>
      <Subscription token={token} />
    </>
  );
}

function readLink(hash: string): MailLink | null {
  const [toConfirm, own] = [readFragment(hash, 'confirm'), readFragment(hash, 'subscription')];
  if (toConfirm) return { does: 'confirm', token: toConfirm };
  return own ? { does: 'manage', token: own } : null;
}
