import { useMutation } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { EmailForm } from '../../domain/email/email-form.tsx';
import { call } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

/**
 * Shows a form to subscribe to signals by e-mail.
 * The customer confirms the address with a link in a mail.
 */
export function Subscribe() {
  const subscribe = useMutation({
    mutationFn: (email: string) => call('POST /api/signal-subscriptions', { body: { email } }),
  });
  const place = useStepFocus<HTMLDivElement>(subscribe.isSuccess);
  return (
    <Card as="section" aria-labelledby="subscribe" className="grid gap-4">
      <h2 id="subscribe" className="scroll-mt-10 text-xl">
        Get signals by email
      </h2>
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        {subscribe.isSuccess ? (
          <>
            <Note kind="good" title="Please confirm your email address" live>
              <p>Check your email, and press the button in our message. You haven’t been charged.</p>
              <p>
                If you already get signals, we won’t send this email. Each signals email has a link to your
                subscription.
              </p>
            </Note>
            <Button disabled className="sm:justify-self-start">
              Subscribed
            </Button>
          </>
        ) : (
          <EmailForm
            id="signals-email"
            hint="We only use it for signals. Unsubscribe anytime."
            button="Subscribe"
            variant="soft"
            missing="Please enter a full email address, like name@example.com."
            failed="We couldn’t sign you up"
            send={subscribe}
          >
            <p className="text-ink-2">
              We’ll email you once a day at most. We’ll tell you what happened with a coin, who reported it, and whether
              its price moved. It’s never advice to buy or sell.
            </p>
            <p className="text-ink-2">
              ${formatCents(prices.signals)}/month with a 2-month trial. Cancel anytime. Money-back guarantee: you can
              get a refund within 14 days of each payment, even the first one.
            </p>
          </EmailForm>
        )}
      </div>
    </Card>
  );
}
