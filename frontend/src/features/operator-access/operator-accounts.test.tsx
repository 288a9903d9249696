import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem } from '../../../test/fake-api.ts';
import { button, dialog, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, expectFocusAround, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at } from '../../../test/operator-rows.ts';
import { noReply, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
  sent = [];
});

/** The request bodies of the second factor, the sign-in and the invitation. */
let sent: unknown[] = [];
const secondFactor = [
  reply('POST /api/operator/account/second-factor', {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/XRP%20Bridge:Ada?secret=JBSWY3DPEHPK3PXP',
  }),
  http.put('/api/operator/account/second-factor', async ({ request }) => {
    const body = (await request.json()) as { code: string };
    sent.push(body);
    if (body.code !== '123456') return problem('wrong_code');
    api.account = { ...api.account, hasSecondFactor: true };
    return HttpResponse.json({ recoveryCodes: ['aaaa-bbbb-cccc-dddd-eeee-ffff-gggg'] });
  }),
];

test('the sign-in requires a code after name and password, and again after a wrong code', async () => {
  api.operator = null;
  await open(
    '/admin/audit',
    api,
    http.post('/api/operator/session', async ({ request }) => {
      const body = (await request.json()) as { code?: string };
      sent.push(body);
      const { code } = body;
      if (code === undefined) return problem('code_required');
      if (code !== '123456') return problem('wrong_code');
      api.operator = 'Ada';
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await page.getByLabelText(/^Your name/).fill('Ada');
  await page.getByLabelText('Password').fill('right');
  await button('Sign in').click();
  const code = page.getByLabelText('Code');
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  await code.fill('000000');
  await button('Sign in').click();
  await expect.element(link('That code isn’t right. Wait for the next code.')).toBeVisible();
  await code.fill('123456');
  await button('Sign in').click();
  await expect.element(heading('Changes')).toBeVisible();
  expect(sent).toEqual(
    [{}, { code: '000000' }, { code: '123456' }].map((code) => ({ name: 'Ada', password: 'right', ...code })),
  );
});

test('an invited operator sees only the account page until the password and the second factor are set', async () => {
  // The menu is visible at this width.
  await page.viewport(1280, 900);
  api.role = 'invited';
  api.account = { ...api.account, role: 'staff', mustChangePassword: true, mayChooseName: false };
  await open(
    '/admin/audit',
    api,
    http.put('/api/operator/account/password', () => {
      api.account = { ...api.account, mustChangePassword: false };
      return new HttpResponse(null, { status: 204 });
    }),
    ...secondFactor,
  );
  await expect.element(heading('Your account')).toBeVisible();
  expect(page.getByRole('navigation', { name: 'Operators' }).elements()).toEqual([]);
  await page.getByLabelText('One-time password').fill('shown-once');
  await page.getByLabelText('New password').fill('too-short');
  await button('Change password').click();
  await expect.element(text('Use at least 12 characters.')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('New password').fill('a-password-of-my-own');
  await button('Change password').click();
  await page.getByLabelText('Your password').fill('a-password-of-my-own');
  await button('Show the QR code').click();
  await expectVisible(page.getByRole('img', { name: 'QR code for your authenticator app' }), 'JBSWY3DPEHPK3PXP');
  await page.getByLabelText('Code from your app').fill('000000');
  await button('Turn on two-step sign-in').click();
  await expect.element(text('We couldn’t set up your app')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Code from your app').fill('123456');
  await button('Turn on two-step sign-in').click();
  await expectVisible('Two-step sign-in is on. Please save your backup codes.', 'aaaa-bbbb-cccc-dddd-eeee-ffff-gggg');
  await expectAccessible();
  api.role = 'staff';
  network.use(http.get('/api/operator/session', () => HttpResponse.error(), { once: true }));
  await button('I saved them').click();
  await expect.element(text('We couldn’t load your account')).toBeVisible();
  expect(text('aaaa-bbbb-cccc-dddd-eeee-ffff-gggg').elements()).toHaveLength(1);
  const session = noReply('GET /api/operator/session');
  network.use(session);
  await button('I saved them').click();
  await expect.poll(session.requestCount).toBe(1);
  expect(text('aaaa-bbbb-cccc-dddd-eeee-ffff-gggg').elements()).toHaveLength(1);
  session.end();
  await expectVisible(heading('Changes'), page.getByRole('navigation', { name: 'Operators' }));
});

test('the first owner chooses a name when setting up the second factor', async () => {
  await open('/admin/account', api, ...secondFactor);
  await heading('Set up two-step sign-in').click();
  await page.getByLabelText('Your password').fill('right');
  await button('Show the QR code').click();
  await expectFocusAround(page.getByLabelText('Code from your app'));
  await page.getByLabelText('Your name').fill('Olga');
  await page.getByLabelText('Code from your app').fill('123456');
  await button('Turn on two-step sign-in').click();
  await expect.element(text('You’ll only see these once')).toBeVisible();
  await expectFocusAround(text('You’ll only see these once'));
  expect(sent).toEqual([{ code: '123456', name: 'Olga' }]);
});

test('in production, the first owner sees only the account page until the second factor is set', async () => {
  api.role = 'invited';
  const account = noReply('GET /api/operator/account');
  await open('/admin/audit', api, account);
  const task = text('Before you start, please turn on two-step sign-in.');
  await expect.element(heading('Your account')).toBeVisible();
  // The next step depends on the account, which is not loaded yet.
  expect(task.elements()).toEqual([]);
  account.end();
  await expectVisible(task, page.getByLabelText('Your password'));
  expect(heading('Alerts').elements()).toEqual([]);
});

describe('operator accounts', () => {
  const own = {
    ...({ id: 'a1', name: 'Ada', role: 'owner', state: 'active', hasSecondFactor: true } as const),
    isFirst: true,
    current: true,
    createdAt: at,
    signedInAt: at,
  };
  const petra = { ...own, id: 'a2', name: 'Petra', role: 'staff', isFirst: false, current: false } as const;

  test('are added and reset with a one-time password that is shown once, and is not in memory after a sign-out', async () => {
    api.accounts = [own, petra];
    const invited = { id: 'a3', name: 'Rosa', password: 'aaaaa-bbbbb-ccccc-ddddd-eeeee-fffff' };
    const screen = await open(
      '/admin/operators',
      api,
      http.post('/api/operator/accounts', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(invited, { status: 201 });
      }),
      http.post('/api/operator/accounts/a2/reset', () =>
        HttpResponse.json({ id: 'a2', name: 'Petra', password: 'eeeee-fffff-ggggg-hhhhh' }),
      ),
    );
    await expect.element(heading('Petra')).toBeVisible();
    await expectAccessible();
    await page.getByLabelText('Name').fill('Rosa');
    await button('Add operator').click();
    await expect.element(text('aaaaa-bbbbb-ccccc-ddddd-eeeee-fffff')).toBeVisible();
    expect(sent).toEqual([{ name: 'Rosa', role: 'staff' }]);
    await button('Reset Petra').click();
    const reset = dialog('Reset Petra');
    await reset.getByRole('textbox', { name: 'Why?' }).fill('lost the phone');
    await reset.getByRole('button', { name: 'Reset operator' }).click();
    await expectVisible('One-time password for Petra', 'eeeee-fffff-ggggg-hhhhh');
    expect(screen.results()).toContainEqual(invited);
    await button('Sign out').click();
    await expect.element(heading('Sign in')).toBeVisible();
    await expect.poll(screen.results).toEqual([]);
  });

  test('with the role staff have no menu entries for owners’ pages', async () => {
    api.role = 'staff';
    await open('/admin/audit', api);
    await button('Open the menu').click();
    const menu = page.getByRole('navigation', { name: 'Operators' });
    await expect.element(menu.getByRole('link', { name: 'Account' })).toBeVisible();
    expect(menu.getByRole('link', { name: /^Bypass a payment/ }).elements()).toEqual([]);
    const tabs = page.getByRole('navigation', { name: 'Account' });
    await expect.element(tabs.getByRole('link', { name: 'Your account' })).toBeVisible();
    expect(tabs.getByRole('link', { name: /^Operators/ }).elements()).toEqual([]);
  });
});

test('the key “/” can be switched off on the device', async () => {
  for (const isOn of [false, true]) {
    const account = await open('/admin/account', api);
    const setting = page.getByRole('checkbox', { name: /^Press “\/” to search a list/ });
    if (isOn) await expect.element(setting).not.toBeChecked();
    else await expect.element(setting).toBeChecked();
    await expectAccessible();
    await setting.click();
    await account.unmount();
    const list = await open('/admin/payments', api);
    await expect.element(page.getByRole('searchbox')).toBeVisible();
    await userEvent.keyboard('/');
    const hasFocus = () => page.getByRole('searchbox').element() === document.activeElement;
    expect(hasFocus()).toBe(isOn);
    await list.unmount();
  }
});
