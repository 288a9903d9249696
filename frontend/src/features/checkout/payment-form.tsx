import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { AgreeToTerms } from '../../domain/card-form/agree-to-terms.tsx';
import { CardFields, isSandbox } from '../../domain/card-form/card-fields.tsx';
import type { PaymentFields, PaymentOutcome } from '../../domain/card-form/outcome.ts';
import { WhyNotPaid } from '../../domain/card-form/why-not-paid.tsx';
import { EmailField } from '../../domain/email/email-field.tsx';
import { cacheTransfer, completeTransfer, isPaid, type Transfer } from '../../domain/transfer/transfers.ts';
import type { Config } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';
import { saveEmail } from './api.ts';
import { begunPayment } from './begun-payment.ts';
import { OrderLine } from './order-summary.tsx';

const emailId = 'receipt-email';

/** Shows the order, the card fields, an e-mail field for the receipt, and a button with the price. */
export function PaymentForm({
  transfer,
  config: { stripe, statementName },
  clientSecret,
  foundUnpaid,
  onUnavailable,
  onClosed,
  onUnclear,
}: {
  transfer: Transfer;
  config: Config;
  /** Null while the payment intent is created. */
  clientSecret: string | null;
  /** The number of unclear payments for which the server found no payment. */
  foundUnpaid: number;
  onUnavailable: (reason: unknown) => void;
  /** Fetches the current payment intent. Called if the form's intent is or may be canceled. */
  onClosed: () => Promise<unknown>;
  /** Called if the outcome of the payment is unclear. */
  onUnclear: () => void;
}) {
  useAssistantStep('payment', transfer.fromExchange, transfer.toWallet);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // Null until the card's fields are ready. Before that, payment is impossible.
  const [fields, setFields] = useState<PaymentFields | null>(null);
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string | null>(null);

  const pay = useMutation({
    async mutationFn(card: PaymentFields): Promise<PaymentOutcome> {
      const wrongEmail = email.trim() ? await saveEmail(transfer.id, email.trim()) : null;
      setEmailError(wrongEmail);
      if (wrongEmail) return { kind: 'incomplete', mistakes: [{ field: emailId, text: wrongEmail }] };
      begunPayment.set(true, transfer.id);
      try {
        const outcome = await card.confirm();
        if (outcome.kind === 'closed') await onClosed();
        return outcome;
      } catch (error) {
        console.warn('The payment was cut off', error);
        return { kind: 'unclear' };
      }
    },
    onSuccess(outcome) {
      if (outcome.kind === 'sent') return finish();
      if (['incomplete', 'failed', 'closed'].includes(outcome.kind)) begunPayment.forget(transfer.id);
      if (outcome.kind === 'unclear') unclear();
    },
  });

  function unclear() {
    pay.reset();
    onUnclear();
  }

  // After a visit to the bank's page, the browser's back button may restore this page with its button still busy. If
  // the customer has opened another way to pay since then, the form's intent is canceled.
  const showAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (begunPayment.get(transfer.id)) unclear();
    else void onClosed();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => showAgain(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);

  async function finish() {
    toast({ title: 'Payment successful!', description: 'Your XRP transfer guide is ready.' });
    const settled = await completeTransfer(transfer.id).catch((error: unknown) => {
      console.warn('The payment could not be confirmed yet', error);
      return null;
    });
    if (settled) cacheTransfer(client, settled);
    // If the transfer is paid, the surrounding page opens the guide, perhaps already after a live update. Otherwise,
    // the next page waits for the server's confirmation.
    if (form.current && !(settled && isPaid(settled)))
      await navigate(paths.checkoutSuccess(transfer.id), { replace: true });
  }

  let busyLabel = clientSecret ? 'Loading the card form…' : 'Initializing payment…';
  if (fields) busyLabel = 'Processing…';
  const busy = pay.isPending || (pay.isSuccess && (pay.data.kind === 'sent' || pay.data.kind === 'leaving'));
  return (
    <Card raised as="section" aria-labelledby="pay">
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
        {/* Before hydration, the browser handles the form and would open this page without its transfer. */}
        <input type="hidden" name="transfer" value={transfer.id} />
        <div className="grid gap-3">
          <h2 id="pay" className="text-xl">
            Pay and get your guide
          </h2>
          <OrderLine transfer={transfer} statementName={statementName} />
          {!isSandbox(stripe) && (
            <p className="flex items-center gap-2 text-ink-2">
              <Lock aria-hidden className="size-5 shrink-0" />
              Your card details go to Stripe. We never see them.
            </p>
          )}
        </div>
        <WhyNotPaid outcome={pay.data} attempt={pay.submittedAt} foundUnpaid={pay.isIdle && foundUnpaid > 0} />
        <CardFields
          ref={setFields}
          stripe={stripe}
          clientSecret={clientSecret}
          returnPath={paths.checkoutSuccess(transfer.id)}
          onUnavailable={onUnavailable}
        />
        <EmailField
          id={emailId}
          label="Email for your receipt"
          optional
          value={email}
          onChange={setEmail}
          error={emailError}
          hint="We’ll also send your guide link."
        />
        <Button type="submit" wide busy={busy || !fields} busyLabel={busyLabel}>
          Pay ${transfer.serviceFee}
        </Button>
        <div className="grid gap-1.5">
          <p className="text-sm text-ink-2">{refundTerms.guide} Pay by card, Apple Pay, or Google Pay.</p>
          <AgreeToTerms />
        </div>
      </form>
    </Card>
  );
}
