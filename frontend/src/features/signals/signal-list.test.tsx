import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, checkbox, dialog, expectVisible, link, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { article, hotCoin } from '../../../test/replies.ts';
import type { Signal } from '../../domain/signals/api.ts';

const path = '/nansen';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

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
    sources: [article],
    ...more,
  };
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

  test(`${spec('signals.6')} are filtered by type and topic; infrastructure appears only under All`, async () => {
    await open(path, api);
    await expect.element(text('3 signals')).toBeVisible();
    await expectAccessible();
    await text('Adoption').first().click();
    await expect.element(text('1 signal')).toBeVisible();
    expect(shown()).toContain('Shops joined');
    await text('Deployment').first().click();
    await expect.element(text('No signals of this kind')).toBeVisible();
    await text('All').click();
    await checkbox('Quantum topics only').click();
    await expect.element(text('1 signal')).toBeVisible();
  });

  test('are limited to six until “Show all” is pressed', async () => {
    api.signals = Array.from({ length: 8 }, (_, index) => signal({ id: `s${index}`, headline: `Number ${index}` }));
    await open(path, api);
    await expect.element(text('8 signals')).toBeVisible();
    expect(text(/^Number/).elements()).toHaveLength(6);
    await button('Show all 8 signals').click();
    expect(text(/^Number/).elements()).toHaveLength(8);
  });

  test('show a warning for a source with old data', async () => {
    api.signalSources = [
      { name: 'GDELT', at: new Date(Date.now() - 50 * 3_600_000).toISOString(), stale: true },
      { name: 'Kraken', at: new Date().toISOString(), stale: false },
    ];
    await open(path, api);
    const part = region('Signals');
    await expect.element(part.getByText('updated 2 days ago')).toBeVisible();
    expect(part.getByText('Kraken').elements()).toEqual([]);
  });

  test('show “Hot” if they are hot, and no price movement if the price is unknown', async () => {
    api.signals = [signal({ confidenceScore: 90 }), signal({ id: 's2', graphMoved: null })];
    await open(path, api);
    await expect.element(text('75% confidence')).toBeVisible();
    expect(text('Hot').elements()).toHaveLength(1);
    expect(text(/^The price has/).elements()).toHaveLength(1);
  });

  test('show the daily price of their coin if the hot meter has it', async () => {
    api.signals = [signal(), signal({ id: 's2', token: 'XDC' })];
    api.hotCoins = [hotCoin()];
    await open(path, api);
    const lines = (token: string) =>
      page
        .getByRole('region')
        .filter({ has: page.getByText(token, { exact: true }) })
        .last()
        .element()
        .querySelectorAll('polyline');
    await expect.poll(() => lines('XRP').length).toBe(1);
    expect(lines('XDC')).toHaveLength(0);
  });

  test('show their sources and the formula of their confidence', async () => {
    await open(path, api);
    const card = page.getByRole('region', { name: 'Signals', exact: true });
    await card.getByText('Source', { exact: true }).first().click();
    await expect.element(text(/^Confidence: 100 × \(1 − 0\.5 to the power of 2\)/).first()).toBeVisible();
    await expect.element(link(/^A bank settled its bills/).first()).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('are replaced by an error when loading fails', async () => {
    await open(path, api, refusal('GET /api/signals', 'service_unavailable'));
    await expect.element(page.getByRole('heading', { name: 'Unable to load market data', level: 2 })).toBeVisible();
    await expectAccessible();
  });

  test('are replaced by a note if there are none', async () => {
    api.signals = [];
    await open(path, api);
    await expect.element(text('No signals yet')).toBeVisible();
  });
});

describe('highlights', () => {
  test(`${spec('signals.5')} show their site and day`, async () => {
    api.highlights = ['A', 'B', 'C'].map((title, index) => ({
      id: title,
      title: `${title} was launched`,
      description: 'It was.',
      url: `https://news.example.com/${index}`,
      date: new Date(Date.now() - index * 86_400_000).toISOString(),
      source: 'news.example.com',
    }));
    await open(path, api);
    await expectVisible('news.example.com, today', 'news.example.com, yesterday', 'news.example.com, 2 days ago');
  });

  test(`${spec('signals.5')} shows samples with a label and without links while no highlight exists`, async () => {
    await open(path, api);
    const part = region('Latest project leader highlights');
    await expect.element(part.getByText('Sample')).toBeVisible();
    expect(part.getByRole('link').elements()).toEqual([]);
  });
});

describe('the quick tour', () => {
  test(`${spec('signals.11')} moves forward and back, focuses each step, and is stored as done after the last step`, async () => {
    await open(path, api);
    await button('Quick tour').click();
    const tour = dialog('Quick tour, 1 of 4');
    await expect.element(tour.getByRole('heading', { name: 'The hot meter' })).toBeVisible();
    await expectAccessible();
    await button('Next').click();
    await expect.element(page.getByRole('heading', { name: 'The signals', level: 3 })).toHaveFocus();
    await button('Back').click();
    await expect.element(dialog('Quick tour, 1 of 4')).toBeVisible();
    for (let step = 0; step < 3; step++) await button('Next').click();
    await button('Done').click();
    await expect.element(button('See the quick tour again')).toHaveFocus();
    expect(localStorage.getItem('xrp-bridge:signals-toured')).toBe('true');
  });

  test('is offered again after a skip or Escape', async () => {
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
