import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, region, text } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { networkError, noReply, refusal, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the tab “Safe ad automation”', () => {
  test(`${spec('operators.9')} is the first of four tabs, and shows the status`, async () => {
    await open('/marketing', api);
    await expect.element(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Safe ad automation', 'Google Ads', 'Mention velocity', 'Overview']);
    const status = region('Status');
    for (const words of ['Enabled', '12', '40 variations. See the pool', 'Your keys stay with you. #ad']) {
      await expect.element(status.getByText(words)).toBeVisible();
    }
    await expectVisible(status.getByText('Ready'), status.getByText(/posting hours “morning”/));
    await expectAccessible();
  });

  test('shows why no ad can be posted', async () => {
    api.automation = {
      ...api.automation,
      canPost: false,
      whyNot: 'cooldown',
      autoPostEnabled: false,
      lastPost: null,
      nextPostTime: null,
    };
    await open('/marketing', api);
    const status = region('Status');
    const reason = 'You can’t post right now. The last post went out less than 24 hours ago.';
    await expectVisible(region('Actions').getByText(reason), status.getByText('Cooldown'));
    await expectVisible(status.getByText('Disabled'), status.getByText('No posts yet.'));
    api.automation = { ...api.automation, whyNot: 'daily_cap' };
    await button('Refresh status').click();
    const cap = 'You can’t post right now. You’ve reached today’s post limit. It resets at midnight UTC.';
    await expectVisible(region('Actions').getByText(cap), status.getByText('Cooldown'));
  });

  test(`${spec('operators.28')} is refetched every 30 seconds without a live connection`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/marketing', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(region('Status').getByText('12')).toBeVisible();
    api.automation = { ...api.automation, totalPosts: 13 };
    vi.advanceTimersByTime(29_999);
    expect(api.called('GET', '/api/ad-automation-status')).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.element(region('Status').getByText('13')).toBeVisible();
  });

  test.each([
    ['Post ad now', 'POST /api/safe-ad-post', 'Posting…', 'Ad posted successfully'],
    ['Trigger daily post', 'POST /api/x-ads/daily-post', 'Posting…', 'Daily post sent'],
    ['Preview next ad', 'GET /api/preview-next-ad', 'Loading…', 'Next ad preview'],
    ['Refresh status', 'GET /api/ad-automation-status', 'Loading…', null],
  ] as const)(
    `${spec('operators.25')} runs no other action during “%s”, and shows that the button is busy`,
    async (name, call, busy, title) => {
      await open('/marketing', api);
      await expectVisible(region('Status').getByText('Enabled'), region('Actions').getByText('At any hour'));
      await expect.element(region('Actions').getByText('Only during posting hours')).toBeVisible();
      const slow = noReply(call);
      network.use(slow);
      await button(name).dblClick();
      await expect.element(button(busy)).toHaveAttribute('aria-disabled', 'true');
      for (const other of ['Post ad now', 'Preview next ad', 'Trigger daily post', 'Refresh status']) {
        if (other !== name) await expect.element(button(other)).toBeDisabled();
      }
      await expect.poll(slow.requestCount).toBe(1);
      slow.end();
      await expect.element(button(name)).toBeEnabled();
      if (title) await expect.element(text(title)).toBeVisible();
    },
  );

  test.each([
    ['Post ad now', 'POST /api/safe-ad-post'],
    ['Trigger daily post', 'POST /api/x-ads/daily-post'],
  ] as const)('reports after “%s” in a dry run that nothing was posted', async (name, call) => {
    api.automation = { ...api.automation, dryRun: true };
    await open('/marketing', api, reply(call, { success: true, message: 'All but the sending was done.' }));
    await expect.element(region('Status').getByText('Nowhere (dry run)')).toBeVisible();
    await button(name).click();
    await expect.element(text('Dry run: nothing was posted')).toBeVisible();
    // A dry run starts the cooldown like a post.
    api.automation = { ...api.automation, canPost: false, whyNot: 'cooldown', lastPost: null };
    await button('Refresh status').click();
    const reason = /The last post or dry run was less than 24/;
    await expect.element(region('Actions').getByText(reason)).toBeVisible();
  });

  test.each([
    ['Post ad now', 'POST /api/safe-ad-post', true, 'Ad posted successfully'],
    ['Post ad now', 'POST /api/safe-ad-post', false, 'Ad post failed'],
    ['Trigger daily post', 'POST /api/x-ads/daily-post', true, 'Daily post sent'],
    ['Trigger daily post', 'POST /api/x-ads/daily-post', false, 'Daily post failed'],
  ] as const)(
    `${spec('operators.26')} reports the result of “%s” (%s, success: %s) as “%s”, with the server’s message`,
    async (name, call, success, expected) => {
      await open('/marketing', api, reply(call, { success, message: 'X says so.' }));
      await button(name).click();
      // The match is exact, because the toast's copy for screen readers has more words.
      const title = text(expected);
      await expectVisible(title, 'X says so.');
      const element = title.element();
      const marks = [element.classList.contains('text-bad'), element.closest('li')?.classList.contains('border-bad')];
      expect(marks).toEqual([!success, !success]);
    },
  );

  test.each([
    ['Post ad now', 'POST /api/safe-ad-post'],
    ['Trigger daily post', 'POST /api/x-ads/daily-post'],
  ] as const)(`${spec('operators.26')} shows “Error” if “%s” gets no response`, async (name, call) => {
    await open('/marketing', api, networkError(call));
    await button(name).click();
    await expectVisible(text('Error'), 'Please check your connection and try again.');
  });

  test(`${spec('operators.27')} shows the preview as a toast for eight seconds, and on the page`, async () => {
    await open('/marketing', api);
    await expect.element(region('Status').getByText('Enabled')).toBeVisible();
    // The match is exact, because the toast's copy for screen readers has more words.
    const toast = text('Next ad preview');
    // From here on, timers run only when the test advances them.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button('Preview next ad').click();
    await expectVisible(toast, text('tags: Does your wallet need a tag? #ad'));
    // The pointer must leave the toast, or else the toast would not disappear.
    const heading = page.getByRole('heading', { level: 1 });
    await heading.hover();
    vi.advanceTimersByTime(5_500);
    // If the time of the toast has ended, the toast disappears after this click.
    await heading.click();
    await expect.element(toast).toBeVisible();
    vi.advanceTimersByTime(3_000);
    await expect.element(toast).not.toBeInTheDocument();
    await expect.element(region('Next ad').getByText('Theme: tags. 32 of 280 characters')).toBeVisible();
    await expect.element(region('Next ad').getByText('Does your wallet need a tag? #ad')).toBeVisible();
  });

  test('reports an empty preview, and shows no ad on the page', async () => {
    await open('/marketing', api, reply('GET /api/preview-next-ad', { preview: null }));
    await button('Preview next ad').click();
    await expect.element(text('No ad in the pool is ready to post.').first()).toBeVisible();
    expect(region('Next ad').elements()).toEqual([]);
  });
});
