import { spec } from '@xrp-bridge/contracts/testing';
import { walletIds, wallets } from '@xrp-bridge/contracts/wallets';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, heading, link, radio, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { address, otherAddress } from '../../../test/replies.ts';
import { storageName } from '../../lib/storage.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
const path = '/trust-wallet-setup';
const stored = (key: string) => localStorage.getItem(storageName(key));
const field = () => textbox(/XRP address/);
const confirm = () => button('This is my address');

async function openField(wallet = 'trust') {
  const screen = await open(`${path}?wallet=${wallet}`, api);
  await button('Yes, I have it').click();
  await expect.element(field()).toBeVisible();
  return screen;
}

function turnToTab(state: 'hidden' | 'visible' = 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the start of the wallet setup', () => {
  test('preselects Trust Wallet, and offers all other wallets', async () => {
    const screen = await open(path, api);
    await expect.element(heading('Do you already have Trust Wallet?')).toBeVisible();
    const options = screen.getByRole('option').elements();
    expect(options.map(({ textContent }) => textContent)).toEqual(wallets.map(({ name }) => name));
    await expectAccessible();
    await screen.getByRole('combobox').selectOptions('Ledger');
    await expect.element(heading('Do you already have Ledger?')).toBeVisible();
    // The choice is in the URL, so it survives a reload.
    expect(screen.path()).toBe(`${path}?wallet=ledger`);
  });

  test.each(['metamask', 'constructor', ''])(
    'preselects Trust Wallet for the invalid query parameter wallet=%s',
    async (id) => {
      await open(`${path}?wallet=${id}`, api);
      await expect.element(heading('Do you already have Trust Wallet?')).toBeVisible();
    },
  );

  test('shows a customer without the wallet a link to the maker’s page, and continues after the link is opened', async () => {
    await open(path, api);
    await button('No, not yet').click();
    await expect.element(heading('Get Trust Wallet from its maker')).toHaveFocus();
    const maker = link(/^Open the website/);
    await expect.element(maker).toHaveAttribute('href', 'https://trustwallet.com/download');
    await expect.element(maker).toHaveAttribute('target', '_blank');
    await expect.element(maker).toHaveAttribute('rel', 'noopener noreferrer');
    await expectAccessible();
    expect(stored('wallet_setup_started')).toBeNull();

    maker.element().addEventListener('click', (event) => event.preventDefault());
    await maker.click();
    expect(stored('wallet_setup_started')).toBe('true');
    await expect.element(heading('Is Trust Wallet ready?')).toHaveFocus();
    await expectAccessible();
    await button('Yes, it’s ready').click();
    expect(stored('wallet_setup_started')).toBeNull();
    await expect.element(heading('Find your XRP address in Trust Wallet')).toHaveFocus();
  });

  test('continues after “I have the wallet”', async () => {
    await open(path, api);
    await button('No, not yet').click();
    await button('I have the wallet').click();
    await expect.element(heading('Find your XRP address in Trust Wallet')).toBeVisible();
  });

  test('asks after a reload whether the wallet is ready, if the maker’s page was opened', async () => {
    localStorage.setItem('wallet_setup_started', 'true');
    await open(`${path}?wallet=exodus`, api);
    await expect.element(heading('Is Exodus ready?')).toBeVisible();
  });
});

