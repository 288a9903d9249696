import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, radio } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  localStorage.setItem('xrp-bridge:selection', JSON.stringify({ from: 'kraken', to: 'ledger' }));
});

// Ids with typing errors, ids of old links, and strings that cannot be ids.
const strange = ['trsut', 'TRUST', 'constructor', '', '../admin', '<b>trust</b>'];

describe.each(strange)('the unknown wallet “%s” in the address bar', (wallet) => {
  test.each([
    ['/', { view: 'confirm' }],
    ['/transfer', { view: 'confirm' }],
    ['/transfer-flow', { view: 'confirm' }],
    ['/transfer-flow', { view: 'payment' }],
  ])('makes %s show the selection without the unknown wallet', async (path, { view }) => {
    await open(`${path}?${new URLSearchParams({ from: 'coinbase', to: wallet, view })}`, api);
    await expect.element(radio(/Coinbase/)).toBeChecked();
    await expect.element(radio(/Ledger/)).not.toBeChecked();
    expect(button(/^Pay/).elements()).toEqual([]);
    if (wallet) expect(document.querySelector('main')?.textContent).not.toContain(wallet);
  });

  test('makes the wallet setup start with the selection', async () => {
    const screen = await open(`/trust-wallet-setup?${new URLSearchParams({ wallet })}`, api);
    await expect.element(screen.getByRole('combobox', { name: 'Which wallet do you want to use?' })).toBeVisible();
  });
});

test('an unknown exchange in the address bar leads to the selection', async () => {
  await open('/?from=mtgox&to=trust&view=confirm', api);
  await expect.element(radio(/Trust Wallet/)).toBeChecked();
  await expect.element(radio(/Kraken/)).not.toBeChecked();
  await expectAccessible();
});
