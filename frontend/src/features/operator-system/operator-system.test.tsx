import { focusManager } from '@tanstack/react-query';
import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { button, expectVisible, heading, region, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, measureOf } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the notice of open tasks', () => {
  const needs = region('Needs attention');

  test('is at the top of every page, and the menu shows the same numbers', async () => {
    const waiting = { openTasks: 2, deadLetters: 1, failedJobs: 3, failingProviders: ['X', 'Stripe'] };
    api.dashboard = { ...api.dashboard, ...waiting };
    await open('/admin/audit', api);
    for (const link of ['2 failing providers: X, Stripe', '1 failed event', '3 failed jobs', '2 open tasks']) {
      await expect.element(needs.getByRole('link', { name: link })).toBeVisible();
    }
    await button('Open the menu').click();
    const menu = page.getByRole('navigation', { name: 'Operators' });
    await expect.element(menu.getByRole('link', { name: 'System 6 waiting' })).toBeInTheDocument();
    await expect.element(menu.getByRole('link', { name: 'Tasks 2 waiting' })).toBeInTheDocument();
    await expectAccessible();
    await needs.getByRole('link', { name: '3 failed jobs' }).click();
    await expectVisible(heading('Jobs and schedules'), needs);
    const tabs = page.getByRole('navigation', { name: 'System' });
    await expect.element(tabs.getByRole('link', { name: 'Jobs 3 waiting' })).toHaveAttribute('aria-current', 'page');
    await tabs.getByRole('link', { name: 'Providers 2 waiting' }).click();
    await expect.element(heading('Providers')).toBeVisible();
    await expectAccessible();
  });

  test('is the sum of its section’s tabs on a phone, which shows the current tab as a button', async () => {
    await page.viewport(360, 740);
    api.dashboard = { ...api.dashboard, deadLetters: 1, failedJobs: 3, failingProviders: [] };
    await open('/admin/activity', api);
    const tabs = page.getByRole('navigation', { name: 'System' });
    const fold = tabs.getByRole('button', { name: 'System: Activity 4 waiting' });
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    expect(tabs.element().clientHeight).toBeLessThan(80);
    expect(tabs.getByRole('link').elements()).toEqual([]);
    await fold.click();
    await expect.element(tabs.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
    await expectAccessible();
    await tabs.getByRole('link', { name: 'Jobs 3 waiting' }).click();
    await expect.element(heading('Jobs and schedules')).toHaveFocus();
    await expect
      .element(tabs.getByRole('button', { name: 'System: Jobs 4 waiting' }))
      .toHaveAttribute('aria-expanded', 'false');
  });

  test('shows the number of waiting items in the tab’s title until the operator signs out', async () => {
    api.dashboard = { ...api.dashboard, openTasks: 2, deadLetters: 1, failingProviders: ['X'] };
    await open('/admin/audit', api);
    await expect.poll(() => document.title).toBe('(4) Audit trail · XRP Bridge');
    await button('Sign out').click();
    await expectVisible(heading('Sign in'));
    expect(document.title).not.toMatch(/\d/);
  });

  test('refreshes the number in the title of a hidden tab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/admin/audit', api);
    await expect.poll(() => document.title).toMatch(/^\(3\) /);
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    api.dashboard = { ...api.dashboard, openTasks: 3 };
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => document.title).toMatch(/^\(4\) /);
  });

  test('is hidden while no task waits', async () => {
    api.dashboard = { ...api.dashboard, openTasks: 0, deadLetters: 0 };
    await open('/admin/audit', api);
    await expect.element(text('No changes yet.')).toBeVisible();
    expect(document.title).toBe('Audit trail · XRP Bridge');
    expect(needs.elements()).toEqual([]);
  });
});

test('the list of providers shows healthy, failing, unchecked and unconfigured providers', async () => {
  await open('/admin/providers', api);
  const provider = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expectVisible(provider('Bitmedia').getByText('Not set up'), provider('Mail server').getByText('Not used yet'));
  await expectVisible(provider('Meta').getByText('3 failures'), provider('Meta').getByText('It is down'));
  await expectVisible(provider('Meta').getByText('Failing since'), provider('Stripe').getByText('Working'));
  await expectVisible(provider('Stripe').getByText('It was busy'), provider('Stripe').getByText('Last failure'));
  await expect.element(provider('GDELT').getByText('Working')).toBeVisible();
  await expectAccessible();
  await button('Refresh all').click();
  await expect.element(text('Refreshing all sources')).toBeVisible();
});

