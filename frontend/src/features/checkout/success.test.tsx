import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const success = `/checkout-success?transfer=${id}`;
const paid = { status: 'instructions_sent', destinationAddress: address } as const;

describe('the return from a payment', () => {
  test.each([success, `/checkout?transfer=${id}&success=true`, `/?payment=success&transferId=${id}`])(
    'to %s shows that the payment is not confirmed',
    async (path) => {
      const screen = await open(path, api);
      await expectVisible(heading('Confirming your payment'), 'We can’t confirm your payment yet.');
      expect(screen.path()).toBe(success);
      await expectAccessible();
    },
  );

  test.each([success, `/checkout?transfer=${id}&success=true`, `/?payment=success&transferId=${id}`])(
    'to %s opens the guide when the transfer is paid',
    async (path) => {
      api.push(paid);
      const screen = await open(path, api);
      await expect.poll(screen.path).toBe(`/transfer/${id}`);
    },
  );
});

test('Payment success page returns to the main flow for a transfer that was ordered there', async () => {
  localStorage.setItem(`xrp-bridge:ordered-in-flow:${id}`, 'true');
  api.push(paid);
  const screen = await open(success, api);
  await expect.poll(screen.path).toMatch(/^\/transfer-flow/);
});

test(`${spec('2.7d')} Payment success page opens the guide when the webhook arrives after the redirect`, async () => {
  const screen = await open(success, api);
  await expect.element(text('We can’t confirm your payment yet.')).toBeVisible();
  api.push(paid);
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
});

test('Payment success page shows that the payment is being checked while the server queries the provider', async () => {
  await open(success, api, noReply('POST /api/transfers/{id}/complete'));
  await expect.element(text(/We’re checking whether your payment went through/)).toBeVisible();
  await expectAccessible();
});

test(`${spec('8.14')} Payment success page shows the server’s message when the provider is unavailable, and can check again`, async () => {
  const down = refusal('POST /api/transfers/{id}/complete', 'payment_provider_unavailable', {
    detail: 'The provider is silent.',
    once: true,
  });
  const screen = await open(success, api, down);
  await expect.element(text('The provider is silent.')).toBeVisible();
  // The payment is still unclear, so there is no link to pay again.
  const back = link('Back to payment');
  await expect.element(back).not.toBeInTheDocument();
  await button('Check again').click();
  await expectVisible(/We don’t see your payment/, back);
  api.transfer = { ...api.transfer, ...paid, updatedAt: '2026-11-20T11:00:00.000Z' };
  await button('Check again').click();
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
});

test(`${spec('8.7')} Payment success page links back to the payment after a refusal by the bank`, async () => {
  await open(`${success}&redirect_status=failed`, api);
  await expect.element(heading('Payment failed')).toBeVisible();
  await expectAccessible();
  await link('Try again').click();
  await expect.element(heading('Pay and get your guide')).toBeVisible();
});

test('Payment success page shows “No transfer ID provided” without an id', async () => {
  await open('/checkout-success', api);
  await expectVisible('No transfer ID provided.', link('Back to home'));
  // A customer who has just paid must not be led to a second payment.
  expect(link('Start new transfer').elements()).toEqual([]);
});

test('Payment success page shows “Transfer not found” for an unknown id', async () => {
  await open('/checkout-success?transfer=nobody', api);
  await expect.element(heading('Transfer not found')).toBeVisible();
  expect(api.called('POST', '/api/transfers/nobody/complete')).toEqual([]);
});

test('Payment success page polls when live updates fail', async () => {
  const noEvents = http.get('/api/transfers/:id/events', () => HttpResponse.json({}, { status: 503 }));
  const screen = await open(success, api, noEvents);
  await expect.element(text('We can’t confirm your payment yet.')).toBeVisible();
  api.transfer = { ...api.transfer, ...paid, updatedAt: '2026-11-20T11:00:00.000Z' };
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
});
