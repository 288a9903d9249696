import { alertApi } from '@xrp-bridge/contracts/operator-alerts';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import type { TestService } from '@xrp-bridge/runtime/testing';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { requireRefundWithinLimit } from '../src/access/refund-limit.ts';
import type { Context } from '../src/context.ts';
import { ensureOperatorPassword, setOperatorPassword } from '../src/index.ts';
import { type Browser, createBrowser, refusal } from './browser.ts';
import { listen } from './event-stream.ts';
import { eventually, operatorPassword, startBff } from './harness.ts';

const account = '/api/operator/account';
const accounts = '/api/operator/accounts';
const minute = 60_000;

let now: Date;
let bff: TestService<Context>;
beforeEach(async () => {
  now = new Date('2026-11-25T12:00:10Z');
  bff = await startBff({ TRUST_PROXY: 'on' }, { clock: () => now });
});
afterEach(() => bff?.stop());

const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** Counter for the source addresses: each sign-in has its own network, so that failures do not add up. */
let networks = 0;
async function signIn(credentials: object, browser: Browser = createBrowser(bff.url)) {
  const from = { 'x-forwarded-for': `203.0.113.${networks++ % 250}` };
  return { browser, answer: await browser.post('/api/operator/session', credentials, from) };
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

/** Sets up the second factor of a signed-in operator. */
async function setUpSecondFactor(browser: Browser, password: string, name?: string) {
  const { secret, uri } = (await browser.post(`${account}/second-factor`, { password })).body;
  const body = { code: codeOf(secret), ...(name ? { name } : {}) };
  const answer = await browser.send('PUT', `${account}/second-factor`, body);
  expect(answer.status).toBe(200);
  advanceClock(minute);
  return { secret, uri, recoveryCodes: answer.body.recoveryCodes as string[] };
}

async function startOwner() {
  const { browser } = await signIn({ password: operatorPassword, name: 'Olga' });
  return { browser, ...(await setUpSecondFactor(browser, operatorPassword, 'Olga')) };
}

const chosen = 'a-password-of-my-own';

const production = {
  MODE: 'production',
  TRUST_PROXY: 'loopback',
  PUBLIC_URL: 'https://bridge.example',
  SUPPORT_EMAIL: 'help@bridge-support.com',
  LEGAL_NAME: 'Bridge Ltd',
  POSTAL_ADDRESS: '1 Main Street, Springfield',
  JURISDICTION: 'the State of Ohio, USA',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_123',
};

async function startStaff(owner: Browser, name = 'Petra') {
  const { id, password } = (await owner.post(accounts, { name, role: 'staff' })).body;
  const { browser } = await signIn({ password, name });
  await browser.send('PUT', `${account}/password`, { current: password, password: chosen });
  return { id, browser, ...(await setUpSecondFactor(browser, chosen)) };
}

describe('the first owner', () => {
  it('signs in with the password alone, under any name, until a second factor is set up', async () => {
    const { browser } = await signIn({ password: operatorPassword, name: 'Ada' });
    expect((await browser.get('/api/operator/session')).body).toMatchObject({ name: 'Ada', role: 'owner' });
    expect((await browser.get(account)).body).toMatchObject({ hasSecondFactor: false, mayChooseName: true });
    // Without second factors, the audit trail cannot distinguish two people.
    expect(refusal(await browser.post(accounts, { name: 'Petra', role: 'staff' }))).toEqual([
      409,
      'second_factor_required',
    ]);
  });

  it('can only set up a second factor at first in production', async () => {
    await bff.stop();
    bff = await startBff(production, { clock: () => now });
    const { browser } = await signIn({ password: operatorPassword });
    expect((await browser.get('/api/operator/session')).body.role).toBe('invited');
    expect(refusal(await browser.get(accounts))).toEqual([403, 'set_up_required']);
    await setUpSecondFactor(browser, operatorPassword, 'Olga');
    expect((await browser.get('/api/operator/session')).body).toMatchObject({ name: 'Olga', role: 'owner' });
    expect((await browser.get(accounts)).status).toBe(200);
  });

  it('must replace a generated password in production, within 7 days', async () => {
    await bff.stop();
    bff = await startBff({ ...production, OPERATOR_PASSWORD: undefined }, { clock: () => now });
    const { db, settings } = bff.context;
    const password = (await ensureOperatorPassword(db, settings, now)) as string;
    const { browser } = await signIn({ password });
    expect((await browser.get(account)).body.mustChangePassword).toBe(true);
    await setUpSecondFactor(browser, password, 'Olga');
    expect(refusal(await browser.get(accounts))).toEqual([403, 'set_up_required']);
    advanceClock(7 * 24 * 60 * minute);
    expect(refusal((await signIn({ password, name: 'Olga' })).answer)).toEqual([401, 'wrong_password']);
    await setOperatorPassword(db, chosen);
    const { browser: later } = await signIn({ password: chosen });
    expect((await later.get(account)).body).toMatchObject({ mustChangePassword: false, hasSecondFactor: false });
  });

  it('needs the password to set up a second factor, and a valid code to confirm the setup', async () => {
    const { browser } = await signIn({ password: operatorPassword });
    const path = `${account}/second-factor`;
    expect(refusal(await browser.post(path, { password: 'wrong' }))).toEqual([401, 'wrong_password']);
    expect(refusal(await browser.send('PUT', path, { code: '123456' }))).toEqual([401, 'wrong_code']);
    const { secret, uri } = (await browser.post(path, { password: operatorPassword })).body;
    expect(uri).toMatch(/^otpauth:\/\/totp\/XRP%20Bridge:operator\?/);
    const answer = await browser.send('PUT', path, { code: codeOf(secret), name: 'Olga' });
    expect(answer.body.recoveryCodes).toHaveLength(10);
    for (const code of answer.body.recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/);
    const stored = await bff.context.db.selectFrom('recovery_code').selectAll().execute();
    expect(stored).toHaveLength(10);
    expect(JSON.stringify(stored)).not.toContain(answer.body.recoveryCodes[0]);
    expect((await browser.get('/api/operator/session')).body.name).toBe('Olga');
  });

  it('needs name, password and code once a second factor is set up, and loses earlier sessions', async () => {
    const earlier = await signIn({ password: operatorPassword, name: 'Ada' });
    const { secret } = await startOwner();
    expect(refusal(await earlier.browser.get('/api/operator/session'))).toEqual([401, 'operator_required']);
    const tries = async (credentials: object) =>
      refusal((await signIn({ password: operatorPassword, ...credentials })).answer);
    expect(await tries({ name: 'Ada' })).toEqual([401, 'wrong_password']);
    expect(await tries({ name: 'Olga' })).toEqual([401, 'code_required']);
    expect(await tries({ name: 'olga', code: '000000' })).toEqual([401, 'wrong_code']);
    const { browser, answer } = await signIn({ password: operatorPassword, name: 'olga', code: codeOf(secret) });
    expect(answer.status).toBe(204);
    expect((await browser.get('/api/operator/session')).body.name).toBe('Olga');
  });

  it('cannot change the password in the application while OPERATOR_PASSWORD sets it', async () => {
    const { browser } = await startOwner();
    const body = { current: operatorPassword, password: chosen };
    expect(refusal(await browser.send('PUT', `${account}/password`, body))).toEqual([409, 'password_is_a_setting']);
  });
});

describe('a second-factor code', () => {
  it('is accepted only once, whether from the app or from the recovery codes', async () => {
    const { secret, recoveryCodes } = await startOwner();
    const status = async (code: string) =>
      (await signIn({ password: operatorPassword, name: 'Olga', code })).answer.status;
    expect(await status(codeOf(secret))).toBe(204);
    expect(await status(codeOf(secret))).toBe(401);
    const [recovery = ''] = recoveryCodes;
    expect(await status(recovery.toUpperCase())).toBe(204);
    expect(await status(recovery)).toBe(401);
  });

  it('is refused from any network after five wrong codes in 15 minutes', async () => {
    const { secret } = await startOwner();
    const tries = (code: string) => signIn({ password: operatorPassword, name: 'Olga', code });
    for (let wrong = 0; wrong < 5; wrong++) expect((await tries('000000')).answer.status).toBe(401);
    expect(refusal((await tries(codeOf(secret))).answer)).toEqual([429, 'rate_limited']);
    advanceClock(15 * minute + 1);
    expect((await tries(codeOf(secret))).answer.status).toBe(204);
  });
});

describe('an invited operator', () => {
  it('cannot choose a common password, or one of the names of product and operator', async () => {
    const { browser: owner } = await startOwner();
    const invited = (await owner.post(accounts, { name: 'Petra', role: 'staff' })).body;
    const { browser } = await signIn({ name: 'Petra', password: invited.password });
    for (const password of ['1qaz2wsx3edc', 'Petra-XRP-Bridge-2026']) {
      const body = { current: invited.password, password };
      const answer = await browser.send('PUT', `${account}/password`, body);
      expect(refusal(answer)).toEqual([400, 'invalid_input']);
      expect(answer.body.errors).toMatchObject([{ field: 'password', code: 'too_easy' }]);
    }
    expect((await signIn({ name: 'Petra', password: invited.password })).answer.status).toBe(204);
  });

  it('must choose a password and set up a second factor before any other call', async () => {
    const { browser: owner } = await startOwner();
    const invited = (await owner.post(accounts, { name: 'Petra', role: 'staff', reason: 'support' })).body;
    const { browser } = await signIn({ name: 'Petra', password: invited.password });
    expect((await browser.get('/api/operator/session')).body.role).toBe('invited');
    expect(refusal(await browser.get('/api/admin/audit'))).toEqual([403, 'set_up_required']);
    const change = (password: string) =>
      browser.send('PUT', `${account}/password`, { current: invited.password, password });
    expect(refusal(await change('eleven-char'))).toEqual([400, 'invalid_input']);
    expect((await change(chosen)).status).toBe(204);
    expect(refusal(await browser.get('/api/admin/audit'))).toEqual([403, 'set_up_required']);
    await setUpSecondFactor(browser, chosen);
    expect((await browser.get('/api/operator/session')).body.role).toBe('staff');
    const { entries } = (await browser.get('/api/admin/audit?search=Petra')).body;
    expect(entries[0]).toMatchObject({ operator: 'Petra', what: 'Set up two-step sign-in', outcome: 'done' });
    expect((await signIn({ name: 'Petra', password: invited.password })).answer.status).toBe(401);
  });

  it('must sign in within seven days, and cannot have another operator’s name', async () => {
    const { browser: owner } = await startOwner();
    const { password } = (await owner.post(accounts, { name: 'Petra', role: 'staff' })).body;
    expect(refusal(await owner.post(accounts, { name: 'petra', role: 'owner' }))).toEqual([409, 'already_exists']);
    advanceClock(7 * 24 * 60 * minute);
    expect(refusal((await signIn({ name: 'Petra', password })).answer)).toEqual([401, 'wrong_password']);
  });
});

it('an operator with the role staff may not unlock transfers, change settings or see accounts', async () => {
  const { browser: owner } = await startOwner();
  const { browser } = await startStaff(owner);
  const refused: [string, string, object?][] = [
    ['POST', `/api/admin/bypass-payment/${'0'.repeat(32)}`],
    ['PUT', '/api/maintenance-status', { maintenanceMode: true }],
    ['PATCH', '/api/admin/ad-automation', { autoPostEnabled: false }],
    ['POST', '/api/initialize-advertising'],
    ['POST', '/api/admin/schedules/ads/reinvest/pause'],
    ['DELETE', `/api/operator/sessions/${'0'.repeat(32)}`],
    ['GET', accounts],
    ['POST', accounts, { name: 'Mallory', role: 'owner' }],
  ];
  for (const [method, path, body] of refused) {
    expect([path, ...refusal(await browser.send(method, path, body))]).toEqual([path, 403, 'owner_required']);
  }
  expect((await browser.get('/api/operator/sessions')).status).toBe(200);
  // The audit trail contains each refused change, but no refused read.
  const { entries } = (await owner.get('/api/admin/audit?search=owner_required')).body;
  expect(entries).toHaveLength(refused.length - 1);
  const audited = { operator: 'Petra', action: 'POST /api/admin/bypass-payment/:transferId', subject: '0'.repeat(32) };
  expect(entries).toContainEqual(expect.objectContaining(audited));
});

it('a refund over the limit is refused to staff and allowed to an owner', async () => {
  const { browser: owner } = await startOwner();
  const { browser: staff } = await startStaff(owner);
  const payment = { id: 'pay_1', status: 'succeeded', amount: '4.01', refunded: '0.00' };
  const call = vi.spyOn(bff.context.services.payment, 'call');
  call.mockImplementation(async (route) => ({ payments: route === paymentApi.list ? [payment] : [] }) as never);
  const refund = (browser: Browser) => browser.post(`/api/admin/refunds/${'0'.repeat(32)}`, { reason: 'asked' });
  expect(refusal(await refund(staff))).toEqual([403, 'refund_over_limit']);
  expect(call).not.toHaveBeenCalledWith(paymentApi.refund, expect.anything());
  expect((await refund(owner)).status).toBe(200);
});

it('the refund limit for staff applies to the amount that is not refunded yet; owners have no limit', async () => {
  const payment = { id: 'pay_1', status: 'succeeded', amount: '17.76', refunded: '13.76' };
  const context = { settings: { STAFF_REFUND_LIMIT: 4 }, services: { payment: { call: async () => ({ payments }) } } };
  let payments = [payment];
  const refund = (role: string, product = 'all') =>
    requireRefundWithinLimit(context as never, { role } as never, { transferId: '0', product });
  await refund('staff');
  payments = [{ ...payment, refunded: '13.75' }];
  await expect(refund('staff')).rejects.toMatchObject({ code: 'refund_over_limit' });
  await refund('owner');
  payments = [{ ...payment, refunded: '0.00' }];
  await expect(refund('staff', 'concierge')).rejects.toMatchObject({ code: 'refund_over_limit' });
  for (const status of ['open', 'failed']) {
    payments = [{ ...payment, status, refunded: '0.00' }];
    await expect(refund('staff')).rejects.toMatchObject({ code: 'refund_over_limit' });
  }
  for (const status of ['canceled', 'bypassed']) {
    payments = [{ ...payment, status, refunded: '0.00' }];
    await refund('staff');
  }
});

describe('an owner', () => {
  it('can disable, enable and reset an operator', async () => {
    const { browser: owner } = await startOwner();
    const { id, browser, secret } = await startStaff(owner);
    const petra = () => signIn({ name: 'Petra', password: chosen, code: codeOf(secret) });
    expect((await owner.post(`${accounts}/${id}/disable`, { reason: 'on leave' })).status).toBe(204);
    expect(refusal(await browser.get('/api/operator/session'))).toEqual([401, 'operator_required']);
    expect(refusal((await petra()).answer)).toEqual([401, 'wrong_password']);
    await owner.post(`${accounts}/${id}/enable`);
    expect((await petra()).answer.status).toBe(204);
    const reset = await owner.post(`${accounts}/${id}/reset`, { reason: 'lost the phone' });
    expect((await petra()).answer.status).toBe(401);
    const again = await signIn({ name: 'Petra', password: reset.body.password });
    expect((await again.browser.get('/api/operator/session')).body.role).toBe('invited');
    const listed = (await owner.get(accounts)).body.accounts;
    expect(listed.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['Olga', 'active'],
      ['Petra', 'invited'],
    ]);
  });

  it('can disable an account even if ending the account’s alerts fails', async () => {
    const { browser: owner } = await startOwner();
    const { id } = await startStaff(owner);
    const call = vi.spyOn(bff.context.services.notification, 'call').mockRejectedValue(new Error('away'));
    expect((await owner.post(`${accounts}/${id}/disable`)).status).toBe(204);
    expect(call).toHaveBeenCalledExactlyOnceWith(alertApi.delete, { params: { operatorId: id } });
  });

  it('cannot reset or disable the first account, even if it is the owner’s own', async () => {
    const { browser: owner } = await startOwner();
    const [own] = (await owner.get(accounts)).body.accounts;
    for (const action of ['reset', 'disable']) {
      expect(refusal(await owner.post(`${accounts}/${own.id}/${action}`))).toEqual([409, 'operator_protected']);
      expect(refusal(await owner.post(`${accounts}/nobody/${action}`))).toEqual([404, 'operator_not_found']);
    }
  });
});

it('an operator session ends after 30 minutes without activity', async () => {
  const { browser } = await signIn({ password: operatorPassword });
  advanceClock(29 * minute);
  // Reading the session counts as activity; calls that a page polls do not.
  expect((await browser.get('/api/operator/session')).status).toBe(200);
  advanceClock(29 * minute);
  expect((await browser.get('/api/admin/audit')).status).toBe(200);
  advanceClock(minute);
  expect(refusal(await browser.get('/api/admin/audit'))).toEqual([401, 'operator_required']);
});

it.each([
  ['is idle', async () => advanceClock(31 * minute)],
  ['ends because its account is disabled', (owner: Browser, id: string) => owner.post(`${accounts}/${id}/disable`)],
])('the activity stream of a session that %s is closed', async (_how, end) => {
  const { browser: owner } = await startOwner();
  const { id, browser } = await startStaff(owner);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const feed = await listen(`${bff.url}/api/admin/activity`, { cookie: browser.cookiesFor('/api') });
  expect(feed.status).toBe(200);
  vi.advanceTimersByTime(minute);
  await end(owner, id);
  expect(feed.ended).toBe(false);
  vi.advanceTimersByTime(minute);
  await eventually(() => expect(feed.ended).toBe(true));
});
