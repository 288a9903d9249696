import { placements } from '@xrp-bridge/contracts/ad-plan';
import { isOperatorPath, type PageName, pages } from '@xrp-bridge/contracts/pages';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';
import { another } from './use-rotation.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const ad = () => page.getByRole('group', { name: 'Ad' });
const link = () => ad().getByRole('link');

function adOf(number: number, more: Partial<FakeApi['ads'][number]> = {}): FakeApi['ads'][number] {
  return {
    id: `ad-${number}`,
    title: `Title ${number}`,
    description: 'A few words.',
    imageUrl: null,
    clickUrl: `https://shop.example/${number}`,
    source: 'coinzilla',
    ...more,
  };
}

/** Returns the URLs of the visible ads. */
const shown = () =>
  link()
    .elements()
    .map((each) => (each as HTMLAnchorElement).href);

/** Clicks the first visible ad without leaving the page. */
async function follow(): Promise<void> {
  await expect.element(link().first()).toBeVisible();
  link()
    .first()
    .element()
    .addEventListener('click', (event) => event.preventDefault());
  await link().first().click();
}

describe('an ad', () => {
  test(`${spec('operators.24')} has the label “Ad”, and opens in a new tab without a referrer`, async () => {
    api.ads = [adOf(1)];
    await open('/transfer', api);
    await expect.element(ad().getByText('Ad')).toBeVisible();
    await expect.element(link()).toHaveAttribute('href', 'https://shop.example/1');
    await expect.element(link()).toHaveAttribute('target', '_blank');
    await expect.element(link()).toHaveAttribute('rel', 'sponsored noopener noreferrer');
    await expectAccessible();
  });

  test.each([
    ['/transfer', 'banner'],
    ['/nansen', 'inline'],
    ['/nansen', 'sidebar'],
  ])(`${spec('operators.24')} on %s is requested for the placement “%s”`, async (path, placement) => {
    await open(path, api);
    await expect.element(ad().first()).toBeVisible();
    await expect.poll(() => api.called('GET', '/api/ads').map(({ query }) => query?.placement)).toContain(placement);
  });

  test.each([
    ['/transfer', ['banner']],
    ['/nansen', ['inline', 'sidebar']],
  ] as const)('on %s has the minimum height of its placement even with a short text', async (path, there) => {
    api.ads = [adOf(1)];
    await open(path, api);
    await expect.poll(() => ad().elements()).toHaveLength(there.length);
    const heights = ad()
      .elements()
      .map((each) => each.getBoundingClientRect().height)
      .sort((a, b) => a - b);
    for (const [at, placement] of there.entries()) {
      expect(heights[at], placement).toBeGreaterThanOrEqual(4 * placements[placement]);
    }
  });

  test.each([
    [
      'banner',
      '/transfer',
      { adId: 'ad-1', source: 'xrp-bridge-cpc', amount: 0.2, currency: 'USD', adNetwork: 'coinzilla' },
    ],
    ['inline', '/nansen', { adId: 'ad-1', source: 'coinzilla', amount: 2.5, currency: 'USD', campaignId: 'ad-1' }],
  ])(`${spec('operators.38')} in the placement “%s” reports a click to the server`, async (_, path, body) => {
    api.ads = [adOf(1)];
    await open(path, api);
    await follow();
    await expect.poll(() => api.called('POST', '/api/ad-revenue').map((call) => call.body)).toEqual([body]);
  });

  test(`${spec('operators.38')} stays visible after a click that could not be reported, and logs the failure`, async () => {
    expectConsole(/^The click was not counted/);
    let reports = 0;
    await open(
      '/transfer',
      api,
      http.post('/api/ad-revenue', () => {
        reports++;
        return problem('service_unavailable');
      }),
    );
    await follow();
    await expect.poll(() => reports).toBe(1);
    await expect.element(ad()).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  test.each([
    ['the network fails', () => HttpResponse.error()],
    ['the server fails', () => problem('service_unavailable')],
    ['the server returns no ad', () => HttpResponse.json({ ads: [] })],
  ])('is replaced by a house ad when %s', async (_, answer) => {
    await open('/transfer', api, http.get('/api/ads', answer));
    await expect.element(link()).toHaveAttribute('href', '/trust-wallet-setup');
  });

  test('reserves its space while it loads', async () => {
    await page.viewport(1280, 800);
    const slow = noReply('GET /api/ads');
    api.ads = [adOf(1)];
    const screen = await open('/transfer', api, slow);
    const footer = screen.getByRole('contentinfo');
    await expect.poll(slow.requestCount).toBe(1);
    // The helper is loaded last, so the rest of the page is complete once the helper exists.
    await expect.poll(() => document.getElementById('helper')).not.toBeNull();
    const before = footer.element().getBoundingClientRect().top;
    slow.end();
    await expect.element(ad()).toBeVisible();
    expect(footer.element().getBoundingClientRect().top).toBe(before);
  });

  test('is shown without its picture if the picture cannot be loaded', async () => {
    api.ads = [adOf(1, { imageUrl: '/no-such-picture' })];
    await open('/transfer', api);
    await expect.element(ad()).toBeVisible();
    ad().element().scrollIntoView();
    await expect.poll(() => ad().element().querySelector('img')).toBeNull();
  });

  test(`${spec('operators.37')} appears only in the other placements after it was closed`, async () => {
    api.ads = [adOf(1)];
    const screen = await open('/nansen', api);
    await expect.poll(() => ad().elements()).toHaveLength(2);
    await ad().first().getByRole('button', { name: 'Close this ad' }).click();
    await expect.element(text(/^Ad closed/)).toHaveFocus();
    await screen.unmount();
    await open('/nansen', api);
    await expect.poll(() => ad().elements()).toHaveLength(1);
    expect(sessionStorage.getItem('xrp-bridge:ads-closed')).toBe('["inline"]');
  });
});

describe('three ads', () => {
  beforeEach(() => {
    api.ads = [adOf(1), adOf(2), adOf(3)];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  async function openVisible() {
    await open('/transfer', api);
    await expect.element(ad()).toBeVisible();
    // The rotation starts once the ad is visible and the pointer is elsewhere.
    await expect
      .poll(async () => {
        ad().element().scrollIntoView();
        await page.getByRole('contentinfo').hover();
        return vi.getTimerCount();
      })
      .toBeGreaterThan(0);
    await expect.element(ad()).toBeInViewport();
  }

  test(`${spec('operators.36')} are shown one at a time, and change every 30 seconds`, async () => {
    await openVisible();
    const [first] = shown();
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(29_999);
    expect(shown()).toEqual([first]);
    vi.advanceTimersByTime(1);
    await expect.poll(() => shown()[0]).not.toBe(first);
    expect(shown()).toHaveLength(1);
  });

  test('rotate only while they are visible', async () => {
    await openVisible();
    const [first] = shown();
    window.scrollTo({ top: 0, behavior: 'instant' });
    await expect.poll(() => vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(120_000);
    expect(shown()).toEqual([first]);
  });

  test(`${spec('operators.36')} do not rotate while the pointer is over the visible ad`, async () => {
    await openVisible();
    const [first] = shown();
    await link().hover();
    await expect.poll(() => vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(120_000);
    expect(shown()).toEqual([first]);
  });

  test('do not rotate while the visible ad has the focus', async () => {
    await openVisible();
    const [first] = shown();
    (link().element() as HTMLElement).focus();
    await expect.poll(() => vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(120_000);
    expect(shown()).toEqual([first]);
    await userEvent.tab();
    await expect.element(ad().getByRole('button', { name: 'Close this ad' })).toHaveFocus();
  });
});

test.each([
  [0, 0, 1],
  [0, 0.99, 2],
  [2, 0, 0],
  [2, 0.99, 1],
  [1, 0.5, 0],
])('after ad %d, the random number %d selects a different ad: %d', (now, chance, next) => {
  expect(another(now, 3, chance)).toBe(next);
});

describe('no ad', () => {
  const paths: Partial<Record<PageName, string>> = {
    guide: `/transfer/${id}`,
    receipt: `/transfer/${id}/receipt`,
    checkout: `/checkout?transfer=${id}`,
    walletGuide: '/wallet-guide/trust',
  };
  const without = Object.entries(pages).filter(([, { ads, path }]) => !ads && !isOperatorPath(path));

  test.each(without.map(([name, { path }]) => paths[name as PageName] ?? path))(
    `${spec('operators.24')} is shown on %s`,
    async (path) => {
      await open(path, api);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
      expect(ad().elements()).toEqual([]);
      expect(api.called('GET', '/api/ads')).toEqual([]);
    },
  );

  test('is shown on the confirmation view, although the selection view has an ad', async () => {
    await open('/?from=coinbase&to=xumm&view=confirm', api);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Confirm your transfer path' })).toBeVisible();
    expect(ad().elements()).toEqual([]);
    expect(api.called('GET', '/api/ads')).toEqual([]);
  });
});
