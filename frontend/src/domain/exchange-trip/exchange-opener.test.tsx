import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { freezeTrip, now, setVisibility, storedValue } from '../../../test/exchange-trip.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, link, text } from '../../../test/locators.ts';
import { expectAccessible, openPart } from '../../../test/open.tsx';
import { ExchangeOpener } from './exchange-opener.tsx';
import { openExchange } from './trip-store.ts';

const listed = exchanges.filter((one) => one.id !== 'other');
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
beforeEach(freezeTrip);

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });

describe('exchange opener', () => {
  const onContinue = vi.fn();
  const opener = <ExchangeOpener flow="transferFlow" onContinue={onContinue} />;
  beforeEach(() => onContinue.mockReset());

  test(`${spec('2.2a')} lists eleven exchanges with links to their own sites, in a new tab and without a referrer`, async () => {
    await openPart(opener, api);
    const rows = page.getByRole('listitem').elements();
    expect(rows).toHaveLength(11);
    for (const [index, { id, name }] of listed.entries()) {
      const site = exchangeSites[id];
      const row = rows[index] as HTMLElement;
      const target = row.querySelector('a');
      expect(target).toHaveAccessibleName(`${name} (opens in a new tab)`);
      expect(row.innerText).toContain(site?.domain);
      expect(target).toHaveAttribute('href', site?.loginUrl);
      expect(target).toHaveAttribute('target', '_blank');
      expect(target).toHaveAttribute('rel', 'noopener noreferrer');
      const { protocol, hostname } = new URL(target?.href ?? '');
      expect(protocol).toBe('https:');
      expect(`.${hostname}`.endsWith(`.${site?.domain}`)).toBe(true);
    }
    await expect.element(text(/We never ask for your password/)).toBeVisible();
    await expectAccessible();
  });

  test('stores the trip and shows the waiting card after a click on an exchange', async () => {
    await openPart(opener, api);
    await link(/^Kraken/).click();
    await expect.element(heading('Sign in to Kraken')).toHaveFocus();
    expect(storedValue('exchange_return_step')).toEqual({ exchange: 'kraken', flow: 'transferFlow', ready: true });
    expect(storedValue('current_exchange')).toBe('kraken');
    expect(storedValue('return_timestamp')).toBe(now);
    expect(storedValue('kraken_step')).toBe('visiting');
    // The browser may have blocked the new tab, so the card repeats the link.
    await expect.element(text(/^No new tab\?/)).toBeVisible();
    await expect.element(link(/^Open kraken\.com/)).toHaveAttribute('href', 'https://www.kraken.com/sign-in');
    await expectAccessible();
  });

  test(`${spec('2.2b')} welcomes the customer when this tab becomes visible again, and then continues the transfer`, async () => {
    await openPart(opener, api);
    await link(/^Kraken/).click();
    setVisibility('hidden');
    expect(storedValue('kraken_step')).toBe('visiting');
    vi.setSystemTime(now + 60_000);
    setVisibility('visible');
    await expect.element(heading('Welcome back')).toHaveFocus();
    expect(storedValue('kraken_step')).toBe('returned');
    expect(storedValue('return_timestamp')).toBe(now);
    await expectAccessible();
    await button('Continue my transfer').click();
    expect(onContinue).toHaveBeenCalledExactlyOnceWith('kraken');
    expect(storedValue('exchange_return_step')).toBeNull();
    expect(storedValue('current_exchange')).toBeNull();
    expect(storedValue('return_timestamp')).toBeNull();
    expect(storedValue('kraken_step')).toBe('returned');
  });

  test('welcomes the customer after a reload', async () => {
    openExchange('okx', 'transferFlow');
    await openPart(opener, api);
    await expect.element(text(/signed in to OKX/)).toBeVisible();
    expect(storedValue('okx_step')).toBe('returned');
    await expect.element(link(/^Open okx\.com again/)).toHaveAttribute('href', 'https://www.okx.com/account/login');
  });

  test('accepts a button click as the return if the tab was never hidden', async () => {
    await openPart(opener, api);
    await link(/^Gemini/).click();
    await button('I’m signed in').click();
    await expect.element(heading('Welcome back')).toHaveFocus();
  });

  test('lets the customer choose another exchange', async () => {
    await openPart(opener, api);
    await link(/^Gemini/).click();
    await button('Choose a different exchange').click();
    await expect.element(heading('Open your exchange')).toHaveFocus();
    expect(storedValue('exchange_return_step')).toBeNull();
    await link(/^Uphold/).click();
    await expect.element(heading('Sign in to Uphold')).toBeVisible();
    expect(storedValue('current_exchange')).toBe('uphold');
  });

  test('shows the list again when the customer returns after an hour', async () => {
    await openPart(opener, api);
    await link(/^Kraken/).click();
    setVisibility('hidden');
    vi.setSystemTime(now + 3_600_000);
    setVisibility('visible');
    await expect.element(heading('Open your exchange')).toBeVisible();
    expect(storedValue('exchange_return_step')).toBeNull();
  });

  test('shows the list again when another tab ends the trip', async () => {
    await openPart(opener, api);
    const other = document.createElement('iframe');
    document.body.append(other);
    await link(/^Kraken/).click();
    await expect.element(heading('Sign in to Kraken')).toBeVisible();
    other.contentWindow?.localStorage.removeItem('exchange_return_step');
    await expect.element(heading('Open your exchange')).toBeVisible();
    other.remove();
  });

  test('continues to show the list when storage is not available', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await openPart(opener, api);
    await link(/^Kraken/).click();
    await expect.element(heading('Open your exchange')).toBeVisible();
  });
});
