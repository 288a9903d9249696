import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, radio, text } from '../../../test/locators.ts';
import { choosePath, expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('the selection of exchange and wallet', () => {
  test(`${spec('4.12')} leads to the confirmation after both choices`, async () => {
    const screen = await open('/', api);
    await expectAccessible();
    await choosePath(screen, 'Coinbase', 'Xaman');
    await expect.element(heading('Confirm your transfer path')).toHaveFocus();
    expect(screen.path()).toBe('/?from=coinbase&to=xumm&view=confirm');
  });

  test('scrolls to the second question only in a narrow window', async () => {
    await page.viewport(390, 740);
    const screen = await open('/', api);
    const second = text(/Which wallet is yours\?/);
    await expect.element(second).not.toBeInViewport();
    await text('Coinbase').click();
    await expect.element(second).toBeInViewport();
    await screen.unmount();
    // The window is wide enough for two columns, so the page does not scroll.
    await page.viewport(1280, 740);
    localStorage.clear();
    const wide = await open('/', api);
    const coinbase = wide.getByText('Coinbase');
    await coinbase.hover();
    const before = scrollY;
    await coinbase.click();
    await expect.element(wide.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    expect(scrollY).toBe(before);
  });

  test('stores two choices that are made at the same moment', async () => {
    const screen = await open('/', api);
    await expect.element(radio(/Xaman/)).toBeInTheDocument();
    const kraken = radio(/Kraken/).element() as HTMLInputElement;
    const xaman = radio(/Xaman/).element() as HTMLInputElement;
    kraken.click();
    xaman.click();
    await expect.poll(screen.path).toContain('from=kraken&to=xumm');
  });

  test('advances only after “Continue” when the keyboard is used', async () => {
    const screen = await open('/', api);
    await text('Kraken').click();
    const trust = radio(/Trust Wallet/);
    (trust.element() as HTMLInputElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(trust).toBeChecked();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(radio(/Xaman/)).toBeChecked();
    await expect.poll(screen.path).toBe('/?from=kraken&to=xumm');
    await button('Continue with Kraken to Xaman').click();
    await expect.element(heading('Confirm your transfer path')).toBeVisible();
  });

  test(`${spec('5.1')} lists missing choices above the form, with links to the questions, and scrolls to this list on a phone`, async () => {
    await page.viewport(360, 740);
    const screen = await open('/', api);
    await button('Continue').click();
    const summary = screen.getByRole('alert');
    await expect.element(summary.getByRole('heading', { name: 'There’s a problem' })).toBeVisible();
    await expectSummaryAbove(radio(/Coinbase/));
    await expectAccessible();
    await summary.getByRole('link', { name: 'Please choose the exchange that holds your XRP.' }).click();
    await expect.element(radio(/Coinbase/)).toHaveFocus();
    await text('Coinbase').click();
    await button('Continue').click();
    // After a delay, the URL contains the choice, and the summary changes.
    await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(1);
    await expect.element(summary).toBeInViewport();
    await summary.getByRole('link', { name: 'Please choose the wallet your XRP should go to.' }).click();
    await expect.element(radio(/Trust Wallet/)).toHaveFocus();
    expect(screen.path()).not.toContain('#');
  });

  test(`${spec('2.6b')} shows all exchanges on request, and an option for an exchange that is not listed`, async () => {
    await open('/', api);
    // The assistant refers to this option, so it must be visible from the start.
    await expect.element(button('My exchange isn’t listed')).toBeVisible();
    await button(`${exchanges.length - 5} more exchanges`).click();
    await expect.element(radio(/OKX/)).toBeInTheDocument();
    await button('My exchange isn’t listed').click();
    await expect.element(radio(/Another exchange/)).toBeChecked();
  });

  test('has no line break within the support hours', async () => {
    api.config = { ...api.config, support: { ...api.config.support, hours: 'Monday to Friday, 9 a.m. to 5 p.m. UTC' } };
    await open('/', api);
    const hours = 'We’re here Monday to Friday, 9\u00a0a.m. to\u00a05\u00a0p.m. UTC. We reply';
    await expect.poll(() => document.body.textContent).toContain(hours);
  });

  test('has help for customers without a wallet, and a notice about MetaMask', async () => {
    await open('/', api);
    await button('I don’t have a wallet yet').click();
    await expect.element(link(/Xaman at xaman.app/)).toBeVisible();
    await button('3 more wallets').click();
    await button('I use MetaMask').click();
    await expectVisible(/starts with 0x and can’t hold XRP/, 'Last checked Nov 20, 2026.');
    await expectAccessible();
  });

  test('shows the bridge at 0 percent', async () => {
    const screen = await open('/?from=coinbase&to=xumm', api);
    const bridge = screen.getByRole('img', { name: 'From Coinbase to Xaman: 0 percent of the way' });
    await expect.element(bridge).toBeVisible();
  });

  test('survives a reload', async () => {
    const first = await open('/', api);
    await text('Robinhood').click();
    await first.unmount();
    await open('/', api);
    await expect.element(radio(/Robinhood/)).toBeChecked();
  });
});

describe('the transfer page', () => {
  test(`${spec('2.6a')} shows the fixed fee, the three links and the disclaimer`, async () => {
    const screen = await open('/transfer', api);
    await expect.element(heading(/for a fixed \$4\.00/)).toBeVisible();
    // FROM and TO are above the two columns, and the second column has all seven wallets.
    await expect.element(screen.getByRole('group', { name: 'From Where is your XRP now?' })).toBeVisible();
    const wallets = screen.getByRole('group', { name: 'To Which wallet is yours?' });
    expect(wallets.getByRole('radio').elements()).toHaveLength(7);
    await expect.element(link('Signal dashboard')).toHaveAttribute('href', '/nansen');
    await expect.element(text('Guidance from A to B. Not financial advice. You', { exact: false })).toBeVisible();
    await button('Start transfer below').click();
    await expect.element(radio(/Coinbase/)).toHaveFocus();
    await expectAccessible();
  });

  test(`${spec('2.6a')} has a quick transfer with two lists and a button`, async () => {
    const screen = await open('/transfer', api);
    await button('Quick transfer').click();
    await screen.getByRole('combobox', { name: 'From' }).selectOptions('Gemini');
    await screen.getByRole('combobox', { name: 'To' }).selectOptions('Ledger');
    await expectAccessible();
    await button('Continue to payment').click();
    await expect.element(heading('Confirm your transfer path')).toBeVisible();
    expect(screen.path()).toBe('/transfer?from=gemini&to=ledger&view=confirm');
  });

  test('lists the missing choices of a quick transfer', async () => {
    const screen = await open('/transfer', api);
    await button('Quick transfer').click();
    const from = screen.getByRole('combobox', { name: 'From' });
    const to = screen.getByRole('combobox', { name: 'To' });
    await button('Continue to payment').click();
    await expectSummaryAbove(from);
    const summary = screen.getByRole('alert');
    expect(summary.getByRole('link').elements()).toHaveLength(2);
    await expectAccessible();
    await from.selectOptions('Gemini');
    await button('Continue to payment').click();
    await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(1);
    await expect.element(to).toBeInvalid();
    await summary.getByRole('link', { name: 'Please choose the wallet your XRP should go to.' }).click();
    await expect.element(to).toHaveFocus();
    expect(screen.path()).toBe('/transfer');
  });
});

test.each([true, false])(
  'the list of fees contains the concierge only if it is offered (offered: %s)',
  async (conciergeOffered) => {
    api.config = { ...api.config, conciergeOffered };
    await open('/', api);
    await expect.element(text('Guide for one transfer')).toBeVisible();
    // The settings decide which offers are shown. “Sandbox” appears once the settings are loaded.
    await expect.element(text('Sandbox')).toBeVisible();
    await expect.poll(() => text(/concierge/i).elements().length > 0).toBe(conciergeOffered);
  },
);
