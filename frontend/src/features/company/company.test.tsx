import { pages } from '@xrp-bridge/contracts/pages';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectVisible, heading, link, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { storedData } from './privacy-texts.ts';

const company = {
  legalName: 'Bridge Guides LLC',
  postalAddress: '1 Bridge Street, Springfield, OH 45501',
  jurisdiction: 'the State of Ohio, USA',
};
const names = ['about', 'privacy', 'terms', 'refunds'] as const;

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.config = { ...api.config, company };
});

const openPage = async (name: (typeof names)[number]) => {
  const screen = await open(pages[name].path, api);
  await expectVisible(heading('Questions?'));
  return screen;
};
const shown = () => document.querySelector('main')?.textContent ?? '';

describe.each(names)('the page /%s', (name) => {
  it('has a contact, links once to each other page, and is accessible', async () => {
    await openPage(name);
    await expectVisible(region('Questions?').getByRole('link', { name: 'help@bridge.test' }));
    for (const other of names.filter((each) => each !== name)) {
      const own = page.getByRole('link', { name: pages[other].title, exact: true });
      await expect.element(own).toHaveAttribute('href', pages[other].path);
      expect(own.elements()).toHaveLength(1);
    }
    expect(shown()).not.toContain('sample');
    await expectAccessible();
  });

  it('is marked as a sample while settings are missing, and names these settings', async () => {
    api.config = { ...api.config, company: { legalName: company.legalName } };
    await openPage(name);
    const missing = page.getByRole('listitem').filter({ hasText: 'Postal address' });
    await expectVisible('This page is a sample', missing, 'Jurisdiction');
    expect(shown()).not.toContain('Legal name');
    expect(shown()).not.toContain('undefined');
    await expectAccessible();
  });

  it('shows an error if the configuration cannot be loaded', async () => {
    await open(
      pages[name].path,
      api,
      http.get('/api/config', () => HttpResponse.error()),
    );
    await expectVisible('We couldn’t load this page');
  });

  it('fits a small phone with large text', async () => {
    await page.viewport(360, 740);
    api.config = { ...api.config, company: {} };
    await openPage(name);
    document.documentElement.style.fontSize = '200%';
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    document.documentElement.style.fontSize = '';
  });
});

it('/about names the company, and shows that the company never touches XRP', async () => {
  await openPage('about');
  await expectVisible(company.legalName, company.postalAddress, heading('We never touch your XRP'));
});

it('/privacy names every kind of stored data with its retention', async () => {
  await openPage('privacy');
  const part = region('What we store, and for how long');
  for (const { what, time } of storedData) await expectVisible(part.getByText(what), part.getByText(time));
});

it('/terms names the seller, the prices, the refund terms and the applicable law', async () => {
  api.config = { ...api.config, conciergeOffered: true };
  await openPage('terms');
  for (const words of [
    `You’re buying from ${company.legalName}, ${company.postalAddress}.`,
    ...['$4.00', '$17.76', '$13.76'],
    refundTerms.guide,
    refundTerms.concierge,
    `The law of ${company.jurisdiction} applies to these terms.`,
  ]) {
    expect(shown()).toContain(words);
  }
});

it('/refunds shows the same refund terms as all other screens', async () => {
  api.config = { ...api.config, conciergeOffered: true };
  await openPage('refunds');
  for (const words of [refundTerms.guide, refundTerms.concierge, refundWay.how, refundWay.back]) {
    expect(shown()).toContain(words);
  }
});

it('the company’s pages name the concierge only if it is offered', async () => {
  for (const name of ['about', 'terms', 'refunds'] as const) {
    const screen = await openPage(name);
    expect(shown()).not.toMatch(/concierge/i);
    await screen.unmount();
  }
});

it('the footer links to the four company pages, except on a page with a single task', async () => {
  const screen = await openPage('about');
  const footer = page.getByRole('contentinfo');
  for (const name of names) {
    await expect
      .element(footer.getByRole('link', { name: pages[name].title }))
      .toHaveAttribute('href', pages[name].path);
  }
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expectVisible(heading('Privacy'));
  await screen.go('/checkout-failed');
  await expectVisible(footer);
  await expect.element(footer.getByRole('link', { name: 'Privacy' })).not.toBeInTheDocument();
});

it('the checkout links to terms and refunds in new tabs, so that the card form stays', async () => {
  await open(`/checkout?transfer=${api.transfer.id}`, api);
  await expectVisible(text(/By paying, you agree to our/));
  for (const [name, path] of [
    ['terms (opens in a new tab)', '/terms'],
    ['refund policy (opens in a new tab)', '/refunds'],
  ] as const) {
    await expect.element(link(name)).toHaveAttribute('href', path);
    await expect.element(link(name)).toHaveAttribute('target', '_blank');
  }
});
