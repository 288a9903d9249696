import { spec } from '@xrp-bridge/contracts/testing';
import { http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catchFile } from '../../test/catch-file.ts';
import { problem } from '../../test/fake-api.ts';
import { button, text } from '../../test/locators.ts';
import { expectAccessible, open } from '../../test/open.tsx';
import { OperatorApi } from '../../test/operator-api.ts';
import { paymentOf } from '../../test/operator-rows.ts';
import { networkError, noReply, refusal } from '../../test/overrides.ts';

// The behaviour of all lists on operators' pages, tested with the list of payments.

const path = '/admin/payments';
let api: OperatorApi;
beforeEach(async () => {
  await page.viewport(1280, 900);
  api = new OperatorApi();
  api.pageSize = 2;
  api.payments = [1, 2, 3, 4, 5].map((number) =>
    paymentOf({ id: `pay_${number}`, transferId: String(number).repeat(32) }),
  );
});
const table = () => page.getByRole('table', { name: 'All payments' });
/** Returns the ids of the visible payments. */
const shown = () =>
  [...table().element().querySelectorAll('tbody tr')].map((row) => /pay_\d/.exec(row.textContent ?? '')?.[0]);
const requestedQueries = () => api.called('GET', '/api/admin/payments').map(({ query }) => query);

test(`${spec('operators.23')} a list moves to the next and previous page by the server’s cursor`, async () => {
  await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await expect.element(button('Previous')).toBeDisabled();
  await expectAccessible();
  await button('Next').click();
  await expect.poll(shown).toEqual(['pay_3', 'pay_4']);
  await expect.element(text('Page 2')).toBeVisible();
  await button('Next').click();
  await expect.poll(shown).toEqual(['pay_5']);
  await expect.element(button('Next')).toBeDisabled();
  await button('Previous').click();
  await expect.poll(shown).toEqual(['pay_3', 'pay_4']);
  await expect.poll(() => requestedQueries().map((query) => query?.cursor)).toEqual([undefined, '2', '4', '2']);
});

test('a search of a list runs on the server, is in the URL, and starts at the first page', async () => {
  const screen = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await button('Next').click();
  await expect.poll(shown).toEqual(['pay_3', 'pay_4']);
  await page.getByRole('searchbox').fill('pay_5');
  await button('Search').click();
  await expect.poll(shown).toEqual(['pay_5']);
  expect(screen.path()).toBe(`${path}?q=pay_5`);
  expect(requestedQueries().at(-1)).toMatchObject({ search: 'pay_5' });
  expect(requestedQueries().at(-1)).not.toHaveProperty('cursor');
  // The focus stays on the button, from which keyboard users continue.
  await expect.element(button('Search')).toHaveFocus();
});

test('a list is searched while the operator types, after the key “/” has moved the focus to the field', async () => {
  const screen = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('pay_5');
  await expect.poll(shown).toEqual(['pay_5']);
  await expect.element(page.getByRole('searchbox')).toHaveValue('pay_5');
  expect(screen.path()).toBe(`${path}?q=pay_5`);
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveValue('pay_5/');
});

test('a row of a list opens after a click anywhere except on its buttons', async () => {
  const screen = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await button('pay_1: copy this ID').click();
  expect(screen.path()).toBe(path);
  // The row’s link covers the status, so the click goes to the element at the status’s position.
  const { x, y, width, height } = table().getByText('Succeeded').first().element().getBoundingClientRect();
  (document.elementFromPoint(x + width / 2, y + height / 2) as HTMLElement).click();
  await expect.poll(() => screen.path()).toBe(`/admin/transfers/${'1'.repeat(32)}`);
});

test('a list reports a search without results, and the search can be cleared', async () => {
  const screen = await open(`${path}?q=nothing`, api);
  await expect.element(text('No results for “nothing.”')).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('nothing');
  await page.getByRole('searchbox').fill('');
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  expect(screen.path()).toBe(path);
});

test('a column heading of a list changes the server’s sort order, also by keyboard', async () => {
  const screen = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  const heading = page.getByRole('columnheader', { name: 'Started' });
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending');
  (heading.getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(shown).toEqual(['pay_5', 'pay_4']);
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.path()).toBe(`${path}?sort=createdAt`);
  await userEvent.keyboard('{Enter}');
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  expect(screen.path()).toBe(path);
});

test(`${spec('operators.23')} the CSV file of a list contains all matching rows, and numbers without quotes`, async () => {
  const file = catchFile();
  await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await button('CSV').click();
  await expect.element(text('5 rows')).toBeVisible();
  expect(file.name()).toBe('payments.csv');
  // Without the byte order mark, spreadsheets do not read the file as UTF-8.
  expect((await file.bytes())?.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const lines = (await file.text())?.trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines?.[0]).toBe('Started,Payment,Transfer,Product,Status,Amount,Refunded,Refund requested');
  expect(lines?.[5]).toBe(`2026-11-20T10:00:00.000Z,pay_5,${'5'.repeat(32)},guide,succeeded,4,0,`);
});

