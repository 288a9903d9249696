import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, later } from '../../../test/operator-rows.ts';
import { refusal, reply } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const text = (words: string | RegExp) => page.getByText(words);

async function giveReason(does: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Why?' }).fill('Google is down');
  await page.getByRole('dialog').getByRole('button', { name: does }).click();
}

describe('what needs a person', () => {
  const needs = page.getByRole('region', { name: 'Needs a person' });

  test('stands on top of every page, and is counted in the menu', async () => {
    const waiting = { openTasks: 2, deadLetters: 1, failedJobs: 3, failingProviders: ['X', 'Stripe'] };
    api.dashboard = { ...api.dashboard, ...waiting };
    await open('/admin/audit', api);
    for (const link of ['2 failing providers: X, Stripe', '1 dead letter', '3 failed jobs', '2 open tasks']) {
      await expect.element(needs.getByRole('link', { name: link })).toBeVisible();
    }
    await button('Open the menu').click();
    const menu = page.getByRole('navigation', { name: 'Operators' });
    await expect.element(menu.getByRole('link', { name: 'Providers 2 waiting' })).toBeInTheDocument();
    await expectAccessible();
    await needs.getByRole('link', { name: '3 failed jobs' }).click();
    await expect.element(page.getByRole('heading', { name: 'Jobs and schedules' })).toBeVisible();
    await expect.element(needs).toBeVisible();
  });

  test('is not there while nothing waits', async () => {
    api.dashboard = { ...api.dashboard, openTasks: 0, deadLetters: 0 };
    await open('/admin/audit', api);
    await expect.element(text('Nothing was done yet.')).toBeVisible();
    expect(needs.elements()).toEqual([]);
  });
});

