import { spec } from '@xrp-bridge/contracts/testing';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const confirm = '?from=coinbase&to=trust&view=confirm';

test('the landing page has no ad before an exchange or a wallet is chosen', async () => {
  const screen = await open('/', api);
  await expect.element(text('Where is my address?')).toBeVisible();
  const ad = screen.getByRole('group', { name: 'Ad' });
  expect(ad.elements()).toEqual([]);
  await text('Coinbase').click();
  await expect.element(ad).toBeVisible();
});

// The landing page shows an ad only once the customer has chosen an exchange or a wallet.
describe.each(['/?from=coinbase', '/transfer'])('the content below the selection on %s', (path) => {
  test(`${spec('2.6f')} explains XRP on request in four categories, with sources and the date of the last check for each text`, async () => {
    const screen = await open(path, api);
    await expect.element(text('Utility & goals')).not.toBeVisible();
    await text('About XRP').click();
    const links = new Set<string>();
    for (const category of ['Utility & goals', 'How it works', 'Value potential', 'Wallet security']) {
      const row = screen.getByRole('group').filter({ hasText: category }).last();
      await row.getByText(category).click();
      await expect.element(row.getByRole('heading', { level: 4 }).first()).toBeVisible();
      const topics = row.getByRole('heading', { level: 4 }).elements();
      expect(topics.length).toBeGreaterThanOrEqual(3);
      for (const { textContent } of topics) {
        const sources = row.getByRole('list', { name: `Sources: ${textContent}` });
        for (const link of sources.getByRole('link').elements()) links.add((link as HTMLAnchorElement).href);
        expect(sources.getByRole('link').elements().length).toBeGreaterThan(0);
      }
      expect(row.getByText('Last checked Nov 22, 2026.').elements()).toHaveLength(topics.length);
    }
    for (const link of links) expect(link).toMatch(/^https:\/\//);
    expect(text(/QFS|quantum-secure|will rise|price target/i).elements()).toEqual([]);
    await expectAccessible();
    await link('Choose your transfer path').click();
    await expect.element(screen.getByRole('heading', { level: 1, name: /for a fixed/ })).toBeVisible();
    await expect.element(region('Choose your path')).toBeInViewport();
  });

  test('hides the explanation of XRP again', async () => {
    await open(path, api);
    await text('About XRP').click();
    await expect.element(text('Utility & goals')).toBeVisible();
    await text('About XRP').click();
    await expect.element(text('Utility & goals')).not.toBeVisible();
  });

  test('links to the address guide of every wallet', async () => {
    await open(path, api);
    await text('Where is my address?').click();
    for (const { id, name } of wallets) {
      const help = link(`How to find my address in ${name}`);
      await expect.element(help).toHaveAttribute('href', `/wallet-guide/${id}`);
    }
  });

  test(`${spec('2.6g')} links to our page on a social network if one is configured`, async () => {
    const without = await open(path, api);
    await expectVisible(without.getByRole('heading', { name: 'Where is my address?' }), without.getByText('Sandbox'));
    expect(without.getByRole('heading', { name: 'Need help?' }).elements()).toEqual([]);
    await without.unmount();
    api.config = { ...api.config, socialUrl: 'https://social.example/us' };
    await open(path, api);
    const ours = link('Our page on social.example (opens in a new tab)');
    await expect.element(ours).toHaveAttribute('href', 'https://social.example/us');
    await expect.element(ours).toHaveAttribute('rel', 'noopener noreferrer');
    await expectAccessible();
  });

  test(`${spec('2.6e')} has a labelled ad, and does not show the ad again in this tab after it was closed`, async () => {
    const screen = await open(path, api);
    const ad = screen.getByRole('group', { name: 'Ad' });
    await expect.element(ad.getByText('Ad')).toBeVisible();
    await expect.element(ad.getByRole('link')).toHaveAttribute('href', '/trust-wallet-setup');
    ad.getByRole('button', { name: 'Close this ad' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(text(/^Ad closed/)).toHaveFocus();
    await expectAccessible();
    await screen.unmount();
    const again = await open(path, api);
    await expect.element(heading('Where is my address?')).toBeVisible();
    expect(text(/^Ad closed/).elements()).toEqual([]);
    expect(again.getByRole('group', { name: 'Ad' }).elements()).toEqual([]);
    await again.unmount();
    sessionStorage.clear();
    const anotherTab = await open(path, api);
    await expect.element(anotherTab.getByRole('group', { name: 'Ad' })).toBeVisible();
  });

  test('has its ad below all headings and forms, so that nothing moves when the ad loads', async () => {
    const screen = await open(path, api);
    await expect.element(screen.getByRole('group', { name: 'Ad' })).toBeVisible();
    const [ad] = screen.getByRole('group', { name: 'Ad' }).elements();
    for (const below of document.querySelectorAll('main h1, main h2, main form, main button[type=submit]')) {
      expect(below.compareDocumentPosition(ad as Element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  test('has a link to the wizard, and help for customers without a wallet', async () => {
    await open(path, api);
    await expect.element(link('Prefer one question at a time?')).toHaveAttribute('href', '/start');
    await button('I don’t have a wallet yet').click();
    await expect.element(link('Set up a wallet with our help')).toHaveAttribute('href', '/trust-wallet-setup');
  });

  test('is hidden on the confirmation view, except for the link to the address guide', async () => {
    const screen = await open(`${path.replace(/\?.*/, '')}${confirm}`, api);
    await expect.element(heading('Confirm your transfer path')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Ad' }).elements()).toEqual([]);
    expect(text('About XRP').elements()).toEqual([]);
    const help = link('Find my address in Trust Wallet');
    // A link to the guide would distract from the button that pays.
    expect(help.elements()).toEqual([]);
    await button('Add my address now').click();
    await expect.element(help).toHaveAttribute('href', '/wallet-guide/trust');
  });
});

test('the content below the selection is not wider than the window of a small phone', async () => {
  await page.viewport(360, 740);
  api.config = { ...api.config, socialUrl: 'https://a-rather-long-name-of-a-network.social.example/us' };
  await open('/transfer', api);
  await text('About XRP').click();
  for (const category of ['Utility & goals', 'How it works']) await text(category).last().click();
  await expect.element(text('What is XRP for?')).toBeVisible();
  for (const size of ['100%', '200%']) {
    document.documentElement.style.fontSize = size;
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  }
  document.documentElement.style.fontSize = '';
});
