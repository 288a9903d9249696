import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, link, region, text } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { hotCoin, marketTokenOf } from '../../../test/replies.ts';

const path = '/nansen';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const meter = () => region(/^Hot meter/);
const row = (coin: string) => page.getByRole('row', { name: new RegExp(`^${coin}`) });

describe('the hot meter', () => {
  test(`${spec('signals.2')} shows each coin with its flames and all parts of its score`, async () => {
    api.hotCoins = [hotCoin(), hotCoin({ coin: 'XLM', name: 'Stellar', heatScore: 3.9, priceChange: '-2.0%' })];
    api.signalSources = [{ name: 'GDELT', at: '2026-11-20T12:00:00.000Z', stale: false }];
    await open(path, api);
    await expectVisible(row('XRP').getByText('8.7'), row('XRP').getByText('settle'));
    // A row shows only the first two of the coin's signal words.
    expect(row('XRP').getByText('open').elements()).toEqual([]);
    expect(row('XRP').element().querySelectorAll('svg.lucide-flame')).toHaveLength(3);
    expect(row('XLM').element().querySelectorAll('svg.lucide-flame')).toHaveLength(0);
    expect(row('XLM').element().textContent).toContain('down');
    await expect.element(text('Data updated every 4 hours. Tracking adoption vs. market lag.')).toBeVisible();
    await button(/^XRP/).click();
    await expect.element(button(/^XRP/)).toHaveAttribute('aria-expanded', 'true');
    // The page shows the chart, and the same content as a table.
    await expect.element(text('Price and news reports, day by day')).toBeVisible();
    await expect.poll(() => document.querySelectorAll('figure canvas').length).toBe(1);
    await text('View as a table').click();
    await expect.element(page.getByRole('row', { name: 'Oct 16 $2.1 1 3' })).toBeVisible();
    const mix = page.getByRole('table', { name: 'Where it was mentioned in the last 7 days' });
    await expect.element(mix.getByRole('row', { name: 'Hacker News 6' })).toBeVisible();
    await text('Sources: 1 page').click();
    await expect.element(link(/^A bank settled its bills/).first()).toBeVisible();
    await text('How we calculate the score').click();
    await expectAccessible();
    await button(/^XRP/).click();
    await expect.element(mix).not.toBeInTheDocument();
  });

  test('shows the description, use and market values of an expanded coin, and labels missing values', async () => {
    api.hotCoins = [hotCoin()];
    api.market = [marketTokenOf({ volume24h: '5000000000', mentionChange: 20 })];
    const down = refusal('GET /api/market', 'service_unavailable');
    await open(path, api, down);
    await button(/^XRP/).click();
    await expect.element(text('We couldn’t load this coin’s details.')).toBeVisible();
    down.end();
    await button('Try again').click();
    await expect.element(meter().getByText('The coin of the XRP Ledger.')).toBeVisible();
    await expectVisible(meter().getByText('Firms move money with it.'), meter().getByText('$5 billion'));
    await expect.element(meter().getByText('Unknown')).toBeVisible();
    await expectVisible(meter().getByText('20% more than the day before'), meter().getByText(/from Kraken, just now/));
    await expectAccessible();
  });

  test(`${spec('signals.2')} shows all numbers that are needed to compute each score`, async () => {
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
      const tables = readScoreTables();
      for (const part of [tables['Reports of completed work'], tables['Code changes']]) {
        expect(part?.['Counts as']).toBe(countedAs(part));
      }
      const move = tables['Price move'] ?? {};
      expect(move['Counts as']).toBe(
        twoDigits(Math.min(5, Math.abs(number(move, 'In the last 7 days')) / number(move, 'Spread'))),
      );
      const parts = Object.values(tables).map((part) => number(part, 'Counts as'));
      const [reports = 0, work = 0, price = 0] = parts;
      const score = (10 * (0.6 * reports + 0.4 * work - 0.5 * price)) / 2.5;
      const byHand = Math.min(10, Math.max(0, score)).toFixed(1);
      expect(text(/^Score = /).element().textContent).toMatch(new RegExp(` = ${byHand} \\(at least 0, at most 10\\)$`));
      expect(row(coin).getByRole('cell').elements().at(-1)?.textContent).toContain(byHand);
      await button(new RegExp(`^${coin}`)).click();
    }
  });

  test('shows zero to three flames, depending on the score', async () => {
    const flames = new Map([
      [8, 3],
      [7.9, 2],
      [6, 2],
      [5.9, 1],
      [4, 1],
      [3.9, 0],
    ]);
    api.hotCoins = [...flames.keys()].map((heatScore) => hotCoin({ coin: `C${heatScore * 10}`, heatScore }));
    await open(path, api);
    await button('Show all 6 coins').click();
    for (const [score, count] of flames) {
      expect(
        row(`C${score * 10}`)
          .element()
          .querySelectorAll('svg.lucide-flame'),
        `${score}`,
      ).toHaveLength(count);
    }
  });

  test(`${spec('signals.3')} shows rows labelled as samples before the first refresh`, async () => {
    await open(path, api);
    await expectVisible('No data yet', meter().getByText('Sample'));
    for (const coin of ['XRP', 'XLM', 'ALGO', 'HBAR', 'QNT']) {
      await expect.element(meter().getByText(coin)).toBeVisible();
    }
    await expectAccessible();
  });

  test(`${spec('signals.3')} shows an error and a retry button when loading fails`, async () => {
    const down = refusal('GET /api/hot-meter', 'service_unavailable');
    await open(path, api, down);
    await expectVisible(meter().getByText('Unable to load market data'), meter().getByText('Sample'));
    await expectAccessible();
    down.end();
    api.hotCoins = [hotCoin()];
    await meter().getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
  });

  test('continues to show the old values and their date if newer values cannot be loaded', async () => {
    api.hotCoins = [hotCoin()];
    await open(path, api);
    await expectVisible(row('XRP').getByText('8.7'), /^\d+ signals?$/);
    for (const call of ['GET /api/hot-meter', 'GET /api/signals'] as const) {
      network.use(refusal(call, 'service_unavailable'));
    }
    api.sendSignalsChanged();
    await expectVisible(/^These numbers are from Nov 20, 2026/, /^These signals are from Nov 20, 2026/);
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    expect(text(/made up/).elements()).toEqual([]);
    expect(text('Unavailable').elements()).toEqual([]);
    await expectAccessible();
  });

  test('is fetched again after a server-sent event, and after a reconnection', async () => {
    api.hotCoins = [hotCoin()];
    await open(path, api);
    await expect.element(row('XRP').getByText('8.7')).toBeVisible();
    api.hotCoins = [hotCoin({ heatScore: 2.1 })];
    api.sendSignalsChanged();
    await expect.element(row('XRP').getByText('2.1')).toBeVisible();
    api.hotCoins = [hotCoin({ heatScore: 5.5 })];
    api.closeSignalStream();
    await expect.element(row('XRP').getByText('5.5')).toBeVisible();
  });

  test(`${spec('signals.3')} shows three placeholder rows and no samples while loading`, async () => {
    await open(path, api, noReply('GET /api/hot-meter'));
    const loading = meter().getByRole('status');
    await expect.element(loading).toHaveTextContent('Loading the hot meter…');
    expect(loading.element().querySelectorAll('[aria-hidden]')).toHaveLength(3);
    expect(meter().getByText('Sample').elements()).toEqual([]);
    expect(meter().getByRole('table').elements()).toEqual([]);
  });

  test('shows five coins at first, and all coins after a click', async () => {
    api.hotCoins = Array.from({ length: 7 }, (_, index) => hotCoin({ coin: `C${index}` }));
    await open(path, api);
    await expect.element(button('Show all 7 coins')).toHaveAttribute('aria-expanded', 'false');
    expect(meter().getByRole('rowheader').elements()).toHaveLength(5);
    await button('Show all 7 coins').click();
    expect(meter().getByRole('rowheader').elements()).toHaveLength(7);
    await button('Show only the first 5 coins').click();
    expect(meter().getByRole('rowheader').elements()).toHaveLength(5);
  });

  test(`${spec('signals.4')} labels a source as old if its data is old or the server reports it as stale`, async () => {
    api.hotCoins = [hotCoin()];
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    api.signalSources = [
      { name: 'GDELT', at: hoursAgo(10), stale: false },
      { name: 'Hacker News', at: hoursAgo(8), stale: false },
      { name: 'Reddit', at: hoursAgo(5), stale: true },
      { name: 'GitHub', at: null, stale: true },
      { name: 'Kraken', at: hoursAgo(0), stale: false },
    ];
    await open(path, api);
    const source = (name: string) => meter().getByRole('listitem').filter({ hasText: name });
    await expect.element(source('Hacker News').getByText('updated 8 hours ago')).toBeVisible();
    await expectVisible(source('Reddit').getByText('updated 5 hours ago'), source('GitHub').getByText('no data yet'));
    const isOld = (name: string) => source(name).getByText('Old').elements().length === 1;
    expect(api.signalSources.map(({ name }) => name).filter(isOld)).toEqual(['GDELT', 'Reddit', 'GitHub']);
  });
});

/** Returns the tables of a score's inputs by caption. Each table maps the name of a row to its value. */
function readScoreTables(): Record<string, Record<string, string>> {
  const elements = [...document.querySelectorAll('table table')].filter((table) => table.querySelector('tfoot'));
  return Object.fromEntries(
    elements.map((table) => [
      table.querySelector('caption')?.textContent,
      Object.fromEntries(
        [...table.querySelectorAll('tr')].map(({ cells: [name, value] }) => [name?.textContent, value?.textContent]),
      ),
    ]),
  );
}

const number = (values: Record<string, string>, name: string) => Number.parseFloat(values[name] ?? '');
const twoDigits = (value: number) => String(Number(value.toFixed(2)));

/**
 * Computes one part of the score, from 0 to 5:
 * (recent day − usual day) ÷ spread × total ÷ (total + 10).
 */
function countedAs(values: Record<string, string> = {}): string {
  const [now, before, spread, all] = ['Recent day', 'Usual day', 'Spread', 'Total'].map((name) =>
    number(values, name),
  ) as [number, number, number, number];
  return twoDigits(Math.min(5, Math.max(0, (((now - before) / spread) * all) / (all + 10))));
}
