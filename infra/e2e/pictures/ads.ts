import type { Page } from '@playwright/test';
import { signIn } from '../fixtures.ts';
import type { Screens } from './screen.ts';

/** Returns screens of campaigns, revenue and totals, with made-up responses of the server. */
export function everyAdState(): Screens {
  const at = '2026-11-20T10:00:00.000Z';
  const campaign = {
    id: 'camp_1',
    platform: 'google',
    name: 'Leaving Robinhood',
    status: 'paused',
    budget: { amount: '50.00' },
    allocated: '12.51',
    keywords: ['xrp wallet', 'move xrp to wallet'],
    adMessage: 'Your own wallet.',
    targetAudience: 'People 45 and older who hold XRP on an exchange',
    providerId: '1',
    createdAt: at,
    hasAd: true,
    performance: null,
    problem: null,
  };
  const performance = { spend: '341.07', impressions: 48_210, clicks: 1_204, ctr: 0.025, at };
  const campaigns = [
    { ...campaign, status: 'active', performance },
    { ...campaign, id: 'camp_2', platform: 'meta', name: 'XRP to your own wallet, Meta' },
    { ...campaign, id: 'camp_3', platform: 'rumble', name: 'XRP to your own wallet, Rumble', status: 'by_hand' },
    { ...campaign, id: 'camp_4', platform: 'x', name: 'XRP to your own wallet, X', hasAd: false },
    { ...campaign, id: 'camp_6', name: 'Summer', status: 'ended' },
    {
      ...campaign,
      id: 'camp_5',
      name: 'Autumn',
      status: 'draft',
      problem: 'The ad platform refused our request with error 400: This is not allowed.',
    },
  ];
  const openCampaigns = async (page: Page) => {
    await page.route(/\/api\/admin\/campaigns/, (route) => route.fulfill({ json: { campaigns, nextCursor: null } }));
    await signIn(page, '/admin?tab=campaigns');
  };
  const record = {
    id: 'rev_1',
    source: 'coinzilla',
    amount: '12.50',
    currency: 'USD',
    campaignId: null,
    state: 'confirmed',
  };
  const revenue = [
    { ...record, kind: 'record', adNetwork: null, at, reinvestedAt: null },
    { ...record, id: 'rev_2', kind: 'click', amount: '0.20', adNetwork: 'bitmedia', at, reinvestedAt: at },
  ];
  const openRevenue = async (page: Page) => {
    const waiting = revenue.filter(({ reinvestedAt }) => !reinvestedAt);
    await page.route(/\/api\/admin\/ad-revenue/, (route) => route.fulfill({ json: { revenue, nextCursor: null } }));
    await page.route(/\/api\/ad-revenue\/unreinvested/, (route) => route.fulfill({ json: { revenue: waiting } }));
    await page.route(/\/api\/admin\/reinvestment/, (route) => {
      const allocations = campaigns
        .slice(0, 2)
        .map(({ id, name }, index) => ({ campaignId: id, name, amount: ['3.13', '3.12'][index] }));
      const json = { records: 1, total: '12.50', reinvested: '6.25', allocations, possible: true, why: null };
      return route.fulfill({ json });
    });
    await signIn(page, '/admin?tab=revenue');
  };
  const checked = (agrees: boolean) => async (page: Page) => {
    const compared = (id: string) => ({
      what: `Payment ${id} (our records vs. Stripe)`,
      ours: '$4.00 paid, $4.00 refunded',
      theirs: '$4.00 paid, $0.00 refunded',
    });
    const paid = { paid: '4.00', refunded: '4.00' };
    const payment = { intentId: 'pi_3Q2x', booked: paid, provider: { ...paid, refunded: '0.00' } };
    const differences = [
      { ...compared('7c9e6679f7b34c2b8e0f9d1a2b3c4d5e'), payment },
      { what: 'Revenue (running total vs. accounting)', ours: '4182.36', theirs: '4186.36' },
    ];
    const json = {
      agrees,
      checkedAt: at,
      differences: agrees ? [] : differences,
      accepted: agrees ? [] : [{ ...compared('1f0e8a7b6c5d4e3f2a1b0c9d8e7f6a5b'), acceptedAt: at }],
      found: agrees ? [] : ['Payment 9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d: $4.00 for a month of signals'],
    };
    await page.route('**/api/admin/dashboard/check', (route) => route.fulfill({ json }));
    await signIn(page, '/admin');
    const check = page.getByRole('button', { name: 'Check now' });
    const fold = page.getByText('All-time totals and reconciliation');
    await check.or(fold).first().waitFor();
    if (await fold.isVisible()) await fold.click();
    await check.click();
    return agrees ? 'All totals match to the cent' : 'Some totals don’t match';
  };
  return {
    'operator-campaigns-full': async (page) => {
      await openCampaigns(page);
      return '$341.07';
    },
    'operator-campaign-start': async (page) => {
      await openCampaigns(page);
      await page.getByRole('button', { name: 'Start XRP to your own wallet, Meta' }).click();
      return /We didn’t send these details to/;
    },
    'operator-campaign-start-without-ad': async (page) => {
      await openCampaigns(page);
      await page.getByRole('button', { name: 'Start XRP to your own wallet, X' }).click();
      return /This campaign has no ad yet/;
    },
    'operator-campaign-end': async (page) => {
      await openCampaigns(page);
      await page.getByRole('button', { name: 'End Leaving Robinhood' }).click();
      return 'You can’t start it again.';
    },
    'operator-google-figures': async (page) => {
      const google = campaigns.filter(({ platform }) => platform === 'google');
      await page.route('**/api/google-ads/campaigns', (route) => route.fulfill({ json: google }));
      await signIn(page, '/marketing?tab=google');
      return '48,210';
    },
    'operator-revenue-full': async (page) => {
      await openRevenue(page);
      return 'bitmedia';
    },
    'operator-reinvest': async (page) => {
      await openRevenue(page);
      await page.getByRole('button', { name: 'Reinvest all' }).click();
      return 'Reinvest $6.25';
    },
    'operator-reinvest-one': async (page) => {
      await openRevenue(page);
      await page.getByRole('button', { name: 'Reinvest $12.50 from coinzilla' }).click();
      return 'Reinvest $6.25';
    },
    'operator-check-agrees': checked(true),
    'operator-check-differs': checked(false),
    'operator-check-accept': async (page) => {
      await checked(false)(page);
      await page.getByRole('button', { name: 'Accept' }).click();
      return 'Accept this difference?';
    },
  };
}
