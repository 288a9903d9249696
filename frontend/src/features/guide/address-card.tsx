import { walletName } from '@xrp-bridge/contracts/wallets';
import type { Ref } from 'react';
import { describe } from '../../shared/api/client.ts';
import type { Transfer } from '../../shared/api/transfers.ts';
import { AddressField, AmountField, TagField } from '../../shared/destination/destination-fields.tsx';
import { useDestination } from '../../shared/destination/use-destination.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Buttons, Card } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useUpdateTransfer } from './api.ts';

/** Asks for the address, or for another one. `blank` does not offer the stored one, because it is in doubt. */
export function AddressCard({
  ref,
  transfer,
  blank,
  onSaved,
  onCancel,
}: {
  ref?: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  blank?: boolean;
  onSaved?: () => void;
  onCancel?: (() => void) | undefined;
}) {
  const known = blank || transfer.destinationAddress === 'pending' ? '' : transfer.destinationAddress;
  const destination = useDestination({
    address: known,
    tag: blank ? '' : (transfer.destinationTag ?? ''),
    amount: transfer.sourceAmount === '0' ? '' : transfer.sourceAmount,
  });
  const save = useUpdateTransfer(transfer.id);
  const fieldErrors = destination.serverErrors(save.error);
  async function submit() {
    const value = await destination.validate({ addressRequired: true });
    if (!value?.destinationAddress) return;
    const { destinationAddress, destinationTag = null, sourceAmount = null } = value;
    const saved = await save.mutateAsync({ destinationAddress, destinationTag, sourceAmount }).catch(() => null);
    if (!saved) return;
    // The guide may have taken this card away by now, with the address that it asked for.
    toast({ title: 'You got it!', description: 'Your address is in your guide.' });
    onSaved?.();
  }
  const wallet = walletName(transfer.toWallet);
  return (
    <Card as="section" aria-labelledby="address" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="address" ref={ref} tabIndex={-1} className="text-xl">
          {blank
            ? 'Enter your address again'
            : known
              ? 'Change where your XRP goes'
              : 'First: where should your XRP go?'}
        </h2>
        <p className="text-ink-2">
          Open {wallet}, choose XRP, then Receive, and copy the address. Paste it here, never type it.
        </p>
      </div>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) void submit();
        }}
      >
        <ErrorSummary mistakes={destination.mistakes(save.error)} attempt={destination.insisted} />
        <AddressField destination={destination} walletName={wallet} serverErrors={fieldErrors} />
        <div className="grid gap-5 md:grid-cols-2">
          <TagField destination={destination} optional serverErrors={fieldErrors} />
          <AmountField destination={destination} optional serverErrors={fieldErrors} />
        </div>
        {save.isError && !Object.values(fieldErrors).some(Boolean) && (
          <Note kind="bad" title="The address was not saved" live>
            <p>{describe(save.error, 'Please check your connection and try again.')}</p>
          </Note>
        )}
        <Buttons>
          <Button type="submit" busy={save.isPending} busyLabel="Saving…">
            Save my address
          </Button>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              Keep it as it was
            </Button>
          )}
        </Buttons>
      </form>
    </Card>
  );
}
