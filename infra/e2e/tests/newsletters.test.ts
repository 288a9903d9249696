import { spec } from '@xrp-bridge/contracts/testing';
import {
  expect,
  expectAccounting,
  mailsTo,
  paidTransfer,
  post,
  sandboxUrl,
  signInAsOperator,
  test,
  url,
  waitForScores,
} from '../fixtures.ts';

// The accounting contains the payment for the concierge and agrees with the provider.
test.afterEach(async () => expectAccounting({ publicUrl: url, sandboxUrl }, await signInAsOperator()));

test(`${spec('2.newsletters')} a newsletter needs a confirmation, is sent once and is stopped by its link`, async ({
  page,
}) => {
  const email = `reader-${Date.now()}@example.com`;
  await paidTransfer(page, { email, serviceFee: '17.76' });
  const choices = '/api/concierge/newsletters';
  const stateNow = async () => (await (await page.request.get(choices)).json()) as { market: boolean; state: string };
  const response = await page.request.put(choices, { data: { email, market: true, alerts: false } });
  expect(await response.json()).toMatchObject({ state: 'asked' });

  const linkTo = async (does: string) => {
    for (const { text } of await mailsTo(email)) {
      const link = new RegExp(`\\S+/newsletters#${does}=\\S+`).exec(text)?.[0];
      if (link) return link;
    }
    return undefined;
  };
  await expect.poll(() => linkTo('confirm')).toBeTruthy();
  await page.goto((await linkTo('confirm')) as string);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByRole('heading', { name: 'You’re signed up for our newsletters.' })).toBeVisible();

  // An operator runs the schedule of the weekly issue. A second run sends no second mail.
  await waitForScores(page);
  const cookie = await signInAsOperator();
  for (let run = 0; run < 2; run++) {
    await post(`${url}/api/admin/schedules/signals/write-last-week/run`, { reason: 'a look' }, { cookie });
  }
  await expect.poll(() => linkTo('stop')).toBeTruthy();
  const issues = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Your market summary for'));
  expect(issues).toHaveLength(1);

  await page.goto((await linkTo('stop')) as string);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('heading', { name: 'You won’t get these emails anymore.' })).toBeVisible();
  expect(await stateNow()).toMatchObject({ market: false, state: 'none' });
});
