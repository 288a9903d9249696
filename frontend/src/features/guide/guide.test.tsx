import { onlineManager } from '@tanstack/react-query';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, hash, id, otherAddress } from '../../../test/replies.ts';
import { toast } from '../../ui/toast.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;
const stepsCall = `/api/transfer-instructions/${id}`;
type OpenPage = Awaited<ReturnType<typeof open>>;

/** Opens the guide at a step, counted from 1. */
async function openAt(number: number, ...handlers: RequestHandler[]) {
  localStorage.setItem(`xrp-bridge:step:${id}`, String(number - 1));
  const screen = await open(guide, api, ...handlers);
  await expect.element(screen.getByRole('heading', { name: new RegExp(`^Step ${number} of 5`) })).toBeVisible();
  return screen;
}

/** Opens a row of the guide that is closed until it is wanted. */
const unfold = (screen: OpenPage, title: string) => screen.getByText(title, { exact: true }).click();

describe('before it is paid', () => {
  test('it leads to the payment, and opens by itself when paid', async () => {
    api = new FakeApi({ destinationAddress: address });
    const screen = await open(guide, api);
    await expect
      .element(screen.getByRole('link', { name: 'Pay $4.00' }))
      .toHaveAttribute('href', `/checkout?transfer=${id}`);
    await expectAccessible();
    // The server would refuse the steps with a 402, which the browser logs as an error.
    expect(api.called('GET', stepsCall)).toEqual([]);
    api.push({ status: 'instructions_sent' });
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
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
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Expired')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Pay $4.00' })).toBeVisible();
    await expectAccessible();
  });

  test('an unknown one is not found', async () => {
    const screen = await open('/transfer/nobody', api);
    await expect.element(screen.getByText('If you came by a link', { exact: false })).toBeVisible();
  });
});

