import { useMutation } from '@tanstack/react-query';
import { call, fieldMessage } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useToastWhile } from '../../ui/toast.ts';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { EmailForm } from '../email/email-form.tsx';

const failure = 'Failed to join waitlist. Please try again.';
const invalid = {
  title: 'Invalid email',
  description: 'Please enter a valid email address',
  variant: 'destructive',
} as const;

/**
 * Links to the page that encrypts notes, and shows a form that requests a single e-mail.
 * We send this e-mail when the XRP Ledger gets new keys.
 */
export function QuantumHelp() {
  const join = useMutation({
    mutationFn: (email: string) => call('POST /api/quantum-waitlist', { body: { email } }),
  });
  const { error, variables: email, mutate } = join;
  useToastWhile(error, () =>
    fieldMessage(error, 'email')
      ? invalid
      : {
          title: 'Error',
          description: failure,
          action: { label: 'Try again', onPress: () => email && mutate(email) },
          variant: 'destructive',
        },
  );
  const place = useStepFocus<HTMLDivElement>(join.isSuccess);
  return (
    <Card as="section" aria-label="Quantum help" className="py-1">
      <Fold title="Quantum help">
        <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
          {join.isSuccess ? (
            <Note kind="good" title="Thank you. You’re on the list." live>
              <p>We’ll send you one email if the XRP network gets new keys.</p>
            </Note>
          ) : (
            <EmailForm
              id="quantum-email"
              hint="We only use your email address for this update. We delete it after 180 days."
              button="Email me"
              variant="soft"
              missing={invalid.description}
              missingToast={invalid}
              failed={failure}
              send={join}
            >
              <p className="text-ink-2">
                No quantum computer today can take your XRP. You don’t need to do anything. You can lock your own notes
                here: <TextLink to={paths.conciergeEncryption}>Protect your notes</TextLink>. This doesn’t change your
                XRP keys, which aren’t quantum-safe yet. Leave your email address, and we’ll send you one email if the
                XRP network gets new keys.
              </p>
            </EmailForm>
          )}
        </div>
      </Fold>
    </Card>
  );
}
