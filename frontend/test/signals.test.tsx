import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HotCoin, Signal } from '../src/shared/signals/api.ts';
import { FakeApi, problem } from './fake-api.ts';
import { expectAccessible, expectSummaryAbove, open } from './open.tsx';

const path = '/nansen';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const heading = (name: string | RegExp, level?: number) =>
  page.getByRole('heading', { name, ...(level ? { level } : {}) });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const row = (coin: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${coin}`) }) });

function hotCoin(more: Partial<HotCoin> = {}): HotCoin {
  return {
    coin: 'XRP',
    name: 'XRP',
    mentions: 12,
    priceChange: '+1.2%',
    heatScore: 8.7,
    signalWords: ['settle', 'join', 'open'],
    inputs: {
      mentions: { recent: 16, usual: 4, spread: 2.97, sample: 232, z: 3.87 },
      development: { recent: 3, usual: 3, spread: 1, sample: 111, z: 0 },
      price: { change: 0.012, spread: 0.08, z: 0.29 },
    },
    window: { from: '2026-10-15', to: '2026-11-20' },
    scoredAt: '2026-11-20T12:07:00.000Z',
    days: Array.from({ length: 37 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 15 + index)).toISOString().slice(0, 10),
      close: 2 + (index % 3) / 10,
      mentions: index % 5,
      development: 3,
    })),
    closeBefore: 2,
    sources: [{ name: 'GDELT', mentions: 30 }],
    read: [
      {
        title: 'A bank settled its bills',
        url: 'https://news.example.com/1',
        site: 'news.example.com',
        at: '2026-11-19T08:00:00.000Z',
      },
    ],
    ...more,
  };
}

function signal(more: Partial<Signal> = {}): Signal {
  return {
    id: 's1',
    token: 'XRP',
    headline: 'A bank settled its bills',
    summary: 'It did so in one day.',
    date: '2026-11-19T08:00:00.000Z',
    signal: 'settle',
    graphMoved: true,
    type: 'Institutional',
    impact: 'medium',
    confidenceScore: 75,
    confidence: { sites: 2, agreement: 1, ageHours: 0 },
    quantum: false,
    sources: [
      {
        title: 'A bank settled its bills',
        url: 'https://news.example.com/1',
        site: 'news.example.com',
        at: '2026-11-19T08:00:00.000Z',
      },
    ],
    ...more,
  };
}

describe('the hot meter', () => {
  test('shows each coin with its flames, and all that its score is made of', async () => {
    api.hotCoins = [hotCoin(), hotCoin({ coin: 'XLM', name: 'Stellar', heatScore: 3.9, priceChange: '-2.0%' })];
    api.signalSources = [{ name: 'GDELT', at: '2026-11-20T12:00:00.000Z', stale: false }];
    await open(path, api);
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    await expect.element(row('XRP').getByText('settle')).toBeVisible();
    // The first two words only.
    expect(row('XRP').getByText('open', { exact: true }).elements()).toEqual([]);
    expect(row('XRP').element().querySelectorAll('svg.lucide-flame')).toHaveLength(3);
    expect(row('XLM').element().querySelectorAll('svg.lucide-flame')).toHaveLength(0);
    expect(row('XLM').element().textContent).toContain('down');
    await expect.element(page.getByText('Data updated every 4 hours. Tracking adoption vs. market lag.')).toBeVisible();
    await expectAccessible();
    await button(/^XRP/).click();
    await expect
      .element(page.getByText(/^Score = 10 × \(0\.6 × 3\.87 \+ 0\.4 × 0 − 0\.5 × 0\.29\) ÷ 2\.5/))
      .toBeVisible();
    await expect.element(page.getByText('Price and reports, day by day', { exact: true })).toBeVisible();
    await page.getByText('The same as a table').click();
    await expect.element(page.getByRole('cell', { name: '$2.1' }).first()).toBeVisible();
    await expectAccessible();
  });

  test.each([
    [8, 3],
    [7.9, 2],
    [6, 2],
    [5.9, 1],
    [4, 1],
    [3.9, 0],
  ])('%d has %d flames', async (heatScore, flames) => {
    api.hotCoins = [hotCoin({ heatScore })];
    await open(path, api);
    await expect.element(row('XRP').getByText(heatScore.toFixed(1))).toBeVisible();
    expect(row('XRP').element().querySelectorAll('svg.lucide-flame')).toHaveLength(flames);
  });

  test('shows samples, and says that they are, while there are no figures', async () => {
    await open(path, api);
    await expect.element(page.getByText('There are no figures yet')).toBeVisible();
    const meter = page.getByRole('region', { name: /^Hot meter/ });
    await expect.element(meter.getByText('Sample', { exact: true })).toBeVisible();
    for (const coin of ['XRP', 'XLM', 'ALGO', 'HBAR', 'QNT']) {
      await expect.element(meter.getByText(coin, { exact: true })).toBeVisible();
    }
    await expectAccessible();
  });

  test('says when it could not be loaded, and loads it on demand', async () => {
    let isDown = true;
    await open(
      path,
      api,
      http.get('/api/hot-meter', () => (isDown ? problem('service_unavailable') : undefined)),
    );
    const meter = page.getByRole('region', { name: /^Hot meter/ });
    await expect.element(meter.getByText('Unable to load market data')).toBeVisible();
    await expect.element(meter.getByText('Sample', { exact: true })).toBeVisible();
    await expectAccessible();
    isDown = false;
    api.hotCoins = [hotCoin()];
    await meter.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
  });

  test('stands in its place while it is loaded', async () => {
    await open(
      path,
      api,
      http.get('/api/hot-meter', () => new Promise<never>(() => {})),
    );
    await expect.element(page.getByText('Loading the hot meter…')).toBeInTheDocument();
  });

  test('says which source is old', async () => {
    api.hotCoins = [hotCoin()];
    api.signalSources = [
      { name: 'GDELT', at: '2026-11-20T12:00:00.000Z', stale: true },
      { name: 'GitHub', at: null, stale: true },
    ];
    await open(path, api);
    const meter = page.getByRole('region', { name: /^Hot meter/ });
    await expect.element(meter.getByText('not heard yet')).toBeVisible();
    expect(meter.getByText('Old', { exact: true }).elements()).toHaveLength(2);
  });

  test('is read anew when the server says so', async () => {
    api.hotCoins = [hotCoin()];
    await open(path, api);
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    api.hotCoins = [hotCoin({ heatScore: 2.1 })];
    api.tellSignals();
    await expect.element(row('XRP').getByText('2.1')).toBeVisible();
  });
});

describe('signals', () => {
  beforeEach(() => {
    api.signals = [
      signal(),
      signal({ id: 's2', token: 'XLM', type: 'Adoption', headline: 'Shops joined', quantum: true }),
      signal({ id: 's3', token: 'ALGO', type: 'Infrastructure', headline: 'Nodes were upgraded', confidenceScore: 90 }),
    ];
  });
  const shown = () =>
    page
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent);

  test('are filtered by what they are; infrastructure shows under All', async () => {
    await open(path, api);
    await expect.element(page.getByText('3 signals')).toBeVisible();
    await expectAccessible();
    await page.getByText('Adoption', { exact: true }).first().click();
    await expect.element(page.getByText('1 signal', { exact: true })).toBeVisible();
    expect(shown()).toContain('Shops joined');
    await page.getByText('Deployment', { exact: true }).first().click();
    await expect.element(page.getByText('Nothing of this kind')).toBeVisible();
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Quantum topics only' }).click();
    await expect.element(page.getByText('1 signal', { exact: true })).toBeVisible();
  });

  test.each([
    ['sure', { confidenceScore: 90 }, true],
    ['weighty', { impact: 'high' }, true],
    ['not answered by the price', { graphMoved: false }, true],
    ['none of it', {}, false],
  ] as const)('are hot when they are %s', async (_, more, hot) => {
    api.signals = [signal(more)];
    await open(path, api);
    await expect.element(page.getByText('1 signal', { exact: true })).toBeVisible();
    expect(page.getByText('Hot', { exact: true }).elements()).toHaveLength(hot ? 1 : 0);
  });

  test('say where they were read and how sure they are', async () => {
    await open(path, api);
    await page.getByText('Where it was read', { exact: true }).first().click();
    await expect.element(page.getByText(/^How sure: 100 × \(1 − 0\.5 to the power of 2\)/).first()).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: /^A bank settled its bills/ }).first())
      .toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('that could not be loaded say so', async () => {
    await open(
      path,
      api,
      http.get('/api/signals', () => problem('service_unavailable')),
    );
    await expect.element(heading('Unable to load market data', 2)).toBeVisible();
    await expectAccessible();
  });

  test('that are not there yet say what will stand there', async () => {
    api.signals = [];
    await open(path, api);
    await expect.element(page.getByText('There is nothing to tell yet')).toBeVisible();
  });
});

describe('highlights', () => {
  test('are three at most, with their site and day', async () => {
    api.highlights = ['A', 'B', 'C'].map((title, index) => ({
      id: title,
      title: `${title} was launched`,
      description: 'It was.',
      url: `https://news.example.com/${index}`,
      date: new Date(Date.now() - index * 86_400_000).toISOString(),
      source: 'news.example.com',
    }));
    await open(path, api);
    await expect.element(page.getByText('news.example.com, today')).toBeVisible();
    await expect.element(page.getByText('news.example.com, yesterday')).toBeVisible();
    await expect.element(page.getByText('news.example.com, 2 days ago')).toBeVisible();
  });

  test('are samples, and say so, while there are none', async () => {
    await open(path, api);
    const part = page.getByRole('region', { name: 'Latest project leader highlights' });
    await expect.element(part.getByText('Sample', { exact: true })).toBeVisible();
    expect(part.getByRole('link').elements()).toEqual([]);
  });
});

