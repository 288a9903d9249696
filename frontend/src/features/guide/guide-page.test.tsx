import { onlineManager } from '@tanstack/react-query';
import { spec } from '@xrp-bridge/contracts/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { noReply, refusal, reply } from '../../../test/overrides.ts';
import { address, hash, id, otherAddress } from '../../../test/replies.ts';
import { toast } from '../../ui/toast.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;
const stepsCall = `/api/transfer-instructions/${id}`;

/** Opens a row of the guide that is closed until it is wanted. */
const unfold = (title: string) => text(title).click();

describe('before it is paid', () => {
  test('it leads to the payment, and opens by itself when paid', async () => {
    api = new FakeApi({ destinationAddress: address });
    await open(guide, api);
    await expect.element(link('Pay $4.00')).toHaveAttribute('href', `/checkout?transfer=${id}`);
    await expectAccessible();
    // The server would refuse the steps with a 402, which the browser logs as an error.
    expect(api.called('GET', stepsCall)).toEqual([]);
    api.push({ status: 'instructions_sent' });
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    expect(api.called('GET', stepsCall)).toHaveLength(1);
  });

  test.each([`/checkout?transfer=${id}`, `/checkout-success?transfer=${id}`, '/transfer-flow'])(
    '%s does not ask for the steps',
    async (place) => {
      api = new FakeApi({ destinationAddress: address });
      localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
      const waiting = { id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' };
      localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(waiting));
      await open(place, api);
      await expect.poll(() => api.called('GET', `/api/transfers/${id}`).length).toBeGreaterThan(0);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(api.called('GET', stepsCall)).toEqual([]);
    },
  );

  test('an expired transfer can still be paid', async () => {
    api = new FakeApi({ status: 'expired' });
    await open(guide, api);
    await expectVisible('Expired', link('Pay $4.00'));
    await expectAccessible();
  });

  test('an unknown one is not found', async () => {
    await open('/transfer/nobody', api);
    await expect.element(text('If you came by a link', { exact: false })).toBeVisible();
  });
});

