import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, radio } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  localStorage.setItem('xrp-bridge:selection', JSON.stringify({ from: 'kraken', to: 'ledger' }));
});

// What somebody mistyped, what a link of an older page says, and what is no name at all.
const strange = ['paper', 'TRUST', 'constructor', '', '../admin', '<b>trust</b>'];

describe.each(strange)('a wallet “%s” in the address bar, which there is none of', (wallet) => {
  test.each([
    ['/', { view: 'confirm' }],
    ['/transfer', { view: 'confirm' }],
    ['/transfer-flow', { view: 'confirm' }],
    ['/transfer-flow', { view: 'payment' }],
  ])('%s asks for the wallet, and says nothing of the strange one', async (path, { view }) => {
    await open(`${path}?${new URLSearchParams({ from: 'coinbase', to: wallet, view })}`, api);
    await expect.element(radio(/Coinbase/)).toBeChecked();
    await expect.element(radio(/Ledger/)).not.toBeChecked();
    expect(button(/^Pay/).elements()).toEqual([]);
    if (wallet) expect(document.querySelector('main')?.textContent).not.toContain(wallet);
  });

  test('the helper that sets one up begins with the choice', async () => {
    const screen = await open(`/trust-wallet-setup?${new URLSearchParams({ wallet })}`, api);
    await expect.element(screen.getByRole('combobox', { name: 'Which wallet do you want to use?' })).toBeVisible();
  });
});

test('an exchange that there is none of is asked for, too', async () => {
  await open('/?from=mtgox&to=trust&view=confirm', api);
  await expect.element(radio(/Trust Wallet/)).toBeChecked();
  await expect.element(radio(/Kraken/)).not.toBeChecked();
  await expectAccessible();
});
