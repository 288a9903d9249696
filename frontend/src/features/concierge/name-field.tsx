import { SecretStopped } from '../../domain/destination/secret-stopped.tsx';
import { useSecretGuard } from '../../lib/use-secret-guard.ts';
import { Field } from '../../ui/field.tsx';
import { longestName } from './portfolio.ts';

/** Shows a field for the name that the customer gives a wallet or an account. */
export function NameField({
  id,
  label,
  hint,
  value,
  onChange,
  error,
}: {
  id: string;
  label: string;
  hint: string;
  value: string;
  onChange: (name: string) => void;
  error: string | null;
}) {
  const guard = useSecretGuard();
  return (
    <>
      {guard.stopped && <SecretStopped wanted="Pick any name you like." />}
      <Field
        id={id}
        label={label}
        hint={hint}
        required
        maxLength={longestName}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(guard.pass(target.value))}
        error={error}
      />
    </>
  );
}
