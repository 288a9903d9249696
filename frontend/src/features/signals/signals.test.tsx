import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import type { HotCoin, MarketToken, Signal } from '../../domain/signals/api.ts';

const path = '/nansen';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const heading = (name: string | RegExp, level?: number) =>
  page.getByRole('heading', { name, ...(level ? { level } : {}) });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const meter = () => page.getByRole('region', { name: /^Hot meter/ });
const row = (coin: string) => page.getByRole('row', { name: new RegExp(`^${coin}`) });

function hotCoin(more: Partial<HotCoin> = {}): HotCoin {
  return {
    coin: 'XRP',
    name: 'XRP',
    mentions: 12,
    priceChange: '+2.3%',
    heatScore: 8.7,
    signalWords: ['settle', 'join', 'open'],
    inputs: {
      mentions: { recent: 16, usual: 4, spread: 2.97, sample: 232, z: 3.87 },
      development: { recent: 3, usual: 3, spread: 1, sample: 111, z: 0 },
      price: { change: 0.0232, spread: 0.08, z: 0.29 },
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
    sources: [
      { name: 'GDELT', mentions: 30 },
      { name: 'Hacker News', mentions: 6 },
    ],
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

function marketToken(more: Partial<MarketToken> = {}): MarketToken {
  return {
    symbol: 'XRP',
    name: 'XRP',
    price: '2.41',
    change24h: 0.4,
    volume24h: '5000000000',
    marketCap: null,
    mentions: 36,
    mentionChange: 20,
    lastUpdate: new Date().toISOString(),
    description: 'The coin of the XRP Ledger.',
    realWorldUsage: 'Firms move money with it.',
    describedOn: '2026-11-25',
    deviation: null,
    deviationDay: null,
    dayChange: null,
    level: null,
    isAlert: false,
    source: 'Kraken',
    stale: false,
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
  test(`${spec('signals.2')} shows each coin with its flames, and all that its score is made of`, async () => {
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
    await button(/^XRP/).click();
    await expect.element(button(/^XRP/)).toHaveAttribute('aria-expanded', 'true');
    // Drawn, and the same to read.
    await expect.element(page.getByText('Price and reports, day by day', { exact: true })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('figure canvas').length).toBe(1);
    await page.getByText('The same as a table').click();
    await expect.element(page.getByRole('row', { name: '16 Oct $2.1 1 3' })).toBeVisible();
    const mix = page.getByRole('table', { name: 'Who spoke of it, in the last 7 days' });
    await expect.element(mix.getByRole('row', { name: 'Hacker News 6' })).toBeVisible();
    await page.getByText('What was read: 1 page').click();
    await expect.element(page.getByRole('link', { name: /^A bank settled its bills/ }).first()).toBeVisible();
    await page.getByText('How the score is worked out').click();
    await expectAccessible();
    await button(/^XRP/).click();
    await expect.element(mix).not.toBeInTheDocument();
  });

  test('opens each coin on what it is, its use and its market figures, and says which are not known', async () => {
    api.hotCoins = [hotCoin()];
    api.market = [marketToken()];
    const down = refusal('GET /api/market', 'service_unavailable', { once: true });
    await open(path, api, down);
    await button(/^XRP/).click();
    await expect.element(page.getByText('We couldn’t load what we know about this coin.')).toBeVisible();
    await button('Try again').click();
    await expect.element(meter().getByText('The coin of the XRP Ledger.')).toBeVisible();
    await expect.element(meter().getByText('Firms move money with it.')).toBeVisible();
    await expect.element(meter().getByText('$5 billion')).toBeVisible();
    await expect.element(meter().getByText('Not known', { exact: true })).toBeVisible();
    await expect.element(meter().getByText('20 % more than the day before')).toBeVisible();
    await expect.element(meter().getByText(/from Kraken, just now/)).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('signals.2')} every score can be worked out again from what the page shows`, async () => {
    const quiet = { recent: 0.43, usual: 1, spread: 1, sample: 33, z: 0 };
    const price = { change: -0.0775, spread: 0.0877, z: 0.88 };
    api.hotCoins = [
      hotCoin(),
      hotCoin({
        coin: 'XLM',
        heatScore: 5.2,
        inputs: {
          mentions: { recent: 2.71, usual: 0, spread: 1, sample: 38, z: 2.15 },
          development: { recent: 2.86, usual: 1, spread: 1.48, sample: 92, z: 1.13 },
          price,
        },
      }),
      hotCoin({ coin: 'ALGO', heatScore: 0, inputs: { mentions: quiet, development: quiet, price } }),
      hotCoin({
        coin: 'QNT',
        heatScore: 10,
        inputs: {
          mentions: { recent: 30, usual: 2, spread: 1, sample: 300, z: 5 },
          development: { recent: 9, usual: 1, spread: 1.48, sample: 90, z: 4.86 },
          price: { change: 0, spread: 0.01, z: 0 },
        },
      }),
    ];
    await open(path, api);
    for (const { coin } of api.hotCoins) {
      await button(new RegExp(`^${coin}`)).click();
      const figures = figuresShown();
      for (const part of [figures['Reports of things done'], figures['Work on the code']]) {
        expect(part?.['Counts as']).toBe(countedAs(part));
      }
      const move = figures['Move of the price'] ?? {};
      expect(move['Counts as']).toBe(
        twoDigits(Math.min(5, Math.abs(number(move, 'In the last 7 days')) / number(move, 'Spread'))),
      );
      const parts = Object.values(figures).map((part) => number(part, 'Counts as'));
      const [reports = 0, work = 0, price = 0] = parts;
      const score = (10 * (0.6 * reports + 0.4 * work - 0.5 * price)) / 2.5;
      const byHand = Math.min(10, Math.max(0, score)).toFixed(1);
      expect(page.getByText(/^Score = /).element().textContent).toMatch(new RegExp(` = ${byHand}$`));
      expect(row(coin).getByRole('cell').elements().at(-1)?.textContent).toContain(byHand);
      await button(new RegExp(`^${coin}`)).click();
    }
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

  test(`${spec('signals.3')} shows samples, and says that they are, while there are no figures`, async () => {
    await open(path, api);
    await expect.element(page.getByText('There are no figures yet')).toBeVisible();
    await expect.element(meter().getByText('Sample', { exact: true })).toBeVisible();
    for (const coin of ['XRP', 'XLM', 'ALGO', 'HBAR', 'QNT']) {
      await expect.element(meter().getByText(coin, { exact: true })).toBeVisible();
    }
    await expectAccessible();
  });

  test(`${spec('signals.3')} says when it could not be loaded, and loads it on demand`, async () => {
    const down = refusal('GET /api/hot-meter', 'service_unavailable');
    await open(path, api, down);
    await expect.element(meter().getByText('Unable to load market data')).toBeVisible();
    await expect.element(meter().getByText('Sample', { exact: true })).toBeVisible();
    await expectAccessible();
    down.end();
    api.hotCoins = [hotCoin()];
    await meter().getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
  });

  test('keeps what it shows, and says of when that is, when newer figures could not be loaded', async () => {
    api.hotCoins = [hotCoin()];
    await open(path, api);
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    await expect.element(page.getByText(/^\d+ signals?$/)).toBeVisible();
    for (const call of ['GET /api/hot-meter', 'GET /api/signals'] as const) {
      network.use(refusal(call, 'service_unavailable'));
    }
    api.tellSignals();
    await expect.element(page.getByText(/^These are the figures of 20 Nov 2026/)).toBeVisible();
    await expect.element(page.getByText(/^These are the signals of 20 Nov 2026/)).toBeVisible();
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    expect(page.getByText(/made up/).elements()).toEqual([]);
    expect(page.getByText('Not there', { exact: true }).elements()).toEqual([]);
    await expectAccessible();
  });

  test('reads anew what it may have missed while its connection was gone', async () => {
    api.hotCoins = [hotCoin()];
    await open(path, api);
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    api.hotCoins = [hotCoin({ heatScore: 5.5 })];
    api.dropSignals();
    await expect.element(row('XRP').getByText('5.5')).toBeVisible();
  });

  test('calls a source old by its age, whatever was said of it when it was loaded', async () => {
    api.hotCoins = [hotCoin()];
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    api.signalSources = [
      { name: 'GDELT', at: hoursAgo(10), stale: false },
      { name: 'Hacker News', at: hoursAgo(8), stale: false },
    ];
    await open(path, api);
    const source = (name: string) => meter().getByRole('listitem').filter({ hasText: name });
    await expect.element(source('GDELT').getByText('Old')).toBeVisible();
    await expect.element(source('Hacker News').getByText('heard 8 hours ago')).toBeVisible();
    expect(source('Hacker News').getByText('Old').elements()).toEqual([]);
  });

  test(`${spec('signals.3')} keeps the place of three rows while it is loaded, and shows no samples`, async () => {
    await open(path, api, noReply('GET /api/hot-meter'));
    const loading = meter().getByRole('status');
    await expect.element(loading).toHaveTextContent('Loading the hot meter…');
    expect(loading.element().querySelectorAll('[aria-hidden]')).toHaveLength(3);
    expect(meter().getByText('Sample', { exact: true }).elements()).toEqual([]);
    expect(meter().getByRole('table').elements()).toEqual([]);
  });

  test('shows five coins at first, and all of them to whoever asks', async () => {
    api.hotCoins = Array.from({ length: 7 }, (_, index) => hotCoin({ coin: `C${index}` }));
    await open(path, api);
    await expect.element(button('All 7 coins')).toHaveAttribute('aria-expanded', 'false');
    expect(meter().getByRole('rowheader').elements()).toHaveLength(5);
    await button('All 7 coins').click();
    expect(meter().getByRole('rowheader').elements()).toHaveLength(7);
    await button('Only the first 5').click();
    expect(meter().getByRole('rowheader').elements()).toHaveLength(5);
  });

  test(`${spec('signals.4')} says which source is old`, async () => {
    api.hotCoins = [hotCoin()];
    api.signalSources = [
      { name: 'GDELT', at: new Date(Date.now() - 5 * 3_600_000).toISOString(), stale: true },
      { name: 'GitHub', at: null, stale: true },
      { name: 'Kraken', at: new Date().toISOString(), stale: false },
    ];
    await open(path, api);
    await expect.element(meter().getByText('heard 5 hours ago')).toBeVisible();
    await expect.element(meter().getByText('not heard yet')).toBeVisible();
    expect(meter().getByText('Old', { exact: true }).elements()).toHaveLength(2);
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

/** The tables that a score is made of, as they are shown: a number beside each name. */
function figuresShown(): Record<string, Record<string, string>> {
  const tables = [...document.querySelectorAll('table table')].filter((table) => table.querySelector('tfoot'));
  return Object.fromEntries(
    tables.map((table) => [
      table.querySelector('caption')?.textContent,
      Object.fromEntries(
        [...table.querySelectorAll('tr')].map(({ cells: [name, value] }) => [name?.textContent, value?.textContent]),
      ),
    ]),
  );
}

const number = (figures: Record<string, string>, name: string) => Number.parseFloat(figures[name] ?? '');
const twoDigits = (value: number) => String(Number(value.toFixed(2)));

/** (a day now − a day before) ÷ spread × in all ÷ (in all + 10), from 0 to 5. */
function countedAs(figures: Record<string, string> = {}): string {
  const [now, before, spread, all] = ['A day, now', 'A day, before', 'Spread', 'In all'].map((name) =>
    number(figures, name),
  ) as [number, number, number, number];
  return twoDigits(Math.min(5, Math.max(0, (((now - before) / spread) * all) / (all + 10))));
}

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

  test(`${spec('signals.6')} are filtered by what they are; infrastructure shows under All`, async () => {
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

  test('are six at first, and all of them for whoever asks', async () => {
    api.signals = Array.from({ length: 8 }, (_, index) => signal({ id: `s${index}`, headline: `Number ${index}` }));
    await open(path, api);
    await expect.element(page.getByText('8 signals', { exact: true })).toBeVisible();
    expect(page.getByText(/^Number/).elements()).toHaveLength(6);
    await button('Show all 8 signals').click();
    expect(page.getByText(/^Number/).elements()).toHaveLength(8);
  });

  test('whose source is old say so', async () => {
    api.signalSources = [
      { name: 'GDELT', at: new Date(Date.now() - 50 * 3_600_000).toISOString(), stale: true },
      { name: 'Kraken', at: new Date().toISOString(), stale: false },
    ];
    await open(path, api);
    const part = page.getByRole('region', { name: 'Signals', exact: true });
    await expect.element(part.getByText('heard 2 days ago')).toBeVisible();
    expect(part.getByText('Kraken').elements()).toEqual([]);
  });

  test.each([
    ['sure', { confidenceScore: 90 }, true],
    ['weighty', { impact: 'high' }, true],
    ['not answered by the price', { graphMoved: false }, true],
    ['none of it', {}, false],
    ['of a price that is not known', { graphMoved: null }, false],
  ] as const)(`${spec('signals.7')} are hot when they are %s`, async (_, more, hot) => {
    api.signals = [signal(more)];
    await open(path, api);
    await expect.element(page.getByText('1 signal', { exact: true })).toBeVisible();
    expect(page.getByText('Hot', { exact: true }).elements()).toHaveLength(hot ? 1 : 0);
  });

  test('say nothing of a price that is not known', async () => {
    api.signals = [signal({ graphMoved: null })];
    await open(path, api);
    await expect.element(page.getByText('75 % sure', { exact: true })).toBeVisible();
    expect(page.getByText(/^The price has/).elements()).toEqual([]);
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
    await open(path, api, refusal('GET /api/signals', 'service_unavailable'));
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
  test(`${spec('signals.5')} are three at most, with their site and day`, async () => {
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

  test(`${spec('signals.5')} are samples, and say so, while there are none`, async () => {
    await open(path, api);
    const part = page.getByRole('region', { name: 'Latest project leader highlights' });
    await expect.element(part.getByText('Sample', { exact: true })).toBeVisible();
    expect(part.getByRole('link').elements()).toEqual([]);
  });
});

describe('the subscription', () => {
  const field = () => page.getByRole('textbox', { name: 'Your e-mail address' });

  test(`${spec('signals.8')} is asked for, and asked back by mail`, async () => {
    await open(path, api);
    await field().fill('ann@example.com');
    await button('Subscribe').click();
    await expect.element(page.getByText('Please confirm your e-mail address')).toBeVisible();
    await expect.element(button('Subscribed')).toBeDisabled();
    expect(api.called('POST', '/api/signal-subscriptions')[0]?.body).toEqual({ email: 'ann@example.com' });
    await expectAccessible();
  });

  test(`${spec('signals.8')} needs an @`, async () => {
    await open(path, api);
    await field().fill('ann');
    await button('Subscribe').click();
    await expectSummaryAbove(field());
    await expect.element(page.getByRole('link', { name: 'An e-mail address has an @ in it.' })).toBeVisible();
    expect(api.called('POST', '/api/signal-subscriptions')).toEqual([]);
  });

  test('that fails says so, and loses nothing', async () => {
    await open(path, api, networkError('POST /api/signal-subscriptions'));
    await field().fill('ann@example.com');
    await button('Subscribe').click();
    await expect.element(heading('We could not put you on the list')).toBeVisible();
    await expect.element(field()).toHaveValue('ann@example.com');
  });
});

describe('the link of the mail', () => {
  const token = 'a'.repeat(43);
  beforeEach(() => {
    history.replaceState(null, '', `#confirm=${token}`);
  });

  test(`${spec('signals.9')} asks once more, confirms, and stands in nobody’s history`, async () => {
    await open(path, api);
    await expect.element(page.getByText('Do you want signals by e-mail?')).toBeVisible();
    expect(location.hash).toBe('');
    expect(api.called('POST', '/api/signal-subscriptions/confirm')).toEqual([]);
    await expectAccessible();
    await button('Yes, write to me').click();
    await expect.element(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
    // Who has ordered nothing gets none, and is not told otherwise.
    await expect.element(page.getByText(/None come before that, and nothing is charged\.$/)).toBeVisible();
    expect(api.called('POST', '/api/signal-subscriptions/confirm')[0]?.body).toEqual({ token });
    await expectAccessible();
  });

  test('may be opened where the page stands already', async () => {
    history.replaceState(null, '', location.pathname);
    await open(path, api);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    location.hash = `#confirm=${token}`;
    await expect.element(page.getByText('Do you want signals by e-mail?')).toBeVisible();
    expect(location.hash).toBe('');
  });

  test('can be let go', async () => {
    await open(path, api);
    await button('No').click();
    await expect.element(page.getByText('Do you want signals by e-mail?')).not.toBeInTheDocument();
    expect(api.called('POST', '/api/signal-subscriptions/confirm')).toEqual([]);
  });

  test('that is too old leads to a new one', async () => {
    await open(path, api, refusal('POST /api/signal-subscriptions/confirm', 'link_expired'));
    await button('Yes, write to me').click();
    await expect.element(page.getByText('This link does not work any more.')).toBeVisible();
    await expect.element(button('Yes, write to me')).not.toBeInTheDocument();
    const again = page.getByRole('link', { name: 'Enter my e-mail address' });
    expect(again.element().getAttribute('href')).toMatch(/#subscribe$/);
    await expectAccessible();
  });
});

describe('the subscription', () => {
  const token = 's'.repeat(43);
  const own = () => page.getByRole('region', { name: 'Your signals by e-mail' });
  const asked = (what: string) => api.called('POST', `/api/signal-subscriptions/${what}`).map(({ body }) => body);
  beforeEach(() => {
    history.replaceState(null, '', `#subscription=${token}`);
    return () => history.replaceState(null, '', location.pathname + location.search);
  });

  test(`${spec('signals.10')} is ordered at the provider’s; its button names what it charges, today and later`, async () => {
    await open(path, api);
    await expect.element(page.getByText('They cost nothing for 2 months, then $4.00 a month.')).toBeVisible();
    expect(location.hash).toBe('');
    await expectAccessible();
    await button('Subscribe: $0.00 today, then $4.00 a month').click();
    await expect.poll(() => location.hash).toBe('#provider');
    expect(asked('checkout')).toEqual([{ token }]);
  });

  test('says when it is charged, and is ended by a press', async () => {
    const trialEndsAt = '2027-01-20T10:00:00.000Z';
    api.subscription = { ...api.subscription, state: 'trialing', trialEndsAt, renewsAt: trialEndsAt };
    await open(path, api);
    await expect.element(page.getByText(/^The first \$4\.00 are due on 20 Jan 2027/)).toBeVisible();
    await expect.element(page.getByText('Subscribed', { exact: true })).toBeVisible();
    await expectAccessible();
    await button('End my subscription').click();
    const ends = page.getByText(/^Your subscription ends on 20 Dec 2026.* Nothing more is charged\.$/);
    await expect.element(ends).toBeVisible();
    expect(button('End my subscription').elements()).toEqual([]);
    expect(asked('cancel')).toEqual([{ token }]);
    await expectAccessible();
  });

  test(`${spec('signals.10')} is paid back within its 14 days, and can be ordered again without a trial`, async () => {
    const moneyBack = { amount: '4.00', until: '2026-12-04T10:00:00.000Z' };
    const trialEndsAt = '2026-11-01T10:00:00.000Z';
    api.subscription = { ...api.subscription, state: 'active', trialEndsAt, moneyBack };
    await open(path, api);
    await button('Pay me $4.00 back').click();
    await expect.element(heading('Your signals have ended')).toBeVisible();
    await expect.element(page.getByText('We have paid $4.00 back to you.')).toBeVisible();
    await expect.element(button('Subscribe for $4.00 a month')).toBeVisible();
    expect(asked('money-back')).toEqual([{ token }]);
    await expectAccessible();
  });

  test('says why something did not work, and what is late', async () => {
    api.subscription = { ...api.subscription, state: 'past_due', renewsAt: '2026-11-25T10:00:00.000Z' };
    await open(path, api, refusal('POST /api/signal-subscriptions/cancel', 'payment_provider_unavailable'));
    await expect.element(page.getByText(/We could not charge your card the last time/)).toBeVisible();
    await expect.element(page.getByText(/you can order it anew with another card/)).toBeVisible();
    await expect.element(own().getByText('Not paid', { exact: true })).toBeVisible();
    await expect.element(own().getByText('Subscribed', { exact: true })).not.toBeInTheDocument();
    // An unpaid month: neither the next one nor an end without a charge is promised.
    await expect.element(page.getByText(/are due on|Your subscription ends on/)).not.toBeInTheDocument();
    await button('End my subscription').click();
    await expect.element(own().getByText('Card payment is temporarily unavailable.')).toBeVisible();
    await expectAccessible();
  });

  test('says of what was asked last alone whether it worked', async () => {
    const moneyBack = { amount: '4.00', until: '2026-12-04T10:00:00.000Z' };
    const trialEndsAt = '2026-11-01T10:00:00.000Z';
    api.subscription = { ...api.subscription, state: 'active', trialEndsAt, moneyBack };
    await open(path, api, refusal('POST /api/signal-subscriptions/cancel', 'payment_provider_unavailable'));
    await button('End my subscription').click();
    const failure = page.getByText('That did not work');
    await expect.element(failure).toBeVisible();
    await button('Pay me $4.00 back').click();
    await expect.element(page.getByText('We have paid $4.00 back to you.')).toBeVisible();
    expect(failure.elements()).toEqual([]);
  });

  test('that is not as this page shows it is shown as it is', async () => {
    const trialEndsAt = '2027-01-20T10:00:00.000Z';
    api.subscription = { ...api.subscription, state: 'trialing', trialEndsAt, renewsAt: trialEndsAt };
    await open(path, api, refusal('POST /api/signal-subscriptions/cancel', 'not_subscribed'));
    await expect.element(own()).toBeVisible();
    // Ended in another window.
    api.subscription = { ...api.subscription, state: 'ended', renewsAt: null, endsAt: '2026-11-20T10:00:00.000Z' };
    await button('End my subscription').click();
    await expect.element(heading('Your signals have ended')).toBeVisible();
    await expect.element(page.getByText('There is no subscription to cancel.')).toBeVisible();
  });

  test('stands there alone: whoever came by its link is not offered one more', async () => {
    await open(path, api);
    await expect.element(heading('Order the signals')).toBeVisible();
    await expect.element(button('Quick tour')).toBeVisible();
    expect(page.getByText('Get signals by e-mail').elements()).toEqual([]);
  });

  test('is not shown by a link that is none of ours', async () => {
    await open(path, api, refusal('POST /api/signal-subscriptions/read', 'link_expired'));
    await expect.element(page.getByText('This link does not work any more')).toBeVisible();
    await expect.element(heading('Get signals by e-mail')).toBeVisible();
    expect(button('Try again').elements()).toEqual([]);
    await expectAccessible();
  });

  test('that could not be looked up can be looked up again', async () => {
    await open(path, api, refusal('POST /api/signal-subscriptions/read', 'service_unavailable', { once: true }));
    await expect.element(page.getByText('We could not look up your subscription')).toBeVisible();
    await expectAccessible();
    await button('Try again').click();
    await expect.element(heading('Order the signals')).toBeVisible();
  });

  test('follows the confirmed address at once', async () => {
    history.replaceState(null, '', `#confirm=${token}`);
    await open(path, api);
    await button('Yes, write to me').click();
    await expect.element(heading('Order the signals')).toBeVisible();
    expect(page.getByText('Get signals by e-mail').elements()).toEqual([]);
    expect(asked('read')).toEqual([{ token }]);
  });

  test('whose mails were stopped goes on after a new yes: nobody is told to order it twice', async () => {
    history.replaceState(null, '', `#confirm=${token}`);
    api.subscription = { ...api.subscription, state: 'active', endsAt: '2026-12-20T10:00:00.000Z' };
    await open(path, api);
    await button('Yes, write to me').click();
    await expect.element(page.getByText('Your signals come to this address.')).toBeVisible();
    await expect.element(own()).toBeVisible();
    expect(page.getByText(/One thing is left/).elements()).toEqual([]);
  });

  test('was perhaps ordered: the mail says so, and not the address', async () => {
    history.replaceState(null, '', location.pathname);
    await open(`${path}?subscribed=true`, api);
    await expect.element(page.getByText('Look at your e-mail')).toBeVisible();
    expect(asked('read')).toEqual([]);
  });

  test('was not ordered: whoever left the payment page is told how to come back to it', async () => {
    history.replaceState(null, '', location.pathname);
    await open(`${path}?subscribed=false`, api);
    await expect.element(page.getByText('You left the payment page')).toBeVisible();
    await expect.element(page.getByText(/press the button in our mail once more\.$/)).toBeVisible();
    expect(page.getByText('Look at your e-mail').elements()).toEqual([]);
    await expectAccessible();
  });
});

describe('the quick tour', () => {
  test(`${spec('signals.11')} goes on and back by keyboard, and is known once it was gone through`, async () => {
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
