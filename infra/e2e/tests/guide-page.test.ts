import type { Page } from '@playwright/test';
import {
  address,
  expect,
  expectAccessible,
  openTransfer,
  paidTransfer,
  post,
  sandboxUrl,
  saveStep,
  send,
  signInAsOperator,
  test,
  url,
  waitForHydration,
} from '../fixtures.ts';
import { expectMarked, holdScripts, mark, measureShifts, openRendered, recordCalls, shifts } from '../rendered.ts';

// The server renders the guide for its owner. The step and the address can be read before any script runs.

const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const secrets = { destinationAddress: address, destinationTag: '3141592653', sourceAmount: '2345.678901' };
const stepHeading = (page: Page, step: number) => page.getByRole('heading', { name: `Step ${step} of` });
const groupsOf = (page: Page) => page.locator('p[translate=no]').filter({ visible: true });

async function fetchGuide(path: string, cookie: string): Promise<{ text: string; headers: Headers }> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html', cookie } });
  return { text: (await answer.text()).replaceAll(/nonce="[^"]+"/g, ''), headers: answer.headers };
}

test('the guide’s HTML contains the transfer for its owner only, and is never stored', async ({ page, browser }) => {
  const id = await paidTransfer(page, secrets);
  const device = await browser.newContext({ baseURL: url });
  const visitor = await device.newPage();
  await openTransfer(visitor);
  const cookieOf = async (one: Page) =>
    (await one.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const [mine, theirs] = [await cookieOf(page), await cookieOf(visitor)];
  await device.close();
  // A busy server sends the page without its content.
  await expect
    .poll(async () => (await fetchGuide(`/transfer/${id}`, mine)).text, { timeout: 120_000 })
    .toContain('initial-data');
  const own = await fetchGuide(`/transfer/${id}`, mine);
  for (const secret of Object.values(secrets)) expect(own.text).toContain(secret);
  const [other, stranger] = [await fetchGuide(`/transfer/${id}`, theirs), await fetchGuide(`/transfer/${id}`, '')];
  expect(other.text).toBe(stranger.text);
  for (const secret of Object.values(secrets)) expect(other.text).not.toContain(secret);
  for (const { headers } of [own, other, stranger]) {
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  }
});

for (const width of [360, 1280]) {
  test(`at ${width} px the step and the address can be read before any script, and hydration moves nothing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const id = await paidTransfer(page, { destinationAddress: address });
    await saveStep(page, id, 3);
    await measureShifts(page);
    const calls = recordCalls(page);
    const release = await holdScripts(page);
    await openRendered(page, `/transfer/${id}`);
    await expect(stepHeading(page, 3)).toBeVisible();
    await expect(groupsOf(page).filter({ hasText: address })).toBeVisible();
    await mark(page);
    release();
    await expect(page.getByText(/^Checked on the XRP network/)).toBeVisible();
    await expectMarked(page);
    expect(await shifts(page)).toBeLessThanOrEqual(0.02);
    // The page contains these answers.
    for (const call of ['/api/config', `/api/transfers/${id}`, `/api/transfer-instructions/${id}`]) {
      expect(calls).not.toContain(call);
    }
    await expectAccessible(page);
  });
}

test('a press before hydration opens the next step, which a return visit shows at once', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: address });
  const release = await holdScripts(page);
  await openRendered(page, `/transfer/${id}`);
  await page.getByRole('button', { name: 'Done, next step' }).click();
  release();
  await expect(stepHeading(page, 2)).toBeVisible();
  const cookies = await page.context().cookies(`${url}/transfer/${id}`);
  expect(cookies.find(({ name }) => name === 'step')).toMatchObject({
    value: '1',
    path: `/transfer/${id}`,
    sameSite: 'Lax',
  });
  const again = await page.context().newPage();
  await holdScripts(again);
  await openRendered(again, `/transfer/${id}`);
  await expect(stepHeading(again, 2)).toBeVisible();
});

test('a press before hydration on a button that hydration replaces opens its dialog', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: address });
  await states['waiting for the payment']?.(page, id, address);
  const release = await holdScripts(page);
  await openRendered(page, `/transfer/${id}`);
  const completed = page.getByRole('button', { name: 'I’ve completed the transfer' });
  await completed.click();
  release();
  const dialog = page.getByRole('dialog', { name: /^We haven’t seen your XRP yet/ });
  await dialog.getByRole('button', { name: 'Keep watching' }).click();
  await expect(completed).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show step 5 again' })).toBeVisible();
});

test('an address that this browser did not send is hidden before any script, and the guide stops', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: address });
  await saveStep(page, id, 3);
  await page.addInitScript(`localStorage.setItem('xrp-bridge:sent-address:${id}', '"${otherAddress}"')`);
  const release = await holdScripts(page);
  await openRendered(page, `/transfer/${id}`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(stepHeading(page, 3)).toHaveCount(0);
  await expect(groupsOf(page)).toHaveCount(0);
  release();
  await expect(page.getByText('Stop: don’t send anything yet')).toBeVisible();
  await expect(groupsOf(page)).toHaveCount(0);
});

test('an address that must be compared first is hidden before any script', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: address });
  await page.addInitScript(`localStorage.setItem('xrp-bridge:resumed:${id}', '{"steps":null,"send":null}')`);
  const release = await holdScripts(page);
  await openRendered(page, `/transfer/${id}`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(stepHeading(page, 1)).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Compare my address' })).toBeVisible();
});

const readTransfer = async (page: Page, id: string) => (await page.request.get(`/api/transfers/${id}`)).json();

/** Functions that prepare each state of a return visit. Each returns a text that the page shows. */
const states: Record<string, (page: Page, id: string, wallet: string) => Promise<string | RegExp>> = {
  'waiting for the payment': async (page, id) => {
    await page.addInitScript(`
      localStorage.setItem('xrp-bridge:sent:${id}', '{"at":"2026-11-20T12:00:00.000Z","before":"0 null"}')`);
    await saveStep(page, id, 5);
    return /^Watching for your/;
  },
  arrived: async (page, id, destination) => {
    await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination, drops: '2000000' });
    await expect.poll(async () => (await readTransfer(page, id)).arrivals.length).toBe(1);
    return 'Your test has arrived';
  },
  completed: async (page, id, destination) => {
    await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination, drops: '5000000000' });
    await expect.poll(async () => (await readTransfer(page, id)).status).toBe('completed');
    return 'Your XRP is home.';
  },
  'without an address': async (page, id) => {
    await page.request.patch(`/api/transfers/${id}`, { data: { destinationAddress: null } });
    return 'Save my address';
  },
  claimed: async (page, id) => {
    await page.request.post(`/api/transfers/${id}/confirm-arrival`, { data: { unseen: true } });
    return 'You told us it arrived';
  },
  'with a requested refund': async (page, id) => {
    await page.request.post(`/api/transfers/${id}/refund-request`, { data: { email: 'rose@example.com' } });
    return /^We received your request on .* (AM|PM)\./;
  },
  refunded: async (page, id) => {
    await post(`${url}/api/admin/refunds/${id}`, { reason: 'asked' }, { cookie: await signInAsOperator() });
    await expect.poll(async () => (await readTransfer(page, id)).status).toBe('refunded');
    return 'We’ve refunded this guide, so you can’t use it anymore.';
  },
  'with a changed address': async (page, id) => {
    await page.request.patch(`/api/transfers/${id}`, { data: { destinationAddress: otherAddress } });
    return /^The address was changed on .* (AM|PM)$/;
  },
};
/** Wallets that no other journey uses, because an arrival belongs to each transfer that waits for it. */
const wallets: Record<string, string> = {
  arrived: 'rPdx6iW3z6st5sQXaPqNC3NPwztYjQsMzL',
  completed: 'rwgVM2DCVi9dEYZEfstXu2TE2rsuk3ZwNK',
};

for (const [state, prepare] of Object.entries(states)) {
  test(`a return visit to a guide ${state} hydrates the server’s page`, async ({ page }) => {
    const wallet = wallets[state] ?? address;
    const id = await paidTransfer(page, { destinationAddress: wallet, sourceAmount: '5000' });
    const shown = await prepare(page, id, wallet);
    const release = await holdScripts(page);
    await openRendered(page, `/transfer/${id}`);
    await mark(page);
    release();
    // A hydration error in the console fails the test.
    await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await waitForHydration(page);
    await expectMarked(page);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [360, 1280]) {
    test(`at ${width} px the whole guide is a list of steps, with the way to get help`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const id = await paidTransfer(page, { destinationAddress: address, sourceAmount: '5000' });
      await openRendered(page, `/transfer/${id}`);
      for (const step of [1, 2, 3, 4, 5]) await expect(stepHeading(page, step)).toBeVisible();
      await expect(groupsOf(page).filter({ hasText: address }).first()).toBeVisible();
      await expect(page.getByText(/^Now enter .* This is your test\./)).toBeVisible();
      await expect(page.getByText(/We can’t check your address here/)).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
      // Nothing is shown that needs a script.
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    });
  }
});

test('the guide’s page of an unpaid transfer is rendered, too', async ({ page }) => {
  const { id } = await openTransfer(page);
  const release = await holdScripts(page);
  await openRendered(page, `/transfer/${id}`);
  await expect(page.getByText('Your guide opens once you’ve paid.')).toBeVisible();
  await mark(page);
  release();
  await waitForHydration(page);
  await expectMarked(page);
  expect((await send<{ status: string }>('GET', `${url}/api/transfers/${id}`)).status).toBe('pending');
});
