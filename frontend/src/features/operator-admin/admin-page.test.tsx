import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, region, tab, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

test(`${spec('operators.3')} the admin page has four tabs with their own URLs, and the arrow keys switch between the tabs`, async () => {
  const screen = await open('/admin', api);
  await expect.element(tab('Dashboard')).toHaveAttribute('aria-selected', 'true');
  (tab('Dashboard').element() as HTMLElement).focus();
  for (const [name, path] of [
    ['Campaigns', '/admin?tab=campaigns'],
    ['Marketing', '/admin?tab=marketing'],
    ['Revenue', '/admin?tab=revenue'],
    ['Dashboard', '/admin'],
  ] as const) {
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab(name)).toHaveFocus();
    await expect.poll(screen.path).toBe(path);
  }
});

test('a phone shows the current tab as a button, which expands the tabs, also by keyboard', async () => {
  await page.viewport(360, 740);
  const screen = await open('/admin', api);
  const fold = button('Dashboard: Dashboard');
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  expect(tab('Campaigns').elements()).toEqual([]);
  await expectAccessible();
  (fold.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Tab}{ArrowDown}');
  await expect.element(tab('Campaigns')).toHaveFocus();
  await expectAccessible();
  // The arrow keys select nothing, because a selection hides the tabs.
  expect(screen.path()).toBe('/admin');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Dashboard: Campaigns')).toHaveFocus();
  expect(screen.path()).toBe('/admin?tab=campaigns');
  expect(tab('Campaigns').elements()).toEqual([]);
  // A tap on the current tab also hides the tabs.
  await button('Dashboard: Campaigns').click();
  await tab('Campaigns').click();
  await expect.element(button('Dashboard: Campaigns')).toHaveAttribute('aria-expanded', 'false');
});

test(`${spec('operators.7')} the marketing tab copies its texts`, async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open('/admin?tab=marketing', api);
  await expect.element(text('from $4.00; $17.76 with concierge')).toBeVisible();
  await expectAccessible();
  await region('In one sentence').getByRole('button').click();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith(
    'We guide you step by step as you move XRP from an exchange to your own wallet (from $4.00; $17.76 with concierge).',
  );
});
