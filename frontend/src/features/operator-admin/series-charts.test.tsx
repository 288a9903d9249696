import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { button, expectVisible, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at } from '../../../test/operator-rows.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the charts', () => {
  test(`${spec('operators.5')} show money and the funnel by day, compared with the previous period, and also as tables`, async () => {
    const days = [1, 2, 3].map((number) => ({ day: `2026-11-0${number}`, value: number, before: 1 }));
    api.series = [
      { name: 'revenue', unit: 'usd', days, sum: 6, compared: { days: 30, sum: 6, before: 3 } },
      { name: 'started', unit: 'count', days, sum: 6, compared: { days: 30, sum: 6, before: 0 } },
      { name: 'paid', unit: 'count', days, sum: 60, compared: { days: 9, sum: 20, before: 10 } },
      { name: 'clicks', unit: 'count', days: days.map((day) => ({ ...day, before: null })), sum: 6, compared: null },
    ];
    await open('/admin', api);
    const money = page.getByRole('figure').filter({ hasText: 'Gross sales' });
    await expectVisible(money.getByText('$6.00, +100% vs. previous 30 days'), '6, none in the previous 30 days');
    await expectVisible('60, last 9 days: +100% vs. 30 days earlier', '6, no earlier data');
    await money.getByText('View as a table').click();
    await expect.element(money.getByRole('cell', { name: '$3.00' })).toBeVisible();
    await expectAccessible();
    api.series = [{ name: 'revenue', unit: 'usd', days, sum: 6, compared: { days: 7, sum: 6, before: 3 } }];
    await text('7 days').click();
    await expect.element(money.getByText('$6.00, +100% vs. previous 7 days')).toBeVisible();
    const query = api.called('GET', '/api/admin/series').at(-1)?.query as { from: string; to: string };
    expect(Date.parse(query.to) - Date.parse(query.from)).toBe(6 * 86_400_000);
    await expect.element(text('Dotted line: previous 7 days')).toBeVisible();
    // If no earlier days have data, there is no dotted line.
    const alone = days.map((day) => ({ ...day, before: null }));
    api.series = [{ name: 'revenue', unit: 'usd', days: alone, sum: 6, compared: null }];
    await text('90 days').click();
    await expect.element(text('$6.00, no earlier data')).toBeVisible();
    await expect.element(text(/Dotted line/)).not.toBeInTheDocument();
  });

  test('show a chosen range of days, reject a range that ends before it starts, and save the data as CSV', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const file = catchFile();
    const days = [1, 2].map((number) => ({ day: `2026-11-1${number}`, value: number, before: 0.5 }));
    api.series = [{ name: 'revenue', unit: 'usd', days, sum: 3, compared: { days: 2, sum: 3, before: 1 } }];
    await open('/admin', api);
    const requested = () => api.called('GET', '/api/admin/series').at(-1)?.query;
    await expect.poll(requested).toEqual({ from: '2026-10-22', to: '2026-11-20' });
    await text('Custom').click();
    const from = page.getByLabelText('From');
    await from.fill('2026-11-11');
    await expect.poll(requested).toEqual({ from: '2026-11-11', to: '2026-11-20' });
    const to = page.getByLabelText('To');
    await to.fill('2026-11-10');
    await expect.element(text('The last day is before the first day.')).toBeVisible();
    await expect.element(to).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    // The page does not request an invalid range, so the charts stay unchanged.
    expect(requested()).toEqual({ from: '2026-11-11', to: '2026-11-20' });
    await to.fill('2026-11-12');
    await expect.element(text('The last day is before the first day.')).not.toBeInTheDocument();
    await expect.poll(requested).toEqual({ from: '2026-11-11', to: '2026-11-12' });
    await expect.element(text('Dotted line: previous 2 days')).toBeVisible();
    await button('CSV').click();
    expect(file.name()).toBe('days-2026-11-11-2026-11-12.csv');
    expect(await file.text()).toBe('Day,revenue,revenue before\r\n2026-11-11,1,0.5\r\n2026-11-12,2,0.5\r\n');
  });

  test('all show the values of the day that is selected with the arrow keys', async () => {
    const days = [1, 2, 3].map((number) => ({
      day: `2026-11-0${number}`,
      value: number,
      before: number === 1 ? null : 1,
    }));
    api.series = [
      { name: 'revenue', unit: 'usd', days, sum: 6, compared: null },
      { name: 'started', unit: 'count', days, sum: 6, compared: null },
    ];
    await open('/admin?from=2026-11-01&to=2026-11-03', api);
    const sales = page.getByRole('slider', { name: 'Gross sales, by day' });
    await expect.element(sales).toHaveAttribute('aria-valuetext', 'Nov 3: $3.00 (3 days earlier: $1.00)');
    (sales.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(sales).toHaveAttribute('aria-valuetext', 'Nov 2: $2.00 (3 days earlier: $1.00)');
    const started = page.getByRole('figure').filter({ hasText: 'Transfers started' });
    await expect.element(started.getByText('Nov 2: 2 (3 days earlier: 1)')).toBeVisible();
    await userEvent.keyboard('{Home}');
    await expect.element(started.getByText('Nov 1: 1', { exact: true })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(started.getByText('6, no earlier data')).toBeVisible();
  });

  test('are shown one at a time on a phone', async () => {
    await page.viewport(360, 740);
    const days = [{ day: '2026-11-01', value: 1, before: null }];
    api.series = (['revenue', 'started'] as const).map((name) => ({
      name,
      unit: 'count',
      days,
      sum: 1,
      compared: null,
    }));
    await open('/admin', api);
    await expect.element(page.getByRole('slider', { name: 'Gross sales, by day' })).toBeVisible();
    expect(page.getByRole('figure').elements()).toHaveLength(1);
    await page.getByLabelText('Chart').selectOptions('Transfers started');
    await expect.element(page.getByRole('slider', { name: 'Transfers started, by day' })).toBeVisible();
    expect(page.getByRole('figure').elements()).toHaveLength(1);
    await expectAccessible();
  });

  test('follow the range in the URL, as the tiles and the funnel do', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const days = [{ day: '2026-11-19', value: 3, before: 2 }];
    api.series = [{ name: 'revenue', unit: 'usd', days, sum: 3, compared: { days: 1, sum: 3, before: 2 } }];
    const coinbase = { fromExchange: 'coinbase', toWallet: 'xumm', started: 8, paid: 4, address: 3, seen: 2, home: 1 };
    const kraken = { fromExchange: 'kraken', toWallet: 'xumm', started: 2, paid: 2, address: 1, seen: 0, home: 0 };
    api.funnel = { paths: [coinbase, kraken], before: [{ ...coinbase, paid: 2, address: 1 }] };
    const screen = await open('/admin?days=yesterday', api);
    const requested = (name: string) => api.called('GET', `/api/admin/${name}`).at(-1)?.query;
    await expect.poll(() => requested('series')).toEqual({ from: '2026-11-19', to: '2026-11-19' });
    expect(requested('funnel')).toEqual({ from: '2026-11-19', to: '2026-11-19' });
    await expect.element(region('Open work and sales').getByText(/\+50% vs\. previous day$/)).toBeVisible();
    const funnel = region('Funnel');
    await expectVisible(
      funnel.getByText('60% of those started (25% on the previous day)'),
      funnel.getByText('67% of those paid (50% on the previous day)'),
    );
    await funnel.getByText('By exchange').click();
    await expectVisible(
      funnel.getByRole('row', { name: 'Coinbase 8 50% 75% 50% 25%' }),
      funnel.getByRole('row', { name: 'Kraken 2 100% 50% 0% 0%' }),
    );
    await expectAccessible();
    await text('Today').click();
    await expect.poll(() => requested('series')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(screen.path()).toBe('/admin?days=today');
    await text('Custom').click();
    await expect.poll(() => screen.path()).toBe('/admin?from=2026-11-20&to=2026-11-20');
  });
});
