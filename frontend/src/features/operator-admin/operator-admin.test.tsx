import { presetAdMessages } from '@xrp-bridge/contracts/ad-plan';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, campaignOf, revenueOf } from '../../../test/operator-rows.ts';
import { noReply, refusal, reply } from '../../../test/overrides.ts';
import { parseKeywords } from './campaign-plan.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const region = (name: string) => page.getByRole('region', { name });
const tab = (name: string) => page.getByRole('tab', { name });

/** Says why in the dialog that is open, and does it. */
async function giveReason(does: string | RegExp, reason = 'Ada asked for it'): Promise<void> {
  await page.getByRole('textbox', { name: 'Why?' }).fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: does }).click();
}

test(`${spec('operators.3')} the four tabs, gone through by keyboard, each with an address`, async () => {
  const screen = await open('/admin', api);
  await expect.element(tab('Dashboard')).toHaveAttribute('aria-selected', 'true');
  (tab('Dashboard').element() as HTMLElement).focus();
  for (const [name, path] of [
    ['Campaigns', '/admin?tab=campaigns'],
    ['Marketing', '/admin?tab=marketing'],
    ['Revenue', '/admin?tab=revenue'],
    ['Dashboard', '/admin'],
  ] as const) {
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab(name)).toHaveFocus();
    await expect.poll(screen.path).toBe(path);
  }
});

