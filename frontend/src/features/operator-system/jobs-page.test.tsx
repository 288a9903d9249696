import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, expectVisible, region, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, later } from '../../../test/operator-rows.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the page of jobs and schedules', () => {
  const path = '/admin/jobs';
  beforeEach(() => {
    api.failedJobs = [
      { id: 'send-email.1', service: 'notification', reason: 'No mail server', attempts: 8, failedAt: at },
    ];
    api.schedules = [
      { service: 'ads', name: 'post-when-due', rhythm: 'every minute', nextAt: later, lastRanAt: at, paused: false },
    ];
  });

  test('lists queues, failed jobs and schedules', async () => {
    await open(path, api);
    await expectVisible('No mail server', region('Queues').getByText('Waiting'), 'ads, every minute');
    await expectVisible('Posts the next ad to X if posting is on and an ad is due.', 'Sends one email.');
    await expectAccessible();
  });

  test('names a service that does not respond', async () => {
    api.failedJobs = [];
    api.away = ['signals'];
    await open(path, api);
    await expect.element(text('The other services have no results to show.')).toBeVisible();
    expect(text('No failed jobs.').elements()).toEqual([]);
    await expect.element(text('ads, every minute')).toBeVisible();
    for (const part of ['Failed jobs', 'Queues', 'Schedules']) {
      await expect.element(region(part).getByText('No response from signals')).toBeVisible();
    }
    await expectAccessible();
  });

  test('retries a failed job', async () => {
    await open(path, api);
    await button('Try again send-email.1').click();
    await expectVisible('The job is running again', 'No failed jobs.');
    expect(api.called('POST', '/api/admin/jobs/notification/send-email.1/retry')).toHaveLength(1);
  });

  test(`${spec('operators.21')} runs a schedule at once, pauses it with a reason, and resumes it`, async () => {
    await open(path, api);
    await button('Run now Post when due').click();
    await expect.element(text('Running now')).toBeVisible();
    await button('Pause Post when due').click();
    await giveReason('Pause schedule');
    await expect.element(text('Paused')).toBeVisible();
    await expectAccessible();
    await button('Resume Post when due').click();
    await expectVisible('Resumed', button('Pause Post when due'));
    expect(
      api.calls.filter(({ path: called }) => called.includes('/schedules/')).map((call) => [call.path, call.body]),
    ).toEqual([
      ['/api/admin/schedules/ads/post-when-due/run', {}],
      ['/api/admin/schedules/ads/post-when-due/pause', { reason: 'Ada asked for it' }],
      ['/api/admin/schedules/ads/post-when-due/resume', {}],
    ]);
  });
});
