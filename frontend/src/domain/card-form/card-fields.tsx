import type { Ref } from 'react';
import type { Config } from '../../lib/api/config.ts';
import type { PaymentFields } from './outcome.ts';
import { SandboxFields } from './sandbox-fields.tsx';
import { StripeFields } from './stripe-fields.tsx';

/** Returns true if card details go to the sandbox, which never charges a real card. */
export const isSandbox = ({ publishableKey }: Config['stripe']): boolean => publishableKey.startsWith('pk_sandbox_');

/**
 * Shows the provider's card fields or, in the sandbox, our own.
 * `ref` is set once the card can be charged.
 */
export function CardFields({
  ref,
  stripe,
  clientSecret,
  returnPath,
  onUnavailable,
}: {
  ref: Ref<PaymentFields | null>;
  stripe: Config['stripe'];
  /** Null while the payment intent is created. */
  clientSecret: string | null;
  /** The path to which the bank's own page returns the customer. */
  returnPath: string;
  /** Called if the provider's fields cannot be loaded. */
  onUnavailable: (reason: unknown) => void;
}) {
  const { publishableKey, apiBase = '' } = stripe;
  const common = { ref, publishableKey, clientSecret, returnPath };
  // The key changes with the client secret, because a Stripe element belongs to one client secret.
  return isSandbox(stripe) ? (
    <SandboxFields {...common} apiBase={apiBase} />
  ) : (
    <StripeFields key={clientSecret} {...common} onUnavailable={onUnavailable} />
  );
}
