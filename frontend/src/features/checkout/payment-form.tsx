import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Lock } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Config } from '../../shared/api/config.ts';
import { completeTransfer, isPaid, keepTransfer, type Transfer } from '../../shared/api/transfers.ts';
import { useAssistantStep } from '../../shared/assistant-step.ts';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Card } from '../../shared/ui/layout.tsx';
import { Note, NoteButtons } from '../../shared/ui/note.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { keepEmail } from './api.ts';
import type { PaymentFields, PaymentOutcome } from './outcome.ts';
import { PaymentSkeleton } from './payment-skeleton.tsx';

const StripeFields = lazy(async () => ({ default: (await import('./stripe-fields.tsx')).StripeFields }));
const SandboxFields = lazy(async () => ({ default: (await import('./sandbox-fields.tsx')).SandboxFields }));

/** Card fields, an e-mail for the receipt, and one button that names the price. */
export function PaymentForm({
  transfer,
  stripe,
  clientSecret,
  onUnavailable,
}: {
  transfer: Transfer;
  stripe: Config['stripe'];
  clientSecret: string;
  onUnavailable: (reason: unknown) => void;
}) {
  useAssistantStep('payment', transfer.fromExchange, transfer.toWallet);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef<PaymentFields>(null);
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string | null>(null);
  const returnUrl = new URL(paths.checkoutSuccess(transfer.id), location.origin).href;
  const sandbox = stripe.publishableKey.startsWith('pk_sandbox_');

  const pay = useMutation({
    async mutationFn(): Promise<PaymentOutcome> {
      const wrongEmail = email.trim() ? await keepEmail(transfer.id, email.trim()) : null;
      setEmailError(wrongEmail);
      if (wrongEmail) return { kind: 'incomplete' };
      return fields.current?.confirm() ?? { kind: 'failed', message: undefined };
    },
    onSuccess(outcome) {
      if (outcome.kind === 'incomplete') form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
      if (outcome.kind === 'sent') return finish();
      if (outcome.kind === 'failed') {
        toast({ title: 'Payment failed', description: outcome.message, variant: 'destructive' });
      }
    },
    onError: () =>
      toast({
        title: 'Payment Error',
        description: 'An unexpected error occurred. Please try again.',
        variant: 'destructive',
      }),
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
  const failure = pay.data?.kind === 'failed' ? (pay.data.message ?? 'Payment failed') : null;
  return (
    <Card as="section" aria-labelledby="pay">
      <form
        ref={form}
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setEmailError(null);
          if (!busy) pay.mutate();
        }}
      >
        <div className="grid gap-2">
          <h2 id="pay" className="text-xl">
            Pay and get your guide
          </h2>
          {!sandbox && (
            <p className="flex items-center gap-2 text-ink-2">
              <Lock aria-hidden className="size-5 shrink-0" />
              Your card details go to Stripe. We never see them.
            </p>
          )}
        </div>
        <Suspense fallback={<PaymentSkeleton />}>
          {sandbox ? (
            <SandboxFields
              ref={fields}
              apiBase={stripe.apiBase ?? ''}
              publishableKey={stripe.publishableKey}
              clientSecret={clientSecret}
              returnUrl={returnUrl}
            />
          ) : (
            <StripeFields
              ref={fields}
              publishableKey={stripe.publishableKey}
              clientSecret={clientSecret}
              returnUrl={returnUrl}
              onUnavailable={onUnavailable}
            />
          )}
        </Suspense>
        <Field
          label="E-mail for your receipt"
          optional
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={emailError}
          hint="With a link that opens your guide on any device."
        />
        {failure && (
          <Note kind="bad" title="Error">
            <p>{failure}</p>
            <p>Nothing was charged. You can try again, or use another card.</p>
          </Note>
        )}
        {pay.isError && (
          <Note kind="warn" title="We cannot tell yet whether this payment went through">
            <p>Please check before you pay again, so that you never pay twice. What you entered is kept.</p>
            <NoteButtons>
              <ButtonLink variant="quiet" to={paths.checkoutSuccess(transfer.id)}>
                Check my payment
              </ButtonLink>
            </NoteButtons>
          </Note>
        )}
        <Button type="submit" wide busy={busy} busyLabel="Processing…">
          Pay ${transfer.serviceFee}
        </Button>
        <p className="text-sm text-ink-2">{refundTerms.guide} Cards, Apple Pay and Google Pay.</p>
      </form>
    </Card>
  );
}
