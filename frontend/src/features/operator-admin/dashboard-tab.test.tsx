import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, dialog, expectVisible, heading, link, region, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, revenueOf } from '../../../test/operator-rows.ts';
import { noReply, refusal, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const live = () => text('Live');
const completed = (transfers: number) => text(String(transfers));

describe('the dashboard', () => {
  test(`${spec('operators.4')} has the figures, and what needs a person`, async () => {
    await open('/admin', api);
    for (const words of ['$4,182.36', '731', '$62.80', '$31.40', 'The $25.00 threshold is reached']) {
      await expect.element(text(words)).toBeVisible();
    }
    await expect.element(link('2 open tasks')).toHaveAttribute('href', '/admin/tasks');
    await expect.element(link('1 dead letter')).toHaveAttribute('href', '/admin/events');
    await expectAccessible();
  });

  // Not every change is an event.
  test.each([false, true])(`${spec('operators.28')} is read every 30 seconds; live: %s`, async (isLive) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/admin', api, ...(isLive ? [] : [refusal('GET /api/admin/activity', 'service_unavailable')]));
    if (isLive) await expect.element(live()).toBeVisible();
    await expect.element(completed(731)).toBeVisible();
    api.dashboard = { ...api.dashboard, completedTransfers: 732 };
    vi.advanceTimersByTime(29_999);
    expect(completed(732).elements()).toEqual([]);
    vi.advanceTimersByTime(1);
    await expect.element(completed(732)).toBeVisible();
  });

  test('is read again after a reconnect, and is not live in a hidden tab', async () => {
    await open('/admin', api);
    await expectVisible(live(), completed(731));
    api.dashboard = { ...api.dashboard, completedTransfers: 732 };
    api.closeActivityStream();
    await expectVisible(completed(732), live());
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(live()).not.toBeInTheDocument();
    api.dashboard = { ...api.dashboard, completedTransfers: 733 };
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await expectVisible(live(), completed(733));
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
    await expect.element(heading('All tasks')).toBeVisible();
    await expect.poll(asked).toBe(1);
    await screen.go('/admin');
    await expect.element(text('731')).toBeVisible();
    expect(asked()).toBe(1);
    await screen.go('/admin/tasks');
    await expect.element(heading('All tasks')).toBeVisible();
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
    await expect.element(text('731')).toBeVisible();
    expect(asked()).toBe(1);
  });

  test('that was refused to a stranger is asked for again once they have signed in', async () => {
    api.operator = null;
    await open('/admin', api);
    await expect.poll(() => api.called('GET', '/api/admin/dashboard')).toHaveLength(1);
    await page.getByLabelText('Password').fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(text('731')).toBeVisible();
  });

  test('without the services that are away has the figures of the others, and says whose are missing', async () => {
    const ofAds = { adRevenue: null, unreinvestedAmount: null, activeCampaigns: null, shouldReinvest: null };
    api.dashboard = { ...api.dashboard, ...ofAds, advertisingInitialized: null, openTasks: null, deadLetters: 0 };
    api.away = ['ads'];
    await open('/admin', api);
    await expectVisible(text('731'), text('No answer from ads').first());
    await expect.element(region('Day by day').getByText('No answer from ads')).toBeVisible();
    for (const label of ['Ad revenue', 'Ad revenue not reinvested', 'Active campaigns']) {
      const figure = text(label).element().parentElement;
      expect(figure?.querySelector('dd')?.textContent, label).toBe('–');
    }
    await expect.element(text('The threshold is $25.00')).toBeVisible();
    expect(button(/Initialize|Reinvest/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('operators.30')} sets advertising up once: the button says so, is pressed once, and goes`, async () => {
    const slow = noReply('POST /api/initialize-advertising');
    await open('/admin', api, slow);
    const does = 'It plans four campaigns and switches posting on. Each is made paused; Rumble’s is a task.';
    await expect.element(text(does)).toBeVisible();
    await button('Initialize advertising').dblClick();
    await expect.element(button('Initializing…')).toBeVisible();
    slow.end();
    await expect.element(text('Four campaigns are planned.')).toBeVisible();
    await expect.element(button(/Initializ/)).not.toBeInTheDocument();
    expect(api.called('POST', '/api/initialize-advertising')).toHaveLength(1);
  });

  test('keeps the button when that failed', async () => {
    const failure = { success: false, message: 'Google does not answer.' };
    await open('/admin', api, reply('POST /api/initialize-advertising', failure));
    await button('Initialize advertising').click();
    await expectVisible('Google does not answer.', button('Initialize advertising'));
  });

  test(`${spec('operators.31')} offers to reinvest when enough waits, shows what that does, and asks why`, async () => {
    api.revenue = [revenueOf(), revenueOf({ id: 'rev_2', amount: '18.90' })];
    await open('/admin', api);
    await button('Reinvest now').click();
    const reinvest = dialog('Reinvest what waits');
    await expect.element(reinvest.getByText('2, $31.40 in all')).toBeVisible();
    const nothingMoves = 'It is set aside in our books. No budget at a platform grows by itself: raise it there.';
    await expect.element(reinvest.getByText(nothingMoves)).toBeVisible();
    await expectAccessible();
    await reinvest.getByRole('button', { name: 'Reinvest $15.70' }).click();
    await expect.element(reinvest.getByText('Please say why.')).toBeVisible();
    expect(api.called('POST', '/api/admin/reinvestment')).toEqual([]);
    await giveReason('Reinvest $15.70');
    await expect.element(text('$15.70 is set aside for campaigns')).toBeVisible();
    await expect.element(reinvest).not.toBeInTheDocument();
    expect(api.bodies('POST', '/api/admin/reinvestment')[0]).toEqual({ reason: 'Ada asked for it' });
  });

  test('says why nothing can be reinvested, and then asks for no reason', async () => {
    await open('/admin', api);
    await button('Reinvest now').click();
    const reinvest = dialog('Reinvest what waits');
    await expect.element(reinvest.getByText('Nothing waits.')).toBeVisible();
    expect(reinvest.getByText(/set aside/).elements()).toEqual([]);
    expect(reinvest.getByRole('textbox').elements()).toEqual([]);
    expect(reinvest.getByRole('button', { name: /^Reinvest/ }).elements()).toEqual([]);
  });

  test('says so when somebody else reinvested it first', async () => {
    api.revenue = [revenueOf()];
    await open('/admin', api);
    await button('Reinvest now').click();
    await expect.element(button('Reinvest $6.25')).toBeVisible();
    api.revenue = [];
    await giveReason('Reinvest $6.25');
    await expectVisible(text('Not reinvested'), 'Nothing waits.');
  });

  test.each([
    [true, '25.00', 'The $25.00 threshold is reached'],
    [true, '18.00', 'Some of what reached the $25.00 threshold is left'],
    [false, '3.00', 'Up to the $25.00 threshold'],
  ])(`${spec('operators.31')} offers to reinvest: %s, of $%s`, async (shouldReinvest, unreinvestedAmount, said) => {
    api.dashboard = { ...api.dashboard, shouldReinvest, unreinvestedAmount };
    await open('/admin', api);
    await expect.element(text(said)).toBeVisible();
    expect(button('Reinvest now').elements()).toHaveLength(shouldReinvest ? 1 : 0);
  });

  const found = 'Payment pay_1: $4.00 for a month of signals';
  test.each([
    [{ agrees: true, differences: [], found: [] }, ['They agree to the cent']],
    [
      { agrees: false, differences: [{ what: 'Stripe', ours: '4.00', theirs: '8.00' }], found: [] },
      ['They do not agree'],
    ],
    [
      { agrees: true, differences: [], found: [found] },
      ['Stripe had what we had not heard of. It is booked now:', found],
    ],
  ])('is compared with Stripe: %o', async (result, lines) => {
    await open('/admin', api, reply('POST /api/admin/dashboard/check', { ...result, checkedAt: at }));
    await button('Check now').click();
    for (const line of lines) await expect.element(text(line)).toBeVisible();
    await expectAccessible();
  });

  test('shows the books, which nobody adds up before they are asked for', async () => {
    await open('/admin', api);
    await expect.element(text('731')).toBeVisible();
    expect(api.called('GET', '/api/admin/accounting')).toEqual([]);
    await button('Check now').click();
    await text('The books, which add up').click();
    await expectVisible('Stripe clearing', '-$8.00');
  });
});
