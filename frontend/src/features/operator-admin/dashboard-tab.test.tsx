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
  test(`${spec('operators.4')} shows the metrics and the open tasks`, async () => {
    await open('/admin', api);
    for (const words of ['$4,182.36', '731', '$62.80', '$31.40', 'Reached the $25.00 threshold']) {
      await expect.element(text(words)).toBeVisible();
    }
    await expect.element(link('2 open tasks')).toHaveAttribute('href', '/admin/tasks');
    await expect.element(link('1 failed event')).toHaveAttribute('href', '/admin/events');
    await expectAccessible();
  });

  test.each([
    ['owner', null, false, true],
    ['owner', 'ada@bridge.example', false, true],
    ['owner', 'ada@bridge.example', true, false],
    ['staff', null, false, false],
  ] as const)(
    'links to the alerts only for an owner without a confirmed alert address (role: %s, address: %s, confirmed: %s, link: %s)',
    async (role, email, emailConfirmed, isShown) => {
      api.alerts = { ...api.alerts, email, emailConfirmed };
      api.role = role;
      await open('/admin', api);
      await expect.element(text('731')).toBeVisible();
      const setUp = link('Set up your alerts');
      if (isShown) await expect.element(setUp).toHaveAttribute('href', '/admin/account');
      else expect(setUp.elements()).toEqual([]);
      await expectAccessible();
    },
  );

  // Some values change without an event, so the dashboard is also refetched at an interval.
  test.each([false, true])(
    `${spec('operators.28')} is refetched every 30 seconds, with and without a live connection (live: %s)`,
    async (isLive) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await open('/admin', api, ...(isLive ? [] : [refusal('GET /api/admin/activity', 'service_unavailable')]));
      if (isLive) await expect.element(live()).toBeVisible();
      await expect.element(completed(731)).toBeVisible();
      api.dashboard = { ...api.dashboard, completedTransfers: 732 };
      vi.advanceTimersByTime(29_999);
      expect(completed(732).elements()).toEqual([]);
      vi.advanceTimersByTime(1);
      await expect.element(completed(732)).toBeVisible();
    },
  );

  test('is refetched after a reconnection, and has no live connection in a hidden tab', async () => {
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

  test('moves its range of days forward at midnight UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-22T23:59:50Z') });
    await open('/admin', api);
    const requestedDays = () => api.called('GET', '/api/admin/series').map(({ query }) => query?.to);
    await expect.poll(requestedDays).toEqual(['2026-11-22']);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => requestedDays().at(-1)).toBe('2026-11-23');
  });

  test('is fetched once for the menu and the page, and again if the page is opened five seconds later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const requestCount = () => api.called('GET', '/api/admin/dashboard').length;
    const screen = await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    await expect.poll(requestCount).toBe(1);
    await screen.go('/admin');
    await expect.element(text('731')).toBeVisible();
    expect(requestCount()).toBe(1);
    await screen.go('/admin/tasks');
    await expect.element(heading('All tasks')).toBeVisible();
    vi.setSystemTime(new Date(at).getTime() + 5_000);
    await screen.go('/admin');
    await expect.poll(requestCount).toBe(2);
  });

  test('is fetched in parallel with the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const session = noReply('GET /api/operator/session');
    await open('/admin', api, session);
    const requestCount = () => api.called('GET', '/api/admin/dashboard').length;
    await expect.poll(requestCount).toBe(1);
    session.end();
    await expect.element(text('731')).toBeVisible();
    expect(requestCount()).toBe(1);
  });

  test('is refetched after the sign-in', async () => {
    api.operator = null;
    await open('/admin', api);
    await expect.poll(() => api.called('GET', '/api/admin/dashboard')).toHaveLength(1);
    await page.getByLabelText('Password').fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(text('731')).toBeVisible();
  });

  test('shows the metrics of the available services, and names the missing service', async () => {
    const noAds = { adRevenue: null, unreinvestedAmount: null, activeCampaigns: null, shouldReinvest: null };
    api.dashboard = { ...api.dashboard, ...noAds, advertisingInitialized: null, openTasks: null, deadLetters: 0 };
    api.away = ['ads'];
    await open('/admin', api);
    await expectVisible(text('731'), text('No response from ads').first());
    await expect.element(region('Day by day').getByText('No response from ads')).toBeVisible();
    for (const label of ['Ad revenue', 'Ad revenue not reinvested', 'Active campaigns']) {
      const metric = text(label).element().parentElement;
      expect(metric?.querySelector('dd')?.textContent, label).toBe('–');
    }
    await expect.element(text('The threshold is $25.00')).toBeVisible();
    expect(button(/Initialize|Reinvest/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('operators.30')} initializes advertising once; the button is busy during the request, and disappears afterwards`, async () => {
    const slow = noReply('POST /api/initialize-advertising');
    await open('/admin', api, slow);
    const does =
      'Sets up four paused campaigns and turns on auto-posting. You’ll get a task to create the one for Rumble.';
    await expect.element(text(does)).toBeVisible();
    await button('Initialize advertising').dblClick();
    await expect.element(button('Initializing…')).toBeVisible();
    slow.end();
    await expect.element(text('Four campaigns are planned.')).toBeVisible();
    await expect.element(button(/Initializ/)).not.toBeInTheDocument();
    expect(api.called('POST', '/api/initialize-advertising')).toHaveLength(1);
  });

  test('still shows the button for advertising after a failed initialization', async () => {
    const failure = { success: false, message: 'Google does not answer.' };
    await open('/admin', api, reply('POST /api/initialize-advertising', failure));
    await button('Initialize advertising').click();
    await expectVisible('Google does not answer.', button('Initialize advertising'));
  });

  test(`${spec('operators.31')} offers a reinvestment above the threshold, with a preview and a required reason`, async () => {
    api.revenue = [revenueOf(), revenueOf({ id: 'rev_2', amount: '18.90' })];
    await open('/admin', api);
    await button('Reinvest now').click();
    const reinvest = dialog('Reinvest ad revenue');
    await expect.element(reinvest.getByText('$31.40 (2 records)')).toBeVisible();
    const nothingMoves =
      'This sets money aside in our books. It doesn’t raise any ad budget. To raise one, go to the ad platform.';
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

  test('shows why nothing can be reinvested, without a field for a reason', async () => {
    await open('/admin', api);
    await button('Reinvest now').click();
    const reinvest = dialog('Reinvest ad revenue');
    await expect.element(reinvest.getByText('Nothing waits.')).toBeVisible();
    expect(reinvest.getByText(/set aside/).elements()).toEqual([]);
    expect(reinvest.getByRole('textbox').elements()).toEqual([]);
    expect(reinvest.getByRole('button', { name: /^Reinvest/ }).elements()).toEqual([]);
  });

  test('shows that another operator has reinvested first', async () => {
    api.revenue = [revenueOf()];
    await open('/admin', api);
    await button('Reinvest now').click();
    await expect.element(button('Reinvest $6.25')).toBeVisible();
    api.revenue = [];
    await giveReason('Reinvest $6.25');
    await expectVisible(text('Not reinvested'), 'Nothing waits.');
  });

  test.each([
    [true, '25.00', 'Reached the $25.00 threshold'],
    [true, '18.00', 'Reached the $25.00 threshold, with some left to reinvest'],
    [false, '3.00', 'Below the $25.00 threshold'],
  ])(
    `${spec('operators.31')} offers a reinvestment only if one is due (due: %s, not reinvested: $%s)`,
    async (shouldReinvest, unreinvestedAmount, notice) => {
      api.dashboard = { ...api.dashboard, shouldReinvest, unreinvestedAmount };
      await open('/admin', api);
      await expect.element(text(notice)).toBeVisible();
      expect(button('Reinvest now').elements()).toHaveLength(shouldReinvest ? 1 : 0);
    },
  );

  const found = 'Payment pay_1: $4.00 for a month of signals';
  test.each([
    [{ agrees: true, differences: [], accepted: [], found: [] }, ['All totals match to the cent']],
    [
      { agrees: false, differences: [{ what: 'Stripe', ours: '4.00', theirs: '8.00' }], accepted: [], found: [] },
      ['Some totals don’t match'],
    ],
    [
      { agrees: true, differences: [], accepted: [], found: [found] },
      ['We found Stripe payments we’d missed and recorded them:', found],
    ],
  ])('shows the result of the comparison with Stripe: %j', async (result, lines) => {
    await open('/admin', api, reply('POST /api/admin/dashboard/check', { ...result, checkedAt: at }));
    await button('Check now').click();
    for (const line of lines) await expect.element(text(line)).toBeVisible();
    await expectAccessible();
  });

  const payment = { intentId: 'pi_1', booked: null, provider: { paid: '4.00', refunded: '0.00' } };
  const line = { what: 'Payment pi_1', ours: 'nothing', theirs: '$4.00 paid' };

  test('offers staff no button that accepts a difference', async () => {
    api.role = 'staff';
    const differing = { agrees: false, checkedAt: at, differences: [{ ...line, payment }], accepted: [], found: [] };
    await open('/admin', api, reply('POST /api/admin/dashboard/check', differing));
    await button('Check now').click();
    await expect.element(text(/nothing vs\./)).toBeVisible();
    expect(button(/^Accept/).elements()).toEqual([]);
  });

  test('offers an owner to accept a difference from Stripe, with a reason, and checks again', async () => {
    let isAccepted = false;
    const accept = reply('POST /api/admin/accounting/differences/{intentId}/accept', () => {
      isAccepted = true;
      return { acceptedAt: at };
    });
    const check = reply('POST /api/admin/dashboard/check', () => ({
      agrees: isAccepted,
      checkedAt: at,
      differences: isAccepted
        ? []
        : [
            { ...line, payment },
            { ...line, what: 'Ad accounting' },
          ],
      accepted: isAccepted ? [{ ...line, acceptedAt: at }] : [],
      found: [],
    }));
    await open('/admin', api, accept, check);
    await button('Check now').click();
    // Only Stripe's differences can be accepted.
    await expect.element(text('Ad accounting')).toBeVisible();
    expect(button(/^Accept/).elements()).toHaveLength(1);
    await button('Accept Payment pi_1').click();
    await giveReason('Accept it');
    await expect.element(link('See who did and why')).toBeVisible();
    await expectAccessible();
  });

  test('fetches the account balances only on request', async () => {
    await open('/admin', api);
    await expect.element(text('731')).toBeVisible();
    expect(api.called('GET', '/api/admin/accounting')).toEqual([]);
    await button('Check now').click();
    await text('Accounts (balanced)').click();
    await expectVisible('Stripe clearing', '-$8.00');
  });
});
