import { operatorPages } from '@xrp-bridge/contracts/pages';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { problem } from '../../../test/fake-api.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, campaignOf, later } from '../../../test/operator-rows.ts';
import { networkError, refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const password = () => page.getByLabelText('Password');
const operatorPaths = Object.values(operatorPages)
  .filter(({ path }) => path !== operatorPages.getIp.path)
  .map(({ path }) => path.replace(':id', 'a1b2c3d4e5f60718293a4b5c6d7e8f90'));

describe('signing in', () => {
  beforeEach(() => {
    api.operator = null;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(operatorPaths)(`${spec('operators.1')} stands in place of %s, and leads to it`, async (path) => {
    const screen = await open(path, api);
    await expect.element(heading('Sign in')).toBeVisible();
    await password().fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Sign in')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.path()).toBe(path);
  });

  test('takes a name, which is then seen', async () => {
    await open('/admin', api);
    await page.getByLabelText(/^Your name/).fill('Grace');
    await password().fill('right');
    await expectAccessible();
    await button('Sign in').click();
    await expect.element(page.getByText('Signed in as Grace')).toBeInTheDocument();
    expect(api.called('POST', '/api/operator/session')[0]?.body).toEqual({ password: 'right', name: 'Grace' });
  });

  test('says that the password is wrong, and empties the field', async () => {
    await open('/admin', api);
    await password().fill('wrong');
    await button('Sign in').click();
    await expectSummaryAbove(password());
    await expect.element(page.getByRole('link', { name: 'That password is not right.' })).toBeVisible();
    await expect.element(password()).toHaveValue('');
    await expectAccessible();
  });

  test('says that a password is missing, and asks nobody', async () => {
    await open('/admin', api);
    await button('Sign in').click();
    await expectSummaryAbove(password());
    expect(api.called('POST', '/api/operator/session')).toEqual([]);
  });

  test('says that it could not be asked for', async () => {
    await open('/admin', api, networkError('POST /api/operator/session'));
    await password().fill('right');
    await button('Sign in').click();
    await expect.element(heading('You could not be signed in')).toBeVisible();
    await expect.element(page.getByText('Please check your connection and try again.')).toBeVisible();
  });

  test(`${spec('operators.1')} that is locked says until when, and opens again`, async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(at) });
    await open(
      '/admin',
      api,
      refusal('POST /api/operator/session', 'rate_limited', {
        detail: 'Too many wrong passwords. Please wait 15 minutes and try again.',
        headers: { 'retry-after': '90' },
      }),
    );
    await password().fill('wrong');
    await button('Sign in').click();
    await expect.element(page.getByText('There were too many tries.')).toBeVisible();
    await expect.element(page.getByText('You can try again in 1:30 min.')).toBeVisible();
    // One time, and not that of the server beside it.
    expect(page.getByText(/15 minutes/).elements()).toEqual([]);
    await expect.element(button('Sign in')).toBeDisabled();
    await expectAccessible();
    vi.advanceTimersByTime(31_000);
    await expect.element(page.getByText('You can try again in 0:59 min.')).toBeVisible();
    vi.advanceTimersByTime(59_000);
    await expect.element(button('Sign in')).toBeEnabled();
  });

  test('is not possible from everywhere: that says so, and where to see the address', async () => {
    await open('/admin', api, refusal('GET /api/operator/session', 'ip_not_allowed'));
    await expect.element(heading('You cannot sign in from here')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Show my IP address' })).toHaveAttribute('href', '/get-ip');
    await expectAccessible();
  });

  test('is asked for again when the session has ended meanwhile', async () => {
    api.operator = 'Ada';
    const screen = await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    api.operator = null;
    await screen.go('/admin/audit');
    await expect.element(heading('Sign in again')).toBeVisible();
    await password().fill('right');
    await button('Sign in').click();
    await expect.element(heading('What was done')).toBeVisible();
    expect(screen.path()).toBe('/admin/audit');
  });

  test('in the middle of something loses nothing that was typed, in a form or in a dialog', async () => {
    api.operator = 'Ada';
    api.campaigns = [campaignOf()];
    await open('/admin?tab=campaigns', api);
    await page.getByLabelText('Campaign name').fill('Autumn');
    await button('Start Leave the exchange').click();
    const dialog = page.getByRole('dialog', { name: 'Start Leave the exchange' });
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Half of a long story');
    api.operator = null;
    await dialog.getByRole('button', { name: 'Start it' }).click();
    await expect.element(heading('Sign in again')).toHaveFocus();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(page.getByText('Signed in as Ada').elements()).toEqual([]);
    await expectAccessible();
    await expect.element(page.getByLabelText(/^Your name/)).toHaveValue('Ada');
    await password().fill('wrong');
    await button('Sign in').click();
    await expect.element(page.getByText('That password is not right.').first()).toBeVisible();
    await password().fill('right');
    await button('Sign in').click();
    await expect.element(dialog.getByRole('textbox', { name: 'Why?' })).toHaveValue('Half of a long story');
    await dialog.getByRole('button', { name: 'Start it' }).click();
    await expect.element(page.getByText('The campaign runs')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Campaign name')).toHaveValue('Autumn');
    expect(document.title).toMatch(/^Operations/);
  });

  test('is read while somebody works, so that it does not end for being idle', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    api.operator = 'Ada';
    await open('/admin/audit', api);
    await expect.element(heading('What was done')).toBeVisible();
    const reads = () => api.called('GET', '/api/operator/session').length;
    const before = reads();
    await userEvent.keyboard('{Shift}');
    expect(reads()).toBe(before);
    vi.setSystemTime(Date.parse(at) + 5 * 60_000);
    await userEvent.keyboard('{Shift}');
    await expect.poll(reads).toBe(before + 1);
  });

  test('that ended asks for nothing any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    api.operator = 'Ada';
    await open('/admin', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(page.getByText('731', { exact: true })).toBeVisible();
    api.operator = null;
    vi.advanceTimersByTime(30_000);
    await expect.element(heading('Sign in again')).toBeVisible();
    expect(
      page
        .getByText('731', { exact: true })
        .elements()
        .filter((each) => each.checkVisibility()),
    ).toEqual([]);
    const asked = api.calls.length;
    vi.advanceTimersByTime(120_000);
    await password().fill('right');
    expect(api.calls).toHaveLength(asked);
  });

  test('that cannot be asked about says so', async () => {
    const down = refusal('GET /api/operator/session', 'service_unavailable');
    api.operator = 'Ada';
    await open('/admin/tasks', api, down);
    await expect.element(heading('We could not ask who you are')).toBeVisible();
    down.end();
    await button('Try again').click();
    await expect.element(heading('All tasks')).toBeVisible();
  });
});

describe('the shell', () => {
  test(`${spec('operators.2')} has a way to every page, and says what waits`, async () => {
    await page.viewport(1280, 900);
    await open('/admin/tasks', api);
    const menu = page.getByRole('navigation', { name: 'Operators' });
    await expect.element(menu).toBeVisible();
    for (const { path } of Object.values(operatorPages)) {
      if (path.includes(':')) continue;
      expect(menu.element().querySelector(`a[href="${path}"]`), path).not.toBeNull();
    }
    await expect
      .element(menu.getByRole('link', { name: /^Tasks\s*2\s*waiting/ }))
      .toHaveAttribute('aria-current', 'page');
    await expectAccessible();
    await page.viewport(768, 900);
  });

  test('on a phone has them in a menu, which closes with the next page', async () => {
    await page.viewport(360, 740);
    await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    await button('Open the menu').click();
    await expect.element(page.getByRole('link', { name: 'Payments' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Payments' }).click();
    await expect.element(heading('All payments')).toBeVisible();
    await expect.element(button('Open the menu')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(360);
    await page.viewport(768, 900);
  });

  test(`${spec('operators.2')} signs out, and shows nothing any more`, async () => {
    await open('/admin/tasks', api);
    await button('Sign out').click();
    await expect.element(heading('Sign in')).toBeVisible();
    expect(page.getByRole('navigation', { name: 'Operators' }).elements()).toEqual([]);
    expect(api.called('DELETE', '/api/operator/session')).toHaveLength(1);
  });

  test('has nothing of the customers’: no chat, no ad, no menu of theirs', async () => {
    await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    expect(button('Ask the assistant').elements()).toEqual([]);
    expect(page.getByRole('group', { name: 'Ad', exact: true }).elements()).toEqual([]);
    expect(page.getByRole('link', { name: 'Fees' }).elements()).toEqual([]);
  });

  test('says whether what is shown follows by itself', async () => {
    const screen = await open('/admin/tasks', api);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    await screen.unmount();
    await open('/admin/tasks', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(page.getByText('Every 30 s')).toBeVisible();
  });
});

describe('/get-ip', () => {
  test(`${spec('operators.15')} is open, shows the address and copies it`, async () => {
    api.operator = null;
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open('/get-ip', api);
    await expect.element(page.getByText('203.0.113.7')).toBeVisible();
    await expectAccessible();
    await button('Copy IP address').click();
    await expect.element(page.getByText('IP copied!', { exact: true })).toBeVisible();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith('203.0.113.7');
    vi.restoreAllMocks();
  });

  test.each([
    ['Error detecting IP', () => problem('service_unavailable')],
    ['Unable to detect IP', () => HttpResponse.json({ ip: '' })],
  ])(`${spec('operators.35')} says: %s`, async (text, answer) => {
    await open('/get-ip', api, http.get('/api/get-client-ip', answer));
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    await expectAccessible();
  });
});

describe('sessions', () => {
  const session = { id: 's1', name: 'Ada', ip: '203.0.113.7', startedAt: at, expiresAt: later, current: true };

  test('say who is where, and are ended', async () => {
    api.sessions = [session, { ...session, id: 's2', name: 'Grace', current: false }];
    await open('/admin/sessions', api);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const grace = row('Grace');
    await expect.element(row('Ada').getByText('This one')).toBeVisible();
    await expectAccessible();
    await grace.getByRole('button', { name: /^End/ }).click();
    await expect.element(grace).not.toBeInTheDocument();
    await expect.element(page.getByText('The session is ended')).toBeVisible();
    expect(api.called('DELETE', '/api/operator/sessions/s2')).toHaveLength(1);
  });

  test('that could not be read say so', async () => {
    await open('/admin/sessions', api, refusal('GET /api/operator/sessions', 'service_unavailable'));
    await expect.element(page.getByText('The sessions could not be read')).toBeVisible();
  });
});

test('the audit trail says in words what was done, and is searched', async () => {
  api.audit = ['Pay back', 'Bypass payment'].map((what) => ({
    id: what,
    at,
    operator: 'Ada',
    ip: '203.0.113.7',
    what,
    action: 'POST /api/admin/something',
    subject: null,
    reason: what === 'Pay back' ? 'The customer asked' : null,
    outcome: 'done',
  }));
  const screen = await open('/admin/audit', api);
  await expect.element(page.getByText('The customer asked')).toBeVisible();
  await expectAccessible();
  expect(page.getByText('/api/admin/something').elements()).toEqual([]);
  await page.getByRole('searchbox').fill('bypass');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The customer asked')).not.toBeInTheDocument();
  await expect.element(page.getByRole('cell', { name: /Bypass payment$/ })).toBeVisible();
  expect(screen.path()).toBe('/admin/audit?q=bypass');
});

test('the audit trail is saved as a file, in which no cell is a formula', async () => {
  const file = catchFile();
  api.audit = ['=HYPERLINK("https://evil.example")', '+1', '-1', '@now', 'Plain'].map((reason, number) => ({
    id: String(number),
    at,
    operator: 'Ada',
    ip: '203.0.113.7',
    what: 'Pay back',
    action: 'POST /api/admin/refunds/:transferId',
    subject: null,
    reason,
    outcome: 'done',
  }));
  await open('/admin/audit', api);
  await button('CSV').click();
  await expect.element(page.getByText('5 rows')).toBeVisible();
  expect(file.name()).toBe('audit-trail.csv');
  const [names, ...lines] = (await file.text())?.trim().split('\r\n') ?? [];
  expect(names).toBe('When,Who,From,What,Call,About,Why,Came to');
  const before = `${at},Ada,203.0.113.7,Pay back,POST /api/admin/refunds/:transferId,,`;
  const reasons = [`"'=HYPERLINK(""https://evil.example"")"`, "'+1", "'-1", "'@now", 'Plain'];
  expect(lines).toEqual(reasons.map((reason) => `${before}${reason},done`));
});
