import { useMutation } from '@tanstack/react-query';
import { call } from './api/client.ts';
import { EmailForm } from './email-form.tsx';
import { Fold } from './ui/disclosure.tsx';
import { Card, useStepFocus } from './ui/layout.tsx';
import { Note } from './ui/note.tsx';
import { toast } from './ui/toast.ts';

const failure = 'We could not put you on the list';

/** Takes an e-mail address for the one mail that says when the quantum guide is there. */
export function QuantumHelp() {
  const join = useMutation({
    mutationFn: (email: string) => call('POST /api/quantum-waitlist', { body: { email } }),
    onError: () => toast({ title: failure, description: 'Please try again.', variant: 'destructive' }),
  });
  const place = useStepFocus<HTMLDivElement>(join.isSuccess);
  return (
    <Card as="section" aria-label="Quantum help" className="py-1">
      <Fold title="Quantum help">
        <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
          {join.isSuccess ? (
            <Note kind="good" title="Thank you. You are on the list." live>
              <p>We write to you once, when the guide is there.</p>
            </Note>
          ) : (
            <EmailForm
              id="quantum-email"
              hint="Only for this one mail."
              button="Write to me"
              variant="soft"
              missing="Please enter a valid email address"
              failed={failure}
              send={join}
            >
              <p className="text-ink-2">
                No quantum computer of today can take your XRP. There is nothing you have to do. We are writing a guide
                on how to keep your own notes safe later. It does not change the keys of the XRP Ledger: they are not
                quantum-safe yet. Leave your e-mail, and we write once, when it is there.
              </p>
            </EmailForm>
          )}
        </div>
      </Fold>
    </Card>
  );
}
