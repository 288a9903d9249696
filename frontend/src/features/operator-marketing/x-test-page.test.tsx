import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, dialog, expectVisible, region, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { noReply, refusal, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the test page for X', () => {
  const path = '/x-test';
  const message = () => page.getByLabelText('Test message');
  const row = (name: string) => region('Tests').getByRole('listitem').filter({ hasText: name });

  test(`${spec('operators.14')} counts the remaining characters, and does not post a text that is empty or too long`, async () => {
    await open(path, api);
    await message().fill('a'.repeat(280));
    await expect.element(text('0 characters remaining')).toBeVisible();
    await message().fill('a'.repeat(281));
    await expect.element(text('1 character too many')).toBeVisible();
    await expect.element(button('Test Post tweet')).toBeDisabled();
    await message().fill(' ');
    await expect.element(button('Test Post tweet')).toBeDisabled();
    await expect.element(button('Test Auth test')).toBeEnabled();
    await expectAccessible();
  });

  test.each([
    ['Auth test', 'GET', '/api/test-x-api', undefined],
    ['Post tweet', 'POST', '/api/test-x-post', { message: 'Hello', reason: 'Ada asked for it' }],
    ['Rate limits', 'GET', '/api/x-rate-limits', undefined],
    [
      'Ad campaign',
      'POST',
      '/api/test-x-ad',
      { campaignName: 'Test campaign', budget: 50, keywords: ['XRP', 'wallet', 'crypto'] },
    ],
  ] as const)(
    `${spec('operators.14')} shows the result of “%s” as a badge, a toast and the raw response`,
    async (name, method, called, body) => {
      const handler = method === 'GET' ? http.get : http.post;
      let works = true;
      let sent: unknown;
      await open(
        path,
        api,
        handler(called, async ({ request }) => {
          if (body) sent = await request.json();
          return HttpResponse.json({ success: works, status: 200, result: { works } });
        }),
      );
      await message().fill('Hello');
      await expect.element(row(name).getByText('Not tested')).toBeVisible();
      await expect.element(row('Post tweet').getByText(/even if auto-posting is off\./)).toBeVisible();
      const tryIt = async () => {
        await button(`Test ${name}`).click();
        if (name === 'Post tweet') await giveReason('Post publicly');
      };
      await tryIt();
      await expectVisible(row(name).getByText('Working'), 'Test successful', `✓ ${name}: working`);
      await expect.element(region('Results').getByText(/"works": true/)).toBeVisible();
      works = false;
      await tryIt();
      await expectVisible(row(name).getByText('Error'), 'Test failed');
      expect(sent).toEqual(body);
      await expectAccessible();
    },
  );

  test('asks for no confirmation and posts nothing in a dry run', async () => {
    api.automation = { ...api.automation, dryRun: true };
    const result = { dryRun: true, text: 'Hello' };
    await open(path, api, reply('POST /api/test-x-post', { success: true, status: null, result }));
    await message().fill('Hello');
    await expect.element(row('Post tweet').getByText('Dry run (nothing is posted).')).toBeVisible();
    await button('Test Post tweet').click();
    await expectVisible(row('Post tweet').getByText('Not sent'), '✓ Post tweet: not sent');
    await expectAccessible();
  });

  test('requires a confirmation before a public post', async () => {
    await open(path, api);
    await message().fill('Hello, everybody');
    await button('Test Post tweet').click();
    const question = dialog('Post this on X?');
    await expect.element(question.getByText('Hello, everybody')).toBeVisible();
    await expectAccessible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(row('Post tweet').getByText('Not tested')).toBeVisible();
    expect(api.called('POST', '/api/test-x-post')).toEqual([]);
  });

  test('shows why a test without a response failed', async () => {
    await open(path, api, refusal('GET /api/test-x-api', 'ad_provider_unavailable'));
    await button('Test Auth test').click();
    await expectVisible('✗ Auth test: error', region('Results').getByText(/The ad platform didn’t respond/));
  });

  test('runs one test at a time', async () => {
    const slow = noReply('GET /api/test-x-api');
    await open(path, api, slow, reply('GET /api/test-x-api', { success: true, status: 200, result: {} }));
    await button('Test Auth test').dblClick();
    await expect.element(button('Testing…')).toBeVisible();
    await expect.element(button('Test Rate limits')).toBeDisabled();
    await expect.poll(slow.requestCount).toBe(1);
    slow.end();
    await expect.element(button('Test Rate limits')).toBeEnabled();
    (button('Test Rate limits').element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(button('Test Ad campaign')).toHaveFocus();
  });
});
