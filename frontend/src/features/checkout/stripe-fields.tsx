import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Skeleton } from '../../shared/ui/state.tsx';
import { useTheme } from '../../shared/ui/theme.ts';
import { outcomeOf, outcomeOfError, type PaymentFields } from './outcome.ts';

/** Stripe's own Payment Element: the card details go from its frame to Stripe. `onUnavailable` when it cannot be loaded. */
export function StripeFields({
  ref,
  publishableKey,
  clientSecret,
  returnUrl,
  onUnavailable,
}: {
  ref: Ref<PaymentFields>;
  publishableKey: string;
  clientSecret: string;
  returnUrl: string;
  onUnavailable: (reason: unknown) => void;
}) {
  const [theme] = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const loaded = useRef<{ stripe: Stripe; elements: StripeElements }>(null);
  const [ready, setReady] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is made once for a secret; the theme is changed below
  useEffect(() => {
    let gone = false;
    loadStripe(publishableKey)
      .then((stripe) => {
        if (gone || !place.current) return;
        if (!stripe) throw new Error('Stripe.js did not start');
        const elements = stripe.elements({ clientSecret, appearance: appearance() });
        const element = elements.create('payment', {
          layout: 'tabs',
          paymentMethodOrder: ['card', 'apple_pay', 'google_pay'],
        });
        element.on('ready', () => setReady(true));
        element.on('loaderror', ({ error }) => onUnavailable(error));
        element.mount(place.current);
        loaded.current = { stripe, elements };
      })
      .catch((error: unknown) => {
        if (!gone) onUnavailable(error);
      });
    return () => {
      gone = true;
      loaded.current?.elements.getElement('payment')?.destroy();
      loaded.current = null;
    };
  }, [publishableKey, clientSecret]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed theme changes the tokens that are read
  useEffect(() => loaded.current?.elements.update({ appearance: appearance() }), [theme]);

  useImperativeHandle(ref, () => ({
    async confirm() {
      if (!loaded.current)
        return { kind: 'incomplete', mistakes: [{ text: 'The card form is still loading. Please wait a moment.' }] };
      const { stripe, elements } = loaded.current;
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      // What is missing, the provider's form says at its own fields.
      if (error?.type === 'validation_error') return { kind: 'incomplete', mistakes: [] };
      return error ? outcomeOfError(error) : outcomeOf(paymentIntent.status);
    },
  }));

  return (
    <div className="relative min-h-60">
      {!ready && (
        <div className="absolute inset-0 grid content-start gap-5">
          <Skeleton className="h-13.5" />
          <Skeleton className="h-13.5" />
          <Skeleton className="h-13.5" />
        </div>
      )}
      <div ref={place} />
    </div>
  );
}

/** Our tokens, for a frame that cannot see our styles. */
function appearance(): Appearance {
  const root = getComputedStyle(document.documentElement);
  const token = (name: string) => resolveColour(root.getPropertyValue(name));
  return {
    variables: {
      colorPrimary: token('--color-water'),
      colorBackground: token('--color-card'),
      colorText: token('--color-ink'),
      colorTextSecondary: token('--color-ink-2'),
      colorDanger: token('--color-bad'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '14px',
      spacingUnit: '5px',
    },
  };
}

/** The browser works out light-dark(…) only where it is used as a colour. */
function resolveColour(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