describe('the steps', () => {
  test(`${spec('2.11a')} one at a time, in order, remembered over a reload`, async () => {
    const screen = await open(guide, api);
    await expect.element(heading('Step 1 of 5: Have your Xaman address ready')).toBeVisible();
    await expectAccessible();
    toast({ title: 'Passing' });
    await expect.element(text('Passing')).toBeVisible();
    await button('Done, next step').click();
    const second = heading(/^Step 2 of 5/);
    await expect.element(second).toHaveFocus();
    // It would lie on the heading, and is gone sooner than by itself.
    await expect.element(text('Passing'), { timeout: 2_000 }).not.toBeInTheDocument();
    await screen.unmount();
    await open(guide, api);
    await expect.element(heading(/^Step 2 of 5/)).toBeVisible();
    await button('Back').click();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
  });

  test('the list of all steps, opened on a phone, is closed again on the next one', async () => {
    await page.viewport(360, 740);
    await openGuideAt(2, api);
    await unfold('All 5 steps');
    await expect.element(button('Enter the amount')).toBeVisible();
    await button('Done, next step').click();
    await expectVisible(heading(/^Step 3 of 5/), 'All 5 steps');
    await expect.element(button('Enter the amount')).not.toBeInTheDocument();
  });

  test('leads to the sign-in of the exchange, and to its withdrawal page once that was opened', async () => {
    await openGuideAt(2, api);
    await expectVisible('Estimated time', 'Network fee');
    const signIn = link(/^Open coinbase\.com/);
    await expect.element(signIn).toHaveAttribute('href', 'https://login.coinbase.com/');
    expect(link(/withdrawal page/).elements()).toEqual([]);
    let followed = '';
    const follow = (event: Event) => {
      event.preventDefault();
      // The browser reads the address after all handlers and what they render.
      queueMicrotask(() => {
        followed = (event.target as Element).closest('a')?.href ?? '';
      });
    };
    document.addEventListener('click', follow);
    onTestFinished(() => document.removeEventListener('click', follow));
    await signIn.click();
    await expect.poll(() => followed).toBe('https://login.coinbase.com/');
    const withdrawal = link(/^Open the withdrawal page at coinbase\.com/);
    await expect.element(withdrawal).toHaveAttribute('href', 'https://www.coinbase.com/home');
    expect(signIn.elements()).toEqual([]);
  });

  test('on a phone the first step has the time and the fee in one line', async () => {
    await page.viewport(360, 740);
    await openGuideAt(1, api);
    await expectVisible('15 minutes, network fee 0.00001 XRP', text('Instructions ready').first());
    await button('Done, next step').click();
    await expect.element(text('15 minutes, network fee 0.00001 XRP')).not.toBeInTheDocument();
  });

  test('on paper all at once, the address whole', async () => {
    vi.spyOn(window, 'print').mockImplementation(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    await open(guide, api);
    await unfold('About this guide');
    await button('Print all steps').click();
    await expectVisible(heading(/^Step 5 of 5/), /^Now enter/, text(address).first());
    await expect.element(button('Done, next step')).not.toBeInTheDocument();
    window.dispatchEvent(new Event('afterprint'));
    await expect.element(button('Done, next step')).toBeVisible();
    await expect.element(heading(/^Step 5 of 5/)).not.toBeInTheDocument();
  });

  test(`${spec('2.11b')} while the instructions load there is a skeleton`, async () => {
    await open(guide, api, noReply('GET /api/transfer-instructions/{id}'));
    await expect.element(text('Loading your guide…')).toBeVisible();
    await expectAccessible();
  });

  test('once shown here, transfer and steps are asked for side by side, and the check does not wait for the steps', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '0');
    const transfer = noReply('GET /api/transfers/{id}');
    const steps = noReply('GET /api/transfer-instructions/{id}');
    await open(guide, api, transfer, steps);
    await expect.poll(steps.requestCount).toBe(1);
    // What is asked for at once may arrive in either order.
    await expect.poll(transfer.requestCount).toBe(1);
    transfer.end();
    await expect.poll(() => api.called('GET', '/api/destination-check')).toHaveLength(1);
    steps.end();
    await expectVisible(heading(/^Step 1 of 5/), /^Checked on the XRP Ledger/);
    expect(api.called('GET', stepsCall)).toHaveLength(1);
    expect(api.called('GET', '/api/destination-check')).toHaveLength(1);
  });

  test.each([
    ['an older transfer', { version: 0 }],
    ['other eyes', { mine: false }],
  ])('that were written for %s are not shown: they are asked for again', async (_whose, written) => {
    const old = new FakeApi({ status: 'instructions_sent', destinationAddress: otherAddress });
    const { version } = api.transfer;
    const of = { instructions: old.instructions(), version, mine: true, ...written };
    const late = reply('GET /api/transfer-instructions/{id}', of, { once: true });
    await openGuideAt(3, api, late);
    await expect.element(text(address)).toBeVisible();
    expect(document.body.textContent).not.toContain(otherAddress);
    expect(api.called('GET', stepsCall)).toHaveLength(1);
  });

  test(`${spec('2.11b', '8.13')} the guide could not be loaded: Close, and another try`, async () => {
    // Until it is told otherwise, not once: how often a page asks is its own affair.
    const down = refusal('GET /api/transfer-instructions/{id}', 'service_unavailable');
    await open(guide, api, down);
    await expect.element(text('Failed to fetch instructions')).toBeVisible();
    await expect.element(link('Close')).toHaveAttribute('href', '/');
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
  });

  test(`${spec('2.11e')} what can get in the way opens on its answer`, async () => {
    await open(guide, api);
    await unfold('If something gets in the way');
    await text(api.instructions().troubleshooting.commonIssues[0]?.issue ?? '').click();
    await expectAccessible();
  });
});

describe('without a connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  test('the steps stay, the guide says so, and what happened meanwhile appears by itself', async () => {
    await open(guide, api);
    await expect.element(text('Watching the XRP Ledger')).toBeVisible();
    const top = () =>
      heading(/^Step 1 of 5/)
        .element()
        .getBoundingClientRect().top;
    const before = top();
    onlineManager.setOnline(false);
    await expect.element(text(/^No connection just now/)).toBeInViewport();
    // It lies over the page's foot, and moves nothing.
    expect(top()).toBe(before);
    await expect.element(text('Watching the XRP Ledger')).not.toBeInTheDocument();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await expectAccessible();
    onlineManager.setOnline(true);
    await expect.element(text(/^No connection just now/)).not.toBeInTheDocument();
    await expect.element(text('Watching the XRP Ledger')).toBeVisible();
  });
});

describe('a connection that says nothing', () => {
  test('is not believed for long: after 30 seconds the page asks for itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    // It changes, and nobody says so.
    const arrivals = [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }];
    api.transfer = { ...api.transfer, status: 'completed', arrivals, version: api.transfer.version + 1 };
    const asked = api.called('GET', `/api/transfers/${id}`).length;
    // Far from it: the held clock goes on by itself, too.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(api.called('GET', `/api/transfers/${id}`)).toHaveLength(asked);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });
});
