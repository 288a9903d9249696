import { useMutation } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { EmailForm } from '../../domain/email/email-form.tsx';
import { call } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card, useStepFocus } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';

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
        Get signals by e-mail
      </h2>
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        {subscribe.isSuccess ? (
          <>
            <Note kind="good" title="Please confirm your e-mail address" live>
              <p>Look at your e-mail, and press the button in our mail. You pay nothing before that.</p>
              <p>Do you have the signals already? Then no new mail comes. Each mail with signals has your link.</p>
            </Note>
            <Button disabled className="sm:justify-self-start">
              Subscribed
            </Button>
          </>
        ) : (
          <EmailForm
            id="signals-email"
            hint="Only for signals. You can leave at any time."
            button="Subscribe"
            variant="soft"
            missing="An e-mail address has an @ in it."
            failed="We could not put you on the list"
            send={subscribe}
          >
            <p className="text-ink-2">
              We write once a day at most: what was done for a coin, who says so, and whether its price has moved. It’s
              never advice to buy or sell.
            </p>
            <p className="text-ink-2">
              ${formatCents(prices.signals)}/month with a 2-month trial. Cancel anytime. Money-back guarantee: within 14
              days of each payment, the first one too, you get that money back.
            </p>
          </EmailForm>
        )}
      </div>
    </Card>
  );
}
