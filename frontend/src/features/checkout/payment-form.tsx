import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Lock } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Config } from '../../shared/api/config.ts';
import { completeTransfer, isPaid, keepTransfer, type Transfer } from '../../shared/api/transfers.ts';
import { useAssistantStep } from '../../shared/assistant-step.ts';
import { EmailField } from '../../shared/email-field.tsx';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorSummary, type Mistake } from '../../shared/ui/error-summary.tsx';
import { Card } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { keepEmail } from './api.ts';
import { begunPayment } from './begun-payment.ts';
import { OrderLine } from './order-summary.tsx';
import type { PaymentFields, PaymentOutcome } from './outcome.ts';
import { CardSkeleton } from './payment-skeleton.tsx';

const StripeFields = lazy(async () => ({ default: (await import('./stripe-fields.tsx')).StripeFields }));
const SandboxFields = lazy(async () => ({ default: (await import('./sandbox-fields.tsx')).SandboxFields }));

const emailId = 'receipt-email';

/** What is bought and who charges it, card fields, an e-mail for the receipt, and one button that names the price. */
export function PaymentForm({
  transfer,
  config: { stripe, statementName },
  clientSecret,
  foundUnpaid,
  onUnavailable,
  onUnclear,
}: {
  transfer: Transfer;
  config: Config;
  clientSecret: string;
  /** How often it was unclear whether something was paid, and found that nothing was. */
  foundUnpaid: number;
  onUnavailable: (reason: unknown) => void;
  /** Nobody knows whether this payment went through. */
  onUnclear: () => void;
}) {
  useAssistantStep('payment', transfer.fromExchange, transfer.toWallet);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // Null until a card can be entered: so long there is nothing to pay with.
  const [fields, setFields] = useState<PaymentFields | null>(null);
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string | null>(null);
  const returnUrl = new URL(paths.checkoutSuccess(transfer.id), location.origin).href;
  const sandbox = stripe.publishableKey.startsWith('pk_sandbox_');

  const pay = useMutation({
    async mutationFn(card: PaymentFields): Promise<PaymentOutcome> {
      const wrongEmail = email.trim() ? await keepEmail(transfer.id, email.trim()) : null;
      setEmailError(wrongEmail);
      if (wrongEmail) return { kind: 'incomplete', mistakes: [{ field: emailId, text: wrongEmail }] };
      begunPayment.set(true, transfer.id);
      try {
        return await card.confirm();
      } catch (error) {
        console.warn('The payment was cut off', error);
        return { kind: 'unclear' };
      }
    },
    onSuccess(outcome) {
      if (outcome.kind === 'sent') return finish();
      if (outcome.kind === 'incomplete' || outcome.kind === 'failed') begunPayment.forget(transfer.id);
      if (outcome.kind === 'unclear') {
        pay.reset();
        onUnclear();
      }
    },
  });

  async function finish() {
    toast({ title: 'Payment received', description: 'Your XRP transfer guide is ready.' });
    const settled = await completeTransfer(transfer.id).catch((error: unknown) => {
      console.warn('The payment could not be confirmed yet', error);
      return null;
    });
    if (settled) keepTransfer(client, settled);
    // Known to be paid, the page around this form moves on by itself (a live update may have done it already). Else the
    // next screen waits for the server to know.
    if (form.current && !(settled && isPaid(settled)))
      await navigate(paths.checkoutSuccess(transfer.id), { replace: true });
  }

  const busy = pay.isPending || (pay.isSuccess && (pay.data.kind === 'sent' || pay.data.kind === 'leaving'));
  return (
    <Card as="section" aria-labelledby="pay">
      <form
        ref={form}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setEmailError(null);
          if (fields && !busy) pay.mutate(fields);
        }}
      >
        <div className="grid gap-3">
          <h2 id="pay" className="text-xl">
            Pay and get your guide
          </h2>
          <OrderLine transfer={transfer} statementName={statementName} />
          {!sandbox && (
            <p className="flex items-center gap-2 text-ink-2">
              <Lock aria-hidden className="size-5 shrink-0" />
              Your card details go to Stripe. We never see them.
            </p>
          )}
        </div>
        <WhyNotPaid outcome={pay.data} attempt={pay.submittedAt} foundUnpaid={pay.isIdle && foundUnpaid > 0} />
        <Suspense fallback={<CardSkeleton />}>
          {sandbox ? (
            <SandboxFields
              ref={setFields}
              apiBase={stripe.apiBase ?? ''}
              publishableKey={stripe.publishableKey}
              clientSecret={clientSecret}
              returnUrl={returnUrl}
            />
          ) : (
            <StripeFields
              ref={setFields}
              publishableKey={stripe.publishableKey}
              clientSecret={clientSecret}
              returnUrl={returnUrl}
              onUnavailable={onUnavailable}
            />
          )}
        </Suspense>
        <EmailField
          id={emailId}
          label="E-mail for your receipt"
          optional
          value={email}
          onChange={setEmail}
          error={emailError}
          hint="It brings a link to your guide."
        />
        <Button type="submit" wide busy={busy || !fields} busyLabel={fields ? 'Processing…' : 'Loading the card form…'}>
          Pay ${transfer.serviceFee}
        </Button>
        <p className="text-sm text-ink-2">{refundTerms.guide} Cards, Apple Pay and Google Pay.</p>
      </form>
    </Card>
  );
}

/** What stood in the way of the last attempt, and that nothing was charged. */
function WhyNotPaid({
  outcome,
  attempt,
  foundUnpaid,
}: {
  outcome: PaymentOutcome | undefined;
  attempt: number;
  foundUnpaid: boolean;
}) {
  const calm = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (foundUnpaid) calm.current?.focus();
  }, [foundUnpaid]);
  if (foundUnpaid) {
    return (
      <div ref={calm} tabIndex={-1}>
        <Note kind="info" title="You have not paid yet">
          <p>We have checked: nothing was charged. What you entered is still here. You can pay now.</p>
        </Note>
      </div>
    );
  }
  if (outcome?.kind === 'failed') {
    return (
      <ErrorSummary title={failureTitle(outcome.message)} attempt={attempt}>
        <p>Nothing was charged. Try again, or use another card.</p>
      </ErrorSummary>
    );
  }
  const mistakes: Mistake[] = outcome?.kind === 'incomplete' ? outcome.mistakes : [];
  return <ErrorSummary mistakes={mistakes} attempt={attempt} />;
}

/** 'Your card was declined.' → 'Payment failed: your card was declined.' */
function failureTitle(message = 'Your card was not accepted.'): string {
  return `Payment failed: ${message.replace(/^Your\b/, 'your')}`;
}
