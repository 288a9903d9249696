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

/** Opens a collapsed row of the guide. */
const unfold = (title: string) => text(title).click();

describe('the guide of an unpaid transfer', () => {
  test('links to the payment, and opens by itself after the payment', async () => {
    api = new FakeApi({ destinationAddress: address });
    await open(guide, api);
    await expect.element(link('Pay $4.00')).toHaveAttribute('href', `/checkout?transfer=${id}`);
    await expectAccessible();
    // The steps are not requested: the server would return 402, which the browser logs as an error.
    expect(api.called('GET', stepsCall)).toEqual([]);
    api.push({ status: 'instructions_sent' });
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    expect(api.called('GET', stepsCall)).toHaveLength(1);
  });

  test.each([`/checkout?transfer=${id}`, `/checkout-success?transfer=${id}`, '/transfer-flow'])(
    'does not fetch the steps at %s',
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

  test('still links to the payment after the transfer has expired', async () => {
    api = new FakeApi({ status: 'expired' });
    await open(guide, api);
    await expectVisible('Expired', link('Pay $4.00'));
    await expectAccessible();
  });

  test('is replaced by an explanation if the id in the URL is unknown', async () => {
    await open('/transfer/nobody', api);
    await expect.element(text('If you followed a link', { exact: false })).toBeVisible();
  });
});

describe('the steps of the guide', () => {
  test(`${spec('2.11a')} are shown one at a time, in order, and the current step survives a reload`, async () => {
    const screen = await open(guide, api);
    await expect.element(heading('Step 1 of 5: Have your Xaman address ready')).toBeVisible();
    await expectAccessible();
    toast({ title: 'Passing' });
    await expect.element(text('Passing')).toBeVisible();
    await button('Done, next step').click();
    const second = heading(/^Step 2 of 5/);
    await expect.element(second).toHaveFocus();
    // The toast is dismissed before its time ends, because it would cover the heading.
    await expect.element(text('Passing'), { timeout: 2_000 }).not.toBeInTheDocument();
    await screen.unmount();
    await open(guide, api);
    await expect.element(heading(/^Step 2 of 5/)).toBeVisible();
    await button('Back').click();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
  });

  test('have a list that closes on a phone when the next step opens', async () => {
    await page.viewport(360, 740);
    await openGuideAt(2, api);
    await unfold('All 5 steps');
    await expect.element(button('Enter the amount')).toBeVisible();
    await button('Done, next step').click();
    await expectVisible(heading(/^Step 3 of 5/), 'All 5 steps');
    await expect.element(button('Enter the amount')).not.toBeInTheDocument();
  });

  test('link to the exchange’s sign-in, and to the withdrawal page once the sign-in was opened', async () => {
    await openGuideAt(2, api);
    await expectVisible('Estimated time', 'Network fee');
    const signIn = link(/^Open coinbase\.com/);
    await expect.element(signIn).toHaveAttribute('href', 'https://login.coinbase.com/');
    expect(link(/withdrawal page/).elements()).toEqual([]);
    let followed = '';
    const follow = (event: Event) => {
      event.preventDefault();
      // The browser reads the URL only after all handlers have run and React has rendered their changes.
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

  test('show the time in one line at step 1 on a phone', async () => {
    await page.viewport(360, 740);
    await openGuideAt(1, api);
    await expectVisible('About 15 minutes of your time', text('Instructions ready').first());
    await button('Done, next step').click();
    await expect.element(text('About 15 minutes of your time')).not.toBeInTheDocument();
  });

  test('are printed all at once with the complete address', async () => {
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

  test(`${spec('2.11b')} show a placeholder while they load`, async () => {
    await open(guide, api, noReply('GET /api/transfer-instructions/{id}'));
    await expect.element(text('Loading your guide…')).toBeVisible();
    await expectAccessible();
  });

  test('are fetched in parallel with the transfer after the first visit, and do not delay the check of the address', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '0');
    const transfer = noReply('GET /api/transfers/{id}');
    const steps = noReply('GET /api/transfer-instructions/{id}');
    await open(guide, api, transfer, steps);
    await expect.poll(steps.requestCount).toBe(1);
    // Parallel requests may arrive in either order.
    await expect.poll(transfer.requestCount).toBe(1);
    transfer.end();
    await expect.poll(() => api.called('GET', '/api/destination-check')).toHaveLength(1);
    steps.end();
    await expectVisible(heading(/^Step 1 of 5/), /^Checked on the XRP network/);
    expect(api.called('GET', stepsCall)).toHaveLength(1);
    expect(api.called('GET', '/api/destination-check')).toHaveLength(1);
  });

  test.each([
    ['an older version of the transfer', { version: 0 }],
    ['a visitor who is not the owner', { mine: false }],
  ])('are not shown but fetched again if they were returned for %s', async (_whose, written) => {
    const old = new FakeApi({ status: 'instructions_sent', destinationAddress: otherAddress });
    const { version } = api.transfer;
    const of = { instructions: old.instructions(), version, mine: true, ...written };
    const late = reply('GET /api/transfer-instructions/{id}', of, { once: true });
    await openGuideAt(3, api, late);
    await expect.element(text(address)).toBeVisible();
    expect(document.body.textContent).not.toContain(otherAddress);
    expect(api.called('GET', stepsCall)).toHaveLength(1);
  });

  test(`${spec('2.11b', '8.13')} offer “Close” and “Try again” if they could not be loaded`, async () => {
    // The requests fail until `end` is called, not only once, because the page may retry automatically.
    const down = refusal('GET /api/transfer-instructions/{id}', 'service_unavailable');
    await open(guide, api, down);
    await expect.element(text('Failed to fetch instructions')).toBeVisible();
    await expect.element(link('Close')).toHaveAttribute('href', '/');
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
  });

  test(`${spec('2.11e')} list common problems whose solutions can be expanded`, async () => {
    await open(guide, api);
    await unfold('If something goes wrong');
    await text(api.instructions().troubleshooting.commonIssues[0]?.issue ?? '').click();
    await expectAccessible();
  });
});

describe('the guide without a connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  test('still shows the steps with a notice, and updates when the connection returns', async () => {
    await open(guide, api);
    await expect.element(text('Watching for your XRP')).toBeVisible();
    const top = () =>
      heading(/^Step 1 of 5/)
        .element()
        .getBoundingClientRect().top;
    const before = top();
    onlineManager.setOnline(false);
    await expect.element(text(/^We can’t connect right now/)).toBeInViewport();
    // The bar covers the bottom of the window instead of moving the page.
    expect(top()).toBe(before);
    await expect.element(text('Watching for your XRP')).not.toBeInTheDocument();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await expectAccessible();
    onlineManager.setOnline(true);
    await expect.element(text(/^We can’t connect right now/)).not.toBeInTheDocument();
    await expect.element(text('Watching for your XRP')).toBeVisible();
  });
});

describe('a silent live connection', () => {
  test('makes the page refetch the transfer after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    // The transfer changes, but the page receives no event.
    const arrivals = [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }];
    api.transfer = { ...api.transfer, status: 'completed', arrivals, version: api.transfer.version + 1 };
    const callsBefore = api.called('GET', `/api/transfers/${id}`).length;
    // This time is well below 30 seconds, because the fake clock also advances with real time.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(api.called('GET', `/api/transfers/${id}`)).toHaveLength(callsBefore);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });
});
