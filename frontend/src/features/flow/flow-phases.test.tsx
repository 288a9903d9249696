import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, radio, text } from '../../../test/locators.ts';
import { choosePath, expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { id } from '../../../test/replies.ts';
import { comeBack, openExchange } from '../../domain/exchange-trip/trip-store.ts';

const flow = '/transfer-flow';
const chosen = `${flow}?from=kraken&to=xumm`;
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ fromExchange: 'kraken' });
});

const press = (name: string | RegExp) => button(name).click();

describe('flow selection', () => {
  test(`${spec('2.5a')} offers four exchanges and four wallets, and a link for all others`, async () => {
    const screen = await open(flow, api);
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
    const names = screen
      .getByRole('radio')
      .elements()
      .map((radio) => (radio as HTMLInputElement).value);
    expect(names.sort()).toEqual(['binance', 'coinbase', 'exodus', 'kraken', 'ledger', 'robinhood', 'trust', 'xumm']);
    expect(link(/^My (exchange|wallet) isn’t listed$/).elements()).toHaveLength(2);
    await expectAccessible();
    await link('My exchange isn’t listed').click();
    await expect.poll(screen.path).toBe('/transfer');
  });

  test('continues to the confirmation after both choices, and is shown again on “back”', async () => {
    const screen = await open(flow, api);
    await choosePath(screen, 'Kraken', 'Xaman');
    await expect.element(heading('Is this still your path?')).toHaveFocus();
    expect(screen.path()).toBe(`${chosen}&view=confirm`);
    await screen.back();
    await expect.element(radio(/Kraken/)).toBeChecked();
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
  });

  test('does not continue after choices by keyboard until “Continue” is pressed', async () => {
    const screen = await open(flow, api);
    for (const name of [/Kraken/, /Ledger/]) {
      const radio = screen.getByRole('radio', { name });
      await expect.element(radio).toBeVisible();
      (radio.element() as HTMLInputElement).focus();
      await userEvent.keyboard(' ');
      await expect.element(radio).toBeChecked();
    }
    await press('Continue with Kraken to Ledger');
    await expect.element(heading('Is this still your path?')).toBeVisible();
  });

  test('shows an error for “Continue” without a choice', async () => {
    await open(flow, api);
    await press('Continue');
    await expectSummaryAbove(radio(/Binance/));
    await expectAccessible();
  });

  test('shows the exchange and wallet from the URL even if they are not among the main four', async () => {
    await open(`${flow}?from=gemini&to=tangem&view=select`, api);
    await expect.element(radio(/Gemini/)).toBeChecked();
    await expect.element(radio(/Tangem/)).toBeChecked();
  });
});

describe('flow start', () => {
  test(`${spec('4.4')} opens the confirmation when exchange and wallet are in the URL`, async () => {
    await open(chosen, api);
    await expect.element(heading('Is this still your path?')).toBeVisible();
    await expectAccessible();
  });

  test('opens the confirmation when exchange and wallet are stored', async () => {
    localStorage.setItem('xrp-bridge:selection', JSON.stringify({ from: 'binance', to: 'trust' }));
    await open(flow, api);
    await expectVisible(heading('Is this still your path?'), 'Trust Wallet');
  });

  test.each([
    '?view=payment',
    '?view=__proto__&from=constructor&to=toString',
    '?from=kraken&to=metamask',
    '?view=payment&from=kraken',
  ])('opens the selection when the URL contains %s without the required data', async (query) => {
    await open(flow + query, api);
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
  });

  test('opens the confirmation when the URL contains a later phase but no transfer is paid', async () => {
    await open(`${chosen}&view=completion`, api);
    await expect.element(heading('Is this still your path?')).toBeVisible();
  });
});

