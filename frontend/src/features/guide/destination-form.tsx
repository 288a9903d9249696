import type { ReactNode } from 'react';
import { describe } from '../../shared/api/client.ts';
import { type Transfer, type TransferChange, useUpdateTransfer } from '../../shared/api/transfers.ts';
import {
  type Destination,
  type DestinationDraft,
  type DestinationErrors,
  useDestination,
} from '../../shared/destination/use-destination.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Buttons } from '../../shared/ui/layout.tsx';

/** Asks for address, tag or amount, and saves it: what is wrong stands on top, and what was typed stays. */
export function DestinationForm({
  transfer,
  known,
  addressRequired,
  changes,
  what,
  button,
  variant,
  waiting,
  onSaved,
  fields,
  children,
}: {
  transfer: Transfer;
  /** What the fields begin with. */
  known: Partial<DestinationDraft>;
  addressRequired?: boolean;
  /** What is to be saved of what was entered. */
  changes: (entered: Destination) => TransferChange;
  /** What it is called where it was not saved. */
  what: 'address' | 'tag' | 'amount';
  button: string;
  variant?: 'soft';
  /** What was saved is on its way into the steps. */
  waiting?: boolean;
  onSaved?: () => void;
  fields: (of: { destination: ReturnType<typeof useDestination>; serverErrors: DestinationErrors }) => ReactNode;
  /** Buttons beside the one that saves. */
  children?: ReactNode;
}) {
  const destination = useDestination(known);
  const save = useUpdateTransfer(transfer.id);
  const mistakes = destination.mistakes(save.error);
  const failed = save.isError && mistakes.length === 0;
  async function submit() {
    const entered = await destination.validate({ addressRequired });
    // The guide may have taken this form away by the time it is answered, with what it asked for.
    if (entered && (await save.mutateAsync(changes(entered)).catch(() => null))) onSaved?.();
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
        title={failed ? `The ${what} was not saved` : undefined}
        mistakes={mistakes}
        attempt={`${destination.insisted} ${save.submittedAt}`}
      >
        {failed && <p>{describe(save.error, 'Please check your connection and try again.')}</p>}
      </ErrorSummary>
      {fields({ destination, serverErrors: destination.serverErrors(save.error) })}
      <Buttons>
        <Button type="submit" variant={variant} busy={save.isPending || waiting} busyLabel="Saving…">
          {button}
        </Button>
        {children}
      </Buttons>
    </form>
  );
}