test.each([
  [9_999, '9,999 rows', 9_999],
  [10_001, 'The first 10,000 rows', 10_000],
])('a CSV file of a list with %i rows is reported as “%s”', async (total, notice, saved) => {
  const file = catchFile();
  // The fake server returns as many rows as a request asks for: 50 for the page, 200 per request for the file.
  api.pageSize = total;
  api.payments = Array.from({ length: total }, (_, number) => paymentOf({ id: `pay_${number}` }));
  await open(path, api);
  await button('CSV').click();
  await expect.element(text(notice)).toBeVisible();
  const lines = (await file.text())?.trim().split('\r\n');
  expect(lines).toHaveLength(saved + 1);
  expect(lines?.at(-1)).toContain(`,pay_${saved - 1},`);
});

test('a CSV file is not saved if a page of the list could not be read', async () => {
  const file = catchFile();
  await open(
    path,
    api,
    http.get('/api/admin/payments', ({ request }) =>
      new URL(request.url).searchParams.has('cursor') ? problem('service_unavailable') : undefined,
    ),
  );
  await button('CSV').click();
  await expect.element(text('We couldn’t create the file')).toBeVisible();
  expect(await file.text()).toBeUndefined();
});

describe('a list', () => {
  test('shows that it is empty', async () => {
    api.payments = [];
    await open(path, api);
    await expect.element(text('No payments yet.')).toBeVisible();
    expect(button('Next').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows a placeholder while it loads', async () => {
    await open(path, api, noReply('GET /api/admin/payments'));
    await expect.element(text('Loading…').first()).toBeInTheDocument();
    await expectAccessible();
  });

  test('reports an error, and can be reloaded', async () => {
    const down = networkError('GET /api/admin/payments');
    await open(path, api, down);
    await expect.element(text('We couldn’t load the list')).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  });

  test('is refetched after an event', async () => {
    await open(path, api);
    await expect.element(text('Live')).toBeVisible();
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
    api.payments = [paymentOf({ id: 'pay_9' }), ...api.payments];
    api.sendActivity({ type: 'payment.succeeded' });
    await expect.poll(shown).toEqual(['pay_9', 'pay_1']);
  });

  test('is refetched every 30 seconds without a live connection', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open(path, api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
    api.payments = [paymentOf({ id: 'pay_9' })];
    vi.advanceTimersByTime(29_999);
    expect(requestedQueries()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.poll(shown).toEqual(['pay_9']);
  });

  test(`${spec('operators.23')} shows rows of two lines in a narrow window`, async () => {
    await page.viewport(360, 740);
    await open(path, api);
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
    const [row] = table().element().querySelectorAll('tbody tr');
    const middles = [...(row as Element).querySelectorAll('td')]
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, height }) => top + height / 2)
      .sort((a, b) => a - b);
    expect(middles.filter((middle, index) => index === 0 || middle - (middles[index - 1] ?? 0) > 8)).toHaveLength(2);
    expect((row as Element).clientHeight).toBeLessThan(110);
    await page.getByLabelText('Sort by').selectOptions('Started, earliest first');
    await expect.poll(shown).toEqual(['pay_5', 'pay_4']);
    for (const size of ['100%', '200%']) {
      document.documentElement.style.fontSize = size;
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    }
    document.documentElement.style.fontSize = '';
    await expectAccessible();
  });
});

test('the chosen columns and density of a list are stored on the device', async () => {
  const first = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  const height = () => (table().element().querySelector('tbody tr') as Element).clientHeight;
  const whole = height();
  await button('View').click();
  const entry = (name: string) => page.getByRole('menuitemcheckbox', { name });
  await expect.element(entry('Product')).toBeChecked();
  await expectAccessible();
  await entry('Product').click();
  await entry('Compact rows').click();
  expect(entry('Transfer').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await first.unmount();
  await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  const headings = () => [...table().element().querySelectorAll('th')].map((each) => each.textContent);
  expect(headings()).toEqual([
    'Started',
    'Payment',
    'Transfer',
    'Status',
    'Amount',
    'Refunded',
    'Refund requested',
    'Actions',
  ]);
  expect(height()).toBeLessThan(whole);
  await button('View').click();
  await entry('Product').click();
  await expect.poll(headings).toContain('Product');
});

test('the form for a custom range fits into 360 px, even at twice the text size', async () => {
  await page.viewport(360, 740);
  await open('/admin', api);
  await text('Custom').click();
  await expect.element(page.getByLabelText('From')).toBeVisible();
  try {
    document.documentElement.style.fontSize = '200%';
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