describe('the steps', () => {
  test(`${spec('2.11a')} one at a time, in order, remembered over a reload`, async () => {
    const screen = await open(guide, api);
    await expect
      .element(screen.getByRole('heading', { name: 'Step 1 of 5: Have your Xaman address ready' }))
      .toBeVisible();
    await expectAccessible();
    toast({ title: 'Passing' });
    await expect.element(screen.getByText('Passing', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    const second = screen.getByRole('heading', { name: /^Step 2 of 5/ });
    await expect.element(second).toHaveFocus();
    // It would lie on the heading, and is gone sooner than by itself.
    await expect.element(screen.getByText('Passing', { exact: true }), { timeout: 2_000 }).not.toBeInTheDocument();
    await screen.unmount();
    const again = await open(guide, api);
    await expect.element(again.getByRole('heading', { name: /^Step 2 of 5/ })).toBeVisible();
    await again.getByRole('button', { name: 'Back' }).click();
    await expect.element(again.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
  });

  test('the list of all steps, opened on a phone, is closed again on the next one', async () => {
    onTestFinished(() => page.viewport(768, 900));
    await page.viewport(360, 740);
    const screen = await openAt(2);
    await unfold(screen, 'All 5 steps');
    await expect.element(screen.getByRole('button', { name: 'Enter the amount' })).toBeVisible();
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 3 of 5/ })).toBeVisible();
    await expect.element(screen.getByText('All 5 steps')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Enter the amount' })).not.toBeInTheDocument();
  });

  test('leads to the sign-in of the exchange, and to its withdrawal page once that was opened', async () => {
    const screen = await openAt(2);
    await expect.element(screen.getByText('Estimated time')).toBeVisible();
    await expect.element(screen.getByText('Network fee')).toBeVisible();
    const signIn = screen.getByRole('link', { name: /^Open coinbase\.com/ });
    await expect.element(signIn).toHaveAttribute('href', 'https://login.coinbase.com/');
    expect(screen.getByRole('link', { name: /withdrawal page/ }).elements()).toEqual([]);
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
    const withdrawal = screen.getByRole('link', { name: /^Open the withdrawal page at coinbase\.com/ });
    await expect.element(withdrawal).toHaveAttribute('href', 'https://www.coinbase.com/home');
    expect(signIn.elements()).toEqual([]);
  });

  test('on a phone the first step has the time and the fee in one line', async () => {
    onTestFinished(() => page.viewport(768, 900));
    await page.viewport(360, 740);
    const screen = await openAt(1);
    await expect.element(screen.getByText('15 minutes, network fee 0.00001 XRP')).toBeVisible();
    await expect.element(screen.getByText('Instructions ready', { exact: true }).first()).toBeVisible();
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    await expect.element(screen.getByText('15 minutes, network fee 0.00001 XRP')).not.toBeInTheDocument();
  });

  test('on paper all at once, the address whole', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    const screen = await open(guide, api);
    await unfold(screen, 'About this guide');
    await screen.getByRole('button', { name: 'Print all steps' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 5 of 5/ })).toBeVisible();
    await expect.element(screen.getByText(/^Now enter/)).toBeVisible();
    await expect.element(screen.getByText(address).first()).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument();
    window.dispatchEvent(new Event('afterprint'));
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: /^Step 5 of 5/ })).not.toBeInTheDocument();
    print.mockRestore();
  });

  test(`${spec('2.11b')} while the instructions load there is a skeleton`, async () => {
    const screen = await open(guide, api, noReply('GET /api/transfer-instructions/{id}'));
    await expect.element(screen.getByText('Loading your guide…')).toBeVisible();
    await expectAccessible();
  });

  test('once shown here, transfer and steps are asked for side by side, and the check does not wait for the steps', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '0');
    const hold = (path: string) => {
      let release = () => {};
      const held = new Promise<undefined>((resolve) => {
        release = () => resolve(undefined);
      });
      const asked = vi.fn(() => held);
      return { handler: http.get(path, asked), asked, release: () => release() };
    };
    const transfer = hold('/api/transfers/:id');
    const steps = hold('/api/transfer-instructions/:id');
    const screen = await open(guide, api, transfer.handler, steps.handler);
    await expect.poll(() => steps.asked).toHaveBeenCalledOnce();
    // What is asked for at once may arrive in either order.
    await expect.poll(() => transfer.asked).toHaveBeenCalledOnce();
    transfer.release();
    await expect.poll(() => api.called('GET', '/api/destination-check')).toHaveLength(1);
    steps.release();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
    expect(steps.asked).toHaveBeenCalledOnce();
    expect(api.called('GET', '/api/destination-check')).toHaveLength(1);
  });

  test.each([
    ['an older transfer', { version: 0 }],
    ['other eyes', { mine: false }],
  ])('that were written for %s are not shown: they are asked for again', async (_whose, written) => {
    const old = new FakeApi({ status: 'instructions_sent', destinationAddress: otherAddress });
    let isFirst = true;
    const late = http.get('/api/transfer-instructions/:id', () => {
      if (!isFirst) return;
      isFirst = false;
      return HttpResponse.json({ instructions: old.instructions(), version: 1, mine: true, ...written });
    });
    const screen = await openAt(3, late);
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    expect(document.body.textContent).not.toContain(otherAddress);
    expect(api.called('GET', stepsCall)).toHaveLength(1);
  });

  test(`${spec('2.11b', '8.13')} the guide could not be loaded: Close, and another try`, async () => {
    // Until it is told otherwise, not once: how often a page asks is its own affair.
    const down = refusal('GET /api/transfer-instructions/{id}', 'service_unavailable');
    const screen = await open(guide, api, down);
    await expect.element(screen.getByText('Failed to fetch instructions')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Close' })).toHaveAttribute('href', '/');
    await expectAccessible();
    down.end();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
  });

  test(`${spec('2.11e')} what can get in the way opens on its answer`, async () => {
    const screen = await open(guide, api);
    await unfold(screen, 'If something gets in the way');
    await screen.getByText(api.instructions().troubleshooting.commonIssues[0]?.issue ?? '').click();
    await expectAccessible();
  });
});

