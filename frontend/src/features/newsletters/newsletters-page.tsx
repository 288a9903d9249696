import { useMutation } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { Support } from '../../domain/support/support.tsx';
import { ApiError, call, describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { useMailLink } from '../../lib/use-mail-link.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { type MailLink, readMailLink } from './mail-link.ts';

/**
 * Shows the effect of a mail's link, and requires a button press before the link is used.
 * Mail programs open links automatically.
 */
export function NewslettersPage() {
  const [link] = useMailLink(readMailLink);
  return (
    <Page title={pages.newsletters.title} narrow>
      {link ? <Ask key={link.token} link={link} /> : <NoLink />}
    </Page>
  );
}

const texts = {
  confirm: {
    question: 'Do you want our newsletters?',
    about: 'You can stop them anytime with the link in each one.',
    button: 'Yes, email me',
    done: 'You’re signed up for our newsletters.',
    after: 'We’ll email you about what happened, never about what to buy.',
    broken:
      'The link was already used or has expired. Choose the newsletters again in your concierge, and we’ll send you a new link.',
  },
  stop: {
    question: 'Do you want to stop these emails?',
    about: 'We’ll stop sending them. You can sign up again later.',
    button: 'Stop these emails',
    done: 'You won’t get these emails anymore.',
    after: 'Nothing else changes. You can sign up again later.',
    broken: 'Part of the link may be missing. Please press the link in the email again.',
  },
} as const;

/** Shown after signals were stopped, because stopping the signals also ends the charges. */
const afterSignals =
  'You won’t get any more signals, and we won’t charge you again. We’ll email you when your subscription ends.';

function Ask({ link: { does, token } }: { link: MailLink }) {
  const { question, about, button, done, after, broken } = texts[does];
  const { mutate, isPending, isSuccess, isError, error, data } = useMutation({
    /** @returns the newsletters that were stopped */
    async mutationFn() {
      const body = { token };
      if (does === 'stop') return (await call('POST /api/newsletters/unsubscribe', { body })).stopped;
      await call('POST /api/newsletters/confirm', { body });
      return null;
    },
  });
  // The submit button is removed after a success or `link_expired`, because another attempt would have the same result.
  const isBroken = error instanceof ApiError && error.problem?.code === 'link_expired';
  const isOver = isSuccess || isBroken;
  const heading = useStepFocus(isOver);
  return (
    <Card raised as="section" aria-labelledby="newsletter-question" className="grid gap-4">
      <h2 id="newsletter-question" ref={heading} tabIndex={-1} className="text-xl">
        {isBroken ? 'This link no longer works.' : isSuccess ? done : question}
      </h2>
      <p>{isBroken ? broken : isSuccess ? (data === 'signals' ? afterSignals : after) : about}</p>
      {isBroken && <Support />}
      {isError && !isBroken && (
        <Note kind="warn" title="That didn’t work" live>
          <p>{describe(error, 'Please check your connection and try again.')}</p>
        </Note>
      )}
      <Buttons>
        {isOver ? (
          <ButtonLink variant="quiet" to={paths.home}>
            Back to home
          </ButtonLink>
        ) : (
          <Button busy={isPending} busyLabel="One moment…" onClick={() => mutate()}>
            {button}
          </Button>
        )}
      </Buttons>
    </Card>
  );
}

function NoLink() {
  return (
    <Card as="section" aria-label="Where to choose your newsletters" className="grid gap-4">
      <p>Newsletters are part of the concierge. You can choose them there.</p>
      <p>To stop one, press the link at the end of the email.</p>
      <Buttons>
        <ButtonLink variant="quiet" to={paths.concierge}>
          Open the concierge
        </ButtonLink>
      </Buttons>
    </Card>
  );
}
