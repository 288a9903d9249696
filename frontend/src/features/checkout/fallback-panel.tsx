import { type FormEvent, useState } from 'react';
import type { Config } from '../../shared/api/config.ts';
import type { Transfer } from '../../shared/api/transfers.ts';
import { useAssistantStep } from '../../shared/assistant-step.ts';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Buttons, Card } from '../../shared/ui/layout.tsx';
import { Note, Pill } from '../../shared/ui/note.tsx';
import { useSaveContact } from './api.ts';

/** When a card cannot be taken: try again, pay by hand with a reference to quote, or leave an e-mail. */
export function FallbackPanel({
  transfer,
  config,
  title,
  text,
}: {
  transfer: Transfer | null;
  /** Absent when even the settings could not be read: then there is only trying again. */
  config: Config | undefined;
  title?: string;
  text?: string;
}) {
  useAssistantStep('payment-error', transfer?.fromExchange, transfer?.toWallet);
  return (
    <>
      <Card as="section" aria-labelledby="unavailable" className="grid justify-items-start gap-4">
        <Pill kind="warn">Payment Error</Pill>
        <h2 id="unavailable" className="text-xl">
          {title ?? 'Card payment is temporarily unavailable'}
        </h2>
        <p className="text-ink-2">
          {text ?? 'Nothing was charged, and your transfer is kept. It often works again after a minute.'}
        </p>
        <Buttons className="w-full">
          <Button onClick={() => (transfer ? location.assign(paths.checkout(transfer.id)) : location.reload())}>
            Try again
          </Button>
          <ButtonLink variant="quiet" to={paths.home}>
            Back to the start
          </ButtonLink>
        </Buttons>
      </Card>
      {config && config.manualPayments.length > 0 && (
        <Card as="section" aria-labelledby="by-hand" className="grid gap-4">
          <h2 id="by-hand" className="text-xl">
            Or pay another way
          </h2>
          {transfer && (
            <p className="text-ink-2">
              Send <b className="text-ink">${transfer.serviceFee}</b> to one of these and quote your reference. A person
              checks it and opens your guide. Never pay in XRP: nobody here asks for that.
            </p>
          )}
          <ul className="grid">
            {config.manualPayments.map(({ id, label, handle }) => (
              <li
                key={id}
                className="flex flex-col items-start gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-3 border-b border-line py-3"
              >
                <span className="grid min-w-0">
                  <b>{label}</b>
                  <span className="break-words text-ink-2">{handle}</span>
                </span>
                <CopyButton variant="quiet" text={handle} label="Copy" what={`the ${label} handle`} />
              </li>
            ))}
            {transfer && (
              <li className="flex flex-col items-start gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-3 py-3">
                <span className="grid min-w-0">
                  <b>Your reference</b>
                  <span className="font-mono break-all text-ink-2">{transfer.id}</span>
                </span>
                <CopyButton variant="quiet" text={transfer.id} label="Copy" what="your reference" />
              </li>
            )}
          </ul>
        </Card>
      )}
      {transfer && <ContactForm transfer={transfer} supportEmail={config?.support.email} />}
    </>
  );
}

function ContactForm({ transfer, supportEmail }: { transfer: Transfer; supportEmail: string | undefined }) {
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [missing, setMissing] = useState(false);
  const save = useSaveContact();
  function send(event: FormEvent) {
    event.preventDefault();
    setMissing(!email.includes('@'));
    if (!email.includes('@') || save.isPending) return;
    save.mutate({
      transferId: transfer.id,
      email: email.trim(),
      phone: phone.trim() || null,
      reason: 'stripe_pending_notification',
    });
  }
  return (
    <Card as="section" aria-labelledby="contact" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="contact" className="text-xl">
          Or let us write to you
        </h2>
        <p className="text-ink-2">A person gets back to you when you can pay, or when your payment has been found.</p>
      </div>
      {save.isSuccess ? (
        <Note kind="good" title="Thank you. We have your e-mail." live>
          <p>You can close this page: your transfer is kept, and the link we send leads back to it.</p>
        </Note>
      ) : (
        <form noValidate onSubmit={send} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="E-mail"
              type="email"
              autoComplete="email"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={missing ? 'Please enter a valid email address' : null}
            />
            <Field
              label="Phone"
              optional
              type="tel"
              autoComplete="tel"
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          </div>
          {save.isError && (
            <Note kind="bad" title="We could not keep that just now" live>
              <p>Please try again{supportEmail && `, or write to ${supportEmail}`}.</p>
            </Note>
          )}
          <Button
            type="submit"
            variant="soft"
            busy={save.isPending}
            busyLabel="Sending…"
            className="sm:justify-self-start"
          >
            Write to me
          </Button>
        </form>
      )}
    </Card>
  );
}
