import { EmailForm } from '../../domain/email/email-form.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { useGiveEmail } from './api.ts';

/** Shows a form that adds an e-mail address to this transfer, or replaces it. */
export function EmailRow({ id, transfer }: { id: string; transfer: Transfer }) {
  const give = useGiveEmail(transfer.id);
  const place = useStepFocus<HTMLDivElement>(give.isSuccess);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      {give.isSuccess ? (
        <Note kind="good" title="Your email is saved" live>
          <p>
            We’ll email you at <b className="wrap-anywhere">{give.variables}</b>. If this email address is new to us,
            the link to your guide is on its way.
          </p>
        </Note>
      ) : (
        <EmailForm
          id={id}
          hint="If you gave us another email address before, this one will replace it."
          button="Save my email"
          variant="quiet"
          send={give}
        >
          <p className="text-ink-2">
            We’ll send you the link to this guide, a note when your XRP arrives, and a warning if your address is
            changed. Your guide works fine without email.
          </p>
        </EmailForm>
      )}
    </div>
  );
}
