import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { article } from '../../../test/replies.ts';
import type { Trend } from './api.ts';

const path = '/concierge/dashboard';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.own();
});

function trend(more: Partial<Trend> = {}): Trend {
  return {
    coin: 'XRP',
    name: 'XRP',
    days: Array.from({ length: 37 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 15 + index)).toISOString().slice(0, 10),
      close: 2 + (index % 3) / 10,
      mentions: index % 5,
      band: index < 14 ? null : { mean: 2.1, low: 1.9, high: 2.15 },
      outside: index === 20 ? 'above' : null,
    })),
    waves: [
      { from: '2026-10-20', to: '2026-10-23', direction: 'up', change: 12.34 },
      { from: '2026-11-01', to: '2026-11-03', direction: 'down', change: -5 },
    ],
    mentions: { recent: 3, usual: 3, spread: 1, sample: 111, z: 0 },
    priceChange: '+2.3%',
    scoredAt: '2026-11-20T12:07:00.000Z',
    ...more,
  };
}

const sourceDates = { updatedAt: '2026-11-20T12:07:00.000Z', sources: [] };

describe('concierge charts', () => {
  const charts = `${path}?tab=charts`;

  test(`${spec('concierge.8')} show price, band, reports and waves, also as text and as a table`, async () => {
    api.trends = [trend(), trend({ coin: 'XLM', name: 'Stellar', waves: [], days: [] })];
    await open(charts, api);
    await expect.poll(() => document.querySelectorAll('figure canvas').length).toBe(2);
    await expect.element(text(/was outside its band on 1 day\.$/)).toBeVisible();
    const waves = page.getByRole('list', { name: 'XRP price waves' }).getByRole('listitem');
    await expect.element(waves.first()).toHaveTextContent('Oct 20 to Oct 23up +12.3%');
    await expect.element(waves.nth(1)).toHaveTextContent('Nov 1 to Nov 3down -5.0%');
    await text('View as a table').click();
    await expect.element(page.getByRole('row', { name: 'Nov 4 $2.2, above $1.9 to $2.15 0' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Oct 15 $2 0' })).toBeVisible();
    expect(text('What this doesn’t do').elements()).toHaveLength(2);
    await expectAccessible();
  });

  test('appear without a reload once the server has computed the first trends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    api.trends = [];
    await open(charts, api);
    await expectVisible(heading('No charts yet'));
    api.trends = [trend()];
    await vi.advanceTimersByTimeAsync(15_000);
    await expect.poll(() => document.querySelectorAll('figure canvas').length).toBe(2);
  });

  test('show the selected coin', async () => {
    const days = trend().days.map((day) => ({ ...day, outside: null }));
    api.trends = [trend({ coin: 'ALGO', name: 'Algorand' }), trend({ coin: 'XLM', name: 'Stellar', waves: [], days })];
    await open(charts, api);
    await expect.element(page.getByRole('list', { name: 'ALGO price waves' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Coin' }).selectOptions('XLM');
    await expectVisible('There were no waves in the last 37 days.', /the price of XLM stayed within its band/);
  });

  test('show an empty state without data', async () => {
    await open(charts, api);
    await expect.element(heading('No charts yet')).toBeVisible();
    await expectAccessible();
  });
});

describe('concierge market analysis', () => {
  const analysis = `${path}?tab=analysis`;

  test(`${spec('concierge.10')} shows its date, and the sources of each paragraph`, async () => {
    api.analysis = {
      ...sourceDates,
      date: '2026-11-20',
      paragraphs: [
        { title: 'What was done', text: 'A bank settled its bills with XRP.', sources: [article] },
        { title: 'What prices did', text: 'XRP rose by 2 %.', sources: [] },
      ],
    };
    await open(analysis, api);
    await expectVisible('Based on what we’d found by Nov 20.', heading('What prices did'));
    await text('Source', { exact: true }).click();
    await expectVisible(link(/^A bank settled its bills/), /It isn’t advice/);
    await expectAccessible();
  });

  test('is replaced by “No news yet” while no analysis exists', async () => {
    await open(analysis, api);
    await expect.element(heading('No news yet')).toBeVisible();
    await expectAccessible();
  });
});
