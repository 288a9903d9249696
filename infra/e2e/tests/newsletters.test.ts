import { spec } from '@xrp-bridge/contracts/testing';
import {
  expect,
  expectBooks,
  mailsTo,
  paidTransfer,
  post,
  sandboxUrl,
  signInAsOperator,
  test,
  url,
} from '../fixtures.ts';

// What was paid for it is in the books, and with the provider.
test.afterEach(async () => expectBooks({ publicUrl: url, sandboxUrl }, await signInAsOperator()));

test(`${spec('2.newsletters')} a newsletter is asked for twice, comes once, and is stopped by its link`, async ({
  page,
}) => {
  const email = `reader-${Date.now()}@example.com`;
  await paidTransfer(page, { email, serviceFee: '17.76' });
  const choices = '/api/concierge/newsletters';
  const stateNow = async () => (await (await page.request.get(choices)).json()) as { market: boolean; state: string };
  const asked = await page.request.put(choices, { data: { email, market: true, alerts: false } });
  expect(await asked.json()).toMatchObject({ state: 'asked' });

  const linkTo = async (does: string) => {
    for (const { text } of await mailsTo(email)) {
      const link = new RegExp(`\\S+/newsletters#${does}=\\S+`).exec(text)?.[0];
      if (link) return link;
    }
    return undefined;
  };
  await expect.poll(() => linkTo('confirm')).toBeTruthy();
  await page.goto((await linkTo('confirm')) as string);
  await page.getByRole('button', { name: 'Yes, write to me' }).click();
  await expect(page.getByRole('heading', { name: 'You are on the list.' })).toBeVisible();

  // The last week is told on Mondays, or when an operator says so; told already, it is told to nobody anew.
  await expect
    .poll(async () => ((await (await page.request.get('/api/hot-meter')).json()) as { coins: unknown[] }).coins.length)
    .toBe(20);
  const cookie = await signInAsOperator();
  for (let run = 0; run < 2; run++) {
    await post(`${url}/api/admin/schedules/signals/write-last-week/run`, { reason: 'a look' }, { cookie });
  }
  await expect.poll(() => linkTo('stop')).toBeTruthy();
  const issues = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('The market from'));
  expect(issues).toHaveLength(1);

  await page.goto((await linkTo('stop')) as string);
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('heading', { name: 'They are stopped.' })).toBeVisible();
  expect(await stateNow()).toMatchObject({ market: false, state: 'none' });
});
