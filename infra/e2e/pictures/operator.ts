import { expect, paidTransfer, signIn } from '../fixtures.ts';
import type { Screens } from './screen.ts';

/** Screens of the operators' pages. */
export const operatorScreens: Screens = {
  'operator-sign-in': async (page) => {
    await page.goto('/admin');
    return 'For the people who run this service';
  },
  'operator-sign-in-wrong': async (page) => {
    await page.goto('/admin');
    await page.getByLabel('Password').fill('no such password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return 'That password isn’t right.';
  },
  'operator-sign-in-code': async (page) => {
    await page.route('**/api/operator/session', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 401,
            json: { type: 'about:blank', title: 'Code', status: 401, code: 'code_required', requestId: 'r' },
          })
        : route.fallback(),
    );
    await page.goto('/admin');
    await page.getByLabel('Password').fill('any password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return 'The code your app shows now, or one of your backup codes';
  },
  'operator-invited': async (page) => {
    await page.route('**/api/operator/accounts', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { name: 'Ada', password: 'correct-horse-battery-staple' } })
        : route.fallback(),
    );
    await signIn(page, '/admin/operators');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Add operator' }).click();
    return 'One-time password for Ada';
  },
  'operator-menu': async (page) => {
    await signIn(page, '/admin/tasks');
    await expect(page.getByRole('heading', { name: 'All tasks' })).toBeVisible();
    const menu = page.getByRole('button', { name: 'Open the menu' });
    if (await menu.isVisible()) await menu.click();
    return 'Payments';
  },
  'operator-tabs': async (page) => {
    await signIn(page, '/admin/jobs');
    await expect(page.getByRole('heading', { name: 'Jobs and schedules' })).toBeVisible();
    const fold = page.getByRole('button', { name: /^System: Jobs/ });
    if (await fold.isVisible()) await fold.click();
    return 'Failed events';
  },
  'operator-palette': async (page) => {
    await paidTransfer(page);
    await signIn(page, '/admin/tasks');
    await page.getByRole('button', { name: /^Search all/ }).click();
    await page.getByRole('combobox', { name: 'Transfer, reference, or email' }).fill('coinbase');
    return /^\d+ results?$/;
  },
  'operator-transfer': async (page) => {
    const id = await paidTransfer(page);
    await signIn(page, `/admin/transfers/${id}`);
    return 'History';
  },
  'operator-transfer-unknown': async (page) => {
    await signIn(page, '/admin/transfers/nonsense');
    return 'Transfer not found';
  },
  'operator-locked-out': async (page) => {
    await page.route('**/api/operator/session', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '840' },
            json: { type: 'about:blank', title: 'Too many', status: 429, code: 'rate_limited', requestId: 'r' },
          })
        : route.fallback(),
    );
    await page.goto('/admin');
    await page.getByLabel('Password').fill('no such password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return /^You can try again in/;
  },
  'operator-alerts': async (page) => {
    await page.route('**/api/operator/account/alerts', async (route) => {
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
      const json = {
        ...(await (await route.fetch()).json()),
        email: 'olga@bridge.example',
        emailConfirmed: true,
        webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX',
        deliveries: {
          email: { sentAt: minutesAgo(180), failedAt: null, failure: null },
          webhook: { sentAt: null, failedAt: minutesAgo(4), failure: 'The webhook returned error 404.' },
        },
      };
      await route.fulfill({ json });
    });
    await signIn(page, '/admin/account');
    return /^The last webhook message failed/;
  },
  'operator-alerts-unconfirmed': async (page) => {
    await signIn(page, '/admin/account');
    await page.getByLabel('Email').fill(`olga-${Date.now()}@bridge.example`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return 'Check your email to turn on alerts';
  },
  'operator-refund': async (page) => {
    const id = await paidTransfer(page);
    await signIn(page, `/admin/transfers/${id}`);
    await page.getByRole('button', { name: /^Refund/ }).click();
    return 'We’ll refund $4.00 to the customer.';
  },
  'operator-preview': async (page) => {
    await signIn(page, '/marketing');
    await page.getByRole('button', { name: 'Preview next ad' }).click();
    return 'Next ad';
  },
  'operator-new-text': async (page) => {
    await signIn(page, '/marketing/pool');
    await page.getByRole('button', { name: 'Add a text' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Does your wallet need a destination tag? We tell you. #ad');
    return 'Preview';
  },
  'operator-text-too-long': async (page) => {
    await signIn(page, '/marketing/pool');
    await page.getByRole('button', { name: 'Add a text' }).click();
    await page.getByLabel('Text', { exact: true }).fill(`${'Does your wallet need a destination tag? '.repeat(7)}#ad`);
    return '290 of 280 characters by X’s count';
  },
  'operator-tested': async (page) => {
    await signIn(page, '/x-test');
    await page.getByRole('button', { name: 'Test Auth test' }).click();
    return /^Working$|^Error$/;
  },
  'operator-test-failed': async (page) => {
    const result = { title: 'Unauthorized', detail: 'Unauthorized', status: 401 };
    const json = { success: false, status: 401, result };
    await page.route('**/api/test-x-api', (route) => route.fulfill({ json }));
    await signIn(page, '/x-test');
    await page.getByRole('button', { name: 'Test Auth test' }).click();
    return 'Error';
  },
  'operator-test-post': async (page) => {
    await signIn(page, '/x-test');
    await page.getByRole('button', { name: 'Test Post tweet' }).click();
    return 'Post this on X?';
  },
  'operator-other-days': async (page) => {
    await signIn(page, '/admin');
    await page.getByText('Custom', { exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    return 'The last day is before the first day.';
  },
  maintenance: async (page) => {
    await page.route('**/api/maintenance-status', (route) => route.fulfill({ json: { maintenanceMode: true } }));
    await page.goto('/');
    return 'Under maintenance';
  },
};
