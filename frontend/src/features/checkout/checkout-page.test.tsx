import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fillCard, succeed } from '../../../test/card.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';
import { openTransfer } from '../../domain/transfer/open-transfer.ts';

const otherId = 'f'.repeat(32);

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  globalThis.startedIntent = undefined;
});

const checkout = `/checkout?transfer=${id}`;

describe('checkout page', () => {
  test.each(['transfer', 'transferId', 'transfer_id'])(
    'accepts the transfer’s id in the query parameter “%s”',
    async (name) => {
      await open(`/checkout?${name}=${id}`, api);
      await expect.element(heading('Pay and get your guide')).toBeVisible();
    },
  );

  test(`${spec('8.9')} shows “No transfer ID found” without an id`, async () => {
    await open('/checkout', api);
    await expectVisible(heading('Checkout error'), 'No transfer ID found. Please go back and start a new transfer.');
    // Without a payment there is no email with a link.
    expect(text(/open it from our email again/).elements()).toEqual([]);
    await expect.element(link('Start new transfer')).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test(`${spec('8.11')} shows “Transfer not found” for an unknown id`, async () => {
    await open('/checkout?transfer=nobody', api);
    await expectVisible(heading('Transfer not found'), 'The transfer you’re looking for doesn’t exist.');
    await expect.element(link('Return home')).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test(`${spec('8.10')} shows the server’s message when the transfer cannot be loaded, and can retry`, async () => {
    const down = refusal('GET /api/transfers/{id}', 'service_unavailable', { detail: 'Back in a minute.' });
    await open(checkout, api, down);
    await expectVisible(heading('Error loading transfer'), 'Back in a minute.');
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(heading('Pay and get your guide')).toBeVisible();
  });

  test(`${spec('8.10')} shows a default message when the server’s error has no message`, async () => {
    await open(checkout, api, networkError('GET /api/transfers/{id}'));
    await expect.element(text('Unable to load transfer details. Please try again.')).toBeVisible();
  });

  test(`${spec('4.14')} shows a skeleton, and that loading may take a minute, while the transfer loads`, async () => {
    await open(checkout, api, noReply('GET /api/transfers/{id}'));
    await expect.element(text('Loading your transfer. This may take a minute.')).toBeVisible();
    await expectAccessible();
  });

  test.each([
    { stored: { id, paid: false }, count: 1 },
    { stored: { id, paid: true }, count: 0 },
    { stored: { id: otherId, paid: false }, count: 0 },
  ])(
    'requests the payment before the transfer has loaded only if the browser has stored this transfer as unpaid (%o)',
    async ({ stored, count }) => {
      openTransfer.set({ ...stored, fromExchange: 'coinbase', toWallet: 'xumm' });
      await open(checkout, api, noReply('GET /api/transfers/{id}'));
      await expect.poll(() => api.called('GET', '/api/config').length).toBe(1);
      await expect.poll(() => api.called('POST', '/api/create-payment-intent').length).toBe(count);
    },
  );

  test.each([
    { succeeded: true, transferId: id, calls: 0, secret: 'pi_1_secret_early' },
    { succeeded: false, transferId: id, calls: 1, secret: 'pi_1_secret_2' },
    { succeeded: true, transferId: otherId, calls: 1, secret: 'pi_1_secret_2' },
  ])(
    'uses the payment that the page has requested before its scripts only if it is for this transfer and succeeded (%o)',
    async ({ succeeded, transferId, calls, secret }) => {
      const answer = succeeded ? Response.json({ clientSecret: 'pi_1_secret_early' }) : Response.error();
      globalThis.startedIntent = { transferId, response: Promise.resolve(answer) };
      const screen = await open(checkout, api, succeed(api));
      await fillCard();
      await button('Pay $4.00').click();
      await expect.poll(screen.path).toBe(`/transfer/${id}`);
      expect(api.bodies('STRIPE', 'confirm')).toMatchObject([{ client_secret: secret }]);
      expect(api.called('POST', '/api/create-payment-intent')).toHaveLength(calls);
    },
  );

  test(`${spec('4.16')} redirects to the guide when the transfer is paid`, async () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open(checkout, api);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test.each([true, false])(
    'shows that the transfer was refunded, and links to the receipt only for the owner (owner: %s)',
    async (mine) => {
      api.push({ status: 'refunded', mine });
      await open(checkout, api);
      await expect.element(heading('This transfer was refunded')).toBeVisible();
      const receipts = link('See my receipt').elements();
      expect(receipts.map((receipt) => receipt.getAttribute('href'))).toEqual(mine ? [`/transfer/${id}/receipt`] : []);
      await expectAccessible();
    },
  );

  test('redirects to the guide when the transfer is paid in another tab or by hand', async () => {
    const screen = await open(checkout, api);
    await expect.element(heading('Pay and get your guide')).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});

describe('checkout order', () => {
  test(`${spec('2.7a')} shows exchange, wallet and the $4.00 fee`, async () => {
    await open(checkout, api);
    const order = region('Your order');
    await expect.element(order.getByText('Guide', { exact: true })).toBeVisible();
    await expect.element(order.getByRole('img', { name: /From Coinbase to Xaman/ })).toBeInTheDocument();
    await expect.element(button('Pay $4.00')).toBeVisible();
    await expectAccessible();
  });

  test('shows product, price and statement name above the card, in at most 150 px on a phone', async () => {
    await page.viewport(360, 740);
    await open(checkout, api);
    const card = textbox('Card number');
    await expect.element(card).toBeVisible();
    const line = text('Guide: Coinbase to Xaman').element().closest('dl') as HTMLElement;
    expect(line).toHaveTextContent('Guide: Coinbase to Xaman$4.00On your card statement:XRP BRIDGE');
    expect(line.getBoundingClientRect().bottom).toBeLessThan(card.element().getBoundingClientRect().top);
    const title = heading('Pay and get your guide').element();
    expect(line.getBoundingClientRect().bottom - title.getBoundingClientRect().top).toBeLessThanOrEqual(150);
  });

  test('shows the price of the concierge and the total when the concierge is included', async () => {
    api.transfer.serviceFee = '17.76';
    await open(checkout, api);
    const order = region('Your order');
    await expectVisible(order.getByText('$13.76'), order.getByText('$17.76'), button('Pay $17.76'));
  });
});

describe('checkout during maintenance', () => {
  test('asks the customer to come back in a few minutes, and shows no other way to pay', async () => {
    const closed = refusal('POST /api/create-payment-intent', 'maintenance');
    await open(checkout, api, closed);
    await expectVisible(/Please come back in a few minutes\./, 'Nothing was charged, and your transfer is saved.');
    await expect.element(button('Try again')).toBeVisible();
    expect(heading('Payment error').elements()).toEqual([]);
    await expectAccessible();
  });
});
