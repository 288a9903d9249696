import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, campaignOf, later, variationOf } from '../../../test/operator-rows.ts';
import { refusal, reply } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});
afterEach(() => {
  vi.useRealTimers();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const region = (name: string) => page.getByRole('region', { name });
const text = (words: string | RegExp) => page.getByText(words);

/** An answer that comes when the test says so. */
function held(): { answer: () => void; came: Promise<void> } {
  let answer = () => {};
  const came = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { answer: () => answer(), came };
}

async function giveReason(does: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Why?' }).fill('Ada asked for it');
  await page.getByRole('dialog').getByRole('button', { name: does }).click();
}

describe('safe ad automation', () => {
  test(`${spec('operators.9')} is the first of four tabs, and has the status`, async () => {
    await open('/marketing', api);
    await expect.element(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Safe ad automation', 'Google Ads', 'Mention velocity', 'Overview']);
    const status = region('Status');
    for (const words of ['Enabled', '12', '40 variations, see them', 'Your keys stay with you. #ad']) {
      await expect.element(status.getByText(words, { exact: true })).toBeVisible();
    }
    await expect.element(status.getByText('Ready', { exact: true })).toBeVisible();
    await expect.element(status.getByText(/window “morning”/)).toBeVisible();
    await expectAccessible();
  });

  test('says what stands in the way', async () => {
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
    const reason = 'It cannot post now. The last post went out less than 24 hours ago.';
    await expect.element(region('Actions').getByText(reason)).toBeVisible();
    await expect.element(status.getByText('Cooldown', { exact: true })).toBeVisible();
    await expect.element(status.getByText('Disabled')).toBeVisible();
    await expect.element(status.getByText('Nothing has gone out yet.')).toBeVisible();
  });

  test('says why it cannot post where that is more than the cooldown', async () => {
    api.automation = { ...api.automation, canPost: false, whyNot: 'daily_cap' };
    await open('/marketing', api);
    const status = region('Status');
    await expect
      .element(region('Actions').getByText('It cannot post now. Today’s posts are used up (UTC).'))
      .toBeVisible();
    await expect.element(status.getByText('Cooldown', { exact: true })).toBeVisible();
  });

  test('that could not be read says so', async () => {
    await open('/marketing', api, refusal('GET /api/ad-automation-status', 'service_unavailable'));
    await expect.element(text('The status could not be read')).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('operators.28')} is asked for every 30 seconds while the server does not tell`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open('/marketing', api, refusal('GET /api/admin/activity', 'service_unavailable'));
    await expect.element(region('Status').getByText('12', { exact: true })).toBeVisible();
    api.automation = { ...api.automation, totalPosts: 13 };
    vi.advanceTimersByTime(29_999);
    expect(api.called('GET', '/api/ad-automation-status')).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.element(region('Status').getByText('13', { exact: true })).toBeVisible();
  });

  test.each([
    ['Post ad now', 'POST', '/api/safe-ad-post', 'Posting…', 'Ad posted successfully'],
    ['Trigger daily post', 'POST', '/api/x-ads/daily-post', 'Posting…', 'Daily post sent'],
    ['Preview next ad', 'GET', '/api/preview-next-ad', 'Loading…', 'Next ad preview'],
    ['Refresh status', 'GET', '/api/ad-automation-status', 'Loading…', null],
  ] as const)(
    `${spec('operators.25')} %s: one at a time, busy meanwhile, and told`,
    async (name, method, path, busy, told) => {
      const { answer, came } = held();
      let isHeld = false;
      let times = 0;
      const handler = method === 'GET' ? http.get : http.post;
      await open(
        '/marketing',
        api,
        handler(path, async () => {
          if (!isHeld) return;
          times++;
          await came;
        }),
      );
      await expect.element(region('Status').getByText('Enabled')).toBeVisible();
      await expect.element(region('Actions').getByText('At any hour.')).toBeVisible();
      await expect.element(region('Actions').getByText('Only in a posting window.')).toBeVisible();
      isHeld = true;
      await button(name).dblClick();
      await expect.element(button(busy)).toHaveAttribute('aria-disabled', 'true');
      for (const other of ['Post ad now', 'Preview next ad', 'Trigger daily post', 'Refresh status']) {
        if (other !== name) await expect.element(button(other)).toBeDisabled();
      }
      await expect.poll(() => times).toBe(1);
      isHeld = false;
      answer();
      await expect.element(button(name)).toBeEnabled();
      if (told) await expect.element(text(told)).toBeVisible();
    },
  );

  test.each([
    ['Post ad now', '/api/safe-ad-post'],
    ['Trigger daily post', '/api/x-ads/daily-post'],
  ])('%s in a dry run is told as one', async (name, path) => {
    api.automation = { ...api.automation, dryRun: true };
    await open(
      '/marketing',
      api,
      http.post(path, () => HttpResponse.json({ success: true, message: 'All but the sending was done.' })),
    );
    await expect.element(region('Status').getByText('Dry run: nothing is sent')).toBeVisible();
    await button(name).click();
    await expect.element(text('Dry run: nothing was sent')).toBeVisible();
    // It counts as a post does, and nothing has gone out.
    api.automation = { ...api.automation, canPost: false, whyNot: 'cooldown', lastPost: null };
    await button('Refresh status').click();
    await expect
      .element(region('Actions').getByText(/The last post, or dry run of one, was less than 24/))
      .toBeVisible();
  });

  test.each([
    ['Post ad now', '/api/safe-ad-post', 'Ad post failed'],
    ['Trigger daily post', '/api/x-ads/daily-post', 'Daily post failed'],
  ])(`${spec('operators.26')} %s that did not work: “%s” with the server’s words`, async (name, path, told) => {
    await open(
      '/marketing',
      api,
      http.post(path, () => HttpResponse.json({ success: false, message: 'X is down.' })),
    );
    await button(name).click();
    await expect.element(text(told)).toBeVisible();
    await expect.element(text('X is down.')).toBeVisible();
  });

  test.each([
    ['Post ad now', '/api/safe-ad-post', true, 'Ad posted successfully'],
    ['Post ad now', '/api/safe-ad-post', false, 'Ad post failed'],
    ['Trigger daily post', '/api/x-ads/daily-post', true, 'Daily post sent'],
    ['Trigger daily post', '/api/x-ads/daily-post', false, 'Daily post failed'],
  ])('%s (%s, success: %s) is told as the failure that it is or is not', async (name, path, success, told) => {
    await open(
      '/marketing',
      api,
      http.post(path, () => HttpResponse.json({ success, message: 'X says so.' })),
    );
    await button(name).click();
    // Its own words alone: what is read out has more.
    const said = page.getByText(told, { exact: true });
    await expect.element(said).toBeVisible();
    const title = said.element();
    expect([title.classList.contains('text-bad'), title.closest('li')?.classList.contains('border-bad')]).toEqual([
      !success,
      !success,
    ]);
  });

  test.each([
    ['Post ad now', '/api/safe-ad-post'],
    ['Trigger daily post', '/api/x-ads/daily-post'],
  ])(`${spec('operators.26')} %s without an answer: Error`, async (name, path) => {
    await open(
      '/marketing',
      api,
      http.post(path, () => HttpResponse.error()),
    );
    await button(name).click();
    await expect.element(page.getByText('Error', { exact: true })).toBeVisible();
    await expect.element(text('Please check your connection and try again.')).toBeVisible();
  });

  test(`${spec('operators.27')} the preview stays for eight seconds, and on the page`, async () => {
    await open('/marketing', api);
    await expect.element(region('Status').getByText('Enabled')).toBeVisible();
    // Its own words alone: what is read out has more.
    const toast = page.getByText('Next ad preview', { exact: true });
    // Time passes only while something is looked for in vain.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button('Preview next ad').click();
    await expect.element(toast).toBeVisible();
    await expect.element(page.getByText('tags: Does your wallet need a tag? #ad', { exact: true })).toBeVisible();
    // The pointer would hold it.
    const heading = page.getByRole('heading', { level: 1 });
    await heading.hover();
    vi.advanceTimersByTime(5_500);
    // What is gone is gone by the time that the browser has done something else.
    await heading.click();
    await expect.element(toast).toBeVisible();
    vi.advanceTimersByTime(3_000);
    await expect.element(toast).not.toBeInTheDocument();
    await expect.element(region('Next ad').getByText('Theme “tags”, 32 of 280 characters')).toBeVisible();
    await expect.element(region('Next ad').getByText('Does your wallet need a tag? #ad')).toBeVisible();
  });

  test('a preview of nothing says so, and leaves nothing on the page', async () => {
    await open('/marketing', api, reply('GET /api/preview-next-ad', { preview: null }));
    await button('Preview next ad').click();
    await expect.element(text('There is no ad in the pool that may go out.').first()).toBeVisible();
    expect(region('Next ad').elements()).toEqual([]);
  });

  const changes = () => api.called('PATCH', '/api/admin/ad-automation').map(({ body }) => body);

  test('is stopped at once, and asks why when it has', async () => {
    await open('/marketing', api);
    await button('Stop all posting').click();
    const stopped = page.getByRole('dialog', { name: 'No ad is posted any more' });
    await expect.element(stopped.getByText('A test on “X test” still goes out.')).toBeVisible();
    expect(changes()).toEqual([{ autoPostEnabled: false }]);
    await expectAccessible();
    await giveReason('Save the reason');
    await expect.element(text('The reason is saved')).toBeVisible();
    expect(changes().slice(1)).toEqual([{ autoPostEnabled: false, reason: 'Ada asked for it' }]);
    await expect.element(region('Status').getByText('Disabled')).toBeVisible();
    await expect.element(button('Switch posting on')).toBeVisible();
  });

  test('is stopped without a reason, too, and is switched on with one', async () => {
    await open('/marketing', api);
    await button('Stop all posting').click();
    await button('Not now').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Settings' })).toHaveFocus();
    expect(changes()).toEqual([{ autoPostEnabled: false }]);
    await button('Switch posting on').click();
    expect(changes()).toHaveLength(1);
    await giveReason('Switch it on');
    await expect.element(text('Posting is on')).toBeVisible();
    expect(changes().slice(1)).toEqual([{ autoPostEnabled: true, reason: 'Ada asked for it' }]);
  });

  test('that could not be stopped says so', async () => {
    await open('/marketing', api, refusal('PATCH /api/admin/ad-automation', 'service_unavailable'));
    await button('Stop all posting').click();
    await expect.element(text('Posting was not stopped')).toBeVisible();
    await expect.element(button('Stop all posting')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await expectAccessible();
  });

  test('has its windows, its cap and its dry run changed', async () => {
    await open('/marketing', api);
    await expect.element(text(/^Between two ads there are always 24 hours\./)).toBeVisible();
    await page.getByLabelText('Posts a day, at most').fill('2');
    // Beside the hours in UTC, those of the operator's own clock.
    const local = [8, 12].map((hour) => new Date(new Date().setUTCHours(hour, 0, 0, 0)).toTimeString().slice(0, 5));
    await expect.element(text(`Here ${local.join(' to ')}, in UTC 08:00 to 12:00.`)).toBeVisible();
    await button('Add a window').click();
    await page.getByLabelText('To', { exact: true }).last().fill('22');
    await expectAccessible();
    await button('Save the settings').click();
    await expect.element(text('The settings are saved')).toBeVisible();
    expect(api.called('PATCH', '/api/admin/ad-automation')[0]?.body).toEqual({
      dailyCap: 2,
      windows: [
        { name: 'morning', fromHour: 8, toHour: 12 },
        { name: 'another', fromHour: 9, toHour: 22 },
      ],
    });
    await expect.element(button('Save the settings')).toHaveFocus();
    await page.getByRole('checkbox', { name: /^Dry run/ }).click();
    await expect.element(region('Status').getByText('Dry run: nothing is sent')).toBeVisible();
  });

  test('takes an hour left empty for none, not for midnight: it is refused, and its field named', async () => {
    let sent: unknown;
    await open(
      '/marketing',
      api,
      http.patch('/api/admin/ad-automation', async ({ request }) => {
        sent = await request.json();
        const message = 'The hour “From” must be a number.';
        return problem('invalid_input', { errors: [{ field: 'windows.0.fromHour', message }] });
      }),
    );
    const hour = (label: string) => page.getByLabelText(label, { exact: true });
    await hour('From').fill('');
    await button('Save the settings').click();
    await expect.element(text('The hour “From” must be a number.')).toBeVisible();
    await expect.element(hour('From')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(hour('To')).toHaveAttribute('aria-invalid', 'false');
    expect(sent).toEqual({ dailyCap: 1, windows: [{ name: 'morning', fromHour: null, toHour: 12 }] });
    await expectAccessible();
  });

  test('whose settings the server does not take says why, and keeps what was typed', async () => {
    await open(
      '/marketing',
      api,
      refusal('PATCH /api/admin/ad-automation', 'invalid_input', {
        errors: [{ field: 'dailyCap', message: 'At most 24 posts a day.' }],
      }),
    );
    await page.getByLabelText('Posts a day, at most').fill('99');
    await button('Save the settings').click();
    await expect.element(text('At most 24 posts a day.')).toBeVisible();
    await expect.element(page.getByLabelText('Posts a day, at most')).toHaveValue(99);
    await expectAccessible();
  });
});

describe('Google Ads', () => {
  const path = '/marketing?tab=google';

  test(`${spec('operators.10')} lists the campaigns, and shows no figure that Google has not said`, async () => {
    api.campaigns = [campaignOf(), campaignOf({ id: 'camp_2', platform: 'x', name: 'Not at Google' })];
    await open(path, api);
    const list = region('Campaigns at Google');
    await expect.element(list.getByText('Leave the exchange')).toBeVisible();
    await expect.element(list.getByText(/^\$50\.00 a day/)).toBeVisible();
    expect(list.getByText('Not at Google').elements()).toEqual([]);
    await expect.element(text('Google has said nothing yet.')).toBeVisible();
    expect(region('Performance').getByText('–').elements()).toHaveLength(4);
    await expectAccessible();
  });

  test('adds up what Google said, and when', async () => {
    const performance = { spend: '1.10', impressions: 200, clicks: 5, ctr: 0.025, at };
    api.campaigns = [
      campaignOf({ performance }),
      campaignOf({ id: 'camp_2', performance: { ...performance, spend: '2.20' } }),
    ];
    await open(path, api);
    for (const figure of ['$3.30', '400', '10', '2.50 %']) {
      await expect.element(region('Performance').getByText(figure, { exact: true })).toBeVisible();
    }
    await expect.element(text(/^Google said so 20 Nov 2026/)).toBeVisible();
  });

  test('says the age of what Google is still asked about, and not of what has ended long ago', async () => {
    const performance = { spend: '1.10', impressions: 200, clicks: 5, ctr: 0.025, at };
    const ended = { ...performance, at: '2026-10-01T10:00:00.000Z' };
    api.campaigns = [campaignOf({ performance }), campaignOf({ id: 'camp_2', status: 'ended', performance: ended })];
    await open(path, api);
    await expect.element(region('Performance').getByText('$2.20', { exact: true })).toBeVisible();
    await expect.element(text(/^Google said so 20 Nov 2026/)).toBeVisible();
  });

  test('has the age of the last that has ended where no other is left', async () => {
    const performance = { spend: '1.10', impressions: 200, clicks: 5, ctr: 0.025, at };
    api.campaigns = [campaignOf({ status: 'ended', performance })];
    await open(path, api);
    await expect.element(region('Performance').getByText('$1.10', { exact: true })).toBeVisible();
    await expect.element(text(/^Google said so 20 Nov 2026/)).toBeVisible();
  });

  test.each([
    [true, 'Made, and paused.', 'Made, and paused.'],
    [true, '', 'Campaign initialized successfully'],
    [false, 'Google does not answer.', 'Google does not answer.'],
  ])(`${spec('operators.29')} the Robinhood campaign (success: %s, message: “%s”)`, async (success, message, told) => {
    const { answer, came } = held();
    await open(
      path,
      api,
      http.post('/api/google-ads/initialize-robinhood', async () => {
        await came;
        return HttpResponse.json({ success, message });
      }),
    );
    await button('Initialize Robinhood campaign').click();
    await expect.element(button('Initializing…')).toBeVisible();
    answer();
    await expect.element(text('Google Ads campaign')).toBeVisible();
    await expect.element(text(told)).toBeVisible();
  });

  test('without a campaign says so', async () => {
    await open(path, api);
    await expect.element(text('There is no campaign yet.')).toBeVisible();
  });

  test('that could not be read says so', async () => {
    await open(path, api, refusal('GET /api/google-ads/campaigns', 'service_unavailable'));
    await expect.element(text('The campaigns could not be read')).toBeVisible();
  });
});

describe('mention velocity', () => {
  const path = '/marketing?tab=mentions';

  test(`${spec('operators.11')} has five coins at most, with one decimal`, async () => {
    api.trending = ['XRP', 'XLM', 'ALGO', 'HBAR', 'QNT'].map((symbol, index) => ({
      symbol,
      mentionCount: 10 + index,
      source: 'GDELT',
      velocityPercentage: index === 1 ? -3.25 : 12,
      timestamp: at,
    }));
    await open(path, api);
    const list = region('Trending cryptos');
    await expect.element(list.getByText('XRP')).toBeVisible();
    expect(list.getByRole('listitem').elements()).toHaveLength(5);
    await expect.element(list.getByText('+12.0 %').first()).toBeVisible();
    await expect.element(list.getByText(/^-3\.[23] %$/)).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('operators.11')} without figures says so`, async () => {
    await open(path, api);
    await expect.element(text('There is no mention data yet.')).toBeVisible();
  });

  test('that could not be read says so, and not that there is none', async () => {
    await open(path, api, refusal('GET /api/trending-cryptos', 'service_unavailable'));
    await expect.element(text('The mentions could not be read')).toBeVisible();
    expect(text('There is no mention data yet.').elements()).toEqual([]);
    await expectAccessible();
  });
});

test(`${spec('operators.12')} the overview has three counters`, async () => {
  api.campaigns = [campaignOf()];
  api.trending = [{ symbol: 'XRP', mentionCount: 7, source: 'GDELT', velocityPercentage: 1, timestamp: at }];
  await open('/marketing?tab=overview', api);
  await expect.element(page.getByText('Active', { exact: true })).toBeVisible();
  for (const figure of ['12', '1', '7']) await expect.element(page.getByText(figure, { exact: true })).toBeVisible();
  await expectAccessible();
});

test('the overview says that nothing is posted by itself', async () => {
  api.automation = { ...api.automation, autoPostEnabled: false };
  await open('/marketing?tab=overview', api);
  await expect.element(page.getByText('Inactive', { exact: true })).toBeVisible();
});

test('the overview says what could not be read, and shows the rest', async () => {
  await open('/marketing?tab=overview', api, refusal('GET /api/google-ads/campaigns', 'service_unavailable'));
  await expect.element(text('The campaigns could not be read')).toBeVisible();
  await expect.element(page.getByText('12', { exact: true })).toBeVisible();
  expect(page.getByText('Google campaigns', { exact: true }).elements()).toEqual([]);
  await expectAccessible();
});

describe('the ad pool', () => {
  const path = '/marketing/pool';
  beforeEach(() => {
    api.variations = [variationOf(), variationOf({ id: 'ad_2', theme: 'tags', timesPosted: 2, lastPostedAt: later })];
  });
  const dialog = () => page.getByRole('dialog');
  const area = () => dialog().getByRole('textbox', { name: 'Text' });

  test('lists the texts with their length and what became of them', async () => {
    await open(path, api);
    await expect.element(page.getByText('28 of 280').first()).toBeVisible();
    await expect.element(text(/^2 ×, last/)).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('operators.13')} counts a new text as X does, shows it, and takes none that is too long`, async () => {
    await open(path, api);
    await button('Add a text').click();
    await dialog().getByLabelText('Theme').fill('first-steps');
    await area().fill('Hello, world! 👋');
    await expect.element(dialog().getByText('16 of 280 characters, as X counts them')).toBeVisible();
    await area().fill('See https://example.com/a/rather/long/address');
    await expect.element(dialog().getByText('27 of 280 characters, as X counts them')).toBeVisible();
    await area().fill('ä'.repeat(281));
    await expect.element(dialog().getByText('281 of 280 characters, as X counts them')).toBeVisible();
    await expect.element(button('Add to the pool')).toBeDisabled();
    await area().fill('<b>First</b> a test');
    await expect.element(dialog().getByText('<b>First</b> a test').last()).toBeVisible();
    await expectAccessible();
    await button('Add to the pool').click();
    await expect.element(text('The text is in the pool')).toBeVisible();
    await expect.element(page.getByRole('table', { name: 'Texts' }).getByText('first-steps').first()).toBeVisible();
  });

  test('that does not take a text says why, where it was typed', async () => {
    await open(
      path,
      api,
      refusal('POST /api/admin/ad-variations', 'already_exists', { detail: 'This text is in the pool.' }),
    );
    await button('Add a text').click();
    await dialog().getByLabelText('Theme').fill('tags');
    await area().fill('Your keys stay with you. #ad');
    await button('Add to the pool').click();
    await expect.element(dialog().getByText('This text is in the pool.')).toBeVisible();
    await expect.element(area()).toHaveValue('Your keys stay with you. #ad');
  });

  test('a text is edited, retired with a reason, and taken back', async () => {
    await open(path, api);
    await button('Edit tags').click();
    await area().fill('A better text. #ad');
    await button('Save the text').click();
    await expect.element(text('The text is saved')).toBeVisible();
    await button('Retire tags').click();
    await giveReason('Retire it');
    await expect.element(text('The text is retired')).toBeVisible();
    await button('Take back tags').click();
    await giveReason('Take it back');
    await expect.element(text('The text is in use again')).toBeVisible();
    expect(api.called('PATCH', '/api/admin/ad-variations/ad_2').map(({ body }) => body)).toEqual([
      { theme: 'tags', text: 'A better text. #ad' },
      { retired: true, reason: 'Ada asked for it' },
      { retired: false, reason: 'Ada asked for it' },
    ]);
  });

  test('has the posts below, with what became of them', async () => {
    api.posts = [
      {
        id: 'post_1',
        theme: 'tags',
        text: 'Does it need a tag? #ad',
        status: 'unclear',
        trigger: 'schedule',
        operator: null,
        window: 'morning',
        plannedAt: at,
        postedAt: null,
        postId: null,
        why: 'X did not answer',
      },
    ];
    await open(path, api);
    const posts = page.getByRole('table', { name: 'Posts' });
    await expect.element(posts.getByText('Unclear')).toBeVisible();
    await expect.element(posts.getByText('X did not answer')).toBeVisible();
    await expect.element(posts.getByText('the schedule')).toBeVisible();
  });
});

describe('the test of X', () => {
  const path = '/x-test';
  const message = () => page.getByLabelText('Test message');
  const row = (name: string) => region('Tests').getByRole('listitem').filter({ hasText: name });

  test(`${spec('operators.14')} counts what remains, and posts nothing that is too long or empty`, async () => {
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
    `${spec('operators.14')} %s: a badge, a word in passing, and the raw answer`,
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
      await expect.element(row('Post tweet').getByText(/for all to see, also while posting is off\./)).toBeVisible();
      const tryIt = async () => {
        await button(`Test ${name}`).click();
        if (name === 'Post tweet') await giveReason('Post it for all to see');
      };
      await tryIt();
      await expect.element(row(name).getByText('Working')).toBeVisible();
      await expect.element(text('Test successful')).toBeVisible();
      await expect.element(text(`✓ ${name}: working`)).toBeVisible();
      await expect.element(region('Results').getByText(/"works": true/)).toBeVisible();
      works = false;
      await tryIt();
      await expect.element(row(name).getByText('Error')).toBeVisible();
      await expect.element(text('Test failed')).toBeVisible();
      expect(sent).toEqual(body);
      await expectAccessible();
    },
  );

  test('in a dry run posts nothing, asks nothing, and says so', async () => {
    api.automation = { ...api.automation, dryRun: true };
    await open(
      path,
      api,
      reply('POST /api/test-x-post', { success: true, status: null, result: { dryRun: true, text: 'Hello' } }),
    );
    await message().fill('Hello');
    await expect.element(row('Post tweet').getByText('Dry run: all but the sending.')).toBeVisible();
    await button('Test Post tweet').click();
    await expect.element(row('Post tweet').getByText('Not sent', { exact: true })).toBeVisible();
    await expect.element(text('✓ Post tweet: not sent')).toBeVisible();
    await expectAccessible();
  });

  test('asks before it posts for all to see, and posts nothing unless it is told so', async () => {
    await open(path, api);
    await message().fill('Hello, everybody');
    await button('Test Post tweet').click();
    const dialog = page.getByRole('dialog', { name: 'Post this on X?' });
    await expect.element(dialog.getByText('Hello, everybody')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row('Post tweet').getByText('Not tested')).toBeVisible();
    expect(api.called('POST', '/api/test-x-post')).toEqual([]);
  });

  test('that has no answer failed, and says why', async () => {
    await open(path, api, refusal('GET /api/test-x-api', 'ad_provider_unavailable'));
    await button('Test Auth test').click();
    await expect.element(text('✗ Auth test: error')).toBeVisible();
    await expect.element(region('Results').getByText(/The ad platform did not answer/)).toBeVisible();
  });

  test('one at a time', async () => {
    const { answer, came } = held();
    let times = 0;
    await open(
      path,
      api,
      http.get('/api/test-x-api', async () => {
        times++;
        await came;
        return HttpResponse.json({ success: true, status: 200, result: {} });
      }),
    );
    await button('Test Auth test').dblClick();
    await expect.element(button('Testing…')).toBeVisible();
    await expect.element(button('Test Rate limits')).toBeDisabled();
    await expect.poll(() => times).toBe(1);
    answer();
    await expect.element(button('Test Rate limits')).toBeEnabled();
    (button('Test Rate limits').element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(button('Test Ad campaign')).toHaveFocus();
  });
});