test('the list of our services shows their readiness', async () => {
  api.awayService = 'payment';
  await open('/admin/providers', api);
  const services = region('Our services');
  for (const [name, state] of [
    ['payment', 'Not ready'],
    ['signals', 'Running, but events or jobs are waiting'],
    ['database', 'Ready'],
  ] as const) {
    const service = services.getByRole('listitem').filter({ hasText: name });
    await expect.element(service).toHaveTextContent(`${name} ${state}`);
  }
  await expectAccessible();
});

test('the overview shows the version of each service', async () => {
  await open('/admin/system', api);
  const versions = region('Version');
  await expect.element(versions).toHaveTextContent('Versionbff1.0.0payment1.0.0');
  expect(text('Different versions').elements()).toEqual([]);
  await expectAccessible();
});

test('the overview shows the commit of an image, and a note while the versions differ', async () => {
  api.instances = [
    { service: 'bff', version: '1.1.0', commit: '0123456789abcdef0123456789abcdef01234567', measures: [], unread: [] },
    { service: 'payment', version: '1.0.0', commit: null, measures: [], unread: [] },
  ];
  await open('/admin/system', api);
  await expectVisible('1.1.0 (0123456)', '1.0.0', 'Different versions');
  await expectAccessible();
});

test('the overview shows the numbers of each service, and that all are good', async () => {
  await open('/admin/system', api);
  await expectVisible('Everything looks good');
  const numbers = page.getByRole('table', { name: 'Numbers of each service' });
  await expect
    .element(numbers.getByRole('row', { name: /^Their longest wait/ }))
    .toHaveTextContent('Their longest waitbff 0 secondspayment 0 seconds');
  await expect
    .element(numbers.getByRole('row', { name: /^Failed jobs/ }))
    .toHaveTextContent('Failed jobsbff 0payment 0');
  await expectAccessible();
});

test('the overview has a line for each number that is wrong or missing, with what to do', async () => {
  const wrong = (more: Parameters<typeof measureOf>[0]) => measureOf({ ...more, isWrong: true });
  const measures = [
    wrong({ name: 'xrp_bridge.outbox.age', value: 250 }),
    wrong({ name: 'xrp_bridge.consumer.lag', value: 1_200, detail: 'transfer' }),
    wrong({ name: 'xrp_bridge.dead_letters', value: 1 }),
    wrong({ name: 'xrp_bridge.queue.jobs', value: 3, detail: 'failed' }),
    wrong({ name: 'xrp_bridge.provider.up', detail: 'Stripe' }),
    wrong({ name: 'xrp_bridge.unlock.duration', value: 44.2 }),
    wrong({ name: 'xrp_bridge.accounting.check.age', value: 31 * 3_600 }),
    wrong({ name: 'xrp_bridge.accounting.difference', value: 4, measuredAt: at }),
    wrong({ name: 'db.client.connection.pending_requests', value: 64 }),
    wrong({ name: 'nodejs.eventloop.delay.mean', value: 0.25 }),
  ];
  api.instances = [{ service: 'payment', version: '1.0.0', commit: null, measures, unread: ['queue'] }];
  await open('/admin/system', api);
  const note = page.getByRole('alert').filter({ hasText: '11 things are wrong' });
  for (const line of [
    'We couldn’t count the jobs of payment. Check that Redis is up',
    'Events have waited 4 minutes in payment. Check that Kafka is up',
    'payment still has to handle 1,200 events from transfer.',
    '1 event failed in payment. Fix the cause, then try again. Open Events',
    '3 jobs failed in payment. Fix the cause, then try again. Open Jobs',
    'Stripe doesn’t work for payment right now.',
    'In the last hour, a customer waited 45 seconds for a paid guide.',
    'Our accounting was last compared with Stripe 31 hours ago.',
    'Our accounting is off by $4.00 (checked',
    '64 calls must wait for the database in payment.',
    'payment is very busy and slow.',
  ]) {
    await expect.element(note.getByRole('listitem').filter({ hasText: line })).toBeVisible();
  }
  expect(text('Everything looks good').elements()).toEqual([]);
  await expectAccessible();
  await note.getByRole('link', { name: 'Open Jobs' }).first().click();
  await expect.element(heading('Jobs and schedules')).toBeVisible();
});

