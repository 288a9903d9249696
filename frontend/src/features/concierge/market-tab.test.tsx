import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, tab, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { marketTokenOf } from '../../../test/replies.ts';
import type { Alert } from './api.ts';

const path = '/concierge/dashboard';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.own();
});

function alert(more: Partial<Alert> = {}): Alert {
  return {
    symbol: 'XLM',
    name: 'Stellar',
    sigma: 2.6,
    level: 'High',
    price: '0.38',
    day: '2026-11-19',
    dayChange: 9.1,
    at: new Date().toISOString(),
    source: 'Kraken',
    stale: false,
    ...more,
  };
}

const sourceDates = { updatedAt: '2026-11-20T12:07:00.000Z', sources: [] };

describe('concierge dashboard', () => {
  test(`${spec('concierge.6')} shows the offer to a customer without the concierge, and requests no market data`, async () => {
    api = new FakeApi();
    await open(path, api);
    await expect.element(heading('This page is part of the concierge.')).toBeVisible();
    await expect.element(link('See the concierge')).toHaveAttribute('href', '/concierge');
    expect(api.called('GET', '/api/concierge/dashboard')).toEqual([]);
    await expectAccessible();
  });

  test('has a URL for each view, and switches between views by keyboard', async () => {
    const screen = await open(path, api);
    await tab('Market').click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('Charts')).toHaveAttribute('aria-selected', 'true');
    expect(screen.path()).toBe(`${path}?tab=charts`);
    await expect.element(link('Encryption setup guide')).toHaveAttribute('href', '/concierge/encryption');
  });

  test(`${spec('concierge.7')} shows calm coins, unusual days and a summary, each with a disclaimer`, async () => {
    api.marketDay = {
      ...api.marketDay,
      ...sourceDates,
      stable: [
        marketTokenOf(),
        marketTokenOf({
          symbol: 'ALGO',
          name: 'Algorand',
          price: '12987.50',
          change24h: -0.2,
          mentions: 1,
          stale: true,
        }),
      ],
      alerts: [alert(), alert({ symbol: 'QNT', name: 'Quant', sigma: -1.4, level: 'Moderate', dayChange: -4.8 })],
      summary: { ...api.marketDay.summary, tokens: 4, sentences: ['We looked at 4 coins.', '2 of them rose.'] },
    };
    await open(path, api);
    await expect.element(region('Market summary').getByText('2 of them rose.')).toBeVisible();
    const alerts = region('Deviation alerts').getByRole('listitem');
    for (const [index, words] of [
      'XLMStellarHighabout 2.6 times its usual swingup +9.1%on Nov 19Kraken, just now',
      'QNTQuantModerateabout 1.4 times its usual swingdown -4.8%on Nov 19Kraken, just now',
    ].entries()) {
      await expect.element(alerts.nth(index)).toMatchTextContent(words);
    }
    for (const words of ['$2.41', '$12,987.50', 'Old', 'Mentions in 24 hours: 1']) {
      await expect.element(region('Stable tokens').getByText(words).first()).toBeVisible();
    }
    expect(text('Sample').elements()).toEqual([]);
    expect(text('What this doesn’t do').elements()).toHaveLength(3);
  });

  test('shows description, use and market data of each coin, and marks unknown values', async () => {
    const xlm = { symbol: 'XLM', name: 'Stellar', description: 'The coin of Stellar.' };
    api.market = [marketTokenOf({ ...xlm, marketCap: '12340000000', volume24h: '456700000', mentionChange: -12.5 })];
    api.marketDay = { ...api.marketDay, ...sourceDates, stable: [marketTokenOf()], alerts: [alert()] };
    await open(path, api);
    await text('About XRP').click();
    const calm = region('Stable tokens');
    await expectVisible(calm.getByText('Firms move money with it.'), calm.getByText('We wrote this on Nov 25, 2026.'));
    expect(calm.getByText('Unknown').elements()).toHaveLength(2);
    await expect.element(calm.getByText('Not enough data to compare')).toBeVisible();
    await text('About Stellar').click();
    const unusual = region('Deviation alerts');
    await expectVisible(unusual.getByText('The coin of Stellar.'), unusual.getByText('$12.34 billion'));
    await expectVisible(unusual.getByText('$456.7 million'), unusual.getByText('12.5% fewer than the day before'));
    await expectAccessible();
  });

  test(`${spec('concierge.7')} shows labelled samples before the first market data`, async () => {
    await open(path, api);
    await expect.element(text('No data yet')).toBeVisible();
    expect(text('Sample').elements()).toHaveLength(2);
    await expectAccessible();
  });

  test('shows that no coin had an unusual or calm day', async () => {
    api.marketDay = { ...api.marketDay, ...sourceDates };
    await open(path, api);
    await expectVisible('No coins had an unusual day.', 'No coins had a calm day.');
    expect(text('Sample').elements()).toEqual([]);
  });

  test.each(['refunded', 'none'] as const)(
    `${spec('concierge.6')} closes when the server reports the ownership as %s`,
    async (state) => {
      await open(path, api);
      await expect.element(heading('Market summary')).toBeVisible();
      api.own({ state, refundableUntil: null });
      await tab('Market news').click();
      const titles = { refunded: 'We’ve refunded your concierge.', none: 'This page is part of the concierge.' };
      await expect.element(heading(titles[state])).toBeVisible();
      expect(text(/This doesn’t affect your coins/).elements()).toEqual([]);
      await expectAccessible();
    },
  );

  test('shows an error when the market data cannot be loaded, and can retry', async () => {
    const down = refusal('GET /api/concierge/dashboard', 'service_unavailable');
    await open(path, api, down);
    await expectVisible(heading('Unable to load market data'), /This isn’t working right now/);
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(heading('Market summary')).toBeVisible();
  });

  test('shows a placeholder while the market data loads', async () => {
    await open(path, api, noReply('GET /api/concierge/dashboard'));
    await expect.element(text('Loading the data…')).toBeInTheDocument();
    expect(text('Sample').elements()).toEqual([]);
  });
});
