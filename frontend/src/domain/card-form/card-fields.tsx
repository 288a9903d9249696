import { lazy, type Ref, Suspense } from 'react';
import type { Config } from '../../lib/api/config.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import type { PaymentFields } from './outcome.ts';

const StripeFields = lazy(async () => ({ default: (await import('./stripe-fields.tsx')).StripeFields }));
const SandboxFields = lazy(async () => ({ default: (await import('./sandbox-fields.tsx')).SandboxFields }));

/** Whether card details go to the sandbox, and no real card is ever charged. */
export const isSandbox = ({ publishableKey }: Config['stripe']): boolean => publishableKey.startsWith('pk_sandbox_');

/** Where a card is entered: the provider's own fields, or the sandbox's. `ref` is given once a card can be entered. */
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
  /** Where a bank's own page leads back to. */
  returnUrl: string;
  /** The provider's fields cannot be loaded. */
  onUnavailable: (reason: unknown) => void;
}) {
  const { publishableKey, apiBase = '' } = stripe;
  const common = { ref, publishableKey, clientSecret, returnUrl };
  return (
    <Suspense fallback={<CardSkeleton />}>
      {isSandbox(stripe) ? (
        <SandboxFields {...common} apiBase={apiBase} />
      ) : (
        // An element of Stripe's lives and ends with its secret.
        <StripeFields key={clientSecret} {...common} onUnavailable={onUnavailable} />
      )}
    </Suspense>
  );
}
