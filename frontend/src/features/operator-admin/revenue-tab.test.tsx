import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, dialog, expectVisible, region, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { revenueOf } from '../../../test/operator-rows.ts';
import { refusal, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('ad revenue', () => {
  const source = () => page.getByLabelText('Source');
  const amount = () => page.getByLabelText('Amount, in dollars');
  const waits = () => region('Not reinvested yet');

  test.each([
    ['', ''],
    ['coinzilla', ''],
    ['', '5'],
  ])(
    `${spec('operators.32')} cannot be added without both source and amount (source “%s”, amount “%s”)`,
    async (from, dollars) => {
      await open('/admin?tab=revenue', api);
      await source().fill(from);
      await amount().fill(dollars);
      await button('Add revenue').click();
      await expect.element(text('Please fill in all fields')).toBeVisible();
      expect(api.called('POST', '/api/ad-revenue')).toEqual([]);
    },
  );

  test(`${spec('operators.8')} accepts an amount in dollars and cents: “12.35”`, async () => {
    await open('/admin?tab=revenue', api);
    await expect.element(amount()).toHaveAttribute('step', '0.01');
    await source().fill('bitmedia');
    await amount().fill('12.35');
    await button('Add revenue').click();
    await expect.element(text('Revenue added')).toBeVisible();
    await expect.element(source()).toHaveValue('');
    expect(api.bodies('POST', '/api/ad-revenue')).toEqual([
      { source: 'bitmedia', amount: '12.35', currency: 'USD', key: expect.any(String) },
    ]);
  });

  test('reuses the idempotency key after a network error; the next record has a new key', async () => {
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
    await expect.element(text('We couldn’t add the revenue')).toBeVisible();
    isOffline = false;
    await button('Add revenue').click();
    await expect.element(text('Revenue added')).toBeVisible();
    await expect.element(source()).toHaveValue('');
    await source().fill('bitmedia');
    await amount().fill('1');
    await button('Add revenue').click();
    await expect.element(source()).toHaveValue('');
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('shows why it was not added, and retains the input of the form', async () => {
    const refused = refusal('POST /api/ad-revenue', 'service_unavailable', { detail: 'The books are closed.' });
    await open('/admin?tab=revenue', api, refused);
    await source().fill('bitmedia');
    await amount().fill('1');
    await button('Add revenue').click();
    await expect.element(text('The books are closed.').first()).toBeVisible();
    await expect.element(source()).toHaveValue('bitmedia');
  });

  test('from clicks is an estimate until an operator confirms all estimates', async () => {
    api.revenue = [
      revenueOf({ state: 'estimate', amount: '0.20' }),
      revenueOf({ id: 'rev_2', state: 'estimate', amount: '2.50' }),
    ];
    await open('/admin?tab=revenue', api);
    const panel = region('Click estimates');
    await expectVisible(panel.getByText('$2.70 from 2 clicks'), waits().getByText('Nothing to reinvest.'));
    await panel.getByRole('button', { name: 'Confirm all' }).click();
    await expectAccessible();
    await giveReason('Confirm $2.70');
    await expect.element(panel.getByText('No estimates to confirm.')).toBeVisible();
    await expect.element(waits().getByRole('button', { name: /^Reinvest \$2.50/ })).toBeVisible();
    expect(api.bodies('POST', '/api/admin/ad-revenue/confirmation')).toEqual([{ reason: 'Ada asked for it' }]);
  });

  test(`${spec('operators.8')} can be reinvested by record, or all at once`, async () => {
    api.revenue = [revenueOf(), revenueOf({ id: 'rev_2', amount: '3.00', source: 'bitmedia' })];
    await open('/admin?tab=revenue', api);
    await expect.element(waits().getByText('We reinvest 50% of ad revenue, with a threshold of $25.')).toBeVisible();
    await expectAccessible();
    await waits().getByRole('button', { name: 'Reinvest $3.00 from bitmedia' }).click();
    const reinvest = dialog('Reinvest $3.00 from bitmedia');
    await expectVisible(reinvest.getByText('$3.00 (1 record)'), reinvest.getByText('Leave the exchange'));
    await expectAccessible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await giveReason('Reinvest $1.50');
    // An open dialog hides everything behind it from queries by role, so wait until it is closed.
    await expect.element(reinvest).not.toBeInTheDocument();
    await expect.element(waits().getByText('bitmedia')).not.toBeInTheDocument();
    expect(api.bodies('POST', '/api/ad-revenue/rev_2/reinvest')).toEqual([{ reason: 'Ada asked for it' }]);
    await waits().getByRole('button', { name: 'Reinvest all' }).click();
    await giveReason('Reinvest $6.25');
    await expect.element(waits().getByText('Nothing to reinvest.')).toBeVisible();
  });

  test.each([199, 200])(
    'shows a notice if only the newest 200 records to reinvest are listed (%i records)',
    async (count) => {
      api.revenue = Array.from({ length: count }, (_, number) => revenueOf({ id: `rev_${number}` }));
      await open('/admin?tab=revenue', api);
      await expect.poll(() => waits().getByRole('listitem').elements()).toHaveLength(count);
      const notice = waits().getByText('These are the newest 200. See the full list below.');
      expect(notice.elements()).toHaveLength(count === 200 ? 1 : 0);
    },
  );

  test('shows why a record cannot be reinvested, and sends no request that changes data', async () => {
    api.revenue = [revenueOf()];
    const nothing = { records: 0, total: '0.00', reinvested: '0.00', allocations: [], possible: false };
    const answer = reply('GET /api/admin/reinvestment', { ...nothing, why: 'There’s less than $25.00 to reinvest.' });
    await open('/admin?tab=revenue', api, answer);
    await waits().getByRole('button', { name: 'Reinvest $12.50 from coinzilla' }).click();
    await expect.element(page.getByRole('dialog').getByText('There’s less than $25.00 to reinvest.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.element(waits().getByRole('button', { name: 'Reinvest $12.50 from coinzilla' })).toBeVisible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test(`${spec('operators.28')} is refetched every 10 seconds without a live connection`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/admin?tab=revenue', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(waits().getByText('Nothing to reinvest.')).toBeVisible();
    api.revenue = [revenueOf()];
    vi.advanceTimersByTime(9_999);
    expect(api.called('GET', '/api/ad-revenue/unreinvested')).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.element(waits().getByText('$12.50')).toBeVisible();
  });
});