describe('dead letters', () => {
  beforeEach(() => {
    api.deadLetters = [
      {
        id: 'transfer.7',
        service: 'transfer',
        type: 'payment.succeeded',
        subject: id,
        reason: 'It could not be read',
        attempts: 5,
        parkedAt: at,
      },
    ];
  });

  test(`${spec('operators.20')} are tried again, and gone`, async () => {
    await open('/admin/events', api);
    await expect.element(text('It could not be read')).toBeVisible();
    await expectAccessible();
    await button('Try again payment.succeeded').click();
    await expect.element(text('Every event was handled.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'What is parked' })).toHaveFocus();
    // Once, by the toast's title.
    expect(page.getByText('The event was handled', { exact: true }).elements()).toHaveLength(1);
    expect(api.called('POST', '/api/admin/events/transfer.7/redrive')).toHaveLength(1);
  });

  test('are tried once by a slow double click, and not the one that comes to stand there', async () => {
    const [letter] = api.deadLetters;
    api.deadLetters = [letter, { ...letter, id: 'transfer.8', type: 'payment.refunded' }] as typeof api.deadLetters;
    await open('/admin/events', api);
    await button('Try again payment.succeeded').dblClick({ delay: 150 });
    await expect.element(button('Try again payment.succeeded')).not.toBeInTheDocument();
    await expect.element(button('Try again payment.refunded')).toBeVisible();
    expect(api.calls.filter(({ path }) => path.endsWith('/redrive')).map(({ path }) => path)).toEqual([
      '/api/admin/events/transfer.7/redrive',
    ]);
  });

  test('that go away take the focus from nobody who is elsewhere', async () => {
    await open('/admin/events', api);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    const again = button('Try again payment.succeeded');
    await expect.element(again).toBeVisible();
    (again.element() as HTMLElement).focus();
    (again.element() as HTMLElement).blur();
    api.deadLetters = [];
    api.happen({ type: 'payment.succeeded' });
    await expect.element(text('Every event was handled.')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test('of a service that is away are missing, and it is named', async () => {
    api.away = ['payment', 'ads'];
    await open('/admin/events', api);
    await expect.element(text('No answer from payment, ads')).toBeVisible();
    await expect.element(text('It could not be read')).toBeVisible();
  });

  test('that fail again say so', async () => {
    await open(
      '/admin/events',
      api,
      reply('POST /api/admin/events/{id}/redrive', { success: false, message: 'It failed again: no such transfer' }),
    );
    await button(/^Try again/).click();
    await expect.element(text('It failed again')).toBeVisible();
    await expect.element(text('No such transfer')).toBeVisible();
    await expect.element(text('It could not be read')).toBeVisible();
  });
});

describe('jobs and schedules', () => {
  const path = '/admin/jobs';
  beforeEach(() => {
    api.failedJobs = [
      { id: 'send-email.1', service: 'notification', reason: 'No mail server', attempts: 8, failedAt: at },
    ];
    api.schedules = [
      { service: 'ads', name: 'post-when-due', rhythm: 'every minute', nextAt: later, lastRanAt: at, paused: false },
    ];
  });

  test('show what waits, what failed and what runs by itself', async () => {
    await open(path, api);
    await expect.element(text('No mail server')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Queues' }).getByText('Waiting')).toBeVisible();
    await expect.element(text('ads, every minute')).toBeVisible();
    await expect.element(text('Posts the next ad to X if the cooldown and the daily cap allow it.')).toBeVisible();
    await expect.element(text('Sends one mail.')).toBeVisible();
    await expectAccessible();
  });

  test('of a service that is away are missing, and it is named', async () => {
    api.failedJobs = [];
    api.away = ['signals'];
    await open(path, api);
    await expect.element(text('The others have nothing.')).toBeVisible();
    expect(text('No job has failed.').elements()).toEqual([]);
    await expect.element(text('ads, every minute')).toBeVisible();
    for (const part of ['Jobs that failed', 'Queues', 'Schedules']) {
      await expect.element(page.getByRole('region', { name: part }).getByText('No answer from signals')).toBeVisible();
    }
    await expectAccessible();
  });

  test('a job is tried again', async () => {
    await open(path, api);
    await button('Try again send-email.1').click();
    await expect.element(text('The job runs again')).toBeVisible();
    await expect.element(text('No job has failed.')).toBeVisible();
    expect(api.called('POST', '/api/admin/jobs/notification/send-email.1/retry')).toHaveLength(1);
  });

  test(`${spec('operators.21')} a schedule is run now, paused with a reason, and goes on`, async () => {
    await open(path, api);
    await button('Run now Post when due').click();
    await expect.element(text('It runs now')).toBeVisible();
    await button('Pause Post when due').click();
    await giveReason('Pause it');
    await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
    await expectAccessible();
    await button('Resume Post when due').click();
    await expect.element(text('It goes on')).toBeVisible();
    await expect.element(button('Pause Post when due')).toBeVisible();
    expect(
      api.calls.filter(({ path: called }) => called.includes('/schedules/')).map((call) => [call.path, call.body]),
    ).toEqual([
      ['/api/admin/schedules/ads/post-when-due/run', {}],
      ['/api/admin/schedules/ads/post-when-due/pause', { reason: 'Google is down' }],
      ['/api/admin/schedules/ads/post-when-due/resume', {}],
    ]);
  });

  test('that could not be read say so', async () => {
    await open(path, api, refusal('GET /api/admin/schedules', 'service_unavailable'));
    await expect.element(text('The schedules could not be read')).toBeVisible();
  });

  test('whose queues could not be counted say so', async () => {
    await open(path, api, refusal('GET /api/admin/jobs', 'service_unavailable'));
    await expect.element(text('The queues could not be read')).toBeVisible();
    await expect.element(text('The list could not be read')).toBeVisible();
  });
});

test('providers: who is good, who failed, who was not asked yet, who is not set up', async () => {
  await open('/admin/providers', api);
  const provider = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect.element(provider('Bitmedia').getByText('Not set up')).toBeVisible();
  await expect.element(provider('Mail server').getByText('Not asked yet')).toBeVisible();
  await expect.element(provider('Meta').getByText('3 failed')).toBeVisible();
  await expect.element(provider('Meta').getByText('It is down')).toBeVisible();
  await expect.element(provider('Meta').getByText('Failing since')).toBeVisible();
  await expect.element(provider('Stripe').getByText('Good', { exact: true })).toBeVisible();
  await expect.element(provider('Stripe').getByText('It was busy')).toBeVisible();
  await expect.element(provider('Stripe').getByText('Last failure')).toBeVisible();
  await expect.element(provider('GDELT').getByText('Good', { exact: true })).toBeVisible();
  await expectAccessible();
  await button('Ask all now').click();
  await expect.element(text('All sources are asked now')).toBeVisible();
});

test('our own services: who is ready, and who is not', async () => {
  api.awayService = 'payment';
  await open('/admin/providers', api);
  const services = page.getByRole('region', { name: 'Our services' });
  await expect
    .element(services.getByRole('listitem').filter({ hasText: 'payment' }))
    .toHaveTextContent('payment Not ready');
  await expect
    .element(services.getByRole('listitem').filter({ hasText: 'signals' }))
    .toHaveTextContent('signals Answers, but events or jobs wait');
  await expect
    .element(services.getByRole('listitem').filter({ hasText: 'database' }))
    .toHaveTextContent('database Good');
  await expectAccessible();
});

test('providers that could not be asked about say so', async () => {
  await open('/admin/providers', api, refusal('GET /api/admin/providers', 'service_unavailable'));
  await expect.element(text('Their state could not be read')).toBeVisible();
});

test('newsletters: who gets them, and what they are sent', async () => {
  const files: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:caught');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  await open('/admin/newsletters', api);
  await expect.element(page.getByRole('heading', { name: 'XRP had an unusual day' })).toBeVisible();
  for (const subscribers of ['12', '31']) await expect.element(text(subscribers)).toBeVisible();
  await expect.element(page.getByText('That day is over.', { exact: false })).toBeVisible();
  expect(page.getByText('Sample', { exact: true }).elements()).toHaveLength(1);
  await expectAccessible();
  await button('Save as it looks').first().click();
  expect(files).toEqual(['deviation_alert.html']);
  vi.restoreAllMocks();
});

test('newsletters that could not be read say so', async () => {
  await open('/admin/newsletters', api, refusal('GET /api/admin/newsletters', 'service_unavailable'));
  await expect.element(text('They could not be read')).toBeVisible();
});

test('providers of a service that is away: it is named', async () => {
  api.away = ['transfer'];
  await open('/admin/providers', api);
  await expect.element(text('No answer from transfer')).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Stripe' })).toBeVisible();
  await expectAccessible();
});

test('sites of the signals: a new one waits, and is allowed or blocked by a press', async () => {
  api.publishers = [
    { domain: 'new-coins.com', state: 'waiting', seenAt: at, decidedAt: null },
    { domain: 'reuters.com', state: 'allowed', seenAt: at, decidedAt: null },
  ];
  await open('/admin/publishers', api);
  await expect.element(page.getByRole('table').getByText('Waiting')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Allow new-coins.com' }).click();
  await expect
    .poll(() => api.called('POST', '/api/admin/publishers/new-coins.com'))
    .toMatchObject([{ body: { state: 'allowed' } }]);
  await expect.element(text('new-coins.com is allowed')).toBeVisible();
  await page.getByRole('button', { name: 'Block reuters.com' }).click();
  await expect
    .poll(() => api.called('POST', '/api/admin/publishers/reuters.com'))
    .toMatchObject([{ body: { state: 'blocked' } }]);
  await page.getByLabelText('State').selectOptions('blocked');
  await expect.poll(() => api.called('GET', '/api/admin/publishers').at(-1)?.query?.state).toBe('blocked');
});

test('webhook events, by what they came to', async () => {
  api.webhookEvents = [
    { id: 'evt_1', type: 'charge.dispute.created', outcome: 'disputed', paymentId: 'pay_1', receivedAt: at },
  ];
  await open('/admin/webhooks', api);
  await expect.element(page.getByRole('table').getByText('Disputed')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Came to').selectOptions('wrong_amount');
  await expect.poll(() => api.called('GET', '/api/admin/webhook-events').at(-1)?.query?.outcome).toBe('wrong_amount');
});

test('what happens is shown as it happens, by service, without people', async () => {
  await open('/admin/activity', api);
  await expect
    .element(text('Nothing has happened while this tab was open. It stands here as soon as it does.'))
    .toBeVisible();
  await expect.element(page.getByText('Live', { exact: true }).first()).toBeVisible();
  api.happen({ type: 'payment.succeeded' });
  // The bus may deliver an event twice.
  for (const id of ['e_1', 'e_1']) api.happen({ id, type: 'ad.posted', source: 'ads', subject: 'post_1' });
  const list = page.getByRole('list', { name: 'The newest first' });
  api.happen({ type: 'contact.saved', source: 'notification' });
  await expect.element(list.getByText('contact.saved')).toBeVisible();
  await expect.element(list.getByText('ad.posted')).toBeVisible();
  expect(list.getByRole('listitem').elements()[0]?.textContent).toContain('contact.saved');
  await expectAccessible();
  await page.getByLabelText('Service', { exact: true }).selectOptions('payment');
  await expect.element(list.getByText('ad.posted')).not.toBeInTheDocument();
  await expect.element(list.getByText('payment.succeeded')).toBeVisible();
});

test('what happened is still there after a reload of the tab, and gone for the next who signs in', async () => {
  const before = [{ id: 'e0', at, type: 'payment.succeeded', source: 'payment', subject: id }];
  sessionStorage.setItem('xrp-bridge:operator_activity', JSON.stringify(before));
  await open('/admin/activity', api);
  const list = page.getByRole('list', { name: 'The newest first' });
  await expect.element(list.getByText('payment.succeeded')).toBeVisible();
  api.happen({ type: 'ad.posted', source: 'ads', subject: 'post_1' });
  await expect.element(list.getByText('ad.posted')).toBeVisible();
  expect(sessionStorage.getItem('xrp-bridge:operator_activity')).toContain('ad.posted');
  await button('Sign out').first().click();
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('xrp-bridge:operator_activity')).toBeNull();
});

describe('maintenance', () => {
  const path = '/admin/maintenance';

  test(`${spec('operators.22')} is switched on with a reason, and off`, async () => {
    await open(path, api);
    await expect.element(page.getByText('Open', { exact: true })).toBeVisible();
    await expectAccessible();
    await button('Switch maintenance on').click();
    await giveReason('Close it for customers');
    await expect.element(page.getByText('Closed', { exact: true })).toBeVisible();
    await expectAccessible();
    await button('Switch maintenance off').click();
    await expect.element(page.getByText('Open', { exact: true })).toBeVisible();
    expect(api.called('PUT', '/api/maintenance-status').map(({ body }) => body)).toEqual([
      { maintenanceMode: true, reason: 'Google is down' },
      { maintenanceMode: false },
    ]);
  });

  test('that could not be switched says so', async () => {
    await open(path, api, refusal('PUT /api/maintenance-status', 'service_unavailable'));
    await button('Switch maintenance on').click();
    await giveReason('Close it for customers');
    await expect.element(text('That did not work')).toBeVisible();
    await expect.element(page.getByText('Open', { exact: true })).toBeInTheDocument();
  });

  test('that could not be asked about says so', async () => {
    await open(path, api, refusal('GET /api/maintenance-status', 'service_unavailable'));
    await expect.element(text('We could not ask if it is open')).toBeVisible();
  });
});
