import type { Appearance, Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Skeleton } from '../../ui/state.tsx';
import { useTheme } from '../../ui/theme.ts';
import { outcomeOf, outcomeOfError, type PaymentFields } from './outcome.ts';
import { allowStripeScripts } from './stripe-scripts.ts';

/**
 * Shows Stripe's Payment Element.
 * The element's frame sends card details directly to Stripe. `onUnavailable` is called if the element cannot be loaded.
 */
export function StripeFields({
  ref,
  publishableKey,
  clientSecret,
  returnPath,
  onUnavailable,
}: {
  /** Set once the customer can enter a card. */
  ref: Ref<PaymentFields | null>;
  publishableKey: string;
  /** Null while the payment intent is created. Stripe.js is loaded meanwhile. */
  clientSecret: string | null;
  returnPath: string;
  onUnavailable: (reason: unknown) => void;
}) {
  const [theme] = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState<{ stripe: Stripe; elements: StripeElements } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one element per secret; another effect changes the theme
  useEffect(() => {
    let gone = false;
    let element: StripePaymentElement | undefined;
    allowStripeScripts();
    loadStripe(publishableKey)
      .then((stripe) => {
        if (gone || !place.current) return;
        if (!stripe) throw new Error('Stripe.js did not start');
        if (!clientSecret) return;
        const elements = stripe.elements({ clientSecret, appearance: appearance() });
        element = elements.create('payment', {
          layout: 'tabs',
          paymentMethodOrder: ['card', 'apple_pay', 'google_pay'],
        });
        element.on('ready', () => setReady({ stripe, elements }));
        element.on('loaderror', ({ error }) => onUnavailable(error));
        element.mount(place.current);
      })
      .catch((error: unknown) => {
        if (!gone) onUnavailable(error);
      });
    return () => {
      gone = true;
      element?.destroy();
    };
  }, [publishableKey, clientSecret]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `appearance()` reads the theme's colours from CSS
  useEffect(() => ready?.elements.update({ appearance: appearance() }), [theme, ready]);

  useImperativeHandle<PaymentFields | null, PaymentFields | null>(
    ref,
    () =>
      ready && {
        async confirm() {
          const { error, paymentIntent } = await ready.stripe.confirmPayment({
            elements: ready.elements,
            confirmParams: { return_url: new URL(returnPath, location.origin).href },
            redirect: 'if_required',
          });
          // Stripe's form shows its validation errors itself.
          if (error?.type === 'validation_error') return { kind: 'incomplete', mistakes: [] };
          return error ? outcomeOfError(error) : outcomeOf(paymentIntent.status);
        },
      },
    [ready, returnPath],
  );

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

/** Returns our design tokens for Stripe's frame, which cannot read our CSS. */
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

/** Resolves light-dark(…), which browsers compute only where it is used as a colour. */
function resolveColour(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
