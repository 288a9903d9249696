import { spec } from '@xrp-bridge/contracts/testing';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const confirm = '?from=coinbase&to=trust&view=confirm';

describe.each(['/', '/transfer'])('below the choice on %s', (path) => {
  test(`${spec('2.6f')} XRP is explained when that is asked for: four categories, each text with its sources and their date`, async () => {
    const screen = await open(path, api);
    const toggle = screen.getByRole('button', { name: 'Learn about XRP' });
    await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('Utility & goals').elements()).toEqual([]);
    await toggle.click();
    const links = new Set<string>();
    for (const category of ['Utility & goals', 'How it works', 'Value potential', 'Wallet security']) {
      const row = screen.getByRole('group').filter({ hasText: category });
      await row.getByText(category, { exact: true }).click();
      await expect.element(row.getByRole('heading', { level: 3 }).first()).toBeVisible();
      const topics = row.getByRole('heading', { level: 3 }).elements();
      expect(topics.length).toBeGreaterThanOrEqual(3);
      for (const { textContent } of topics) {
        const sources = row.getByRole('list', { name: `Sources: ${textContent}` });
        for (const link of sources.getByRole('link').elements()) links.add((link as HTMLAnchorElement).href);
        expect(sources.getByRole('link').elements().length).toBeGreaterThan(0);
      }
      expect(row.getByText('Last checked 22 Nov 2026.').elements()).toHaveLength(topics.length);
    }
    for (const link of links) expect(link).toMatch(/^https:\/\//);
    expect(screen.getByText(/QFS|quantum-secure|will rise|price target/i).elements()).toEqual([]);
    await expectAccessible();
    await screen.getByRole('link', { name: 'Choose your transfer path' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: /for a fixed/ })).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Choose your path' })).toBeInViewport();
  });

  test('XRP is put away again', async () => {
    const screen = await open(path, api);
    await screen.getByRole('button', { name: 'Learn about XRP' }).click();
    await screen.getByRole('button', { name: 'Put it away' }).click();
    await expect.element(screen.getByText('Utility & goals')).not.toBeInTheDocument();
  });

  test('every wallet has a link to where it shows the address', async () => {
    const screen = await open(path, api);
    await screen.getByText('Where is my address?').click();
    for (const { id, name } of wallets) {
      const link = screen.getByRole('link', { name: `How to find my address in ${name}`, exact: true });
      await expect.element(link).toHaveAttribute('href', `/wallet-guide/${id}`);
    }
  });

  test(`${spec('2.6g')} our page on a social network is named where there is one`, async () => {
    const without = await open(path, api);
    await expect.element(without.getByRole('heading', { name: 'Where is my address?' })).toBeVisible();
    await expect.element(without.getByText('Sandbox')).toBeVisible();
    expect(without.getByRole('heading', { name: 'Need help?' }).elements()).toEqual([]);
    await without.unmount();
    api.config = { ...api.config, socialUrl: 'https://social.example/us' };
    const screen = await open(path, api);
    const link = screen.getByRole('link', { name: 'Our page at social.example (opens in a new tab)' });
    await expect.element(link).toHaveAttribute('href', 'https://social.example/us');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expectAccessible();
  });

  test(`${spec('2.6e')} the ad says that it is one, and stays away until the tab is closed`, async () => {
    const screen = await open(path, api);
    const ad = screen.getByRole('group', { name: 'Ad', exact: true });
    await expect.element(ad.getByText('Ad', { exact: true })).toBeVisible();
    await expect.element(ad.getByRole('link')).toHaveAttribute('href', '/trust-wallet-setup');
    ad.getByRole('button', { name: 'Close this ad' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText(/^The ad is closed/)).toHaveFocus();
    await expectAccessible();
    await screen.unmount();
    const again = await open(path, api);
    await expect.element(again.getByRole('heading', { name: 'Where is my address?' })).toBeVisible();
    expect(again.getByText(/^The ad is closed/).elements()).toEqual([]);
    expect(again.getByRole('group', { name: 'Ad', exact: true }).elements()).toEqual([]);
    await again.unmount();
    sessionStorage.clear();
    const anotherTab = await open(path, api);
    await expect.element(anotherTab.getByRole('group', { name: 'Ad', exact: true })).toBeVisible();
  });

  test('nothing that is there moves when it comes', async () => {
    const screen = await open(path, api);
    await expect.element(screen.getByRole('group', { name: 'Ad', exact: true })).toBeVisible();
    const [ad] = screen.getByRole('group', { name: 'Ad', exact: true }).elements();
    for (const below of document.querySelectorAll('main h1, main h2, main form, main button[type=submit]')) {
      expect(below.compareDocumentPosition(ad as Element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  test('there are quiet ways on: five steps, all of it with us, and help for who has no wallet yet', async () => {
    const screen = await open(path, api);
    await expect
      .element(screen.getByRole('link', { name: 'Start with five short steps' }))
      .toHaveAttribute('href', '/start');
    await expect
      .element(screen.getByRole('link', { name: 'Go through it with us' }))
      .toHaveAttribute('href', '/transfer-flow?view=select');
    await screen.getByRole('button', { name: 'I have no wallet yet' }).click();
    await expect
      .element(screen.getByRole('link', { name: 'Let our helper set it up with you' }))
      .toHaveAttribute('href', '/trust-wallet-setup');
  });

  test('the view with the address field has none of it, but the way to find the address', async () => {
    const screen = await open(path + confirm, api);
    await expect.element(screen.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Ad', exact: true }).elements()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Learn about XRP' }).elements()).toEqual([]);
    const link = screen.getByRole('link', { name: 'How to find my address in Trust Wallet' });
    // The less stands above the button that pays, the better.
    expect(link.elements()).toEqual([]);
    await screen.getByRole('button', { name: 'I don’t have it yet' }).click();
    await expect.element(link).toHaveAttribute('href', '/wallet-guide/trust');
  });
});

test('on a small phone nothing of it is wider than the window', async () => {
  await page.viewport(360, 740);
  api.config = { ...api.config, socialUrl: 'https://a-rather-long-name-of-a-network.social.example/us' };
  const screen = await open('/transfer', api);
  await screen.getByRole('button', { name: 'Learn about XRP' }).click();
  for (const category of ['Utility & goals', 'How it works'])
    await screen.getByText(category, { exact: true }).last().click();
  await expect.element(screen.getByText('What is XRP for?')).toBeVisible();
  for (const size of ['100%', '200%']) {
    document.documentElement.style.fontSize = size;
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  }
  document.documentElement.style.fontSize = '';
  await page.viewport(768, 900);
});
