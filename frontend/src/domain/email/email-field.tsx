import type { ComponentProps } from 'react';
import { useSecretGuard } from '../../lib/use-secret-guard.ts';
import { Field } from '../../ui/field.tsx';
import { SecretStopped } from '../destination/secret-stopped.tsx';

/** Shows an e-mail field that removes a pasted secret, so that the secret is never sent. */
export function EmailField({
  onChange,
  ...rest
}: Pick<ComponentProps<typeof Field>, 'id' | 'label' | 'hint' | 'error' | 'optional' | 'required'> & {
  value: string;
  onChange: (email: string) => void;
}) {
  const guard = useSecretGuard();
  return (
    <>
      {guard.stopped && <SecretStopped wanted="We only need your email address." />}
      <Field
        type="email"
        autoComplete="email"
        onChange={({ target: { value } }) => onChange(guard.pass(value))}
        {...rest}
      />
    </>
  );
}
