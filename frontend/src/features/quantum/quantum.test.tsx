import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { link, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const name = 'Quantum computers and your XRP';

test(`${spec('2.quantum')} the page on quantum computers first explains that nothing is in danger today, and then describes the scams`, async () => {
  const screen = await open('/quantum', api);
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  const texts = document.querySelector('main')?.textContent ?? '';
  const order = ['can’t harm your XRP today', 'That’s a scam', 'aren’t quantum-safe', 'No one knows when'];
  expect(order.map((text) => texts.indexOf(text))).toEqual(
    order.map((text) => texts.indexOf(text)).toSorted((a, b) => a - b),
  );
  for (const text of order) expect(texts).toContain(text);
  await expect.element(text(/Never type a recovery phrase or a secret key into a page/)).toBeVisible();
  await expectAccessible();
});

test('each answer on quantum computers has sources with the date of the last check, and contains neither promises nor predicted dates', async () => {
  const screen = await open('/quantum', api);
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const title of [
    'What is a quantum computer?',
    'Is my XRP in danger today?',
    'What would have to happen first?',
    'What are XRP’s developers doing?',
  ]) {
    const part = region(title);
    const links = part
      .getByRole('list', { name: `Sources: ${title}` })
      .getByRole('link')
      .elements();
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toHaveAttribute('href', expect.stringMatching(/^https:\/\//));
    await expect.element(part.getByText('Last checked Nov 22, 2026.')).toBeVisible();
  }
  const own = [...document.querySelectorAll('main section > p, main section li:not(:has(a))')];
  expect(own.length).toBeGreaterThan(12);
  for (const { textContent } of own) expect(textContent).not.toMatch(/\b20\d\d\b|QFS|quantum-secure/i);
});

test('the page on quantum computers links to “Protect your notes”, and explains that this does not change the XRP’s keys', async () => {
  const screen = await open('/quantum', api);
  const part = region('What about my own notes and files?');
  await expect.element(part.getByText(/The keys to your XRP don’t change\./)).toBeVisible();
  await part.getByRole('link', { name: 'Protect your notes' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Protect your notes' })).toBeVisible();
});

test('the page on quantum computers has only one form: a collapsed section with a field for an e-mail address', async () => {
  const screen = await open('/quantum', api);
  const row = region('Quantum help');
  await expect.element(row.getByText('Quantum help')).toBeVisible();
  expect(screen.getByRole('textbox').elements()).toEqual([]);
  await row.getByText('Quantum help').click();
  await row.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.com');
  await row.getByRole('button', { name: 'Email me' }).click();
  await expect.element(row.getByText('Thank you. You’re on the list.')).toBeVisible();
  expect(api.bodies('POST', '/api/quantum-waitlist')).toEqual([{ email: 'ada@example.com' }]);
});

test('the text about wallet security links to the page on quantum computers', async () => {
  const screen = await open('/transfer', api);
  await text('About XRP').click();
  await text('Wallet security').click();
  await link('More about quantum computers and your XRP').click();
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('on a small phone with large text the page on quantum computers is no wider than the window', async () => {
  await page.viewport(360, 740);
  const screen = await open('/quantum', api);
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  document.documentElement.style.fontSize = '200%';
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  document.documentElement.style.fontSize = '';
});
