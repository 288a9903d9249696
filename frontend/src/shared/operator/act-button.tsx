import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.ts';
import { Buttons } from '../ui/layout.tsx';
import { AreaField } from './area-field.tsx';
import { useAct } from './live.ts';
import { NotDone } from './not-done.tsx';
import { SmallButton } from './small-button.tsx';

// Only a press opens it.
const Dialog = later('The question', async () => (await import('../ui/dialog.tsx')).Dialog);

/** Spec: an operator's words for the audit trail may be so long. */
const longestReason = 500;

interface Asking {
  /** What the dialog is called: what is about to be done. */
  title: string;
  /** What follows from it. */
  children?: ReactNode;
  /** What the button that does it says, now and while it does. */
  does: string;
  doing: string;
  /** False while it cannot be done: it is neither asked why, nor done. */
  isPossible?: boolean;
  /** Takes the words for the audit trail. */
  act: (reason: string) => Promise<unknown>;
  onDone?: () => void;
}

/** A button of a row that asks why before it does something; the words go into the audit trail. */
export function AskedButton({ label, what, ...asking }: Asking & { label: string; what?: string }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <SmallButton onClick={() => setAsked(true)}>
        {label}
        {what && <span className="sr-only"> {what}</span>}
      </SmallButton>
      {asked && <ReasonDialog {...asking} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Asks why, and does it; what went wrong stands where it was asked. */
export function ReasonDialog({
  title,
  children,
  does,
  doing,
  isPossible = true,
  act,
  onDone,
  onClose,
}: Asking & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const acting = useAct(act, {
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <Suspense>
      <Dialog title={title} onClose={onClose}>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const words = reason.trim();
            setMissing(!words);
            if (words) acting.start(words);
          }}
        >
          {children}
          <NotDone title="That did not work" error={acting.error} />
          {isPossible && (
            <AreaField
              label="Why?"
              rows={3}
              maxLength={longestReason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              isWrong={isMissing}
              below={isMissing ? 'Please say why.' : 'Your words go into the audit trail.'}
            />
          )}
          <Buttons>
            {isPossible && (
              <Button type="submit" busy={acting.isPending} busyLabel={doing}>
                {does}
              </Button>
            )}
            <Button variant="quiet" onClick={onClose}>
              {isPossible ? 'Cancel' : 'Close'}
            </Button>
          </Buttons>
        </form>
      </Dialog>
    </Suspense>
  );
}
