import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
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
  test(`${spec('operators.5')} show money and funnel by day, with the previous period and as tables`, async () => {
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
    // Without earlier days there is no dotted line.
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
    // An invalid range is not requested: the charts stay unchanged.
    expect(requested()).toEqual({ from: '2026-11-11', to: '2026-11-20' });
    await to.fill('2026-11-12');
    await expect.element(text('The last day is before the first day.')).not.toBeInTheDocument();
    await expect.poll(requested).toEqual({ from: '2026-11-11', to: '2026-11-12' });
    await expect.element(text('Dotted line: previous 2 days')).toBeVisible();
    await button('CSV').click();
    expect(file.name()).toBe('days-2026-11-11-2026-11-12.csv');
    expect(await file.text()).toBe('Day,revenue,revenue before\r\n2026-11-11,1,0.5\r\n2026-11-12,2,0.5\r\n');
  });

  test('follow the range in the URL, as the tiles do, with the rates of the funnel', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const days = [{ day: '2026-11-19', value: 3, before: 2 }];
    const compared = { days: 1, sum: 3, before: 2 };
    api.series = [
      { name: 'started', unit: 'count', days, sum: 4, compared: null },
      { name: 'paid', unit: 'count', days, sum: 3, compared },
    ];
    const screen = await open('/admin?days=yesterday', api);
    const requested = () => api.called('GET', '/api/admin/series').at(-1)?.query;
    await expect.poll(requested).toEqual({ from: '2026-11-19', to: '2026-11-19' });
    const tiles = region('Sales and funnel');
    await expectVisible(tiles.getByText('75% of started'), tiles.getByText(/\+50% vs\. previous day$/));
    await expectAccessible();
    await text('Today').click();
    await expect.poll(requested).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(screen.path()).toBe('/admin?days=today');
    await text('Custom').click();
    await expect.poll(() => screen.path()).toBe('/admin?from=2026-11-20&to=2026-11-20');
  });
});
