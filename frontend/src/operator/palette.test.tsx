import { referenceOf } from '@xrp-bridge/contracts/reference';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, heading, text } from '../../test/locators.ts';
import { expectAccessible, open } from '../../test/open.tsx';
import { OperatorApi } from '../../test/operator-api.ts';
import { at } from '../../test/operator-rows.ts';
import { networkError } from '../../test/overrides.ts';
import { address, id } from '../../test/replies.ts';

const path = '/admin/payments';
const contact = { phone: null, message: null, createdAt: at, reason: 'receipt' as const };
let api: OperatorApi;
beforeEach(async () => {
  await page.viewport(1280, 900);
  api = new OperatorApi();
  const { mine: _, ...transfer } = api.transfer;
  api.transfers = [{ ...transfer, destinationAddress: address, status: 'completed' }];
  api.contacts = [
    { ...contact, id: 'c1', transferId: id, email: 'ann@example.com' },
    { ...contact, id: 'c2', transferId: null, email: 'bob@example.com' },
  ];
});

const field = () => page.getByRole('combobox', { name: 'Transfer, reference, or email' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
/** Returns the text of the option that `aria-activedescendant` names. */
const active = () =>
  document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';

/** Opens the palette by its keys. */
async function press(): Promise<void> {
  await expect.element(button(/^Search all/)).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
}

test('Ctrl+K opens the palette, and the keyboard selects and opens a result', async () => {
  const screen = await open(path, api);
  await press();
  await expect.element(option(/^Paid over 24 h, not arrived/)).toBeVisible();
  await expectAccessible();
  await field().fill('@example.com');
  await expect.element(text('2 results')).toBeVisible();
  expect(active()).toContain('ann@example.com');
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toContain('bob@example.com');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => screen.path()).toBe(`/admin/transfers/${id}`);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the palette finds a transfer', async () => {
  const screen = await open(path, api);
  await button(/^Search all/).click();
  await field().fill(id.slice(0, 12));
  await option(new RegExp(`^${referenceOf(id)}`)).click();
  await expect.poll(() => screen.path()).toBe(`/admin/transfers/${id}`);
});

test('the palette opens a contact without a transfer in the list of contacts, and no URL contains the e-mail address', async () => {
  const screen = await open(path, api);
  await press();
  await field().fill('bob@example.com');
  await expect.element(option(/^bob@example\.com/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Contacts')).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('bob@example.com');
  expect(screen.path()).toBe('/admin/contacts');
  expect(api.calls.filter(({ path, query }) => JSON.stringify([path, query]).includes('bob'))).toEqual([]);
});

test('the palette changes the search in an open list of contacts, also after that search was cleared', async () => {
  await open('/admin/contacts', api);
  const searchAgain = async () => {
    await press();
    await field().fill('bob@example.com');
    await option(/^bob@example\.com/).click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('bob@example.com');
    await expect.element(page.getByRole('cell', { name: 'ann@example.com' })).not.toBeInTheDocument();
  };
  await searchAgain();
  await page.getByRole('searchbox').clear();
  await expect.element(page.getByRole('cell', { name: 'ann@example.com' }).first()).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  await searchAgain();
});

test('the palette opens a contact without e-mail and phone by repeating the search in the list of contacts', async () => {
  api.contacts = [{ ...contact, id: 'c3', transferId: null, email: null, message: 'The blue wallet' }];
  await open(path, api);
  await press();
  await field().fill('blue');
  await option(/^Contact/).click();
  await expect.element(heading('Contacts')).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('blue');
});

test('the palette reports that nothing was found, and returns the focus after Escape', async () => {
  await open(path, api);
  await expect.element(button(/^Search all/)).toBeVisible();
  (button(/^Search all/).element() as HTMLElement).focus();
  await press();
  await userEvent.keyboard('nothing');
  await expect.element(text('No results for “nothing.”')).toBeVisible();
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button(/^Search all/)).toHaveFocus();
});

test('the palette reports a search that failed', async () => {
  await open(path, api, networkError('POST /api/admin/contacts/search'));
  await press();
  await userEvent.keyboard(id.slice(0, 12));
  await expect.element(text('We couldn’t search everything. Please try again.')).toBeVisible();
  await expect.element(option(new RegExp(`^${referenceOf(id)}`))).toBeVisible();
});
