import { useEffect, useRef, useState } from 'react';
import { Address } from '../ui/address.tsx';
import { Field } from '../ui/field.tsx';
import { SecretStopped } from './secret-stopped.tsx';
import type { DestinationErrors, useDestination } from './use-destination.ts';

/** As long as the shortest address: before that somebody is still typing, and is not told that it is wrong. */
const shortestAddress = 25;

/** Address, tag and amount, checked as they are typed; what the server found wrong can be passed in. */
export function DestinationFields({
  destination,
  serverErrors = {},
  optional,
  walletName,
}: {
  destination: ReturnType<typeof useDestination>;
  serverErrors?: DestinationErrors;
  optional?: boolean;
  walletName: string;
}) {
  const { draft, errors, value, set, secretStopped, insisted, unpackedTag } = destination;
  const [left, setLeft] = useState(false);
  const tellAddress = left || insisted > 0 || draft.address.trim().length >= shortestAddress;
  const group = useRef<HTMLDivElement>(null);
  const refused = Object.values(serverErrors).some(Boolean);
  useEffect(() => {
    if (insisted > 0 || refused) group.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [insisted, refused]);
  return (
    <div ref={group} className="grid gap-5">
      {secretStopped && (
        <SecretStopped wanted="What we need is your address: it begins with a small r and is safe to share." />
      )}
      <Field
        label={`Your ${walletName} XRP address`}
        optional={optional}
        mono
        value={draft.address}
        onChange={(event) => set('address', event.target.value)}
        onBlur={() => setLeft(draft.address.trim() !== '')}
        error={(tellAddress && errors.address) || serverErrors.address}
        good={draft.address && value?.destinationAddress && 'Good job! This is a valid XRP address.'}
        hint={
          optional
            ? 'It begins with a small r. You can also add it later, in your guide.'
            : 'It begins with a small r. Copy it in your wallet under Receive.'
        }
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {draft.address && value?.destinationAddress && (
        <div className="grid animate-rise gap-2">
          <p className="text-ink-2">Compare it with the one in your wallet, group by group:</p>
          <Address value={value.destinationAddress} />
        </div>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label="Destination tag"
          optional
          mono
          inputMode="numeric"
          value={draft.tag}
          onChange={(event) => set('tag', event.target.value)}
          error={errors.tag ?? serverErrors.tag}
          good={unpackedTag !== null && `Your address carries the tag ${unpackedTag}.`}
          hint="Leave it empty: your own wallet needs none."
          autoComplete="off"
        />
        <Field
          label="Amount of XRP"
          optional
          mono
          inputMode="decimal"
          value={draft.amount}
          onChange={(event) => set('amount', event.target.value)}
          error={errors.amount ?? serverErrors.amount}
          hint="For example 25 or 25.5. You can decide later."
          autoComplete="off"
        />
      </div>
    </div>
  );
}