describe('without a connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  test('the steps stay, the guide says so, and what happened meanwhile appears by itself', async () => {
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Watching the XRP Ledger')).toBeVisible();
    const top = () =>
      screen
        .getByRole('heading', { name: /^Step 1 of 5/ })
        .element()
        .getBoundingClientRect().top;
    const before = top();
    onlineManager.setOnline(false);
    await expect.element(screen.getByText(/^No connection just now/)).toBeInViewport();
    // It lies over the page's foot, and moves nothing.
    expect(top()).toBe(before);
    await expect.element(screen.getByText('Watching the XRP Ledger')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await expectAccessible();
    onlineManager.setOnline(true);
    await expect.element(screen.getByText(/^No connection just now/)).not.toBeInTheDocument();
    await expect.element(screen.getByText('Watching the XRP Ledger')).toBeVisible();
  });
});

describe('a connection that says nothing', () => {
  afterEach(() => void vi.useRealTimers());

  test('is not believed for long: after 30 seconds the page asks for itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    // It changes, and nobody says so.
    const arrivals = [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }];
    api.transfer = { ...api.transfer, status: 'completed', arrivals, version: api.transfer.version + 1 };
    const asked = api.called('GET', `/api/transfers/${id}`).length;
    // Far from it: the held clock goes on by itself, too.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(api.called('GET', `/api/transfers/${id}`)).toHaveLength(asked);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  });
});

