import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, expectVisible, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, type Campaign, campaignOf } from '../../../test/operator-rows.ts';
import { noReply, refusal, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the tab “Google Ads”', () => {
  const path = '/marketing?tab=google';

  test(`${spec('operators.10')} lists the campaigns, and shows no metrics before Google has reported them`, async () => {
    api.campaigns = [campaignOf(), campaignOf({ id: 'camp_2', platform: 'x', name: 'Not at Google' })];
    await open(path, api);
    const list = region('Google campaigns');
    await expectVisible(list.getByText('Leave the exchange'), list.getByText(/^\$50\.00 a day/));
    expect(list.getByText('Not at Google').elements()).toEqual([]);
    await expect.element(text('No data from Google yet.')).toBeVisible();
    expect(region('Performance').getByText('–').elements()).toHaveLength(4);
    await expectAccessible();
  });

  const performance = { spend: '1.10', impressions: 200, clicks: 5, ctr: 0.025, at };
  const old = { ...performance, at: '2026-10-01T10:00:00.000Z' };
  test.each<[what: string, campaigns: Partial<Campaign>[], metrics: string[]]>([
    [
      'two campaigns',
      [{ performance }, { performance: { ...performance, spend: '2.20' } }],
      ['$3.30', '400', '10', '2.50%'],
    ],
    [
      'a current campaign and one that ended long ago',
      [{ performance }, { status: 'ended', performance: old }],
      ['$2.20'],
    ],
    ['a single campaign that has ended', [{ status: 'ended', performance }], ['$1.10']],
  ])('for %s shows the sums of the metrics and the date of the data', async (_, campaigns, metrics) => {
    api.campaigns = campaigns.map((campaign, index) => campaignOf({ id: `camp_${index}`, ...campaign }));
    await open(path, api);
    for (const metric of metrics) {
      await expect.element(region('Performance').getByText(metric)).toBeVisible();
    }
    await expect.element(text(/^Data from Google as of Nov 20, 2026/)).toBeVisible();
  });

  test.each([
    [true, 'Made, and paused.', 'Made, and paused.'],
    [true, '', 'Campaign initialized successfully'],
    [false, 'Google does not answer.', 'Google does not answer.'],
  ])(
    `${spec('operators.29')} initializes the Robinhood campaign and shows the outcome (success: %s, message: “%s”)`,
    async (success, message, description) => {
      const call = 'POST /api/google-ads/initialize-robinhood';
      const slow = noReply(call);
      await open(path, api, slow, reply(call, { success, message }));
      await button('Initialize Robinhood campaign').click();
      await expect.element(button('Initializing…')).toBeVisible();
      slow.end();
      await expectVisible('Google Ads campaign', text(description));
    },
  );

  test('shows a message if there are no campaigns', async () => {
    await open(path, api);
    await expect.element(text('No campaigns yet.')).toBeVisible();
  });
});

describe('the tab “Mention velocity”', () => {
  const path = '/marketing?tab=mentions';

  test(`${spec('operators.11')} lists at most five coins, with percentages of one decimal`, async () => {
    api.trending = ['XRP', 'XLM', 'ALGO', 'HBAR', 'QNT'].map((symbol, index) => ({
      symbol,
      mentionCount: 10 + index,
      source: 'GDELT',
      velocityPercentage: index === 1 ? -3.25 : 12,
      timestamp: at,
    }));
    await open(path, api);
    const list = region('Trending cryptos');
    await expect.element(list.getByText('XRP')).toBeVisible();
    expect(list.getByRole('listitem').elements()).toHaveLength(5);
    await expectVisible(list.getByText('+12.0%').first(), list.getByText(/^-3\.[23]%$/));
    await expectAccessible();
  });

  test(`${spec('operators.11')} shows a message if there is no data yet`, async () => {
    await open(path, api);
    await expect.element(text('There is no mention data yet.')).toBeVisible();
  });

  test('shows an error, and not “no data yet”, if the mentions cannot be loaded', async () => {
    await open(path, api, refusal('GET /api/trending-cryptos', 'service_unavailable'));
    await expect.element(text('We couldn’t load the mentions')).toBeVisible();
    expect(text('There is no mention data yet.').elements()).toEqual([]);
    await expectAccessible();
  });
});

test.each([
  [true, 'Active'],
  [false, 'Inactive'],
])(
  `${spec('operators.12')} the overview has three counters, and shows whether automatic posting is on (on: %s)`,
  async (autoPostEnabled, state) => {
    api.automation = { ...api.automation, autoPostEnabled };
    api.campaigns = [campaignOf()];
    api.trending = [{ symbol: 'XRP', mentionCount: 7, source: 'GDELT', velocityPercentage: 1, timestamp: at }];
    await open('/marketing?tab=overview', api);
    await expect.element(text(state)).toBeVisible();
    for (const counter of ['12', '1', '7']) await expect.element(text(counter)).toBeVisible();
    await expectAccessible();
  },
);

test('the overview names the data that could not be read, and shows the rest', async () => {
  await open('/marketing?tab=overview', api, refusal('GET /api/google-ads/campaigns', 'service_unavailable'));
  await expectVisible('We couldn’t load the campaigns', text('12'));
  expect(text('Google campaigns').elements()).toEqual([]);
  await expectAccessible();
});