describe('the address in the wallet setup', () => {
  test(`${spec('5.5')} has steps to find it, and can be confirmed once it has 25 characters`, async () => {
    await openField();
    await expect.element(text('5. Copy your address')).toBeVisible();
    await expectAccessible();
    await expect.element(confirm()).toBeDisabled();
    await field().fill(address.slice(0, 24));
    await expect.element(confirm()).toBeDisabled();
    await field().fill(address.slice(0, 25));
    await expect.element(confirm()).toBeEnabled();
    // With 25 characters the button can be pressed, but the address is not valid.
    await confirm().click();
    await expect.element(field()).toHaveAccessibleDescription(/look|missing|wrong|too short/i);
    await expectSummaryAbove(field());
    expect(stored('trust_wallet_address')).toBeNull();
    await expectAccessible();
  });

  test.each(['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'])(
    'is not stored if it is invalid or belongs to an exchange (%s)',
    async (wrong) => {
      const setItem = vi.spyOn(Storage.prototype, 'setItem');
      await openField();
      await field().fill(wrong);
      await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
      await confirm().click();
      // The customer can still enter a valid address on the same page.
      await field().fill(address);
      await confirm().click();
      await expect.element(heading('Your XRP address in Trust Wallet')).toBeVisible();
      const written = setItem.mock.calls.filter(([key]) => key === 'trust_wallet_address');
      expect(written.map(([, value]) => value)).toEqual([JSON.stringify(address)]);
    },
  );

  test(`${spec('2.trust-wallet-setup')} is stored for its wallet after confirmation, shown in full, and used in the transfer`, async () => {
    const screen = await openField('exodus');
    await field().fill(` ${address} `);
    await confirm().click();
    await expect.element(heading('Your XRP address in Exodus')).toHaveFocus();
    expect(stored('exodus_wallet_address')).toBe(JSON.stringify(address));
    expect(stored('trust_wallet_address')).toBeNull();
    expect(document.body.textContent?.split(address)).toHaveLength(2);
    await expect.element(text('Saved on this device')).toBeVisible();
    await expectAccessible();
    await link('Start my transfer').click();
    await expect.poll(screen.path).toBe('/?to=exodus');
    await expect.element(radio(/Exodus/)).toBeChecked();
    await screen.go('/?from=kraken&to=exodus&view=confirm');
    await expect.element(field()).toHaveValue(address);
  });

  test('has a button that moves the focus to its field', async () => {
    await openField();
    await button('I’ve already copied my address').click();
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toBeInViewport();
  });

  test('shows the tag that an X-address contains', async () => {
    await openField();
    await field().fill('XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV');
    await confirm().click();
    await expect.element(text('Your address includes the tag 123456.')).toBeVisible();
    expect(document.body.textContent).toContain(address);
  });

  test('is restored on the next visit, and can be changed', async () => {
    localStorage.setItem('trust_wallet_address', JSON.stringify(address));
    await open(path, api);
    await expect.element(heading('Your XRP address in Trust Wallet')).toBeVisible();
    await button('Change the address').click();
    await expect.element(heading('Find your XRP address in Trust Wallet')).toHaveFocus();
    await expect.element(field()).toHaveValue('');
    await field().fill(otherAddress);
    await confirm().click();
    await expect.element(heading('Your XRP address in Trust Wallet')).toBeVisible();
    expect(stored('trust_wallet_address')).toBe(JSON.stringify(otherAddress));
  });

  test('is not requested again for a wallet with a stored address', async () => {
    localStorage.setItem('ledger_wallet_address', JSON.stringify(address));
    const screen = await open(path, api);
    await screen.getByRole('combobox').selectOptions('Ledger');
    await button('Yes, I have it').click();
    await expect.element(heading('Your XRP address in Ledger')).toHaveFocus();
  });

  test.each([
    `"${address.slice(0, -1)}n"`,
    '"sn259rEFXrQrWyx3Q7XneWcwV6dfL"',
    '"rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh"',
    '{"address":1}',
    '5',
    '{',
  ])('is discarded if the stored value is %s', async (text) => {
    for (const id of walletIds) localStorage.setItem(`${id}_wallet_address`, text);
    await open(path, api);
    await expect.element(heading('Do you already have Trust Wallet?')).toBeVisible();
    expect(stored('trust_wallet_address')).toBeNull();
  });

  test('is updated when another tab changes it', async () => {
    localStorage.setItem('trust_wallet_address', JSON.stringify(address));
    await open(path, api);
    await expect.element(heading('Your XRP address in Trust Wallet')).toBeVisible();
    const dispatchStorage = (key: string) =>
      window.dispatchEvent(new StorageEvent('storage', { key: storageName(key) }));
    localStorage.setItem('trust_wallet_address', JSON.stringify(otherAddress));
    dispatchStorage('theme');
    expect(document.body.textContent).toContain(address);
    dispatchStorage('trust_wallet_address');
    await expect.poll(() => document.body.textContent).toContain(otherAddress);
    localStorage.removeItem('trust_wallet_address');
    dispatchStorage('trust_wallet_address');
    await expect.element(heading('Do you already have Trust Wallet?')).toBeVisible();
  });
});

describe('the return to the tab of the wallet setup', () => {
  test('shows a reminder, and reads it aloud if the voice is on', async () => {
    const spoken: SpeechSynthesisUtterance[] = [];
    vi.spyOn(speechSynthesis, 'speak').mockImplementation((words) => void spoken.push(words));
    await openField();
    const reminder = 'Welcome back. If you copied your XRP address, paste it below.';
    turnToTab('hidden');
    expect(text(reminder).elements()).toEqual([]);
    turnToTab();
    await expect.element(text(reminder)).toBeVisible();
    expect(spoken).toEqual([]);
    await button('Read reminders aloud').click();
    turnToTab();
    expect(spoken.map(({ text }) => text)).toEqual([reminder]);
    await button('Stop reading reminders aloud').click();
    turnToTab();
    expect(spoken).toHaveLength(1);
    await expectAccessible();
  });

  test('shows no reminder at any other stage', async () => {
    const speak = vi.spyOn(speechSynthesis, 'speak');
    localStorage.setItem('voiceOn', 'true');
    await open(path, api);
    await expect.element(button('Yes, I have it')).toBeVisible();
    turnToTab();
    expect(speak).not.toHaveBeenCalled();
  });
});

describe('the button “Start over” of the wallet setup', () => {
  test('deletes the address and shows the first question', async () => {
    await openField();
    await field().fill(address);
    await confirm().click();
    await expect.element(heading('Your XRP address in Trust Wallet')).toBeVisible();
    await button('Start over').click();
    await expect.element(heading('Do you already have Trust Wallet?')).toHaveFocus();
    expect(stored('trust_wallet_address')).toBeNull();
    expect(button('Start over').elements()).toEqual([]);
  });

  test('deletes the stored visit to the maker’s page', async () => {
    localStorage.setItem('wallet_setup_started', 'true');
    await open(path, api);
    await button('Start over').click();
    await expect.element(heading('Do you already have Trust Wallet?')).toBeVisible();
    expect(stored('wallet_setup_started')).toBeNull();
  });
});

test('the wallet setup can be used by keyboard alone', async () => {
  await open(path, api);
  await expect.element(button('Yes, I have it')).toBeVisible();
  (button('Yes, I have it').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toBeVisible();
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard(address);
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Your XRP address in Trust Wallet')).toHaveFocus();
});
