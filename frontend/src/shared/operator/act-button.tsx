import { type ReactNode, useId, useState } from 'react';
import { describe } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Buttons } from '../ui/layout.tsx';
import { Note } from '../ui/note.tsx';
import { useAct } from './live.ts';
import { SmallButton } from './small-button.tsx';

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
export function ReasonDialog({ title, children, does, doing, act, onDone, onClose }: Asking & { onClose: () => void }) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const acting = useAct(act, {
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  return (
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
        {acting.isError && (
          <Note kind="bad" title="That did not work" live>
            <p>{describe(acting.error, 'Please check your connection and try again.')}</p>
          </Note>
        )}
        <div className="grid gap-1.5">
          <label htmlFor={id} className="font-semibold">
            Why?
          </label>
          <textarea
            id={id}
            rows={3}
            maxLength={longestReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            aria-invalid={isMissing || undefined}
            aria-describedby={`${id}-below`}
            className={areaLook}
          />
          <p id={`${id}-below`} aria-live="polite" className={isMissing ? 'text-bad' : 'text-ink-2'}>
            {isMissing ? 'Please say why.' : 'Your words go into the audit trail.'}
          </p>
        </div>
        <Buttons>
          <Button type="submit" busy={acting.isPending} busyLabel={doing}>
            {does}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}

export const areaLook =
  'w-full rounded-md border-[1.5px] border-line-strong bg-card px-[min(1rem,4vw)] py-3 text-base text-ink aria-invalid:border-bad';
