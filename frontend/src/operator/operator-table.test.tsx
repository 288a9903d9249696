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

// What every list of the operators' pages does, tried with the payments.

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
/** The ids of the payments in sight. */
const shown = () =>
  [...table().element().querySelectorAll('tbody tr')].map((row) => /pay_\d/.exec(row.textContent ?? '')?.[0]);
const asked = () => api.called('GET', '/api/admin/payments').map(({ query }) => query);

test(`${spec('operators.23')} a list goes on by the server’s cursor, and back`, async () => {
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
  await expect.poll(() => asked().map((query) => query?.cursor)).toEqual([undefined, '2', '4', '2']);
});

test('a search is the server’s, stands in the address, and begins at the first page', async () => {
  const screen = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await button('Next').click();
  await expect.poll(shown).toEqual(['pay_3', 'pay_4']);
  await page.getByRole('searchbox').fill('pay_5');
  await button('Search').click();
  await expect.poll(shown).toEqual(['pay_5']);
  expect(screen.path()).toBe(`${path}?q=pay_5`);
  expect(asked().at(-1)).toMatchObject({ search: 'pay_5' });
  expect(asked().at(-1)).not.toHaveProperty('cursor');
  // Whoever came by the keyboard goes on from there.
  await expect.element(button('Search')).toHaveFocus();
});

test('what is not found is said, and the search can be emptied', async () => {
  const screen = await open(`${path}?q=nothing`, api);
  await expect.element(text('Nothing was found for “nothing”.')).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('nothing');
  await page.getByRole('searchbox').fill('');
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  expect(screen.path()).toBe(path);
});

test('an order is asked of the server by the heading, with the keyboard too', async () => {
  const screen = await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  const heading = page.getByRole('columnheader', { name: 'Begun' });
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

test(`${spec('operators.23')} the file has every row that is looked for, and no figure is a text`, async () => {
  const file = catchFile();
  await open(path, api);
  await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  await button('CSV').click();
  await expect.element(text('5 rows')).toBeVisible();
  expect(file.name()).toBe('payments.csv');
  // Without it, spreadsheets take the text for another than UTF-8.
  expect((await file.bytes())?.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const lines = (await file.text())?.trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines?.[0]).toBe('Begun,Payment,Transfer,For,Status,Amount,Paid back,Refund waits since');
  expect(lines?.[5]).toBe(`2026-11-20T10:00:00.000Z,pay_5,${'5'.repeat(32)},guide,succeeded,4,0,`);
});

test.each([
  [9_999, '9,999 rows', 9_999],
  [10_001, 'The first 10,000 rows', 10_000],
])('of %i rows the file says “%s”', async (there, said, saved) => {
  const file = catchFile();
  // As much as is asked for: 50 for the page, 200 at a time for the file.
  api.pageSize = there;
  api.payments = Array.from({ length: there }, (_, number) => paymentOf({ id: `pay_${number}` }));
  await open(path, api);
  await button('CSV').click();
  await expect.element(text(said)).toBeVisible();
  const lines = (await file.text())?.trim().split('\r\n');
  expect(lines).toHaveLength(saved + 1);
  expect(lines?.at(-1)).toContain(`,pay_${saved - 1},`);
});

test('a file that cannot be read to the end is not saved', async () => {
  const file = catchFile();
  await open(
    path,
    api,
    http.get('/api/admin/payments', ({ request }) =>
      new URL(request.url).searchParams.has('cursor') ? problem('service_unavailable') : undefined,
    ),
  );
  await button('CSV').click();
  await expect.element(text('The file could not be made')).toBeVisible();
  expect(await file.text()).toBeUndefined();
});

describe('a list', () => {
  test('that is empty says so', async () => {
    api.payments = [];
    await open(path, api);
    await expect.element(text('Nobody has paid yet.')).toBeVisible();
    expect(button('Next').elements()).toEqual([]);
    await expectAccessible();
  });

  test('that is on its way has its room', async () => {
    await open(path, api, noReply('GET /api/admin/payments'));
    await expect.element(text('Loading…').first()).toBeInTheDocument();
    await expectAccessible();
  });

  test('that could not be read says so, and is read on demand', async () => {
    const down = networkError('GET /api/admin/payments');
    await open(path, api, down);
    await expect.element(text('The list could not be read')).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
  });

  test('is read anew when something happens', async () => {
    await open(path, api);
    await expect.element(text('Live')).toBeVisible();
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
    api.payments = [paymentOf({ id: 'pay_9' }), ...api.payments];
    api.sendActivity({ type: 'payment.succeeded' });
    await expect.poll(shown).toEqual(['pay_9', 'pay_1']);
  });

  test('is asked for every 30 seconds while the server does not tell', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open(path, api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
    api.payments = [paymentOf({ id: 'pay_9' })];
    vi.advanceTimersByTime(29_999);
    expect(asked()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.poll(shown).toEqual(['pay_9']);
  });

  test(`${spec('operators.23')} is cards that name their cells where there is no room for a table`, async () => {
    await page.viewport(360, 740);
    await open(path, api);
    await expect.poll(shown).toEqual(['pay_1', 'pay_2']);
    await expect.element(table().getByText('Amount').last()).toBeVisible();
    // A link is as high as a finger needs, and still stands in line with its name.
    const name = table().getByText('Transfer').last().element();
    const [nameBottom, linkBottom] = [name, name.parentElement?.querySelector('a') as Element].map((each) => {
      const text = document.createRange();
      text.selectNodeContents(each);
      return text.getBoundingClientRect().bottom;
    });
    expect(Math.abs((nameBottom as number) - (linkBottom as number))).toBeLessThan(4);
    await page.getByLabelText('Order').selectOptions('Begun, earliest first');
    await expect.poll(shown).toEqual(['pay_5', 'pay_4']);
    for (const size of ['100%', '200%']) {
      document.documentElement.style.fontSize = size;
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    }
    document.documentElement.style.fontSize = '';
    await expectAccessible();
  });
});

test('other days fit into 360 px, at twice the size of the text, too', async () => {
  await page.viewport(360, 740);
  await open('/admin', api);
  await text('Other days').click();
  await expect.element(page.getByLabelText('From')).toBeVisible();
  try {
    document.documentElement.style.fontSize = '200%';
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