describe('the address', () => {
  test('stands whole, is copied without spaces, and confirms for two seconds', async () => {
    const screen = await openAt(3);
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copy address' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(written).toHaveBeenCalledWith(address);
    await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  test('selected by hand it has no spaces either', async () => {
    const screen = await openAt(3);
    const shown = screen.getByText(address, { exact: true });
    await expect.element(shown).toBeVisible();
    getSelection()?.selectAllChildren(shown.element());
    expect(String(getSelection())).toBe(address);
  });

  test('as a QR code in a dialog that Escape closes', async () => {
    const screen = await openAt(3);
    await screen.getByRole('button', { name: 'Show QR for the exchange’s app' }).click();
    await expect.element(page.getByRole('img', { name: 'QR code of your XRP address' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Show QR for the exchange’s app' })).toHaveFocus();
  });

  test('a tag that was given is to be entered', async () => {
    api.push({ destinationTag: '0' });
    const screen = await openAt(3);
    await expect.element(screen.getByText('Destination tag: enter exactly this')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy tag' })).toBeVisible();
    await expectAccessible();
  });

  test('reaching it is counted, with nothing personal', async () => {
    await openAt(3);
    await expect
      .poll(() => api.called('POST', '/api/log-transfer-steps')[0]?.body)
      .toEqual({
        fromExchange: 'coinbase',
        toWallet: 'xumm',
      });
  });

  test('is asked for at the end of the first step while there is none, and the check follows in the same place', async () => {
    api = new FakeApi({ status: 'instructions_sent' });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument();
    expect(screen.getByRole('textbox').elements()).toHaveLength(1);
    await expectAccessible();
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect
      .element(screen.getByText('Paste the XRP address of your wallet. It begins with a small r.').first())
      .toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`)).toEqual([]);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain(address);
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`)[0]?.body).toEqual({
      destinationAddress: address,
      destinationTag: null,
    });
  });

  test.each([3, 4, 5])('that is missing at step %i leads back to where it is asked for', async (number) => {
    api = new FakeApi({ status: 'instructions_sent' });
    const screen = await openAt(number);
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'I’ve completed the transfer' })).not.toBeInTheDocument();
    await expect.element(screen.getByText('First we need your address. Then this step opens.')).toBeVisible();
    expect(screen.getByText(/Now enter|bold groups/).elements()).toEqual([]);
    // The first step is not ticked off: its number stands in front of its name.
    expect(document.querySelector('aside details li')?.textContent).toMatch(/^1/);
    await screen.getByRole('button', { name: 'Give my address first' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toHaveFocus();
  });

  test('in another browser, the refusal says where to change it', async () => {
    api = new FakeApi({ status: 'instructions_sent' });
    const screen = await open(guide, api, refusal('PATCH /api/transfers/{id}', 'not_your_transfer'));
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByText(/open this transfer in the browser that started it/)).toBeVisible();
    await expectAccessible();
  });

  test('can be changed, and shows as changed', async () => {
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Change my address' }).click();
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await expect.element(field).toHaveValue(address);
    await field.fill(otherAddress);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toHaveFocus();
    await expect.element(screen.getByText(otherAddress, { exact: true })).toBeVisible();
    const top = () =>
      screen
        .getByRole('heading', { name: /^Step 1 of 5/ })
        .element()
        .getBoundingClientRect().top;
    const before = top();
    api.push({ addressChangedAt: '2026-11-20T12:00:00.000Z' });
    await expect.element(screen.getByText(/The address was changed on 20 Nov 2026/).first()).toBeVisible();
    expect(top()).toBe(before);
    await expectAccessible();
  });

  test('takes its tag along when it goes', async () => {
    api.push({ destinationTag: '7' });
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Change my address' }).click();
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    const tag = screen.getByRole('textbox', { name: 'Destination tag' });
    await field.fill(otherAddress);
    await expect.element(tag).toHaveValue('');
    // With its own address it is back; one that was typed for the new one stays.
    await field.fill(address);
    await expect.element(tag).toHaveValue('7');
    await tag.fill('42');
    await field.fill(otherAddress);
    await expect.element(tag).toHaveValue('42');
    await tag.fill('');
    await field.fill(address);
    await field.fill(otherAddress);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect
      .poll(() => api.called('PATCH', `/api/transfers/${id}`)[0]?.body)
      .toEqual({ destinationAddress: otherAddress, destinationTag: null });
    // The form shows the new address too: what is saved is in the step.
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await expect.element(screen.getByText(otherAddress, { exact: true })).toBeVisible();
  });

  test(`${spec('5.7')} may have a tag, which is asked for only of whoever was given one`, async () => {
    const screen = await openAt(3);
    await expect.element(screen.getByRole('textbox', { name: 'Destination tag' })).not.toBeInTheDocument();
    await unfold(screen, 'My wallet gave me a tag');
    await screen.getByRole('textbox', { name: 'Destination tag' }).fill('x');
    await screen.getByRole('button', { name: 'Save the tag' }).click();
    await expect.element(screen.getByText('There is a problem')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('textbox', { name: 'Destination tag' }).fill('42');
    await screen.getByRole('button', { name: 'Save the tag' }).click();
    await expect.element(screen.getByText('Destination tag: enter exactly this')).toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`).map(({ body }) => body)).toEqual([{ destinationTag: '42' }]);
    await expect.element(screen.getByRole('button', { name: 'Copy tag' })).toBeVisible();
  });

  test('that was changed is never shown as it was, nor taken for a swapped one, while the new steps are on their way', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '2');
    let answer: (() => void) | undefined;
    const slowly = http.get('/api/transfer-instructions/:id', () => {
      if (api.transfer.destinationAddress === address) return;
      return new Promise<undefined>((resolve) => {
        answer = () => resolve(undefined);
      });
    });
    const screen = await open(guide, api, slowly);
    await screen.getByRole('button', { name: 'Change my address' }).click();
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(otherAddress);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByText('Writing your address into the steps…')).toBeVisible();
    await expect.element(screen.getByText(address, { exact: true })).not.toBeInTheDocument();
    await expect.element(screen.getByText('Stop: do not send anything yet')).not.toBeInTheDocument();
    await expectAccessible();
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await expect.element(screen.getByRole('heading', { name: /^Step 3 of 5/ })).toHaveFocus();
    await expect.element(screen.getByText(otherAddress, { exact: true })).toBeVisible();
  });

  test('that the server swapped stops everything, and is not shown', async () => {
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(address));
    api.transfer.destinationAddress = otherAddress;
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Stop: do not send anything yet')).toBeVisible();
    expect(document.body.innerHTML).not.toContain(otherAddress);
    expect(document.body.textContent).not.toContain(otherAddress);
    await expectAccessible();
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
  });
});

describe('the amount', () => {
  /** Every number of XRP on the page that somebody could take for the one to type. */
  const numbers = () => new Set(document.querySelector('main')?.innerText.match(/[\d.,]*\d(?= XRP)/g));

  test.each([
    ['new', '5000'],
    ['ok', '5000'],
    ['new', '0'],
    ['ok', '0'],
  ] as const)('is one number: a test for a wallet that is %s, with %s XRP in all', async (verdict, sourceAmount) => {
    api.push({ sourceAmount });
    api.find({ verdict });
    const screen = await openAt(4);
    await expect.element(screen.getByText('Now enter 2 XRP. It is the test; the rest comes after.')).toBeVisible();
    expect([...numbers()]).toEqual(['2']);
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copy 2' }).click();
    expect(written).toHaveBeenCalledWith('2');
  });

  test('is read with separators, and copied without', async () => {
    api.push({ sourceAmount: '5000', testFirst: false });
    const screen = await openAt(4);
    await expect.element(screen.getByText('5,000 XRP', { exact: true })).toBeVisible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copy 5000' }).click();
    expect(written).toHaveBeenCalledWith('5000');
  });

  test('all at once is chosen after its risk was told, and can be taken back', async () => {
    api.push({ sourceAmount: '5000' });
    const screen = await openAt(4);
    await screen.getByRole('button', { name: 'Send all at once instead' }).click();
    await expect.element(screen.getByText(/all of it is lost/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Send all of it without a test?');
    await expectAccessible();
    await screen.getByRole('button', { name: 'No, send a test first' }).click();
    expect(api.called('PATCH', `/api/transfers/${id}`)).toEqual([]);
    await screen.getByRole('button', { name: 'Send all at once instead' }).click();
    await screen.getByRole('button', { name: 'Yes, send all at once' }).click();
    await expect.element(screen.getByText('Now enter 5,000 XRP. It is all of it.')).toBeVisible();
    await screen.getByRole('button', { name: 'Send a test first' }).click();
    await expect.element(screen.getByText('Now enter 2 XRP. It is the test; the rest comes after.')).toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`).map(({ body }) => body)).toEqual([
      { testFirst: false },
      { testFirst: true },
    ]);
    await expectAccessible();
  });

  test('of before is not to be copied while the new one is on its way', async () => {
    api.push({ sourceAmount: '5000' });
    let answer: (() => void) | undefined;
    const slowly = http.get('/api/transfer-instructions/:id', () => {
      if (api.transfer.testFirst) return;
      return new Promise<undefined>((resolve) => {
        answer = () => resolve(undefined);
      });
    });
    const screen = await openAt(4, slowly);
    await screen.getByRole('button', { name: 'Send all at once instead' }).click();
    await screen.getByRole('button', { name: 'Yes, send all at once' }).click();
    await expect.element(screen.getByText('One moment: we work out your number…')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Copy/ }).elements()).toEqual([]);
    expect(screen.getByText(/2 XRP/).elements()).toEqual([]);
    await expectAccessible();
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await expect.element(screen.getByText('Now enter 5,000 XRP. It is all of it.')).toBeVisible();
  });

  test('a choice that is not saved says so', async () => {
    const refused = refusal('PATCH /api/transfers/{id}', 'transfer_closed', { detail: 'It is closed.' });
    const screen = await openAt(4, refused);
    await screen.getByRole('button', { name: 'Send all at once instead' }).click();
    await screen.getByRole('button', { name: 'Yes, send all at once' }).click();
    await expect.element(screen.getByText('It is closed.')).toBeVisible();
  });

  test('in all is asked for, may be left open, and changes the number where no test is needed', async () => {
    const screen = await openAt(4);
    await unfold(screen, 'How much do you want to move in all?');
    const field = screen.getByRole('textbox', { name: /^XRP in all/ });
    await field.fill('many');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(screen.getByText('There is a problem')).toBeVisible();
    await expectAccessible();
    await field.fill('8');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(screen.getByText('Now enter 8 XRP. It is all of it.')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Now enter 8 XRP.');
    expect(api.called('PATCH', `/api/transfers/${id}`).map(({ body }) => body)).toEqual([{ sourceAmount: '8' }]);
    // Known, it makes room, and can be opened again.
    await expect.element(field).not.toBeInTheDocument();
    await unfold(screen, 'Change how much you want to move in all');
    await expect.element(field).toHaveValue('8');
  });
});