test('the overview lists what the instances of a service share once, and what differs for each', async () => {
  const instance = { service: 'payment', version: '1.0.0', commit: null, unread: [] };
  const letters = measureOf({ name: 'xrp_bridge.dead_letters', value: 1, isWrong: true });
  const delays = [0.002, 0.25].map((value) =>
    measureOf({ name: 'nodejs.eventloop.delay.mean', value, isWrong: value > 0.08 }),
  );
  api.instances = delays.map((delay) => ({ ...instance, measures: [letters, delay] }));
  await open('/admin/system', api);
  const note = page.getByRole('alert').filter({ hasText: '2 things are wrong' });
  for (const line of ['1 event failed in payment.', 'payment is very busy and slow.']) {
    await expect.element(note.getByRole('listitem').filter({ hasText: line })).toBeVisible();
  }
  const numbers = page.getByRole('table', { name: 'Numbers of each service' });
  await expect
    .element(numbers.getByRole('row', { name: /^Failed events/ }))
    .toHaveTextContent('Failed eventspayment 1');
  await expect
    .element(numbers.getByRole('row', { name: /^Delay because/ }))
    .toHaveTextContent('Delay because it is busypayment 2 mspayment 250 ms');
  await expect.element(region('Version')).toHaveTextContent('Versionpayment1.0.0');
  await expectAccessible();
});

test('the overview has a line for a wrong number of a later version', async () => {
  const measures = [measureOf({ name: 'xrp_bridge.disk.used', value: 0.97, detail: 'data', isWrong: true })];
  api.instances = [{ service: 'payment', version: '2.0.0', commit: null, measures, unread: ['disk'] }];
  await open('/admin/system', api);
  await expectVisible(
    text('A number of payment is wrong: xrp_bridge.disk.used (data) is 0.97.', { exact: false }),
    text('We couldn’t read the disk of payment.', { exact: false }),
  );
  await expectAccessible();
});

test('the overview does not call the numbers good while a service does not respond', async () => {
  api.away = ['transfer'];
  await open('/admin/system', api);
  await expectVisible('No response from transfer', region('Version'));
  expect(text('Everything looks good').elements()).toEqual([]);
});

test('the page of newsletters shows subscribers and content', async () => {
  const file = catchFile();
  await open('/admin/newsletters', api);
  await expect.element(heading('XRP had an unusual day')).toBeVisible();
  for (const subscribers of ['12', '31']) await expect.element(text(subscribers)).toBeVisible();
  await expect.element(text('That day is over.', { exact: false })).toBeVisible();
  expect(text('Sample').elements()).toHaveLength(1);
  await expectAccessible();
  await button('Save as HTML').first().click();
  expect(file.name()).toBe('deviation_alert.html');
});

test.each([
  ['/admin', 'GET /api/admin/dashboard', ['We couldn’t load the totals']],
  ['/marketing', 'GET /api/ad-automation-status', ['We couldn’t load the status']],
  ['/marketing?tab=google', 'GET /api/google-ads/campaigns', ['We couldn’t load the campaigns']],
  ['/admin/sessions', 'GET /api/operator/sessions', ['We couldn’t load the sessions']],
  ['/admin/jobs', 'GET /api/admin/schedules', ['We couldn’t load the schedules']],
  ['/admin/jobs', 'GET /api/admin/jobs', ['We couldn’t load the queues', 'We couldn’t load the list']],
  ['/admin/system', 'GET /api/admin/system', ['We couldn’t load the system']],
  ['/admin/providers', 'GET /api/admin/providers', ['We couldn’t load the providers']],
  ['/admin/newsletters', 'GET /api/admin/newsletters', ['We couldn’t load the newsletters']],
  ['/admin/maintenance', 'GET /api/maintenance-status', ['We couldn’t check if the site is open']],
] as const)('the page %s reports that %s could not be read', async (path, call, lines) => {
  await open(path, api, refusal(call, 'service_unavailable'));
  for (const line of lines) await expect.element(text(line)).toBeVisible();
  await expectAccessible();
});

test('the list of providers names a service that does not respond', async () => {
  api.away = ['transfer'];
  await open('/admin/providers', api);
  await expectVisible('No response from transfer', page.getByRole('listitem').filter({ hasText: 'Stripe' }));
  await expectAccessible();
});