describe('the dashboard', () => {
  test(`${spec('operators.4')} has the figures, and what needs a person`, async () => {
    await open('/admin', api);
    for (const text of ['$4,182.36', '731', '$62.80', '$31.40', 'The $25.00 threshold is reached']) {
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(page.getByRole('link', { name: '2 open tasks' })).toHaveAttribute('href', '/admin/tasks');
    await expect.element(page.getByRole('link', { name: '1 dead letter' })).toHaveAttribute('href', '/admin/events');
    await expectAccessible();
  });

  test('is asked for every 30 seconds while the server does not tell', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/admin', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    api.dashboard = { ...api.dashboard, completedTransfers: 732 };
    vi.advanceTimersByTime(29_999);
    expect(page.getByText('732', { exact: true }).elements()).toEqual([]);
    vi.advanceTimersByTime(1);
    await expect.element(page.getByText('732', { exact: true })).toBeVisible();
  });

  test(`${spec('operators.28')} is asked for every 30 seconds while the server tells, too: not every change is an event`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/admin', api);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    api.dashboard = { ...api.dashboard, completedTransfers: 732 };
    vi.advanceTimersByTime(30_000);
    await expect.element(page.getByText('732', { exact: true })).toBeVisible();
  });

  test('is read anew when the server tells again: what happened meanwhile it does not tell', async () => {
    await open('/admin', api);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    api.dashboard = { ...api.dashboard, completedTransfers: 732 };
    api.hangUp();
    await expect.element(page.getByText('732', { exact: true })).toBeVisible();
  });

  test('is told to no tab that nobody looks at, and read anew when somebody does', async () => {
    await open('/admin', api);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByText('Live', { exact: true })).not.toBeInTheDocument();
    api.dashboard = { ...api.dashboard, completedTransfers: 732 };
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    await expect.element(page.getByText('732', { exact: true })).toBeVisible();
  });

  test('goes on with the next day while the page is open', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-22T23:59:50Z') });
    await open('/admin', api);
    const asked = () => api.called('GET', '/api/admin/series').map(({ query }) => query?.to);
    await expect.poll(asked).toEqual(['2026-11-22']);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => asked().at(-1)).toBe('2026-11-23');
  });

  test('is asked for once by the menu and the page together, and again when that was a while ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const asked = () => api.called('GET', '/api/admin/dashboard').length;
    const screen = await open('/admin/tasks', api);
    await expect.element(page.getByRole('heading', { name: 'All tasks' })).toBeVisible();
    await expect.poll(asked).toBe(1);
    await screen.go('/admin');
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    expect(asked()).toBe(1);
    await screen.go('/admin/tasks');
    await expect.element(page.getByRole('heading', { name: 'All tasks' })).toBeVisible();
    vi.setSystemTime(new Date(at).getTime() + 5_000);
    await screen.go('/admin');
    await expect.poll(asked).toBe(2);
  });

  test('is asked for once, beside who is signed in', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const session = noReply('GET /api/operator/session');
    await open('/admin', api, session);
    const asked = () => api.called('GET', '/api/admin/dashboard').length;
    await expect.poll(asked).toBe(1);
    session.end();
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    expect(asked()).toBe(1);
  });

  test('that was refused to a stranger is asked for again once they have signed in', async () => {
    api.operator = null;
    await open('/admin', api);
    await expect.poll(() => api.called('GET', '/api/admin/dashboard')).toHaveLength(1);
    await page.getByLabelText('Password').fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
  });

  test('that could not be read says so', async () => {
    await open('/admin', api, refusal('GET /api/admin/dashboard', 'service_unavailable'));
    await expect.element(page.getByText('The figures could not be read')).toBeVisible();
    await expectAccessible();
  });

  test('without the services that are away has the figures of the others, and says whose are missing', async () => {
    const ofAds = { adRevenue: null, unreinvestedAmount: null, activeCampaigns: null, shouldReinvest: null };
    api.dashboard = { ...api.dashboard, ...ofAds, advertisingInitialized: null, openTasks: null, deadLetters: 0 };
    api.away = ['ads'];
    await open('/admin', api);
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    await expect.element(page.getByText('No answer from ads').first()).toBeVisible();
    await expect.element(region('Day by day').getByText('No answer from ads')).toBeVisible();
    for (const label of ['Ad revenue', 'Ad revenue not reinvested', 'Active campaigns']) {
      const figure = page.getByText(label, { exact: true }).element().parentElement;
      expect(figure?.querySelector('dd')?.textContent, label).toBe('–');
    }
    await expect.element(page.getByText('The threshold is $25.00')).toBeVisible();
    expect(button(/Initialize|Reinvest/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('operators.30')} sets advertising up once: the button says so, is pressed once, and goes`, async () => {
    const slow = noReply('POST /api/initialize-advertising');
    await open('/admin', api, slow);
    const does = 'It plans four campaigns and switches posting on. Each is made paused; Rumble’s is a task.';
    await expect.element(page.getByText(does)).toBeVisible();
    await button('Initialize advertising').dblClick();
    await expect.element(button('Initializing…')).toBeVisible();
    slow.end();
    await expect.element(page.getByText('Four campaigns are planned.')).toBeVisible();
    await expect.element(button(/Initializ/)).not.toBeInTheDocument();
    expect(api.called('POST', '/api/initialize-advertising')).toHaveLength(1);
  });

  test('keeps the button when that failed', async () => {
    await open(
      '/admin',
      api,
      reply('POST /api/initialize-advertising', { success: false, message: 'Google does not answer.' }),
    );
    await button('Initialize advertising').click();
    await expect.element(page.getByText('Google does not answer.')).toBeVisible();
    await expect.element(button('Initialize advertising')).toBeVisible();
  });

  test(`${spec('operators.31')} offers to reinvest when enough waits, shows what that does, and asks why`, async () => {
    api.revenue = [revenueOf(), revenueOf({ id: 'rev_2', amount: '18.90' })];
    await open('/admin', api);
    await button('Reinvest now').click();
    const dialog = page.getByRole('dialog', { name: 'Reinvest what waits' });
    await expect.element(dialog.getByText('2, $31.40 in all')).toBeVisible();
    const nothingMoves = 'It is set aside in our books. No budget at a platform grows by itself: raise it there.';
    await expect.element(dialog.getByText(nothingMoves)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Reinvest $15.70' }).click();
    await expect.element(dialog.getByText('Please say why.')).toBeVisible();
    expect(api.called('POST', '/api/admin/reinvestment')).toEqual([]);
    await giveReason('Reinvest $15.70');
    await expect.element(page.getByText('$15.70 is set aside for campaigns')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.called('POST', '/api/admin/reinvestment')[0]?.body).toEqual({ reason: 'Ada asked for it' });
  });

  test('says why nothing can be reinvested, and then asks for no reason', async () => {
    await open('/admin', api);
    await button('Reinvest now').click();
    const dialog = page.getByRole('dialog', { name: 'Reinvest what waits' });
    await expect.element(dialog.getByText('Nothing waits.')).toBeVisible();
    expect(dialog.getByText(/set aside/).elements()).toEqual([]);
    expect(dialog.getByRole('textbox').elements()).toEqual([]);
    expect(dialog.getByRole('button', { name: /^Reinvest/ }).elements()).toEqual([]);
  });

  test('says so when somebody else reinvested it first', async () => {
    api.revenue = [revenueOf()];
    await open('/admin', api);
    await button('Reinvest now').click();
    await expect.element(button('Reinvest $6.25')).toBeVisible();
    api.revenue = [];
    await giveReason('Reinvest $6.25');
    await expect.element(page.getByText('Not reinvested', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Nothing waits.')).toBeVisible();
  });

  test.each([
    ['25.00', 'The $25.00 threshold is reached'],
    ['18.00', 'Some of what reached the $25.00 threshold is left'],
  ])('offers it of $%s that are due: “%s”', async (unreinvestedAmount, said) => {
    api.dashboard = { ...api.dashboard, shouldReinvest: true, unreinvestedAmount };
    await open('/admin', api);
    await expect.element(page.getByText(said, { exact: true })).toBeVisible();
    await expect.element(button('Reinvest now')).toBeVisible();
  });

  test(`${spec('operators.31')} does not offer it below the threshold`, async () => {
    api.dashboard = { ...api.dashboard, shouldReinvest: false, unreinvestedAmount: '3.00' };
    await open('/admin', api);
    await expect.element(page.getByText('Up to the $25.00 threshold')).toBeVisible();
    expect(button('Reinvest now').elements()).toEqual([]);
  });

  test.each([
    [true, [], 'They agree to the cent'],
    [false, [{ what: 'Stripe', ours: '4.00', theirs: '8.00' }], 'They do not agree'],
  ])('compares itself with Stripe (agrees: %s)', async (agrees, differences, text) => {
    await open(
      '/admin',
      api,
      reply('POST /api/admin/dashboard/check', { agrees, checkedAt: at, differences, found: [] }),
    );
    await button('Check now').click();
    await expect.element(page.getByText(text)).toBeVisible();
    await expectAccessible();
  });

  test('says what was missing and is booked by comparing', async () => {
    const found = ['Payment pay_1: $4.00 for a month of signals'];
    await open(
      '/admin',
      api,
      reply('POST /api/admin/dashboard/check', { agrees: true, checkedAt: at, differences: [], found }),
    );
    await button('Check now').click();
    await expect.element(page.getByText('Stripe had what we had not heard of. It is booked now:')).toBeVisible();
    await expect.element(page.getByText(found[0] as string)).toBeVisible();
    await expectAccessible();
  });

  test('shows the books, which nobody adds up before they are asked for', async () => {
    await open('/admin', api);
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    expect(api.called('GET', '/api/admin/accounting')).toEqual([]);
    await button('Check now').click();
    await page.getByText('The books, which add up').click();
    await expect.element(page.getByText('Stripe clearing')).toBeVisible();
    await expect.element(page.getByText('-$8.00')).toBeVisible();
  });

  test(`${spec('operators.5')} draws money and the funnel by day, beside the days before, and as tables`, async () => {
    const days = [1, 2, 3].map((number) => ({ day: `2026-11-0${number}`, value: number, before: 1 }));
    api.series = [
      { name: 'revenue', unit: 'usd', days, sum: 6, compared: { days: 30, sum: 6, before: 3 } },
      { name: 'started', unit: 'count', days, sum: 6, compared: { days: 30, sum: 6, before: 0 } },
      { name: 'paid', unit: 'count', days, sum: 60, compared: { days: 9, sum: 20, before: 10 } },
      { name: 'clicks', unit: 'count', days: days.map((day) => ({ ...day, before: null })), sum: 6, compared: null },
    ];
    await open('/admin', api);
    const money = page.getByRole('figure').filter({ hasText: 'Paid, by day' });
    await expect.element(money.getByText(/\+100 % on the 30 days before$/)).toBeVisible();
    await expect.element(page.getByText(/, none before$/)).toBeVisible();
    await expect.element(page.getByText('60, the last 9 days: +100 % on 30 days earlier')).toBeVisible();
    await expect.element(page.getByText('6, no earlier days to compare with')).toBeVisible();
    await money.getByText('The same as a table').click();
    await expect.element(money.getByRole('cell', { name: '$3.00' })).toBeVisible();
    await expectAccessible();
    api.series = [{ name: 'revenue', unit: 'usd', days, sum: 6, compared: { days: 7, sum: 6, before: 3 } }];
    await page.getByText('7 days', { exact: true }).click();
    await expect.element(money.getByText(/\+100 % on the 7 days before$/)).toBeVisible();
    const asked = api.called('GET', '/api/admin/series').at(-1)?.query as { from: string; to: string };
    expect(Date.parse(asked.to) - Date.parse(asked.from)).toBe(6 * 86_400_000);
    await expect.element(page.getByText('The dotted line is the 7 days before.')).toBeVisible();
    // Without earlier days there is no such line.
    const alone = days.map((day) => ({ ...day, before: null }));
    api.series = [{ name: 'revenue', unit: 'usd', days: alone, sum: 6, compared: null }];
    await page.getByText('90 days', { exact: true }).click();
    await expect.element(page.getByText('$6.00, no earlier days to compare with')).toBeVisible();
    await expect.element(page.getByText(/The dotted line is/)).not.toBeInTheDocument();
  });

  test('looks at other days, says where the last is before the first, and saves what is drawn', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const file = catchFile();
    const days = [1, 2].map((number) => ({ day: `2026-11-1${number}`, value: number, before: 0.5 }));
    api.series = [{ name: 'revenue', unit: 'usd', days, sum: 3, compared: { days: 2, sum: 3, before: 1 } }];
    await open('/admin', api);
    const asked = () => api.called('GET', '/api/admin/series').at(-1)?.query;
    await expect.poll(asked).toEqual({ from: '2026-10-22', to: '2026-11-20' });
    await page.getByText('Other days', { exact: true }).click();
    const from = page.getByLabelText('From', { exact: true });
    await from.fill('2026-11-11');
    await expect.poll(asked).toEqual({ from: '2026-11-11', to: '2026-11-20' });
    const to = page.getByLabelText('To', { exact: true });
    await to.fill('2026-11-10');
    await expect.element(page.getByText('The last day is before the first.')).toBeVisible();
    await expect.element(to).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    // What is drawn stays until there are days to draw.
    expect(asked()).toEqual({ from: '2026-11-11', to: '2026-11-20' });
    await to.fill('2026-11-12');
    await expect.element(page.getByText('The last day is before the first.')).not.toBeInTheDocument();
    await expect.poll(asked).toEqual({ from: '2026-11-11', to: '2026-11-12' });
    await expect.element(page.getByText('The dotted line is the 2 days before.')).toBeVisible();
    await button('CSV').click();
    expect(file.name()).toBe('days-2026-11-11-2026-11-12.csv');
    expect(await file.text()).toBe('Day,revenue,revenue before\r\n2026-11-11,1,0.5\r\n2026-11-12,2,0.5\r\n');
  });
});

describe('campaigns', () => {
  const platform = () => page.getByLabelText('Platform');
  const name = () => page.getByLabelText('Campaign name');
  const budget = () => page.getByLabelText('Budget a day, in dollars');
  const openForm = () => open('/admin?tab=campaigns', api);

  test(`${spec('operators.33')} begin with a budget of 100; nothing is sent before platform, name and budget are there`, async () => {
    await openForm();
    await expect.element(budget()).toHaveValue(100);
    await expect.element(button('Create campaign')).toBeDisabled();
    await platform().selectOptions('meta-ads');
    await expect.element(button('Create campaign')).toBeDisabled();
    await name().fill('Autumn');
    await expect.element(button('Create campaign')).toBeEnabled();
    await budget().fill('0');
    await expect.element(button('Create campaign')).toBeDisabled();
    await expectAccessible();
  });

  test.each([
    ['Google Ads', '50'],
    ['Meta Ads', '30'],
    ['Rumble Ads', '20'],
    ['X Ads', '25'],
  ])(`${spec('operators.6')} at %s are suggested $%s`, async (title, dollars) => {
    await openForm();
    await button(`${title} $${dollars}`).click();
    await expect.element(budget()).toHaveValue(Number(dollars));
    await expect.element(button(`${title} $${dollars}`)).toHaveAttribute('aria-pressed', 'true');
  });

  test('name the plan, too', async () => {
    await openForm();
    await expect.element(page.getByText('The plan: $50 a day at Google, $30 at Meta, $20 at Rumble.')).toBeVisible();
  });

  test(`${spec('operators.6')} are created with one of the eight messages, and then listed`, async () => {
    await openForm();
    await platform().selectOptions('x-ads');
    await name().fill('Autumn');
    await page.getByLabelText(/^Keywords/).fill('XRP, own wallet,, XRP');
    await page.getByLabelText(/^Target audience/).fill('Newcomers');
    await expect
      .element(page.getByText('At most 256 characters. Left empty, the first ready one shows.'))
      .toBeVisible();
    await expect.element(page.getByText(/^It is made paused, with its ad\./)).toBeVisible();
    const ready = page.getByLabelText('A ready message');
    expect(ready.element().querySelectorAll('option')).toHaveLength(9);
    await ready.selectOptions(presetAdMessages[1]);
    await expect.element(page.getByLabelText(/^Ad message/)).toHaveValue(presetAdMessages[1]);
    await button('Create campaign').dblClick();
    await expect.element(page.getByText('Campaign created')).toBeVisible();
    await expect.element(page.getByRole('table').getByText('Autumn').first()).toBeVisible();
    await expect.element(name()).toHaveValue('');
    expect(api.called('POST', '/api/ad-campaigns').map(({ body }) => body)).toEqual([
      {
        platform: 'x-ads',
        campaignName: 'Autumn',
        budget: 100,
        keywords: ['XRP', 'own wallet'],
        adMessage: presetAdMessages[1],
        targetAudience: 'Newcomers',
        key: expect.any(String),
      },
    ]);
  });

  test(`${spec('operators.33')} that are sent again after no answer came are the same campaign; the next one is another`, async () => {
    const keys: unknown[] = [];
    let isOffline = true;
    await open(
      '/admin?tab=campaigns',
      api,
      http.post('/api/ad-campaigns', async ({ request }) => {
        keys.push(((await request.clone().json()) as { key?: string }).key);
        return isOffline ? HttpResponse.error() : undefined;
      }),
    );
    await platform().selectOptions('meta-ads');
    await name().fill('Autumn');
    await button('Create campaign').click();
    await expect.element(page.getByText('Please check your connection and try again.')).toBeVisible();
    isOffline = false;
    await button('Create campaign').click();
    await expect.element(name()).toHaveValue('');
    await platform().selectOptions('meta-ads');
    await name().fill('Autumn');
    await button('Create campaign').click();
    await expect.element(name()).toHaveValue('');
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('take keywords each on a line of its own', async () => {
    await openForm();
    await platform().selectOptions('google-ads');
    await name().fill('Autumn');
    await page.getByLabelText(/^Keywords/).fill('XRP\r\nown wallet, XRP');
    await button('Create campaign').click();
    await expect.element(page.getByText('Campaign created')).toBeVisible();
    expect(api.called('POST', '/api/ad-campaigns')[0]?.body).toMatchObject({ keywords: ['XRP', 'own wallet'] });
  });

  test(`${spec('operators.33')} that could not be created say so, and lose nothing`, async () => {
    await open(
      '/admin?tab=campaigns',
      api,
      refusal('POST /api/ad-campaigns', 'invalid_input', {
        errors: [{ field: 'budget', message: 'The budget must be at most $10,000.' }],
      }),
    );
    await platform().selectOptions('google-ads');
    await name().fill('Autumn');
    await budget().fill('1000000000');
    await button('Create campaign').click();
    await expect.element(page.getByText('Failed to create campaign. Please try again.')).toBeVisible();
    await expect.element(page.getByText('The budget must be at most $10,000.')).toBeVisible();
    await expect.element(name()).toHaveValue('Autumn');
    await expectAccessible();
  });

  test('are started and ended with a reason, and paused without', async () => {
    api.campaigns = [campaignOf(), campaignOf({ id: 'camp_2', name: 'Old one', status: 'active' })];
    await openForm();
    await button('Start Leave the exchange').click();
    await giveReason('Start it');
    await expect.element(page.getByText('The campaign runs')).toBeVisible();
    await button('Pause Old one').click();
    await expect.element(page.getByText('The campaign is paused')).toBeVisible();
    await button('End Old one').click();
    await giveReason('End it');
    await expect.element(page.getByText('The campaign is over')).toBeVisible();
    expect(api.called('PATCH', '/api/admin/campaigns/camp_1')[0]?.body).toEqual({
      status: 'active',
      reason: 'Ada asked for it',
    });
    expect(api.called('PATCH', '/api/admin/campaigns/camp_2').map(({ body }) => body)).toEqual([
      { status: 'paused' },
      { status: 'ended', reason: 'Ada asked for it' },
    ]);
  });
});

test('a campaign’s platform stands with its name, its clicks with what they cost; the file has them apart', async () => {
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
  ).toEqual(['Made', 'Campaign', 'Status', 'A day', 'Reinvested', 'Spent', 'To do']);
  await expectAccessible();
  await button('CSV').click();
  await expect.element(page.getByText('2 rows')).toBeVisible();
  const [heading, ...rows] = (await file.text())?.trim().split('\r\n') ?? [];
  expect(heading).toBe('Made,Campaign,Platform,Status,A day,Reinvested,Spent,Clicks');
  expect(rows).toEqual([
    `${at},Leave the exchange,Google Ads,paused,50,0,2.5,1`,
    `${at},By hand,Rumble Ads,paused,50,0,,`,
  ]);
  await page.viewport(768, 900);
});

test.each([
  ['google', 'paused', 'not said yet'],
  ['google', 'ended', 'never said'],
  ['x', 'paused', 'not said yet'],
  ['x', 'ended', 'never said'],
  ['rumble', 'active', 'see at Rumble'],
] as const)(
  'what a campaign at %s that is %s has spent, where nobody has said it: “%s”',
  async (platform, status, said) => {
    api.campaigns = [campaignOf({ platform, status })];
    await open('/admin?tab=campaigns', api);
    await expect.element(page.getByRole('table').getByText(said, { exact: true })).toBeVisible();
  },
);

test.each([
  ['google', 'For: Newcomers', ''],
  ['meta', 'For: Newcomers\nKeywords: XRP', ' Meta shows it in the United States.'],
  ['x', 'For: Newcomers', ' X shows it for a year from when it was made.'],
] as const)('a campaign at %s that is started says what was not told', async (platform, texts, where) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  api.campaigns = [campaignOf({ platform, adMessage: 'Your own wallet.', targetAudience: 'Newcomers' })];
  await open('/admin?tab=campaigns', api);
  await button('Start Leave the exchange').click();
  const dialog = page.getByRole('dialog', { name: 'Start Leave the exchange' });
  const said = `Its ad is there, paused with it. From now on it costs money, up to its budget a day.${where}`;
  await expect.element(dialog.getByText(said, { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/was not told this\. You can set it there by hand\.$/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Copy the texts' }).click();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith(texts);
});

test.each([
  ['google', 'Google Ads', 'Ad message: Your own wallet.\nFor: Newcomers'],
  ['meta', 'Meta Ads', 'Ad message: Your own wallet.\nFor: Newcomers\nKeywords: XRP'],
  ['x', 'X Ads', 'Ad message: Your own wallet.\nFor: Newcomers\nKeywords: XRP'],
] as const)('a campaign at %s that was made without an ad is not said to have one', async (platform, title, texts) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const told = { adMessage: 'Your own wallet.', targetAudience: 'Newcomers' };
  api.campaigns = [campaignOf({ platform, hasAd: false, ...told })];
  await open('/admin?tab=campaigns', api);
  await button('Start Leave the exchange').click();
  const dialog = page.getByRole('dialog', { name: 'Start Leave the exchange' });
  const said = `We made no ad with it. It shows nothing until there is one at ${title}.`;
  await expect.element(dialog.getByText(said, { exact: true })).toBeVisible();
  expect(dialog.getByText(/Its ad is there|United States|for a year/).elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy the texts' }).click();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith(texts);
});

test('a campaign of which its platform was told all has nothing to copy', async () => {
  api.campaigns = [campaignOf({ platform: 'google', targetAudience: '' })];
  await open('/admin?tab=campaigns', api);
  await button('Start Leave the exchange').click();
  const dialog = page.getByRole('dialog', { name: 'Start Leave the exchange' });
  await expect.element(dialog.getByText(/^Its ad is there/)).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Copy/ }).elements()).toEqual([]);
});

test('a campaign at Rumble, which a person has made there, only costs money when it is started', async () => {
  api.campaigns = [campaignOf({ platform: 'rumble', status: 'by_hand', hasAd: false })];
  await open('/admin?tab=campaigns', api);
  await button('Start Leave the exchange').click();
  const dialog = page.getByRole('dialog', { name: 'Start Leave the exchange' });
  await expect.element(dialog.getByText('From now on it costs money, up to its budget a day.')).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Copy/ }).elements()).toEqual([]);
});

test('a campaign at Rumble is ended there by a person, any other by us', async () => {
  api.campaigns = [
    campaignOf({ platform: 'rumble', status: 'by_hand', hasAd: false }),
    campaignOf({ id: 'camp_2', name: 'At Google' }),
  ];
  await open('/admin?tab=campaigns', api);
  const dialog = page.getByRole('dialog');
  const byHand = dialog.getByText('If somebody has made it at Rumble, end it there, too. Its task is closed.');
  await button('End Leave the exchange').click();
  await expect.element(byHand).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('End At Google').click();
  await expect.element(dialog.getByText('It cannot be started again.')).toBeVisible();
  expect(byHand.elements()).toEqual([]);
});

test('a campaign that its platform has not made yet can only be given up', async () => {
  api.campaigns = [campaignOf({ status: 'draft', problem: 'No keys of this platform are set.' })];
  await open('/admin?tab=campaigns', api);
  await expect.element(page.getByText('No keys of this platform are set.')).toBeVisible();
  await expect.element(button('End Leave the exchange')).toBeVisible();
  expect(button('Start Leave the exchange').elements()).toEqual([]);
});

test.each([
  ['a, b', ['a', 'b']],
  [' a ,, b ,a', ['a', 'b']],
  ['a\nb', ['a', 'b']],
  ['', []],
])('keywords: %j', (typed, keywords) => {
  expect(parseKeywords(typed)).toEqual(keywords);
});

test(`${spec('operators.7')} the texts for elsewhere are copied`, async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open('/admin?tab=marketing', api);
  await expect.element(page.getByText('from $4.00; $17.76 with concierge', { exact: true })).toBeVisible();
  await expectAccessible();
  await region('In one sentence').getByRole('button').click();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith(
    'We guide you, step by step, in moving XRP from an exchange to your own wallet: from $4.00; $17.76 with concierge.',
  );
});

describe('revenue', () => {
  const source = () => page.getByLabelText('Source', { exact: true });
  const amount = () => page.getByLabelText('Amount, in dollars');
  const waits = () => region('Not reinvested yet');

  test.each([
    ['', ''],
    ['coinzilla', ''],
    ['', '5'],
  ])(`${spec('operators.32')} is not added without both: source “%s”, amount “%s”`, async (from, dollars) => {
    await open('/admin?tab=revenue', api);
    await source().fill(from);
    await amount().fill(dollars);
    await button('Add revenue').click();
    await expect.element(page.getByText('Please fill in all fields')).toBeVisible();
    expect(api.called('POST', '/api/ad-revenue')).toEqual([]);
  });

  test(`${spec('operators.8')} is added, in cents too`, async () => {
    await open('/admin?tab=revenue', api);
    await expect.element(amount()).toHaveAttribute('step', '0.01');
    await source().fill('bitmedia');
    await amount().fill('12.35');
    await button('Add revenue').click();
    await expect.element(page.getByText('Revenue added')).toBeVisible();
    await expect.element(source()).toHaveValue('');
    expect(api.called('POST', '/api/ad-revenue').map(({ body }) => body)).toEqual([
      { source: 'bitmedia', amount: '12.35', currency: 'USD', key: expect.any(String) },
    ]);
  });

  test('that is sent again after no answer came is the same record; the next one is another', async () => {
    const keys: unknown[] = [];
    let isOffline = true;
    await open(
      '/admin?tab=revenue',
      api,
      http.post('/api/ad-revenue', async ({ request }) => {
        keys.push(((await request.clone().json()) as { key?: string }).key);
        return isOffline ? HttpResponse.error() : undefined;
      }),
    );
    await source().fill('bitmedia');
    await amount().fill('1');
    await button('Add revenue').click();
    await expect.element(page.getByText('The revenue was not added')).toBeVisible();
    isOffline = false;
    await button('Add revenue').click();
    await expect.element(page.getByText('Revenue added')).toBeVisible();
    await expect.element(source()).toHaveValue('');
    await source().fill('bitmedia');
    await amount().fill('1');
    await button('Add revenue').click();
    await expect.element(source()).toHaveValue('');
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('that was not added says why, and keeps what was typed', async () => {
    await open(
      '/admin?tab=revenue',
      api,
      refusal('POST /api/ad-revenue', 'service_unavailable', { detail: 'The books are closed.' }),
    );
    await source().fill('bitmedia');
    await amount().fill('1');
    await button('Add revenue').click();
    await expect.element(page.getByText('The books are closed.').first()).toBeVisible();
    await expect.element(source()).toHaveValue('bitmedia');
  });

  test('from clicks is an estimate until one press confirms all of it', async () => {
    api.revenue = [
      revenueOf({ state: 'estimate', amount: '0.20' }),
      revenueOf({ id: 'rev_2', state: 'estimate', amount: '2.50' }),
    ];
    await open('/admin?tab=revenue', api);
    const panel = region('Estimates from clicks');
    await expect.element(panel.getByText('$2.70 from 2 clicks')).toBeVisible();
    await expect.element(waits().getByText('Nothing waits.')).toBeVisible();
    await panel.getByRole('button', { name: 'Confirm all' }).click();
    await expectAccessible();
    await giveReason('Confirm $2.70');
    await expect.element(panel.getByText('No estimate waits.')).toBeVisible();
    await expect.element(waits().getByRole('button', { name: /^Reinvest \$2.50/ })).toBeVisible();
    expect(api.called('POST', '/api/admin/ad-revenue/confirmation').map(({ body }) => body)).toEqual([
      { reason: 'Ada asked for it' },
    ]);
  });

  test(`${spec('operators.8')} that waits is reinvested one by one, or all of it`, async () => {
    api.revenue = [revenueOf(), revenueOf({ id: 'rev_2', amount: '3.00', source: 'bitmedia' })];
    await open('/admin?tab=revenue', api);
    await expect.element(waits().getByText('Reinvested is 50% of ad revenue, with a threshold of $25.')).toBeVisible();
    await expectAccessible();
    await waits().getByRole('button', { name: 'Reinvest $3.00 from bitmedia' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reinvest $3.00 from bitmedia' });
    await expect.element(dialog.getByText('1, $3.00 in all')).toBeVisible();
    await expect.element(dialog.getByText('Leave the exchange')).toBeVisible();
    await expectAccessible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await giveReason('Reinvest $1.50');
    // Roles are not found behind an open dialog: the row would already be missing.
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(waits().getByText('bitmedia')).not.toBeInTheDocument();
    expect(api.called('POST', '/api/ad-revenue/rev_2/reinvest').map(({ body }) => body)).toEqual([
      { reason: 'Ada asked for it' },
    ]);
    await waits().getByRole('button', { name: 'Reinvest all of it' }).click();
    await giveReason('Reinvest $6.25');
    await expect.element(waits().getByText('Nothing waits.')).toBeVisible();
  });

  test.each([199, 200])('that waits is shown up to the newest 200, and says so: of %i', async (count) => {
    api.revenue = Array.from({ length: count }, (_, number) => revenueOf({ id: `rev_${number}` }));
    await open('/admin?tab=revenue', api);
    await expect.poll(() => waits().getByRole('listitem').elements()).toHaveLength(count);
    const said = waits().getByText('These are the newest 200. All are in the list below.');
    expect(said.elements()).toHaveLength(count === 200 ? 1 : 0);
  });

  test('of one record that cannot be reinvested now says why, before anything is done', async () => {
    api.revenue = [revenueOf()];
    await open(
      '/admin?tab=revenue',
      api,
      reply('GET /api/admin/reinvestment', {
        records: 0,
        total: '0.00',
        reinvested: '0.00',
        allocations: [],
        possible: false,
        why: 'Less than $25.00 waits.',
      }),
    );
    await waits().getByRole('button', { name: 'Reinvest $12.50 from coinzilla' }).click();
    await expect.element(page.getByRole('dialog').getByText('Less than $25.00 waits.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.element(waits().getByRole('button', { name: 'Reinvest $12.50 from coinzilla' })).toBeVisible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test(`${spec('operators.28')} that waits is asked for every 10 seconds while the server does not tell`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/admin?tab=revenue', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(waits().getByText('Nothing waits.')).toBeVisible();
    api.revenue = [revenueOf()];
    vi.advanceTimersByTime(9_999);
    expect(api.called('GET', '/api/ad-revenue/unreinvested')).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.element(waits().getByText('$12.50')).toBeVisible();
  });
});
