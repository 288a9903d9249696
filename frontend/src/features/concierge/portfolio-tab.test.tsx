import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, tab, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, marketTokenOf, otherAddress } from '../../../test/replies.ts';

const path = '/concierge/dashboard';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.own();
});

describe('concierge portfolio', () => {
  const portfolio = `${path}?tab=portfolio`;
  const name = () => textbox(/^Name of this (wallet|exchange)$/);
  const field = () => textbox('Your own XRP address');
  const csv = (text: string) => new File([text], 'balances.csv', { type: 'text/csv' });

  async function addWallet(called: string, at: string) {
    await button('Add a wallet').click();
    await name().fill(called);
    await field().fill(at);
    await button('Add this wallet').click();
    await expect.element(heading(called)).toBeVisible();
  }

  async function addFile(called: string, text: string) {
    await button('Add an exchange').click();
    await name().fill(called);
    await page.getByLabelText('CSV file').upload(csv(text));
    await button('Use this file').click();
  }

  beforeEach(() => {
    api.market = [marketTokenOf({ price: '2.5' })];
  });

  test('explains its purpose, and that it is stored only in this browser', async () => {
    await open(portfolio, api);
    await expectVisible(
      heading('See everything you hold in one place'),
      /only in this browser/,
      'What this doesn’t do',
    );
    await expectAccessible();
  });

  test(`${spec('concierge.11')} shows wallets with the customer’s names, and only one address at a time`, async () => {
    api.balances = { [address]: '120.5', [otherAddress]: '10' };
    await open(portfolio, api);
    await button('Add a wallet').click();
    await expectAccessible();
    await button('Not now').click();
    await addWallet('My phone', address);
    await addWallet('My safe', otherAddress);
    await expectVisible('120.5 XRP', text('1.2 XRP stays in the wallet as a reserve.').first());
    // The value is 130.5 XRP at $2.50.
    await expect.element(region('Total').getByText('About $326.25').first()).toBeVisible();
    // The total is right-aligned with the values of its rows.
    const worths = region('Total')
      .getByText(/^About \$/)
      .elements();
    const [total, row] = worths.map((worth) => worth.getBoundingClientRect().right);
    expect(total).toBeCloseTo(row as number, 0);
    const shown = () => [address, otherAddress].filter((one) => document.body.textContent?.includes(one));
    expect(shown()).toEqual([]);
    await button('Show the address of My phone').click();
    expect(shown()).toEqual([address]);
    await button('Show the address of My safe').click();
    expect(shown()).toEqual([otherAddress]);
    await expectAccessible();
    await button('Add a wallet').click();
    expect(shown()).toEqual([]);
    expect(api.bodies('POST', '/api/concierge/portfolio')).toEqual([{ address }, { address: otherAddress }]);
  });

  test('is restored after a reload, and no longer contains a removed wallet', async () => {
    api.balances = { [address]: '120.5' };
    const screen = await open(portfolio, api);
    await addWallet('My phone', address);
    await screen.unmount();
    await open(portfolio, api);
    await expect.element(heading('My phone')).toBeVisible();
    await button('Remove My phone').click();
    await expectVisible(heading('See everything you hold in one place'), 'We removed “My phone.”');
    expect(JSON.stringify({ ...localStorage })).not.toContain(address);
  });

  test('shows the errors of a wallet above the form, and does not add an address twice', async () => {
    await open(portfolio, api);
    await button('Add a wallet').click();
    await button('Add this wallet').click();
    await expect.element(link('Please enter a name for this wallet.')).toBeVisible();
    await expectSummaryAbove(name());
    await expectAccessible();
    await name().fill('My phone');
    await field().fill(address);
    await button('Add this wallet').click();
    await button('Add a wallet').click();
    await name().fill('Again');
    await field().fill(address);
    await button('Add this wallet').click();
    await expect.element(link(/You already added this address/)).toBeVisible();
  });

  test('removes a secret from the name field, and neither sends nor stores it', async () => {
    await open(portfolio, api);
    await button('Add a wallet').click();
    await name().fill('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
    await expect.element(text('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(name()).toHaveValue('');
    await button('Add this wallet').click();
    expect(JSON.stringify([api.calls, { ...localStorage }, { ...sessionStorage }])).not.toContain('sEdTM1');
  });

  test('shows that a wallet is empty, or that the ledger is unavailable', async () => {
    const screen = await open(portfolio, api);
    await addWallet('My phone', address);
    await expect.element(text('No XRP has arrived here yet.')).toBeVisible();
    await screen.unmount();
    const down = networkError('POST /api/concierge/portfolio', { once: true });
    await open(portfolio, api, down);
    await expectVisible(
      /We couldn’t check the XRP network right now/,
      /This total doesn’t include all of your wallets yet/,
    );
    await expectAccessible();
    await button('Try again').click();
    await expect.element(text('No XRP has arrived here yet.')).toBeVisible();
  });

  test('fetches a balance at most once in five minutes', async () => {
    api.balances = { [address]: '120.5' };
    await open(portfolio, api);
    await addWallet('My phone', address);
    await expect.element(text('120.5 XRP')).toBeVisible();
    await tab('Market').click();
    await expect.element(heading('Market summary')).toBeVisible();
    await tab('Portfolio').click();
    await expect.element(text('120.5 XRP')).toBeVisible();
    expect(api.called('POST', '/api/concierge/portfolio')).toHaveLength(1);
  });

  test('shows the server’s message when the rate limit is reached', async () => {
    const detail = 'Too many requests. Please try again in 1 minute.';
    const limited = refusal('POST /api/concierge/portfolio', 'rate_limited', { detail });
    await open(portfolio, api, limited);
    await addWallet('My phone', address);
    await expect.element(text(new RegExp(`^${detail}`))).toBeVisible();
    expect(text(/We couldn’t check the XRP network/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('concierge.12')} reads an exchange’s file in the browser and does not send its content`, async () => {
    await open(portfolio, api);
    await addFile('Kraken', 'asset,balance\nXRP,100\nABC,5\nnothing,\n');
    await expectVisible(heading('Kraken'), 'We added “Kraken.” We left out 1 row we couldn’t read.');
    await expect.element(region('Total').getByText('About $250.00').first()).toBeVisible();
    await expect
      .element(text('The dollar total leaves out these coins, because we don’t have a price for them: ABC.'))
      .toBeVisible();
    await expectAccessible();
    const sent = api.calls.filter(({ method }) => method !== 'GET');
    expect(JSON.stringify(sent)).not.toMatch(/ABC|Kraken/);

    await button('Use a newer file for Kraken').click();
    await expect.element(name()).toHaveValue('Kraken');
    await page.getByLabelText('CSV file').upload(csv('asset,balance\nXRP,40\n'));
    await button('Use this file').click();
    await expect.element(region('Total').getByText('About $100.00').first()).toBeVisible();
  });

  test('does not add a file with a name in use, and preserves the stored account and the input', async () => {
    await open(portfolio, api);
    await addFile('Kraken', 'asset,balance\nXRP,100\n');
    await expect.element(heading('Kraken')).toBeVisible();
    await addFile('Kraken', 'asset,balance\nXRP,40\n');
    await expect.element(link(/^You’re already using the name “Kraken\.” Choose a different one/)).toBeVisible();
    await expectSummaryAbove(name());
    expect(text('We added “Kraken.”').elements()).toEqual([]);
    await expect.element(region('Total').getByText('About $250.00').first()).toBeVisible();
    await name().fill('Kraken of my wife');
    await button('Use this file').click();
    await expectVisible('We added “Kraken of my wife.”', region('Total').getByText('About $350.00').first());
  });

  test('shows that it is full, and accepts another account after one is removed', async () => {
    const account = { kind: 'exchange', holdings: [{ coin: 'XRP', amount: '1' }], readAt: '2026-11-20T12:00:00.000Z' };
    const places = Array.from({ length: 20 }, (_, index) => ({ ...account, id: index + 1, name: `No. ${index + 1}` }));
    localStorage.setItem('xrp-bridge:portfolio', JSON.stringify(places));
    await open(portfolio, api);
    await expect
      .element(text('You can have up to 20 wallets and exchanges here. Remove one to add another.'))
      .toBeVisible();
    expect(button(/^Add/).elements()).toEqual([]);
    await button('Remove No. 20').click();
    await addFile('Kraken', 'asset,balance\nXRP,100\n');
    await expect.element(text('We added “Kraken.”')).toBeVisible();
  });

  test('preserves the input of a new wallet while an account is removed', async () => {
    await open(portfolio, api);
    await addFile('Kraken', 'asset,balance\nXRP,100\n');
    await button('Add a wallet').click();
    await name().fill('My phone');
    await button('Remove Kraken').click();
    await expect.element(text('We removed “Kraken.”')).toBeVisible();
    await expect.element(name()).toHaveValue('My phone');
  });

  test.each([
    ['a binary file', '\u0000\u0001\u0002', /This isn’t a CSV file/],
    ['a list of orders', 'time,asset,amount\n2026-11-20,XRP,5', /This file lists transactions, not balances/],
    ['a table without coins', 'name,age\nAnn,70', /We didn’t find any coin balances in this file/],
  ])('shows an error above the form for %s', async (_, text, reason) => {
    await open(portfolio, api);
    await addFile('Kraken', text);
    await expect.element(link(reason)).toBeVisible();
    await expectSummaryAbove(name());
    await expectAccessible();
  });

  test('shows an error when no file is chosen', async () => {
    await open(portfolio, api);
    await button('Add an exchange').click();
    await button('Use this file').click();
    await expectVisible(link('Please choose a file.'), link('Please enter a name for this exchange.'));
  });
});
