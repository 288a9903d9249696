import { adPlatforms, longestSearchAd, presetAdMessages, searchAd } from '@xrp-bridge/contracts/ad-plan';
import { expect, test } from 'vitest';
import { adOf, findAdProblem, postOf } from './ad.ts';
import { firstPlans, robinhoodPlan } from './campaign.ts';

const site = 'https://bridge.example.com';

test.each(presetAdMessages)('the preset message fits every platform: %s', (message) => {
  for (const platform of adPlatforms) expect(findAdProblem(platform, message), platform).toBeNull();
});

test('the headlines and the description of a search ad fit Google’s limits, and no two ad texts are equal', () => {
  const { headlines, description } = searchAd;
  expect(headlines.length).toBeGreaterThanOrEqual(3);
  for (const headline of headlines) expect(headline.length, headline).toBeLessThanOrEqual(longestSearchAd.headline);
  expect(description.length).toBeLessThanOrEqual(longestSearchAd.description);
  expect(new Set([...headlines, description, ...presetAdMessages]).size).toBe(headlines.length + 9);
});

test.each([...firstPlans, robinhoodPlan])(
  'the message of the campaign “$name” fits $platform',
  ({ platform, adMessage }) => {
    expect(findAdProblem(platform, adMessage)).toBeNull();
  },
);

test.each([
  ['google', 'a'.repeat(90), null],
  ['google', 'a'.repeat(91), 'The ad text is 91 characters long. The limit is 90.'],
  ['google', '👋'.repeat(90), null],
  ['google', 'two\nlines', 'Google ads need the text on one line.'],
  ['meta', `two\n${'a'.repeat(496)}`, null],
  ['meta', 'a'.repeat(501), 'The ad text is 501 characters long. The limit is 500.'],
  ['x', 'a'.repeat(256), null],
  ['x', 'a'.repeat(257), 'The ad text is 257 characters long by X’s count. The limit is 256.'],
  ['x', '漢'.repeat(129), 'The ad text is 258 characters long by X’s count. The limit is 256.'],
] as const)(
  'the length and the line breaks of a message are checked by the rules of %s',
  (platform, message, problem) => {
    expect(findAdProblem(platform, message)?.message ?? null).toBe(problem);
  },
);

test('an ad without a message gets the first preset message, and the text of a post ends with our URL', () => {
  expect(adOf({ adMessage: '' }, site)).toEqual({ message: presetAdMessages[0], link: site });
  expect(postOf(adOf({ adMessage: 'Your own wallet.' }, site))).toBe(`Your own wallet. ${site}`);
});
