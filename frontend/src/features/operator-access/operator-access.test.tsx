import { operatorPages } from '@xrp-bridge/contracts/pages';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { problem } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, later } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the layout of the operators’ pages', () => {
  test('has a top bar with one row on a tablet', async () => {
    await page.viewport(768, 1024);
    api.operator = 'Journey';
    await open('/admin/tasks', api);
    await expect.element(button('Search all')).toBeVisible();
    const bar = page.getByRole('banner').element();
    expect(bar.getBoundingClientRect().height).toBeLessThan(80);
  });

  test(`${spec('operators.2')} has a menu that fits the window, with every page and the open task count`, async () => {
    await page.viewport(1280, 800);
    const screen = await open('/admin/tasks', api);
    const menu = page.getByRole('navigation', { name: 'Operators' });
    await expect.element(menu).toBeVisible();
    expect(menu.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(800);
    expect(menu.element().scrollHeight).toBe(menu.element().clientHeight);
    await expect
      .element(menu.getByRole('link', { name: /^Tasks\s*2\s*waiting/ }))
      .toHaveAttribute('aria-current', 'page');
    await expectAccessible();
    // Some pages are tabs, which share one link of the menu.
    const linked = new Set<string | null>();
    for (const [path, name] of [
      ['/admin/system', 'System'],
      ['/admin/account', 'Account'],
    ] as const) {
      await screen.go(path);
      await expect.element(page.getByRole('navigation', { name })).toBeVisible();
      for (const each of document.querySelectorAll('nav a')) linked.add(each.getAttribute('href'));
    }
    for (const { path } of Object.values(operatorPages)) {
      if (!path.includes(':')) expect(linked, path).toContain(path);
    }
  });

  test('has a menu button on a phone, and closes the menu when a page opens', async () => {
    await page.viewport(360, 740);
    await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    await button('Open the menu').click();
    await expect.element(link('Payments')).toBeVisible();
    await expectAccessible();
    await link('Payments').click();
    await expectVisible(heading('All payments'), button('Open the menu'));
    expect(document.documentElement.scrollWidth).toBe(360);
  });

  test(`${spec('operators.2')} has a button that signs out and hides the pages`, async () => {
    const screen = await open('/admin/tasks', api);
    await expect.poll(screen.cached).toContainEqual(expect.stringContaining('/api/admin/tasks'));
    await button('Sign out').click();
    await expect.element(heading('Sign in')).toBeVisible();
    expect(page.getByRole('navigation', { name: 'Operators' }).elements()).toEqual([]);
    expect(api.called('DELETE', '/api/operator/session')).toHaveLength(1);
    await expect.poll(() => screen.cached().filter((address) => address.includes('/api/admin/'))).toEqual([]);
  });

  test('contains no chat, no ad and no customers’ menu', async () => {
    await open('/admin/tasks', api);
    await expect.element(heading('All tasks')).toBeVisible();
    expect(button('Ask the assistant').elements()).toEqual([]);
    expect(page.getByRole('group', { name: 'Ad' }).elements()).toEqual([]);
    expect(link('Fees').elements()).toEqual([]);
  });

  test('shows whether the pages update live or every 30 seconds', async () => {
    const screen = await open('/admin/tasks', api);
    await expect.element(text('Live')).toBeVisible();
    await screen.unmount();
    await open('/admin/tasks', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(text('Updates every 30 s')).toBeVisible();
  });
});

describe('/get-ip', () => {
  test(`${spec('operators.15')} needs no session, shows the IP address and copies it`, async () => {
    api.operator = null;
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open('/get-ip', api);
    await expect.element(text('203.0.113.7')).toBeVisible();
    await expectAccessible();
    await button('Copy IP address').click();
    await expect.element(text('IP copied!')).toBeVisible();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith('203.0.113.7');
  });

  test.each([
    ['Error detecting IP', () => problem('service_unavailable')],
    ['Unable to detect IP', () => HttpResponse.json({ ip: '' })],
  ])(`${spec('operators.35')} shows the error “%s”`, async (words, answer) => {
    await open('/get-ip', api, http.get('/api/get-client-ip', answer));
    await expectVisible(text(words), button('Try again'));
    await expectAccessible();
  });
});

describe('the list of sessions', () => {
  const session = { id: 's1', name: 'Ada', ip: '203.0.113.7', startedAt: at, expiresAt: later, current: true };

  test('shows each operator’s sessions, and ends a session', async () => {
    api.sessions = [session, { ...session, id: 's2', name: 'Grace', current: false }];
    await open('/admin/sessions', api);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const grace = row('Grace');
    await expect.element(row('Ada').getByText('This session')).toBeVisible();
    await expectAccessible();
    await grace.getByRole('button', { name: /^End/ }).click();
    await expect.element(grace).not.toBeInTheDocument();
    await expect.element(text('Session ended')).toBeVisible();
    expect(api.called('DELETE', '/api/operator/sessions/s2')).toHaveLength(1);
  });
});

describe('the audit trail', () => {
  const entry = {
    id: 'entry_1',
    at,
    operator: 'Ada',
    ip: '203.0.113.7',
    what: 'Refund',
    action: 'POST /api/admin/something',
    subject: null,
    reason: 'The customer asked',
    outcome: 'done',
  };
  beforeEach(() => {
    api.audit = [entry, { ...entry, id: 'entry_2', what: 'Bypass payment', reason: null }];
  });

  test('describes each action in words, and can be searched', async () => {
    const screen = await open('/admin/audit', api);
    await expect.element(text('The customer asked')).toBeVisible();
    await expectAccessible();
    expect(text('/api/admin/something').elements()).toEqual([]);
    await page.getByRole('searchbox').fill('bypass');
    await userEvent.keyboard('{Enter}');
    await expect.element(text('The customer asked')).not.toBeInTheDocument();
    await expect.element(page.getByRole('cell', { name: /Bypass payment$/ })).toBeVisible();
    expect(screen.path()).toBe('/admin/audit?q=bypass');
  });

  test('can be saved as a CSV file with the API call of each action', async () => {
    const file = catchFile();
    await open('/admin/audit', api);
    await button('CSV').click();
    await expect.element(text('2 rows')).toBeVisible();
    expect(file.name()).toBe('audit-trail.csv');
    expect((await file.text())?.trim().split('\r\n')).toEqual([
      'When,Who,IP address,Action,API call,Related to,Reason,Result',
      `${at},Ada,203.0.113.7,Refund,POST /api/admin/something,,The customer asked,done`,
      `${at},Ada,203.0.113.7,Bypass payment,POST /api/admin/something,,,done`,
    ]);
  });
});