test('the list of publishers allows or blocks a site with one button press', async () => {
  api.publishers = [
    { domain: 'new-coins.com', state: 'waiting', seenAt: at, decidedAt: null },
    { domain: 'reuters.com', state: 'allowed', seenAt: at, decidedAt: null },
  ];
  await open('/admin/publishers', api);
  await expect.element(page.getByRole('table').getByText('Waiting')).toBeVisible();
  await expectAccessible();
  await button('Allow new-coins.com').click();
  await expect
    .poll(() => api.called('POST', '/api/admin/publishers/new-coins.com'))
    .toMatchObject([{ body: { state: 'allowed' } }]);
  await expect.element(text('new-coins.com is allowed')).toBeVisible();
  await button('Block reuters.com').click();
  await expect
    .poll(() => api.called('POST', '/api/admin/publishers/reuters.com'))
    .toMatchObject([{ body: { state: 'blocked' } }]);
  await page.getByLabelText('Status').selectOptions('blocked');
  await expect.poll(() => api.called('GET', '/api/admin/publishers').at(-1)?.query?.state).toBe('blocked');
});

test('the list of webhook events can be filtered by the outcome', async () => {
  api.webhookEvents = [
    { id: 'evt_1', type: 'charge.dispute.created', outcome: 'disputed', paymentId: 'pay_1', receivedAt: at },
  ];
  await open('/admin/webhooks', api);
  await expect.element(page.getByRole('table').getByText('Disputed')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Result').selectOptions('wrong_amount');
  await expect.poll(() => api.called('GET', '/api/admin/webhook-events').at(-1)?.query?.outcome).toBe('wrong_amount');
});

test('the activity page shows events live, and can be filtered by service', async () => {
  await open('/admin/activity', api);
  const nothing = 'Nothing new since you opened this page. Events will appear here live.';
  await expectVisible(text(nothing), text('Live').first());
  api.sendActivity({ type: 'payment.succeeded' });
  // The bus may deliver an event twice.
  for (const id of ['e_1', 'e_1']) api.sendActivity({ id, type: 'ad.posted', source: 'ads', subject: 'post_1' });
  const list = page.getByRole('list', { name: 'Events, newest first' });
  api.sendActivity({ type: 'contact.saved', source: 'notification' });
  await expectVisible(list.getByText('contact.saved'), list.getByText('ad.posted'));
  expect(list.getByRole('listitem').elements()[0]?.textContent).toContain('contact.saved');
  await expectAccessible();
  await page.getByLabelText('Service').selectOptions('payment');
  await expect.element(list.getByText('ad.posted')).not.toBeInTheDocument();
  await expect.element(list.getByText('payment.succeeded')).toBeVisible();
});

test('the activity page restores events after a reload, and deletes them at the sign-out', async () => {
  const before = [{ id: 'e0', at, type: 'payment.succeeded', source: 'payment', subject: id }];
  sessionStorage.setItem('xrp-bridge:operator_activity', JSON.stringify(before));
  await open('/admin/activity', api);
  const list = page.getByRole('list', { name: 'Events, newest first' });
  await expect.element(list.getByText('payment.succeeded')).toBeVisible();
  api.sendActivity({ type: 'ad.posted', source: 'ads', subject: 'post_1' });
  await expect.element(list.getByText('ad.posted')).toBeVisible();
  expect(sessionStorage.getItem('xrp-bridge:operator_activity')).toContain('ad.posted');
  await button('Sign out').first().click();
  await expect.element(heading('Sign in')).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('xrp-bridge:operator_activity')).toBeNull();
});

describe('the maintenance mode', () => {
  const path = '/admin/maintenance';

  test(`${spec('operators.22')} is switched on with a reason, and off without a reason`, async () => {
    await open(path, api);
    await expect.element(text('Open')).toBeVisible();
    await expectAccessible();
    await button('Turn maintenance on').click();
    await giveReason('Turn maintenance on');
    await expect.element(text('Closed')).toBeVisible();
    await expectAccessible();
    await button('Turn maintenance off').click();
    await expect.element(text('Open')).toBeVisible();
    expect(api.bodies('PUT', '/api/maintenance-status')).toEqual([
      { maintenanceMode: true, reason: 'Ada asked for it' },
      { maintenanceMode: false },
    ]);
  });

  test('shows an error if it could not be switched on', async () => {
    await open(path, api, refusal('PUT /api/maintenance-status', 'service_unavailable'));
    await button('Turn maintenance on').click();
    await giveReason('Turn maintenance on');
    await expect.element(text('That didn’t work')).toBeVisible();
    await expect.element(text('Open')).toBeInTheDocument();
  });
});
