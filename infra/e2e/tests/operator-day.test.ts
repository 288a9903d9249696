import type { Page } from '@playwright/test';
import { withOwner } from '@xrp-bridge/runtime/db';
import { findRunningPostgres } from '../../postgres/running.ts';
import {
  dataDir,
  expect,
  expectAccessible,
  openTransfer,
  paidTransfer,
  sandboxUrl,
  send,
  signIn,
  test,
} from '../fixtures.ts';

// The file tests one day of an operator in the whole system: customers, the provider and the ad platforms see the
// effects.

/** Opens a tab of a section in the operators' menu. The links may end with the number of waiting items. */
async function openTab(page: Page, section: string, tab: string): Promise<void> {
  const open = (navigation: string, name: string) =>
    page
      .getByRole('navigation', { name: navigation })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
  await open('Operators', section);
  await open(section, tab);
}

/** Gives a reason in the open dialog and confirms. */
async function giveReason(page: Parameters<typeof signIn>[0], does: string | RegExp): Promise<void> {
  await page.getByLabel('Why?').fill('A journey');
  await page.getByRole('dialog').getByRole('button', { name: does }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Changes a transfer's id in the database, so that the handler of its next event fails.
 * Handlers call no provider, so a fault of the sandbox cannot make them fail.
 * @returns a function that restores the id
 */
async function misplaceTransfer(id: string): Promise<() => Promise<void>> {
  const database = await findRunningPostgres(dataDir);
  const rename = (from: string, to: string) =>
    withOwner(database, async (db) => {
      const transfers = db.withTables<{ transfer: { id: string } }>().withSchema('transfer');
      await transfers.updateTable('transfer').set({ id: to }).where('id', '=', from).execute();
    });
  const elsewhere = [...id].reverse().join('');
  await rename(id, elsewhere);
  return () => rename(elsewhere, id);
}

test('an operator completes the tasks of a day in the operator pages', async ({ page, browser }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const paid = await paidTransfer(page);
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const { id: byHand } = await (await page.request.post('/api/transfers', { data: order })).json();

  await test.step('signs in on the page that was requested', async () => {
    await signIn(page, `/admin/transfers/${paid}`);
    await expect(page.getByText('Signed in as Journey')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('refunds a customer', async () => {
    await page.getByRole('button', { name: /^Refund/ }).click();
    await giveReason(page, 'Refund $4.00');
    await expect(page.getByText('Refund started', { exact: true })).toBeVisible();
    await expect
      .poll(async () => (await (await page.request.get(`/api/transfers/${paid}`)).json()).status)
      .toBe('refunded');
    await expect(page.getByText('$4.00 ($4.00 refunded)')).toBeVisible();
  });

  await test.step('retries a dead-lettered event without success, and then successfully after the cause is fixed', async () => {
    const { id, pay } = await openTransfer(page);
    const putBack = await misplaceTransfer(id);
    try {
      await pay();
      const letters = `/api/admin/events?search=${id}`;
      await expect.poll(async () => (await (await page.request.get(letters)).json()).deadLetters.length).toBe(1);
      await openTab(page, 'System', 'Failed events');
      await page.getByRole('button', { name: /^Try again/ }).click();
      await expect(page.getByText('The event failed again', { exact: true })).toBeVisible();
    } finally {
      await putBack();
    }
    await page.getByRole('button', { name: /^Try again/ }).click();
    await expect(page.getByText('No failed events.')).toBeVisible();
    const { status } = await (await page.request.get(`/api/transfers/${id}`)).json();
    expect(status).toBe('instructions_sent');
  });

  await test.step('opens the guide of a transfer that was paid by hand', async () => {
    await page.getByRole('link', { name: 'Bypass a payment' }).click();
    await page.getByLabel('Transfer ID').fill(byHand);
    await page.getByLabel(/^How did the customer pay/).fill('A journey');
    await page.getByRole('button', { name: 'Bypass payment' }).click();
    await expect(page.getByText('Payment bypassed - instructions now available', { exact: true })).toBeVisible();
    await expect
      .poll(async () => (await (await page.request.get(`/api/transfers/${byHand}`)).json()).status)
      .toBe('instructions_sent');
  });

  await test.step('creates a paused campaign', async () => {
    await page.goto('/admin?tab=campaigns');
    await page.getByRole('button', { name: 'Google Ads $50' }).click();
    await page.getByLabel('Campaign name').fill('A journey');
    await page.getByLabel('Keywords').fill('XRP, own wallet');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await expect(page.getByText('Campaign created', { exact: true })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'A journey' });
    await expect(row.getByText('Paused')).toBeVisible();
    const state = await send<{ campaigns: { name: string; ads: object[] }[] }>('GET', `${sandboxUrl}/_sandbox/state`);
    expect(state.campaigns.find(({ name }) => name.startsWith('A journey ['))?.ads).toHaveLength(1);
    await expectAccessible(page);
  });

  await test.step('adds ad revenue and reinvests it', async () => {
    await page.getByRole('tab', { name: 'Revenue' }).click();
    await page.getByLabel('Source', { exact: true }).fill('A journey');
    await page.getByLabel('Amount, in dollars').fill('30.00');
    await page.getByRole('button', { name: 'Add revenue' }).click();
    const waits = page.getByRole('region', { name: 'Not reinvested yet' });
    await expect(waits.getByText('A journey').first()).toBeVisible();
    await waits.getByRole('button', { name: 'Reinvest all' }).click();
    await giveReason(page, /^Reinvest \$/);
    await expect(waits.getByText('Nothing to reinvest.')).toBeVisible();
  });

  await test.step('closes the application for customers and opens it again', async () => {
    const customer = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await customer.newPage();
    await openTab(page, 'System', 'Maintenance');
    await page.getByRole('button', { name: 'Turn maintenance on' }).click();
    await giveReason(page, 'Turn maintenance on');
    try {
      await other.goto('/');
      await expect(other.getByText('Under maintenance')).toBeVisible();
    } finally {
      await page.getByRole('button', { name: 'Turn maintenance off' }).click();
      await expect(page.getByText('Maintenance is off', { exact: true })).toBeVisible();
    }
    await other.goto('/');
    await expect(other.getByRole('heading', { level: 1, name: /^Move your XRP home/ })).toBeVisible();
    await customer.close();
  });

  await test.step('finds all actions in the audit trail', async () => {
    await openTab(page, 'Account', 'Audit trail');
    const acts = [
      'Refund a payment',
      'Bypass payment',
      'Create a campaign',
      'Reinvest all revenue',
      'Turn maintenance on',
    ];
    for (const act of acts) {
      await expect(page.getByRole('table').getByText(act, { exact: true }).first()).toBeVisible();
    }
    const tries = page.getByRole('row').filter({ hasText: 'Retry an event' });
    await expect(tries.filter({ hasText: 'Not done' })).toHaveCount(1);
    await expect(tries.filter({ hasText: 'Done' })).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('signs out and has no access afterwards', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect((await page.request.get('/api/admin/audit')).status()).toBe(401);
  });
});