describe('the last look before sending', () => {
  test('on a phone the lines of its address are about as long as each other', async () => {
    await page.viewport(360, 740);
    const screen = await openAt(5);
    const shown = screen.getByRole('region', { name: 'The form must show this' }).getByText(address, { exact: true });
    await expect.element(shown).toBeVisible();
    const tops = [...shown.element().children].map((group) => group.getBoundingClientRect().top);
    const lines = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    expect(lines).toEqual([3, 3, 3]);
    await page.viewport(768, 900);
  });

  test('shows no amount and no tag of before while the new ones are on their way', async () => {
    api.push({ sourceAmount: '5000' });
    const answers: (() => void)[] = [];
    const slowly = http.get('/api/transfer-instructions/:id', () => {
      if (api.transfer.testFirst) return;
      return new Promise<undefined>((resolve) => answers.push(() => resolve(undefined)));
    });
    const screen = await openAt(5, slowly);
    const look = screen.getByRole('region', { name: 'The form must show this' });
    await expect.element(look.getByText('2 XRP', { exact: true })).toBeVisible();
    api.push({ testFirst: false });
    await expect.element(look.getByText('One moment…')).toBeVisible();
    expect(look.getByText('2 XRP', { exact: true }).elements()).toEqual([]);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await expect.element(look.getByText('5,000 XRP', { exact: true })).toBeVisible();
    api.push({ destinationTag: '42' });
    await expect.element(screen.getByText('Writing your address into the steps…')).toBeVisible();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await expect.element(look.getByText('42', { exact: true })).toBeVisible();
  });

  test('repeats address, tag, network and amount, and names what is bold', async () => {
    api.push({ sourceAmount: '5000' });
    const screen = await openAt(5);
    const look = screen.getByRole('region', { name: 'The form must show this' });
    await expect.element(look.getByText(address, { exact: true })).toBeVisible();
    await expect.element(look.getByText('None: leave it empty')).toBeVisible();
    await expect.element(look.getByText('XRP Ledger')).toBeVisible();
    await expect.element(look.getByText('2 XRP', { exact: true })).toBeVisible();
    await expect
      .element(look.getByText('Compare the bold groups: the first two, one in the middle and the last two.'))
      .toBeVisible();
    await expectAccessible();
  });

  test('of an address with a tag shows the tag; of no stated amount, that it is all', async () => {
    api.push({ destinationTag: '42', testFirst: false });
    const screen = await openAt(5);
    const look = screen.getByRole('region', { name: 'The form must show this' });
    await expect.element(look.getByText('42', { exact: true })).toBeVisible();
    await expect.element(look.getByText('All of it')).toBeVisible();
  });
});

