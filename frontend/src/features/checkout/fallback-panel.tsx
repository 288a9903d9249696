import { referenceOf } from '@xrp-bridge/contracts/reference';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { EmailField } from '../../domain/email/email-field.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { fieldMessage } from '../../lib/api/client.ts';
import type { Config } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { useSaveContact } from './api.ts';

/**
 * Replaces the card form if cards cannot be accepted.
 * Offers an e-mail when cards work again, a retry, and payment by hand.
 */
export function FallbackPanel({
  transfer,
  config,
  title = 'Payment error',
  mayBeBack = false,
}: {
  transfer: Transfer | null;
  /** Undefined if the settings could not be loaded. Payment by hand is not available then. */
  config: Config | undefined;
  title?: string;
  /** True if a retry may succeed. */
  mayBeBack?: boolean;
}) {
  useAssistantStep('payment-error', transfer?.fromExchange, transfer?.toWallet);
  return (
    <>
      <Card raised as="section" aria-labelledby="unavailable" className="grid gap-4">
        <h2 id="unavailable" className="text-xl">
          {title}
        </h2>
        <p className="font-semibold">Card payment is temporarily unavailable.</p>
        {transfer ? (
          <>
            <p className="text-ink-2">Nothing was charged, and your transfer is saved.</p>
            <ContactForm transfer={transfer} config={config} />
          </>
        ) : (
          <>
            <p className="text-ink-2">
              Card payment is often back within a minute. We can’t tell what you wanted to pay for, so please start
              over.
            </p>
            <p className="text-ink-2">
              If you’ve already paid, please don’t pay again. Open the link in our email, or email us.
            </p>
            <Buttons>
              <ButtonLink to={paths.home}>Back to home</ButtonLink>
            </Buttons>
          </>
        )}
      </Card>
      {transfer && (
        <div className="grid gap-3">
          {mayBeBack && <p>You can also try again. Card payment is often back within a minute.</p>}
          <Buttons>
            {mayBeBack && (
              <Button variant="quiet" onClick={() => location.assign(paths.checkout(transfer.id))}>
                Try again
              </Button>
            )}
            <ButtonLink variant="quiet" to={paths.home}>
              Back to home
            </ButtonLink>
          </Buttons>
        </div>
      )}
      {transfer && config && config.manualPayments.length > 0 && (
        <PayByHand transfer={transfer} manualPayments={config.manualPayments} />
      )}
    </>
  );
}

const emailId = 'contact-email';

function ContactForm({ transfer, config }: { transfer: Transfer; config: Config | undefined }) {
  const [email, setEmail] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [missing, setMissing] = useState(false);
  const save = useSaveContact();
  const thanks = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (save.isSuccess) thanks.current?.focus();
  }, [save.isSuccess]);
  function send(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    setMissing(!email.includes('@'));
    setAttempts(attempts + 1);
    // Refuses only input that cannot be an e-mail address. The server validates the rest.
    if (email.includes('@')) {
      save.mutate({ transferId: transfer.id, email: email.trim(), reason: 'stripe_pending_notification' });
    } else save.reset();
  }
  if (save.isSuccess) {
    return (
      <>
        <h3 ref={thanks} tabIndex={-1} className="text-lg">
          Thank you. We have your email.
        </h3>
        <p className="text-ink-2">You can close this page. We’ll email you a link to it when cards work again.</p>
      </>
    );
  }
  const wrong = missing ? 'Please enter a valid email address' : (fieldMessage(save.error, 'email') ?? null);
  const unexplained = save.isError && !wrong;
  return (
    <form noValidate onSubmit={send} aria-labelledby="contact" className="grid gap-4">
      <div className="grid gap-1">
        <h3 id="contact" className="text-lg">
          Email me when cards work again
        </h3>
        <p className="text-ink-2">Someone from our team will email you a link back to this page.</p>
      </div>
      <ErrorSummary
        title={unexplained ? 'We couldn’t save your email address right now' : undefined}
        mistakes={wrong ? [{ field: emailId, text: wrong }] : []}
        attempt={`${attempts} ${save.failureCount}`}
      >
        {unexplained && <p>Please try again{config && `, or email us at ${config.support.email}`}.</p>}
      </ErrorSummary>
      <EmailField id={emailId} label="Email" required value={email} onChange={setEmail} error={wrong} />
      <Button type="submit" busy={save.isPending} busyLabel="Sending…" className="sm:justify-self-start">
        Email me
      </Button>
    </form>
  );
}

/** Offers payment by hand, in a collapsed row, because only customers who do not want to wait need it. */
function PayByHand({ transfer, manualPayments }: { transfer: Transfer; manualPayments: Config['manualPayments'] }) {
  return (
    <Card as="section" aria-label="Pay another way" className="py-1">
      <Fold title="Pay another way">
        <p className="text-ink-2">
          Send <b className="text-ink">${transfer.serviceFee}</b> to one of these accounts and include your reference.
          Someone from our team will check your payment and open your guide. Never pay for your guide in XRP. We’ll
          never ask you to.
        </p>
        <ul className="grid">
          <Handle label="Your reference" text={referenceOf(transfer.id)} what="your reference" />
          {manualPayments.map(({ id, label, handle }) => (
            <Handle key={id} label={label} text={handle} what={`the ${label} account`} />
          ))}
        </ul>
      </Fold>
    </Card>
  );
}

function Handle({ label, text, what }: { label: string; text: string; what: string }) {
  return (
    <li className="flex flex-col items-start gap-2 border-b border-line py-3 last:border-0 sm:flex-row sm:items-center sm:justify-between sm:gap-3">
      <span className="grid max-w-full min-w-0 grid-cols-[minmax(0,1fr)]">
        <b>{label}</b>
        <span translate="no" className="wrap-anywhere text-ink-2">
          {text}
        </span>
      </span>
      <CopyButton variant="quiet" text={text} label="Copy" what={what} />
    </li>
  );
}
