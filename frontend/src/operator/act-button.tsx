import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.ts';
import { Buttons } from '../ui/layout.tsx';
import { AreaField } from './area-field.tsx';
import { useAct } from './live.ts';
import { NotDone } from './not-done.tsx';
import { useDialog } from './page-dialog.ts';
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
  /** What the button says that does not do it. */
  otherwise?: string;
  /** Takes the words for the audit trail. */
  act: (reason: string) => Promise<unknown>;
  onDone?: () => void;
}

interface Label {
  label: string;
  /** What it is about, for whoever does not see the row. */
  what?: string;
}

/** A button of a row that opens a dialog; it takes what a small button does. */
export function DialogButton({
  label,
  what,
  dialog,
  ...rest
}: Label & { dialog: ReactNode } & Omit<Parameters<typeof SmallButton>[0], 'children' | 'onClick'>) {
  const showDialog = useDialog();
  return (
    <SmallButton {...rest} onClick={() => showDialog(dialog)}>
      {label}
      {what && <span className="sr-only"> {what}</span>}
    </SmallButton>
  );
}

/** A button of a row that asks why before it does something; the words go into the audit trail. */
export function AskedButton({ label, what, ...asking }: Label & Asking) {
  return <DialogButton label={label} what={what} dialog={<ReasonDialog {...asking} />} />;
}

/** Asks why, and does it; what went wrong stands where it was asked. */
export function ReasonDialog({
  title,
  children,
  does,
  doing,
  isPossible = true,
  otherwise = 'Cancel',
  act,
  onDone,
}: Asking) {
  const showDialog = useDialog();
  const close = () => showDialog(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const acting = useAct(act, {
    onDone: () => {
      close();
      onDone?.();
    },
  });
  return (
    <Suspense>
      <Dialog title={title} onClose={close}>
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
            <Button variant="quiet" onClick={close}>
              {isPossible ? otherwise : 'Close'}
            </Button>
          </Buttons>
        </form>
      </Dialog>
    </Suspense>
  );
}
