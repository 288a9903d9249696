import { ConciergeActivated, PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { expect, test } from 'vitest';
import { eventually, newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

const openPage = (transferId: string, transferStatus = 'pending') =>
  t.client.call(paymentApi.openCheckout, { body: { transferId, transferStatus } });

test('the concierge’s hosted page sells the bundle before the guide is paid, and the concierge afterwards', async () => {
  const transferId = newTransferId();
  const { url } = await openPage(transferId);
  expect(await openPage(transferId)).toEqual({ url });
  // The page sells the concierge, so its back link leads to the concierge and not to the guide's card form.
  const page = await fetch(`${t.sandbox.url}${new URL(url).pathname}`);
  expect(await page.text()).toContain(`/concierge?transfer=${transferId}"`);
  expect((await t.payOn(url)).headers.get('location')).toContain('/concierge-success');
  expect(await t.emitted(transferId, PaymentSucceeded)).toMatchObject([{ product: 'bundle', amountCents: 1776 }]);
  const { charges } = (await t.control('GET', 'state')) as unknown as { charges: Record<string, unknown>[] };
  expect(charges.at(-1)).toMatchObject({ calculated_statement_descriptor: 'SANDBOX* XRP BRIDGE' });
  await t.emitted(transferId, ConciergeActivated);
  expect(await t.entitlement(transferId)).toEqual({
    guide: true,
    concierge: true,
  });
  await expect(openPage(transferId)).rejects.toMatchObject({ code: 'already_owned' });

  const guide = await t.paidTransfer();
  await t.payOn((await openPage(guide.transferId, 'instructions_sent')).url);
  const [, upgrade] = await t.emitted(guide.transferId, PaymentSucceeded, 2);
  expect(upgrade).toMatchObject({ product: 'concierge', amountCents: 1376 });
});

test('a paid hosted page is settled by a query of the provider', async () => {
  const transferId = newTransferId();
  const { url } = await openPage(transferId);
  await t.hold(true);
  await t.payOn(url);
  expect(await t.client.call(paymentApi.settle, { params: { transferId } })).toMatchObject({ paid: true });
  await t.hold(false);
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
});

test('the hosted page and the card form cancel each other, so that the customer can pay only one of them', async () => {
  const transferId = newTransferId();
  const card = await t.order(transferId);
  const { url } = await openPage(transferId);
  await expect(t.pay(card.clientSecret)).rejects.toThrow('canceled');
  const again = await t.order(transferId);
  expect(await (await t.payOn(url)).text()).toContain('expired');
  await t.pay(again.clientSecret);
  expect(await t.emitted(transferId, PaymentSucceeded)).toMatchObject([{ product: 'guide' }]);
});

test('a hosted page that was already paid is settled and not replaced', async () => {
  const transferId = newTransferId();
  const { url } = await openPage(transferId);
  await t.hold(true);
  await t.payOn(url);
  await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid' });
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
});

test('an expired hosted page cancels its payment', async () => {
  const transferId = newTransferId();
  await openPage(transferId);
  const [session] = (await t.provider.checkout.sessions.list()).data;
  await t.provider.checkout.sessions.expire(session?.id as string);
  await eventually(async () => {
    const payments = await t.paymentsOf(transferId);
    expect(payments).toMatchObject([{ status: 'canceled' }]);
  });
});
