import { type ComponentProps, useState } from 'react';
import { Address } from '../../ui/address.tsx';
import { Field } from '../../ui/field.tsx';
import { SecretStopped } from './secret-stopped.tsx';
import { type DestinationErrors, fieldIds, type useDestination } from './use-destination.ts';

/**
 * The length of the shortest address.
 * While the input is shorter, the customer is still typing, so no error is shown.
 */
const shortestAddress = 25;

interface Of {
  destination: ReturnType<typeof useDestination>;
  /** The server's errors. */
  serverErrors?: DestinationErrors;
}

/**
 * Shows a field for the address, which is checked while it is typed.
 * A valid address is also shown in groups, for comparison.
 */
export function AddressField({
  destination,
  serverErrors = {},
  walletName,
  ...rest
}: Of & { walletName: string } & Pick<ComponentProps<typeof Field>, 'hint' | 'optional'>) {
  const { draft, errors, value, set, secretStopped, insisted, unpackedTag } = destination;
  const [left, setLeft] = useState(false);
  const showsError = left || insisted > 0 || draft.address.trim().length >= shortestAddress;
  const address = draft.address ? value?.destinationAddress : undefined;
  return (
    <div className="grid gap-5">
      {secretStopped === 'address' && (
        <SecretStopped wanted="We need your address. It starts with a lowercase r and is safe to share." />
      )}
      <Field
        id={fieldIds.address}
        label={`Your ${walletName} XRP address`}
        hint="It starts with a lowercase r."
        mono
        value={draft.address}
        onChange={(event) => set('address', event.target.value)}
        onBlur={() => setLeft(draft.address.trim() !== '')}
        error={(showsError && errors.address) || serverErrors.address}
        good={
          address &&
          `Good job! This is a valid XRP address.${unpackedTag === null ? '' : ` It includes the tag ${unpackedTag}.`}`
        }
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
      />
      {address && (
        <div className="grid animate-rise gap-2">
          <p className="text-ink-2">Compare this address with the one in your wallet, one group at a time:</p>
          <Address value={address} />
        </div>
      )}
    </div>
  );
}

/** Shows a field for the destination tag, which hardly any customer's own wallet needs. */
export function TagField({
  destination,
  serverErrors = {},
  ...rest
}: Of & Pick<ComponentProps<typeof Field>, 'hint' | 'optional'>) {
  const { draft, errors, set, secretStopped, unpackedTag } = destination;
  return (
    <div className="grid gap-5">
      {secretStopped === 'tag' && <SecretStopped wanted="A destination tag can only contain numbers." />}
      <Field
        id={fieldIds.tag}
        label="Destination tag"
        hint="Leave this blank. Your own wallet doesn’t need one."
        mono
        inputMode="numeric"
        value={draft.tag}
        onChange={(event) => set('tag', event.target.value)}
        error={errors.tag ?? serverErrors.tag}
        good={unpackedTag !== null && `Your address includes the tag ${unpackedTag}.`}
        autoComplete="off"
        {...rest}
      />
    </div>
  );
}

/** Shows a field for the total amount of XRP to move. */
export function AmountField({
  destination,
  serverErrors = {},
  label = 'Amount of XRP',
  ...rest
}: Of & Pick<ComponentProps<typeof Field>, 'good' | 'hint' | 'optional'> & { label?: string }) {
  const { draft, errors, set, secretStopped } = destination;
  return (
    <div className="grid gap-5">
      {secretStopped === 'amount' && <SecretStopped wanted="Please use numbers only." />}
      <Field
        id={fieldIds.amount}
        label={label}
        hint="For example, 25 or 25.5."
        mono
        inputMode="decimal"
        value={draft.amount}
        onChange={(event) => set('amount', event.target.value)}
        error={errors.amount ?? serverErrors.amount}
        autoComplete="off"
        {...rest}
      />
    </div>
  );
}
