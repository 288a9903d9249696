import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { region, tab, text } from '../../../test/locators.ts';
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
