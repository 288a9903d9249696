import { spec } from '@xrp-bridge/contracts/testing';
import {
  expect,
  expectAccessible,
  expectWholeAt200,
  mailsTo,
  post,
  signInAsOperator,
  test,
  url,
  waitForScores,
} from '../fixtures.ts';

const recordViolations = `
  globalThis.cspViolations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    cspViolations.push(violatedDirective + ' ' + blockedURI));`;

interface Recomputed {
  name: string;
  counts: number[];
  byHand: number[];
  score: number;
  /** The score as the row shows it. */
  shown: string;
}

/**
 * Returns a script that recomputes the score of an expanded coin by the formula on the page.
 * One script reads all values, because a refresh of the data may replace them between two scripts.
 */
const recompute = (factsId: string) => `(() => {
  const facts = document.getElementById(${JSON.stringify(factsId)});
  const button = document.querySelector('[aria-controls="' + facts.id + '"]');
  const parts = [...facts.querySelectorAll('table')].filter((table) => table.tFoot).map((table) =>
    Object.fromEntries([...table.rows].map(({ cells: [name, value] }) => [name.textContent, parseFloat(value.textContent)])));
  const [reports, work, price] = parts;
  const counted = ({ 'Recent day': now, 'Usual day': before, Spread: spread, 'Total': all }) =>
    Math.min(5, Math.max(0, ((now - before) / spread) * (all / (all + 10))));
  const byHand = [counted(reports), counted(work), Math.min(5, Math.abs(price['In the last 7 days']) / price.Spread)];
  const [a, b, c] = parts.map((part) => part['Counts as']);
  const score = Math.min(10, Math.max(0, (10 * (0.6 * a + 0.4 * b - 0.5 * c)) / 2.5));
  const shown = button.closest('tr').lastElementChild.textContent;
  return { name: button.textContent, counts: [a, b, c], byHand, score, shown };
})()`;

test(`${spec('signals.1')} the hot meter shows live data, scores that can be recalculated from the displayed values, and charts that obey the CSP`, async ({
  page,
}) => {
  await page.addInitScript(recordViolations);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForScores(page);
  await page.goto('/nansen');
  await page.getByRole('button', { name: 'Show all 20 coins' }).click();
  const meter = page.getByRole('region', { name: /^Hot meter/ });
  await expect(meter.getByText('Sample', { exact: true })).toHaveCount(0);
  // A refresh changes the order of the coins, so each coin is found by the id of its expandable facts, not by its
  // position.
  const factsIds = await meter
    .getByRole('row')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-controls') ?? ''));
  expect(factsIds).toHaveLength(20);
  for (const id of factsIds) {
    const coin = meter.locator(`[aria-controls="${id}"]`);
    await coin.click();
    const { name, counts, byHand, score, shown } = await page.evaluate<Recomputed>(recompute(id));
    // The comparison is exact to the last digit that the page shows.
    for (const [index, count] of counts.entries()) expect(count, name).toBeCloseTo(byHand[index] as number, 1);
    expect(shown, name).toContain(score.toFixed(1));
    await coin.click();
  }
  await expect(meter.getByRole('row').getByRole('button', { expanded: true })).toHaveCount(0);
  const first = meter.getByRole('button', { expanded: false }).first();
  await first.click();
  await expect(meter.locator('canvas')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate('cspViolations')).toEqual([]);
  await expectWholeAt200(page);
});

test('an open page is notified of new values of the hot meter', async ({ page }) => {
  const streamed = page.waitForResponse(/\/api\/signals\/events$/);
  await page.goto('/nansen');
  await expect(page.getByText(/^Updated /)).toBeVisible();
  await streamed;
  const { updatedAt } = await (await page.request.get('/api/hot-meter')).json();
  // A cached response would have an older time.
  const newer = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/api/hot-meter') && answer.status() === 200 && (await answer.json()).updatedAt > updatedAt,
  );
  await post(`${url}/api/admin/signals/refresh`, { reason: 'a look' }, { cookie: await signInAsOperator() });
  await newer;
});

test(`${spec('signals.9')} a subscription to signals by e-mail begins only after the mailed link confirms it`, async ({
  page,
}) => {
  const email = `signals-${Date.now()}@example.com`;
  await page.goto('/nansen');
  await page.getByRole('textbox', { name: 'Your email address' }).fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribed' })).toBeVisible();
  const link = async () => /\S+\/nansen#confirm=\S+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0];
  await expect.poll(link).toBeTruthy();
  await page.goto((await link()) as string);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByText('You confirmed your email address', { exact: true })).toBeVisible();
  await expectAccessible(page);
});
