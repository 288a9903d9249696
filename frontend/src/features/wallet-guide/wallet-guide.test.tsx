import { spec } from '@xrp-bridge/contracts/testing';
import { walletIds, wallets } from '@xrp-bridge/contracts/wallets';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, radio, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const steps = () => region('The steps').getByRole('list').first();

describe('the guide of a wallet', () => {
  test.each(wallets)(`${spec('2.6h')} for $name has five steps, each with a drawing`, async ({ id, name }) => {
    await open(`/wallet-guide/${id}`, api);
    await expectVisible(heading(`Your XRP address in ${name}`), steps());
    const shown = [...steps().element().children];
    expect(shown).toHaveLength(5);
    for (const [index, step] of shown.entries()) {
      expect(step.textContent).toMatch(new RegExp(`${index + 1}\\. \\S.*Look for: \\S`));
      // The drawing highlights and labels the place to press.
      const drawing = step.querySelector('svg[viewBox="0 0 240 176"]');
      expect(drawing?.querySelector('.stroke-water')).not.toBeNull();
      expect(drawing?.textContent).toMatch(/\S/);
      expect(drawing?.closest('[aria-hidden]')).not.toBeNull();
    }
    await expectAccessible();
  });

  test('explains the destination tag, and shows its sources and the date of the last check', async () => {
    await open('/wallet-guide/trust', api);
    await expectVisible(/it has no destination tag/, 'Last checked Nov 20, 2026.');
    await expect
      .element(link(/^xrpl\.org/))
      .toHaveAttribute('href', 'https://xrpl.org/docs/concepts/transactions/source-and-destination-tags');
    await expect.element(text(/Choose the coin “XRP,” not/)).toBeVisible();
    // The drawings contain no complete address, which a customer could copy.
    expect(document.body.textContent).not.toMatch(/r[1-9A-HJ-NP-Za-km-z]{24}/);
  });

  test('links to the transfer, and to the setup of the wallet', async () => {
    const screen = await open('/wallet-guide/exodus', api);
    await expect.element(link('Set up your wallet')).toHaveAttribute('href', '/trust-wallet-setup?wallet=exodus');
    await link('Start a transfer to Exodus').click();
    await expect.poll(screen.path).toBe('/?to=exodus');
    await expect.element(radio(/Exodus/)).toBeChecked();
  });

  test('can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    await open('/wallet-guide/ledger', api);
    await button('Print these steps').click();
    expect(print).toHaveBeenCalledOnce();
  });

  test(`${spec('2.6h')} has two steps for MetaMask that lead the customer to another wallet`, async () => {
    await open('/wallet-guide/metamask', api);
    await expectVisible(heading('MetaMask can’t hold XRP'), steps());
    expect(steps().element().children).toHaveLength(2);
    expect(steps().element().querySelectorAll('.stroke-bad').length).toBeGreaterThan(0);
    const [stop, choose] = steps().element().children;
    expect(stop?.textContent).not.toContain('Look for');
    expect(choose?.textContent).toContain('Look for');
    await expect.element(link('Choose a wallet')).toHaveAttribute('href', '/');
    await expectAccessible();
  });
});

describe('the page of a wallet guide', () => {
  test('shows a placeholder while the guide loads', async () => {
    const steps = noReply('GET /api/wallet-guides/{wallet}');
    await open('/wallet-guide/trust', api, steps);
    await expect.element(text('Loading the steps…')).toBeVisible();
    await expectAccessible();
    steps.end();
    await expect.element(text('1. Open Trust Wallet')).toBeVisible();
  });

  test('shows a retry button if the guide could not be loaded', async () => {
    const down = networkError('GET /api/wallet-guides/{wallet}');
    await open('/wallet-guide/trust', api, down);
    await expect.element(heading('We couldn’t load the steps')).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(text('1. Open Trust Wallet')).toBeVisible();
  });

  test('shows the server’s error message', async () => {
    const detail = 'Too many requests. Please wait a moment.';
    const limited = refusal('GET /api/wallet-guides/{wallet}', 'rate_limited', { detail });
    await open('/wallet-guide/trust', api, limited);
    await expect.element(text(detail)).toBeVisible();
  });

  test.each(['paper', 'TRUST', 'constructor', '%2F..%2Fadmin'])(
    `${spec('2.6h')} links to the existing guides for the unknown wallet %s`,
    async (wallet) => {
      const screen = await open(`/wallet-guide/${wallet}`, api);
      const title = heading('Guide not available for this wallet');
      await expect.element(title).toBeVisible();
      const links = screen.getByRole('main').getByRole('listitem').getByRole('link');
      expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(
        walletIds.map((id) => `/wallet-guide/${id}`),
      );
      await expectAccessible();
      await links.first().click();
      await expect.element(heading('Your XRP address in Trust Wallet')).toBeVisible();
    },
  );
});