describe('the subscription', () => {
  const field = () => page.getByRole('textbox', { name: 'Your e-mail address' });

  test('is asked for, and asked back by mail', async () => {
    await open(path, api);
    await field().fill('ann@example.com');
    await button('Subscribe').click();
    await expect.element(page.getByText('Please confirm your e-mail address')).toBeVisible();
    await expect.element(button('Subscribed')).toBeDisabled();
    expect(api.called('POST', '/api/signal-subscriptions')[0]?.body).toEqual({ email: 'ann@example.com' });
    await expectAccessible();
  });

  test('needs an @', async () => {
    await open(path, api);
    await field().fill('ann');
    await button('Subscribe').click();
    await expectSummaryAbove(field());
    expect(api.called('POST', '/api/signal-subscriptions')).toEqual([]);
  });

  test('that fails says so, and loses nothing', async () => {
    await open(
      path,
      api,
      http.post('/api/signal-subscriptions', () => HttpResponse.error()),
    );
    await field().fill('ann@example.com');
    await button('Subscribe').click();
    await expect.element(heading('We could not put you on the list')).toBeVisible();
    await expect.element(field()).toHaveValue('ann@example.com');
  });
});

describe('the quick tour', () => {
  test('goes on and back by keyboard, and is known once it was gone through', async () => {
    await open(path, api);
    await button('Quick tour').click();
    const dialog = page.getByRole('dialog', { name: 'Quick tour, 1 of 4' });
    await expect.element(dialog.getByRole('heading', { name: 'The hot meter' })).toBeVisible();
    await expectAccessible();
    await button('Next').click();
    await expect.element(page.getByRole('heading', { name: 'The signals', level: 3 })).toHaveFocus();
    await button('Back').click();
    await expect.element(page.getByRole('dialog', { name: 'Quick tour, 1 of 4' })).toBeVisible();
    for (let step = 0; step < 3; step++) await button('Next').click();
    await button('Done').click();
    await expect.element(button('See the quick tour again')).toHaveFocus();
    expect(localStorage.getItem('xrp-bridge:signals-toured')).toBe('true');
  });

  test('that is skipped, or left by Escape, is offered again', async () => {
    await open(path, api);
    await button('Quick tour').click();
    await button('Skip the tour').click();
    await button('Quick tour').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(localStorage.getItem('xrp-bridge:signals-toured')).toBeNull();
  });
});
