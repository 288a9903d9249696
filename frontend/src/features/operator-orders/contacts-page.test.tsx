import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { button, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at } from '../../../test/operator-rows.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const requested = () =>
  api.bodies('POST', '/api/admin/contacts/search') as { reason?: string; search?: string; limit: number }[];
const contact = { id: 'c1', transferId: null, phone: null, message: null, createdAt: at };

test.each([360, 768, 1280])('the list of contacts fits into %i px with long texts', async (width) => {
  await page.viewport(width, 800);
  const email = `${'a-very-long-name-'.repeat(4)}@${'of-a-long-domain-'.repeat(3)}.example`;
  api.contacts = [{ ...contact, email, reason: 'refund_request', message: 'w'.repeat(200) }];
  await open('/admin/contacts', api);
  await expect.element(text(email)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test(`${spec('operators.19')} the list of contacts can be filtered by the waitlist`, async () => {
  api.contacts = [{ ...contact, email: 'ann@example.com', reason: 'quantum_waitlist' }];
  await open('/admin/contacts', api);
  await expect.element(link('ann@example.com')).toHaveAttribute('href', 'mailto:ann@example.com');
  await expectAccessible();
  await page.getByLabelText('Reason').selectOptions('quantum_waitlist');
  await expect.poll(() => requested().at(-1)).toMatchObject({ reason: 'quantum_waitlist' });
});

test.each([
  ['/admin/contacts', 'contacts.csv', undefined],
  ['/admin/contacts?reason=quantum_waitlist', 'waitlist.csv', 'quantum_waitlist'],
])('the contacts at %s are saved as %s', async (path, name, reason) => {
  const file = catchFile();
  const message = '=1+1, "please"\nSoon';
  api.contacts = [{ ...contact, email: 'ann@example.com', reason: 'quantum_waitlist', message }];
  await open(path, api);
  await button('CSV').click();
  await expect.element(text('1 row')).toBeVisible();
  expect(file.name()).toBe(name);
  expect(await file.text()).toBe(
    `Added,Reason,Email,Phone,Message,Transfer\r\n${at},quantum_waitlist,ann@example.com,,"'=1+1, ""please""\nSoon",\r\n`,
  );
  expect(requested().at(-1)?.reason).toBe(reason);
});

test('a search by e-mail keeps the e-mail address out of every URL', async () => {
  api.contacts = ['ann', 'bob'].map((name) => ({
    ...contact,
    id: name,
    email: `${name}@example.com`,
    reason: 'newsletter' as const,
  }));
  const screen = await open('/admin/contacts', api);
  await page.getByRole('searchbox').fill('ann@example.com');
  await expect.poll(() => link('bob@example.com').elements()).toEqual([]);
  await expect.element(link('ann@example.com')).toBeVisible();
  expect(requested().at(-1)).toMatchObject({ search: 'ann@example.com' });
  expect(screen.path()).toBe('/admin/contacts');
  expect(api.calls.filter(({ path, query }) => JSON.stringify([path, query]).includes('ann'))).toEqual([]);
  await page.getByRole('searchbox').fill('');
  await expect.element(link('bob@example.com')).toBeVisible();
});
