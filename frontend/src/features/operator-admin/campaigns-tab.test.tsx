import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { button, expectVisible, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, type Campaign, campaignOf } from '../../../test/operator-rows.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

test('the list of campaigns combines name with platform and cost with clicks; the CSV file has separate columns', async () => {
  await page.viewport(1280, 900);
  const file = catchFile();
  const performance = { impressions: 900, clicks: 1, ctr: 0.0011, spend: '2.50', at };
  api.campaigns = [campaignOf({ performance }), campaignOf({ id: 'camp_2', name: 'By hand', platform: 'rumble' })];
  await open('/admin?tab=campaigns', api);
  const table = page.getByRole('table', { name: 'All campaigns' });
  await expect.element(table.getByRole('cell', { name: /^Leave the exchange Google Ads$/ })).toBeVisible();
  await expect.element(table.getByRole('cell', { name: /^\$2\.50 1 click / })).toBeVisible();
  expect(
    table
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Created', 'Campaign', 'Status', 'Daily budget', 'Reinvested', 'Spent', 'Actions']);
  await expectAccessible();
  await button('CSV').click();
  await expect.element(text('2 rows')).toBeVisible();
  const [heading, ...rows] = (await file.text())?.trim().split('\r\n') ?? [];
  expect(heading).toBe('Created,Campaign,Platform,Status,Daily budget,Reinvested,Spent,Clicks');
  expect(rows).toEqual([
    `${at},Leave the exchange,Google Ads,paused,50,0,2.5,1`,
    `${at},By hand,Rumble Ads,paused,50,0,,`,
  ]);
});

test.each([
  ['google', 'paused', 'no data yet'],
  ['google', 'ended', 'no data'],
  ['x', 'paused', 'no data yet'],
  ['x', 'ended', 'no data'],
  ['rumble', 'active', 'see Rumble'],
] as const)(
  'a campaign at %s with the status %s and without reported spending shows “%s”',
  async (platform, status, spending) => {
    api.campaigns = [campaignOf({ platform, status })];
    await open('/admin?tab=campaigns', api);
    await expect.element(page.getByRole('table').getByText(spending)).toBeVisible();
  },
);

/** Opens the dialog that starts the campaign. */
async function openStart(campaign: Partial<Campaign>) {
  api.campaigns = [campaignOf(campaign)];
  await open('/admin?tab=campaigns', api);
  await button('Start Leave the exchange').click();
  return page.getByRole('dialog', { name: 'Start Leave the exchange' });
}

test.each([
  ['google', 'Target audience: Newcomers', ''],
  ['meta', 'Target audience: Newcomers\nKeywords: XRP', ' Meta shows the ad in the United States.'],
  ['x', 'Target audience: Newcomers', ' X shows the ad for a year after it’s created.'],
] as const)(
  'the dialog that starts a campaign at %s lists the texts that the platform did not receive',
  async (platform, texts, where) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const dialog = await openStart({ platform, adMessage: 'Your own wallet.', targetAudience: 'Newcomers' });
    const notice = `Its ad is ready and paused too. Once you start the campaign, you pay up to its daily budget every day.${where}`;
    await expectVisible(
      dialog.getByText(notice),
      dialog.getByText(/^We didn’t send these details to .+\. You can enter them there yourself\.$/),
    );
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Copy the details' }).click();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(texts);
  },
);

test.each([
  ['google', 'Google Ads', 'Ad message: Your own wallet.\nTarget audience: Newcomers'],
  ['meta', 'Meta Ads', 'Ad message: Your own wallet.\nTarget audience: Newcomers\nKeywords: XRP'],
  ['x', 'X Ads', 'Ad message: Your own wallet.\nTarget audience: Newcomers\nKeywords: XRP'],
] as const)(
  'the dialog that starts a campaign at %s without an ad explains that the ad is missing',
  async (platform, title, texts) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const entered = { adMessage: 'Your own wallet.', targetAudience: 'Newcomers' };
    const dialog = await openStart({ platform, hasAd: false, ...entered });
    const notice = `This campaign has no ad yet. Nothing will show until you create one on ${title}.`;
    await expect.element(dialog.getByText(notice)).toBeVisible();
    expect(dialog.getByText(/ad is ready|United States|for a year/).elements()).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy the details' }).click();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(texts);
  },
);

test.each([
  ['whose platform received all texts', { platform: 'google', targetAudience: '' }, /^Its ad is ready/],
  [
    'at Rumble',
    { platform: 'rumble', status: 'by_hand', hasAd: false },
    'Once you start the campaign, you pay up to its daily budget every day.',
  ],
] as const)('the dialog that starts a campaign %s has no texts to copy', async (_, campaign, notice) => {
  const dialog = await openStart(campaign);
  await expect.element(dialog.getByText(notice)).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Copy/ }).elements()).toEqual([]);
});

test('a campaign at Rumble must be ended there by hand; the service ends any other campaign', async () => {
  api.campaigns = [
    campaignOf({ platform: 'rumble', status: 'by_hand', hasAd: false }),
    campaignOf({ id: 'camp_2', name: 'At Google' }),
  ];
  await open('/admin?tab=campaigns', api);
  const dialog = page.getByRole('dialog');
  const byHand = dialog.getByText('If it’s already on Rumble, end it there too. We’ll close its task.');
  await button('End Leave the exchange').click();
  await expect.element(byHand).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('End At Google').click();
  await expect.element(dialog.getByText('You can’t start it again.')).toBeVisible();
  expect(byHand.elements()).toEqual([]);
});

test('a campaign that its platform has not created yet can be ended but not started', async () => {
  api.campaigns = [campaignOf({ status: 'draft', problem: 'This platform’s API keys aren’t set up.' })];
  await open('/admin?tab=campaigns', api);
  await expectVisible('This platform’s API keys aren’t set up.', button('End Leave the exchange'));
  expect(button('Start Leave the exchange').elements()).toEqual([]);
});
