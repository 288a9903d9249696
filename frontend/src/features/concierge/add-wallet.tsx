import { type FormEvent, useState } from 'react';
import { AddressField } from '../../domain/destination/destination-fields.tsx';
import { fieldIds, useDestination } from '../../domain/destination/use-destination.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type Mistake } from '../../ui/error-summary.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { NameField } from './name-field.tsx';
import { type Place, whyNot } from './portfolio.ts';

const nameId = 'wallet-name';

/** Shows a form for the public address of a wallet and its name. */
export function AddWallet({
  places,
  onAdd,
  onLeave,
}: {
  places: readonly Place[];
  onAdd: (wallet: { name: string; address: string }) => void;
  onLeave: () => void;
}) {
  const destination = useDestination();
  const [name, setName] = useState('');
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [attempts, setAttempts] = useState(0);

  async function add(event: FormEvent) {
    event.preventDefault();
    setAttempts(attempts + 1);
    const trimmedName = name.trim();
    const valid = await destination.validate({ addressRequired: true });
    const address = valid?.destinationAddress;
    const reason = address && trimmedName ? whyNot(places, { name: trimmedName, address }) : null;
    setMistakes([
      ...(trimmedName ? [] : [{ field: nameId, text: 'Please enter a name for this wallet.' }]),
      ...(reason ? [{ field: reason.about === 'name' ? nameId : fieldIds.address, text: reason.text }] : []),
    ]);
    if (address && trimmedName && !reason) onAdd({ name: trimmedName, address });
  }

  return (
    <form noValidate onSubmit={add} aria-labelledby="add-wallet" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id="add-wallet" className="text-lg">
        Add a wallet
      </h3>
      <ErrorSummary mistakes={[...mistakes, ...destination.mistakes(null)]} attempt={attempts} />
      <p className="text-ink-2">
        An XRP address is public and safe to share. We look up its balance on the XRP network. No one can use it to move
        your XRP.
      </p>
      <NameField
        id={nameId}
        label="Name of this wallet"
        hint="For example, My phone."
        value={name}
        onChange={setName}
        error={mistakes.find(({ field }) => field === nameId)?.text ?? null}
      />
      <AddressField destination={destination} walletName="own" />
      <Buttons>
        <Button type="submit">Add this wallet</Button>
        <Button variant="quiet" onClick={onLeave}>
          Not now
        </Button>
      </Buttons>
    </form>
  );
}
