import type { ComponentProps } from 'react';
import { SecretStopped } from './destination/secret-stopped.tsx';
import { Field } from './ui/field.tsx';
import { useSecretGuard } from './use-secret-guard.ts';

/** The box for an e-mail address. A secret that is pasted into it is taken out, and never sent. */
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
      {guard.stopped && <SecretStopped wanted="What we need is your e-mail address." />}
      <Field
        type="email"
        autoComplete="email"
        onChange={({ target: { value } }) => onChange(guard.pass(value))}
        {...rest}
      />
    </>
  );
}
