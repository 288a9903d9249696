import type { Ref } from 'react';
import type { Config } from '../../lib/api/config.ts';
import type { PaymentFields } from './outcome.ts';
import { SandboxFields } from './sandbox-fields.tsx';
import { StripeFields } from './stripe-fields.tsx';

/** Returns whether card details go to the sandbox, which never charges a real card. */
export const isSandbox = ({ publishableKey }: Config['stripe']): boolean => publishableKey.startsWith('pk_sandbox_');

/**
 * The input of a card: the provider's fields, or the sandbox's.
 * `ref` is set once a card can be entered.
 */
export function CardFields({
  ref,
  stripe,
  clientSecret,
  returnUrl,
  onUnavailable,
}: {
  ref: Ref<PaymentFields | null>;
  stripe: Config['stripe'];
  clientSecret: string;
  /** The URL that a bank's own page returns to. */
  returnUrl: string;
  /** Called if the provider's fields cannot be loaded. */
  onUnavailable: (reason: unknown) => void;
}) {
  const { publishableKey, apiBase = '' } = stripe;
  const common = { ref, publishableKey, clientSecret, returnUrl };
  // A Stripe element belongs to one client secret.
  return isSandbox(stripe) ? (
    <SandboxFields {...common} apiBase={apiBase} />
  ) : (
    <StripeFields key={clientSecret} {...common} onUnavailable={onUnavailable} />
  );
}
