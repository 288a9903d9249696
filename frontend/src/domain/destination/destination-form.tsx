import type { MouseEvent, ReactNode } from 'react';
import { describe } from '../../lib/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { type Transfer, type TransferChange, useUpdateTransfer } from '../transfer/transfers.ts';
import { type Destination, type DestinationDraft, type DestinationErrors, useDestination } from './use-destination.ts';

/** Shows a form that saves address, tag or amount. Errors are listed at the top, and the input stays. */
export function DestinationForm({
  transfer,
  initial,
  addressRequired,
  changes,
  what,
  button,
  variant,
  waiting,
  onPress,
  onSaved,
  fields,
  children,
}: {
  transfer: Transfer;
  /** The fields' initial values. */
  initial: Partial<DestinationDraft>;
  addressRequired?: boolean;
  /** Returns the changes to save, or null if nothing must be saved yet. */
  changes: (entered: Destination) => TransferChange | null;
  /** The name of the saved value in the error message. */
  what: 'address' | 'tag' | 'amount';
  button: string | ((draft: DestinationDraft) => string);
  variant?: 'soft';
  /** True from the moment the value is saved until the page shows it. Meanwhile the button stays busy. */
  waiting?: boolean;
  /** Called at each click on the button, including clicks by keyboard. */
  onPress?: (event: MouseEvent) => void;
  onSaved?: (entered: Destination) => void;
  fields: (of: { destination: ReturnType<typeof useDestination>; serverErrors: DestinationErrors }) => ReactNode;
  /** Buttons beside the button that saves. */
  children?: ReactNode;
}) {
  const destination = useDestination(initial);
  const save = useUpdateTransfer(transfer.id);
  const mistakes = destination.mistakes(save.error);
  const failed = save.isError && mistakes.length === 0;
  async function submit() {
    const entered = await destination.validate({ addressRequired });
    if (!entered) return;
    const change = changes(entered);
    // The guide may unmount this form before the response arrives, and React Query would then not run the callbacks of
    // `mutate`.
    if (!change || (await save.mutateAsync(change).catch(() => null))) onSaved?.(entered);
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) void submit();
      }}
    >
      <ErrorSummary
        title={failed ? `We couldn’t save the ${what}` : undefined}
        mistakes={mistakes}
        attempt={`${destination.insisted} ${save.submittedAt}`}
      >
        {failed && <p>{describe(save.error, 'Please check your connection and try again.')}</p>}
      </ErrorSummary>
      {fields({ destination, serverErrors: destination.serverErrors(save.error) })}
      <Buttons>
        <Button type="submit" variant={variant} busy={save.isPending || waiting} busyLabel="Saving…" onClick={onPress}>
          {typeof button === 'string' ? button : button(destination.draft)}
        </Button>
        {children}
      </Buttons>
    </form>
  );
}