describe('on a phone', () => {
  afterEach(() => page.viewport(768, 900));

  test('no QR code is offered: it is the phone', async () => {
    await page.viewport(360, 740);
    const screen = await openAt(3);
    await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show QR for the exchange’s app' }).elements()).toEqual([]);
  });
});

describe('the end', () => {
  test(`${spec('2.11f')} I’ve completed the transfer is asked once more; what nobody saw is not called home, and can be taken back`, async () => {
    const screen = await openAt(5);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Has your XRP arrived?' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Not yet' }).click();
    expect(api.called('POST', `/api/transfers/${id}/confirm-arrival`)).toEqual([]);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await expect.element(screen.getByRole('heading', { name: 'You told us it arrived' })).toHaveFocus();
    expect(document.title).toMatch(/^You told us it arrived/);
    expect(document.body.textContent).not.toMatch(/is home|All done/);
    // The watch and the refund go on.
    await expect.element(screen.getByText('Watching the XRP Ledger')).toBeVisible();
    await expect.element(screen.getByText('Ask for your money back')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'It has not arrived after all' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 5 of 5/ })).toHaveFocus();
    expect(api.called('DELETE', `/api/transfers/${id}/confirm-arrival`)).toHaveLength(1);
  });

  test('a claim that can no longer be taken back offers no button; one refused meanwhile says why', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    api.push({ arrivalClaimedAt: hoursAgo(25), watch: { state: 'ended', until: hoursAgo(1) } });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: 'You told us it arrived' })).toBeVisible();
    const undo = screen.getByRole('button', { name: 'It has not arrived after all' });
    await expect.element(undo).not.toBeInTheDocument();
    // The last step, which that would lead to, is not there, nor any other.
    await expect
      .element(screen.getByText('We no longer watch the XRP Ledger for this transfer'))
      .not.toBeInTheDocument();
    await expect.element(screen.getByRole('listitem').getByRole('button').first()).not.toBeInTheDocument();
    await screen.unmount();
    api.push({ arrivalClaimedAt: hoursAgo(23) });
    const refused = refusal('DELETE /api/transfers/{id}/confirm-arrival', 'claim_final');
    const again = await open(guide, api, refused);
    await again.getByRole('button', { name: 'It has not arrived after all' }).click();
    await expect.element(again.getByText(/^It is more than 24 hours since you told us/)).toBeVisible();
  });

  test('a claim that the ledger confirms brings the XRP home; one that it never does, closes the transfer', async () => {
    api.push({ arrivalClaimedAt: '2026-11-20T10:00:00.000Z' });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: 'You told us it arrived' })).toBeVisible();
    api.push({ status: 'completed' });
    await expect.element(screen.getByRole('heading', { name: 'You told us it arrived.' })).toBeVisible();
    await expect.element(screen.getByText(/We didn’t see it on the XRP Ledger ourselves/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/is home|All done/);
    await expectAccessible();
    api.push({ arrivals: [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }] });
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  });

  test.each([
    ['You told us it arrived', { arrivalClaimedAt: '2026-11-20T10:00:00.000Z' }],
    ['Your XRP is home.', { status: 'completed' }],
  ] as const)('leads back to the main flow where it was ordered there: %s', async (title, end) => {
    api.push(end);
    const goOn = page.getByRole('link', { name: 'Continue', exact: true });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(goOn).not.toBeInTheDocument();
    await screen.unmount();
    localStorage.setItem(`xrp-bridge:ordered-in-flow:${id}`, 'true');
    await open(guide, api);
    await expect.element(goOn).toHaveAttribute('href', '/transfer-flow');
  });

  test('a confirmation that fails says why', async () => {
    const refused = refusal('POST /api/transfers/{id}/confirm-arrival', 'not_your_transfer');
    const screen = await openAt(5, refused);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await expect.element(page.getByText(/open this transfer in the browser that started it/)).toBeVisible();
  });

  test.each([
    [/^XRPL Explorer/, `https://livenet.xrpl.org/accounts/${address}`],
    [/^XRPSCAN/, `https://xrpscan.com/account/${address}`],
  ])(`${spec('2.11d')} the explorer %s opens in a new tab`, async (name, href) => {
    const screen = await open(guide, api);
    await unfold(screen, 'Your wallet on the XRP Ledger');
    const link = screen.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', href);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test.each([
    ['none', 'Paid $4.00', 'Look at the concierge'],
    ['owned', 'Paid $17.76', 'Open the concierge portal'],
    ['refunded', 'Paid $4.00', 'Look at the concierge'],
  ] as const)('what is owned is told by access, not by what was ordered: %s', async (concierge, paid, link) => {
    api.config = { ...api.config, conciergeOffered: true };
    // Ordered as the other of the two, to be sure.
    api.push({ serviceFee: concierge === 'owned' ? '4.00' : '17.76', access: { guide: true, concierge } });
    const screen = await open(guide, api);
    await expect.element(screen.getByText(paid)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: link })).toHaveAttribute('href', `/concierge?transfer=${id}`);
    expect(document.body.textContent?.includes('Yours for good')).toBe(concierge === 'owned');
  });

  test.each([
    ['none', false],
    ['owned', true],
    ['refunded', true],
  ] as const)('where the concierge is not offered, it has a row for whoever had it: %s', async (concierge, seen) => {
    api.push({ access: { guide: true, concierge } });
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Ask for your money back')).toBeVisible();
    // The settings are known, and with them what is on offer.
    await expect.element(screen.getByText('Sandbox')).toBeVisible();
    expect(screen.getByText('Concierge', { exact: true }).elements()).toHaveLength(seen ? 1 : 0);
  });

  test('the reserve is the one of the ledger', async () => {
    api.push({ status: 'completed' });
    api.find({ reserveXrp: '0.2' });
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Why you may see 0.2 XRP less to spend')).toBeVisible();
  });

  test('a refunded guide is closed while it is open', async () => {
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    api.push({ status: 'refunded' });
    await expect.element(screen.getByRole('heading', { name: 'This transfer was refunded' })).toBeVisible();
  });
});
