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

describe('Google Ads', () => {
  const path = '/marketing?tab=google';

  test(`${spec('operators.10')} lists the campaigns, and shows no figure that Google has not said`, async () => {
    api.campaigns = [campaignOf(), campaignOf({ id: 'camp_2', platform: 'x', name: 'Not at Google' })];
    await open(path, api);
    const list = region('Campaigns at Google');
    await expectVisible(list.getByText('Leave the exchange'), list.getByText(/^\$50\.00 a day/));
    expect(list.getByText('Not at Google').elements()).toEqual([]);
    await expect.element(text('Google has said nothing yet.')).toBeVisible();
    expect(region('Performance').getByText('–').elements()).toHaveLength(4);
    await expectAccessible();
  });

  const performance = { spend: '1.10', impressions: 200, clicks: 5, ctr: 0.025, at };
  const old = { ...performance, at: '2026-10-01T10:00:00.000Z' };
  test.each<[what: string, campaigns: Partial<Campaign>[], figures: string[]]>([
    [
      'added up',
      [{ performance }, { performance: { ...performance, spend: '2.20' } }],
      ['$3.30', '400', '10', '2.50 %'],
    ],
    ['not as old as of what ended long ago', [{ performance }, { status: 'ended', performance: old }], ['$2.20']],
    ['as old as of the last to end', [{ status: 'ended', performance }], ['$1.10']],
  ])('the figures are %s', async (_, campaigns, figures) => {
    api.campaigns = campaigns.map((campaign, index) => campaignOf({ id: `camp_${index}`, ...campaign }));
    await open(path, api);
    for (const figure of figures) {
      await expect.element(region('Performance').getByText(figure)).toBeVisible();
    }
    await expect.element(text(/^Google said so 20 Nov 2026/)).toBeVisible();
  });

  test.each([
    [true, 'Made, and paused.', 'Made, and paused.'],
    [true, '', 'Campaign initialized successfully'],
    [false, 'Google does not answer.', 'Google does not answer.'],
  ])(`${spec('operators.29')} the Robinhood campaign (success: %s, message: “%s”)`, async (success, message, told) => {
    const call = 'POST /api/google-ads/initialize-robinhood';
    const slow = noReply(call);
    await open(path, api, slow, reply(call, { success, message }));
    await button('Initialize Robinhood campaign').click();
    await expect.element(button('Initializing…')).toBeVisible();
    slow.end();
    await expectVisible('Google Ads campaign', text(told));
  });

  test('without a campaign says so', async () => {
    await open(path, api);
    await expect.element(text('There is no campaign yet.')).toBeVisible();
  });
});

describe('mention velocity', () => {
  const path = '/marketing?tab=mentions';

  test(`${spec('operators.11')} has five coins at most, with one decimal`, async () => {
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
    await expectVisible(list.getByText('+12.0 %').first(), list.getByText(/^-3\.[23] %$/));
    await expectAccessible();
  });

  test(`${spec('operators.11')} without figures says so`, async () => {
    await open(path, api);
    await expect.element(text('There is no mention data yet.')).toBeVisible();
  });

  test('that could not be read says so, and not that there is none', async () => {
    await open(path, api, refusal('GET /api/trending-cryptos', 'service_unavailable'));
    await expect.element(text('The mentions could not be read')).toBeVisible();
    expect(text('There is no mention data yet.').elements()).toEqual([]);
    await expectAccessible();
  });
});

test.each([
  [true, 'Active'],
  [false, 'Inactive'],
])(
  `${spec('operators.12')} the overview has three counters, and whether posts go out: %s`,
  async (autoPostEnabled, state) => {
    api.automation = { ...api.automation, autoPostEnabled };
    api.campaigns = [campaignOf()];
    api.trending = [{ symbol: 'XRP', mentionCount: 7, source: 'GDELT', velocityPercentage: 1, timestamp: at }];
    await open('/marketing?tab=overview', api);
    await expect.element(text(state)).toBeVisible();
    for (const figure of ['12', '1', '7']) await expect.element(text(figure)).toBeVisible();
    await expectAccessible();
  },
);

test('the overview says what could not be read, and shows the rest', async () => {
  await open('/marketing?tab=overview', api, refusal('GET /api/google-ads/campaigns', 'service_unavailable'));
  await expectVisible('The campaigns could not be read', text('12'));
  expect(text('Google campaigns').elements()).toEqual([]);
  await expectAccessible();
});
