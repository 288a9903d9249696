import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const checkout = `/checkout?transfer=${id}`;

describe('which transfer', () => {
  test.each(['transfer', 'transferId', 'transfer_id'])('the query may call it %s', async (name) => {
    await open(`/checkout?${name}=${id}`, api);
    await expect.element(heading('Pay and get your guide')).toBeVisible();
  });

  test(`${spec('8.9')} without an id: the link is not whole`, async () => {
    await open('/checkout', api);
    await expectVisible(heading('Checkout error'), 'No transfer ID found. Please go back and start a new transfer.');
    await expect.element(link('Start new transfer')).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test(`${spec('8.11')} an unknown one: Transfer not found`, async () => {
    await open('/checkout?transfer=nobody', api);
    await expectVisible(heading('Transfer not found'), 'The transfer you’re looking for doesn’t exist.');
    await expect.element(link('Return home')).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test(`${spec('8.10')} one that cannot be loaded says the server’s words, and can be tried again`, async () => {
    const down = refusal('GET /api/transfers/{id}', 'service_unavailable', { detail: 'Back in a minute.' });
    await open(checkout, api, down);
    await expectVisible(heading('Error loading transfer'), 'Back in a minute.');
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(heading('Pay and get your guide')).toBeVisible();
  });

  test(`${spec('8.10')} without the server’s words it says its own`, async () => {
    await open(checkout, api, networkError('GET /api/transfers/{id}'));
    await expect.element(text('Unable to load transfer details. Please try again.')).toBeVisible();
  });

  test(`${spec('4.14')} while it loads, a skeleton says that it may take a minute`, async () => {
    await open(checkout, api, noReply('GET /api/transfers/{id}'));
    await expect.element(text('Loading your transfer. This may take a minute.')).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('4.16')} one that is paid goes straight to its guide`, async () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open(checkout, api);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test.each([true, false])('a refunded one is closed, and has a receipt for its owner: %s', async (mine) => {
    api.push({ status: 'refunded', mine });
    await open(checkout, api);
    await expect.element(heading('This transfer was refunded')).toBeVisible();
    const receipts = link('See my receipt').elements();
    expect(receipts.map((receipt) => receipt.getAttribute('href'))).toEqual(mine ? [`/transfer/${id}/receipt`] : []);
    await expectAccessible();
  });

  test('paid in another tab or by hand: the page notices by itself', async () => {
    const screen = await open(checkout, api);
    await expect.element(heading('Pay and get your guide')).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});

describe('what is bought', () => {
  test(`${spec('2.7a')} the pair and the $4.00 fee`, async () => {
    await open(checkout, api);
    const order = region('Your order');
    await expect.element(order.getByText('Guided transfer')).toBeVisible();
    await expect.element(order.getByRole('img', { name: /From Coinbase to Xaman/ })).toBeInTheDocument();
    await expect.element(button('Pay $4.00')).toBeVisible();
    await expectAccessible();
  });

  test('what, how much and who charges stand above the card, in few lines on a phone', async () => {
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

  test('with the concierge, both prices and the total', async () => {
    api.transfer.serviceFee = '17.76';
    await open(checkout, api);
    const order = region('Your order');
    await expectVisible(order.getByText('$13.76'), order.getByText('$17.76'), button('Pay $17.76'));
  });
});

describe('during maintenance', () => {
  test('says when to come back, and offers no other way to pay', async () => {
    const closed = refusal('POST /api/create-payment-intent', 'maintenance');
    await open(checkout, api, closed);
    await expectVisible(/Please come back in a few minutes\./, 'Nothing was charged, and your transfer is kept.');
    await expect.element(button('Try again')).toBeVisible();
    expect(heading('Payment error').elements()).toEqual([]);
    await expectAccessible();
  });
});
