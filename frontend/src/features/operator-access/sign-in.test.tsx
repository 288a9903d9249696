import { operatorPages } from '@xrp-bridge/contracts/pages';
import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, dialog, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, campaignOf } from '../../../test/operator-rows.ts';
import { networkError, refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const password = () => page.getByLabelText('Password');

const operatorPaths = Object.values(operatorPages)
  .filter(({ path }) => path !== operatorPages.getIp.path)
  .map(({ path }) => path.replace(':id', 'a1b2c3d4e5f60718293a4b5c6d7e8f90'));

describe('the sign-in', () => {
  beforeEach(() => {
    api.operator = null;
  });
  test.each(operatorPaths)(`${spec('operators.1')} replaces %s, and then opens that page`, async (path) => {
    const screen = await open(path, api);
    await expect.element(heading('Sign in')).toBeVisible();
    await password().fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Sign in')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.path()).toBe(path);
  });

  test('accepts a name, and the page then shows the name', async () => {
    await open('/admin', api);
    await page.getByLabelText(/^Your name/).fill('Grace');
    await password().fill('right');
    await expectAccessible();
    await button('Sign in').click();
    await expect.element(text('Signed in as Grace')).toBeInTheDocument();
    expect(api.bodies('POST', '/api/operator/session')[0]).toEqual({ password: 'right', name: 'Grace' });
  });

  test('reports a wrong password, and empties the field', async () => {
    await open('/admin', api);
    await password().fill('wrong');
    await button('Sign in').click();
    await expectSummaryAbove(password());
    await expect.element(link('That password isn’t right.')).toBeVisible();
    await expect.element(password()).toHaveValue('');
    await expectAccessible();
  });

  test('reports a missing password without sending a request', async () => {
    await open('/admin', api);
    await button('Sign in').click();
    await expectSummaryAbove(password());
    expect(api.called('POST', '/api/operator/session')).toEqual([]);
  });

  test('reports that the server could not be reached', async () => {
    await open('/admin', api, networkError('POST /api/operator/session'));
    await password().fill('right');
    await button('Sign in').click();
    await expectVisible(heading('We couldn’t sign you in'), 'Please check your connection and try again.');
  });

  test(`${spec('operators.1')} is disabled during a lock-out, and shows a countdown`, async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(at) });
    const detail = 'Too many wrong passwords. Please wait 15 minutes and try again.';
    const headers = { 'retry-after': '90' };
    await open('/admin', api, refusal('POST /api/operator/session', 'rate_limited', { detail, headers }));
    await password().fill('wrong');
    await button('Sign in').click();
    await expectVisible('Too many attempts.', 'You can try again in 1:30 min.');
    // The page shows only the countdown, not the duration in the server's message.
    expect(text(/15 minutes/).elements()).toEqual([]);
    await expect.element(button('Sign in')).toBeDisabled();
    await expectAccessible();
    vi.advanceTimersByTime(31_000);
    await expect.element(text('You can try again in 0:59 min.')).toBeVisible();
    vi.advanceTimersByTime(59_000);
    await expect.element(button('Sign in')).toBeEnabled();
  });

  test('is refused from an IP address that is not allowed, with a link to /get-ip', async () => {
    await open('/admin', api, refusal('GET /api/operator/session', 'ip_not_allowed'));
    await expect.element(heading('You can’t sign in from here')).toBeVisible();
    await expect.element(link('Show my IP address')).toHaveAttribute('href', '/get-ip');
    await expectAccessible();
  });

  test('appears after the session has ended, and then opens the requested page', async () => {
    api.operator = 'Ada';
    const screen = await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    api.operator = null;
    await screen.go('/admin/audit');
    await expect.element(heading('Sign in again')).toBeVisible();
    await password().fill('right');
    await button('Sign in').click();
    await expect.element(heading('Changes')).toBeVisible();
    expect(screen.path()).toBe('/admin/audit');
  });

  test('retains the input of forms and dialogs after a session has ended', async () => {
    api.operator = 'Ada';
    api.campaigns = [campaignOf()];
    await open('/admin?tab=campaigns', api);
    await page.getByLabelText('Campaign name').fill('Autumn');
    await button('Start Leave the exchange').click();
    const start = dialog('Start Leave the exchange');
    await start.getByRole('textbox', { name: 'Why?' }).fill('Half of a long story');
    api.operator = null;
    await start.getByRole('button', { name: 'Start campaign' }).click();
    await expect.element(heading('Sign in again')).toHaveFocus();
    await expect.element(start).not.toBeInTheDocument();
    expect(text('Signed in as Ada').elements()).toEqual([]);
    await expectAccessible();
    await expect.element(page.getByLabelText(/^Your name/)).toHaveValue('Ada');
    await password().fill('wrong');
    await button('Sign in').click();
    await expect.element(text('That password isn’t right.').first()).toBeVisible();
    await password().fill('right');
    await button('Sign in').click();
    await expect.element(start.getByRole('textbox', { name: 'Why?' })).toHaveValue('Half of a long story');
    await start.getByRole('button', { name: 'Start campaign' }).click();
    await expect.element(text('Campaign started')).toBeVisible();
    await expect.element(start).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Campaign name')).toHaveValue('Autumn');
    expect(document.title).toMatch(/^\(3\) Dashboard/);
  });

  test('is not required again while the operator uses the page, because the session is refreshed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    api.operator = 'Ada';
    await open('/admin/audit', api);
    await expect.element(heading('Changes')).toBeVisible();
    const reads = () => api.called('GET', '/api/operator/session').length;
    const before = reads();
    await userEvent.keyboard('{Shift}');
    expect(reads()).toBe(before);
    vi.setSystemTime(Date.parse(at) + 5 * 60_000);
    await userEvent.keyboard('{Shift}');
    await expect.poll(reads).toBe(before + 1);
  });

  test('stops all requests when it appears after the end of a session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    api.operator = 'Ada';
    await open('/admin', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(text('731')).toBeVisible();
    api.operator = null;
    vi.advanceTimersByTime(30_000);
    await expect.element(heading('Sign in again')).toBeVisible();
    expect(text('731').query()?.checkVisibility() ?? false).toBe(false);
    const callsBefore = api.calls.length;
    vi.advanceTimersByTime(120_000);
    await password().fill('right');
    expect(api.calls).toHaveLength(callsBefore);
  });

  test('reports a session that could not be read, and retries', async () => {
    const down = refusal('GET /api/operator/session', 'service_unavailable');
    api.operator = 'Ada';
    await open('/admin/tasks', api, down);
    await expect.element(heading('We couldn’t check if you’re signed in')).toBeVisible();
    down.end();
    await button('Try again').click();
    await expect.element(heading('All tasks')).toBeVisible();
  });
});

