import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.ts';
import { Buttons } from '../ui/layout.tsx';
import { AreaField } from './area-field.tsx';
import { useAct } from './live.ts';
import { NotDone } from './not-done.tsx';
import { useDialog } from './page-dialog.ts';
import { SmallButton } from './small-button.tsx';

const Dialog = later(async () => (await import('../ui/dialog.tsx')).Dialog);

/** The specified maximum length of a reason in the audit trail. */
const longestReason = 500;

interface ReasonProps {
  /** The title of the dialog, which names the action. */
  title: string;
  /** Text about the consequences of the action. */
  children?: ReactNode;
  /** The label of the button that confirms, before and during the action. */
  does: string;
  doing: string;
  /** If false, the dialog shows neither the field for the reason nor the button for the action. */
  isPossible?: boolean;
  /** The label of the button that cancels. */
  otherwise?: string;
  /** Runs the action. The reason is stored in the audit trail. */
  act: (reason: string) => Promise<unknown>;
  onDone?: () => void;
}

interface Label {
  label: string;
  /** The object of the action, for screen reader users, who may not see the row. */
  what?: string;
}

/** Shows a button of a row that opens a dialog. The component takes the props of `SmallButton`. */
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

/** Shows a button of a row that requires a reason for its action. */
export function ReasonButton({ label, what, ...reason }: Label & ReasonProps) {
  return <DialogButton label={label} what={what} dialog={<ReasonDialog {...reason} />} />;
}

/**
 * Shows a dialog that runs an action after the operator has given a reason.
 * An error of the action appears in the dialog.
 */
export function ReasonDialog({
  title,
  children,
  does,
  doing,
  isPossible = true,
  otherwise = 'Cancel',
  act,
  onDone,
}: ReasonProps) {
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
          <NotDone title="That didn’t work" error={acting.error} />
          {isPossible && (
            <AreaField
              label="Why?"
              rows={3}
              maxLength={longestReason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              isWrong={isMissing}
              below={isMissing ? 'Please say why.' : 'This is saved in the audit trail.'}
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
