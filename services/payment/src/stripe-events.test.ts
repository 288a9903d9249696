import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { willBeCharged } from './stripe-events.ts';

test.each([
  // Stripe charges a renewal about an hour after it created the invoice.
  ['draft', true],
  ['open', true],
  ['paid', false],
  ['uncollectible', false],
  ['void', false],
] as const)('willBeCharged for an invoice with the status %s returns %s', (status, expected) => {
  expect(willBeCharged({ status } as Stripe.Invoice)).toBe(expected);
});