describe('another operator’s session', () => {
  /** The navigations that the page has started. The test cancels them. */
  let navigations: string[];
  beforeEach(() => {
    navigations = [];
    navigation.onnavigate = (event) => {
      event.preventDefault();
      navigations.push(`${event.navigationType} ${new URL(event.destination.url).pathname}`);
    };
    return () => {
      navigation.onnavigate = null;
    };
  });

  test('opens a new document after a session that has ended, and shows nothing of it before', async () => {
    const screen = await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    api.operator = null;
    await screen.go('/admin/audit');
    await page.getByLabelText(/^Your name/).fill('Grace');
    await password().fill('right');
    await button('Sign in').click();
    await expect.poll(() => navigations).toEqual(['replace /admin']);
    expect(text('Signed in as Grace').elements()).toEqual([]);
    await expect.element(heading('Sign in again')).toBeVisible();
  });

  test('opens a new document if it began in another tab', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    api.operator = 'Grace';
    api.sessionId = 'session_2';
    vi.setSystemTime(Date.parse(at) + 5 * 60_000);
    await userEvent.keyboard('{Shift}');
    await expect.poll(() => navigations).toEqual(['replace /admin']);
    expect(text('Signed in as Grace').elements()).toEqual([]);
  });

  test('is not assumed when the name changes during the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    api.operator = 'Olga';
    vi.setSystemTime(Date.parse(at) + 5 * 60_000);
    await userEvent.keyboard('{Shift}');
    await expect.element(text('Signed in as Olga')).toBeInTheDocument();
    expect(navigations).toEqual([]);
  });
});