describe('flow confirmation', () => {
  test('shows the exchange’s hint', async () => {
    await open(`${chosen}&view=confirm`, api);
    await expectVisible('Heads up: Confirm new addresses by email.');
  });

  test(`${spec('2.5b')} leads to the selection on “No” and to the payment on “Yes”, and is shown again on “back”`, async () => {
    const screen = await open(`${chosen}&view=confirm`, api);
    await press('No, let me choose again');
    await expect.element(radio(/Xaman/)).toBeChecked();
    await screen.back();
    await press('Yes, show me the steps');
    await expect.element(heading('Check and pay')).toHaveFocus();
    expect(screen.path()).toBe(`${chosen}&view=payment`);
    await screen.back();
    await expect.element(heading('Is this still your path?')).toBeVisible();
  });

  test(`${spec('2.5c')} opens the help for the exchange, which leads back to the confirmation`, async () => {
    const screen = await open(`${chosen}&view=confirm`, api);
    await press('Help me find my way around Kraken');
    await expect.element(heading('Find your way around your exchange')).toHaveFocus();
    await expect.element(text(/Kraken/).first()).toBeVisible();
    await expectAccessible();
    // The last step of the help leads back to the path, so no other button does.
    expect(button('Back to my path').elements()).toEqual([]);
    await press('My XRP is on a different exchange');
    await expect.element(heading('Open your exchange')).toBeVisible();
    await expectAccessible();
    await press('Back to my path');
    await expect.element(heading('Is this still your path?')).toBeVisible();
    expect(screen.path()).toBe(`${chosen}&view=confirm`);
  });

  test('skips the sign-in step after the customer returned from another exchange', async () => {
    await open(`${chosen}&view=exchange-help`, api);
    await press('My XRP is on a different exchange');
    await expect.element(heading('Open your exchange')).toBeVisible();
    openExchange('coinbase', 'transferFlow');
    comeBack();
    await press('Continue my transfer');
    await expect.element(heading('Step 2 of 3: Open the withdrawal form')).toHaveFocus();
    await press('Back');
    await expect.element(heading('Step 1 of 3: Sign in to Coinbase')).toHaveFocus();
  });

  test(`${spec('2.5d')} shows Robinhood’s conditions before the payment`, async () => {
    const screen = await open(`${flow}?from=robinhood&to=ledger`, api);
    await press('Yes, show me the steps');
    await expect.element(heading('Before you send from Robinhood')).toHaveFocus();
    for (const fact of [
      /checks your ID/,
      /up to 5 business days to turn on/,
      /\$5,000 in 24 hours, in up to 10 transfers/,
      /Nov 20, 2026/,
    ]) {
      await expect.element(text(fact).first()).toBeVisible();
    }
    const source = link(/own help page/);
    await expect.element(source).toHaveAttribute('href', expect.stringContaining('https://robinhood.com/'));
    await expectAccessible();
    await press('Choose a different exchange');
    await expect.element(radio(/Robinhood/)).toBeChecked();
    await screen.back();
    await press('Got it, continue');
    await expect.element(heading('Check and pay')).toBeVisible();
  });
});

describe('flow payment', () => {
  const pay = `${chosen}&view=payment`;

  test(`${spec('2.5e')} orders the guide, and continues at the homebase when the order is paid`, async () => {
    const screen = await open(chosen, api);
    await press('Yes, show me the steps');
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    await expectAccessible();
    await press('Pay $4.00 to continue');
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).toEqual({
      fromExchange: 'kraken',
      toWallet: 'xumm',
      serviceFee: '4.00',
    });
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    api.push({ status: 'instructions_sent' });
    await expect.poll(screen.path).toBe(flow);
    await expect.element(heading('Transfer homebase')).toBeVisible();
    await screen.back();
    await expect.element(heading('Transfer homebase')).toBeVisible();
    expect(screen.path()).toBe(`${chosen}&view=assistant`);
    await screen.back();
    await expect.element(heading('Transfer homebase')).toBeVisible();
    expect(screen.path()).toBe(chosen);
  });

  test('returns to the confirmation on “back” from an unpaid checkout', async () => {
    const screen = await open(pay, api);
    await press('Pay $4.00 to continue');
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    await screen.back();
    await expect.element(heading('Is this still your path?')).toBeVisible();
    await press('Yes, show me the steps');
    // While a transfer is open, the customer cannot place a second order.
    await expect.element(heading('You already have a transfer to finish')).toBeVisible();
    await expect.element(link('Finish this transfer')).toHaveAttribute('href', `/checkout?transfer=${id}`);
  });

  test('returns to the selection on “Change selection”', async () => {
    await open(pay, api);
    await press('Change selection');
    await expect.element(radio(/Kraken/)).toBeChecked();
  });
});
