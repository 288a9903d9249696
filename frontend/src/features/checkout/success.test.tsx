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

describe('a return address proves nothing', () => {
  test.each([success, `/checkout?transfer=${id}&success=true`, `/?payment=success&transferId=${id}`])(
    '%s shows that the payment is not confirmed',
    async (path) => {
      const screen = await open(path, api);
      await expectVisible(heading('Confirming your payment'), 'The payment has not reached us yet.');
      expect(screen.path()).toBe(success);
      await expectAccessible();
    },
  );

  test.each([success, `/checkout?transfer=${id}&success=true`, `/?payment=success&transferId=${id}`])(
    '%s of a transfer that is paid opens its guide',
    async (path) => {
      api.push(paid);
      const screen = await open(path, api);
      await expect.poll(screen.path).toBe(`/transfer/${id}`);
    },
  );
});

test('a transfer ordered in the main flow goes on there', async () => {
  localStorage.setItem(`xrp-bridge:ordered-in-flow:${id}`, 'true');
  api.push(paid);
  const screen = await open(success, api);
  await expect.poll(screen.path).toMatch(/^\/transfer-flow/);
});

test(`${spec('2.7d')} redirect before webhook: the guide opens by itself when the server learns of it`, async () => {
  const screen = await open(success, api);
  await expect.element(text('The payment has not reached us yet.')).toBeVisible();
  api.push(paid);
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
});

test('while the provider is asked, it says so', async () => {
  await open(success, api, noReply('POST /api/transfers/{id}/complete'));
  await expect.element(text(/We are asking if it went through/)).toBeVisible();
  await expectAccessible();
});

test(`${spec('8.14')} when the provider cannot be asked, the server’s words show, and it can be checked again`, async () => {
  const down = refusal('POST /api/transfers/{id}/complete', 'payment_provider_unavailable', {
    detail: 'The provider is silent.',
    once: true,
  });
  const screen = await open(success, api, down);
  await expect.element(text('The provider is silent.')).toBeVisible();
  // Nobody knows yet whether it is to be paid.
  const back = link('Back to payment');
  await expect.element(back).not.toBeInTheDocument();
  await button('Check again').click();
  await expectVisible(/We do not see a payment/, back);
  api.transfer = { ...api.transfer, ...paid, updatedAt: '2026-11-20T11:00:00.000Z' };
  await button('Check again').click();
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
});

test(`${spec('8.7')} a bank that refused leads back to the payment`, async () => {
  await open(`${success}&redirect_status=failed`, api);
  await expect.element(heading('Payment failed')).toBeVisible();
  await expectAccessible();
  await link('Try again').click();
  await expect.element(heading('Pay and get your guide')).toBeVisible();
});

test('without an id: the link is not whole', async () => {
  await open('/checkout-success', api);
  await expect.element(text('No transfer ID provided.')).toBeVisible();
});

test('of an unknown transfer: not found', async () => {
  await open('/checkout-success?transfer=nobody', api);
  await expect.element(heading('Transfer not found')).toBeVisible();
  expect(api.called('POST', '/api/transfers/nobody/complete')).toEqual([]);
});

test('when live updates do not come through, it keeps asking', async () => {
  const noEvents = http.get('/api/transfers/:id/events', () => HttpResponse.json({}, { status: 503 }));
  const screen = await open(success, api, noEvents);
  await expect.element(text('The payment has not reached us yet.')).toBeVisible();
  api.transfer = { ...api.transfer, ...paid, updatedAt: '2026-11-20T11:00:00.000Z' };
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
});
