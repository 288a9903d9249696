import { spec } from '@xrp-bridge/contracts/testing';
import type { RequestHandler } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, hash, id, otherAddress } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
});
afterEach(() => page.viewport(768, 900));

const guide = `/transfer/${id}`;
const receipt = `${guide}/receipt`;

/** Opens the guide of a transfer that is complete, once its settings are known. */
async function openCompleted(...handlers: RequestHandler[]) {
  const screen = await open(guide, api, ...handlers);
  await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  await expect.element(screen.getByText('Sandbox')).toBeVisible();
  return screen;
}

describe('the status timeline', () => {
  const stages = () => page.getByRole('list', { name: 'How far your transfer is' }).getByRole('listitem');
  const told = () =>
    stages()
      .elements()
      .map((each) => each.textContent);

  test(`${spec('2.11c')} goes on by itself, from the payment to the end`, async () => {
    api = new FakeApi({ status: 'instructions_sent', sourceAmount: '5000' });
    await open(guide, api);
    await expect.element(stages().nth(1)).toHaveAttribute('aria-current', 'step');
    expect(told()).toEqual(['Paid $4.00 (done)', 'Wallet', 'Send', 'Arrival', 'Done']);
    await expect.element(page.getByText('Next: give your address')).toBeVisible();
    await expectAccessible();

    api.push({ destinationAddress: address });
    await expect.element(stages().nth(2)).toHaveAttribute('aria-current', 'step');
    await expect.element(page.getByText('Watching the XRP Ledger')).toBeVisible();

    api.push({ arrivals: [{ hash, deliveredXrp: '2', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }] });
    await expect.element(stages().nth(3)).toHaveAttribute('aria-current', 'step');
    expect(told().filter((each) => each?.endsWith('(done)'))).toHaveLength(3);

    api.push({ status: 'completed' });
    await expect.element(page.getByText('Completed', { exact: true })).toBeVisible();
    expect(told().filter((each) => each?.endsWith('(done)'))).toHaveLength(5);
    expect(document.querySelectorAll('ol [aria-current]')).toHaveLength(0);
    await expectAccessible();
  });

  test('on a phone shows what is going on, and no second row of five steps', async () => {
    await page.viewport(360, 740);
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open(guide, api);
    const caption = screen.getByText('Watching the XRP Ledger');
    await expect.element(caption).toBeVisible();
    expect(told()).toHaveLength(5);
    const list = page.getByRole('list', { name: 'How far your transfer is' }).element();
    expect(list.getBoundingClientRect().height).toBe(1);
  });
});

describe('the receipt', () => {
  test('is reached from the completion, and names what was paid, when, to whom, and never an address', async () => {
    const screen = await openCompleted();
    await screen.getByRole('link', { name: 'See my receipt' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Your receipt' })).toHaveFocus();
    const sheet = screen.getByRole('region', { name: 'Receipt' });
    await expect.element(sheet).toBeVisible();
    expect(sheet.element().textContent).toMatch(
      /Transfer guide.*\$4\.00 \(US dollars\).*20 Nov 2026, \d\d:\d\d \S+On your card/,
    );
    expect(sheet.element().textContent).toContain('On your card statementXRP BRIDGE');
    expect(sheet.element().textContent).toContain(`Your reference${api.receipt.reference}`);
    expect(document.body.textContent).not.toContain(address);
    await expectAccessible();
    await screen.getByRole('link', { name: 'Back to my guide' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  });

  test('is reached from the guide’s rows, too', async () => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Instructions ready', { exact: true })).toBeVisible();
    await screen.getByText('About this guide', { exact: true }).click();
    await expect.element(screen.getByRole('link', { name: 'See my receipt' })).toHaveAttribute('href', receipt);
  });

  test('is printed without its buttons', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const screen = await open(receipt, api);
    await screen.getByRole('button', { name: 'Print this receipt' }).click();
    expect(print).toHaveBeenCalledOnce();
    const button = screen.getByRole('button', { name: 'Print this receipt' }).element();
    expect(button.closest('.print\\:hidden')).not.toBeNull();
    print.mockRestore();
  });

  test('has the concierge that was bought later beside the guide, and what went back', async () => {
    const [first] = api.receipt.payments;
    if (!first) throw new Error('no payment');
    api.receipt.payments = [
      first,
      {
        ...first,
        product: 'concierge',
        amount: '13.76',
        paidAt: '2026-11-21T10:00:00.000Z',
        refunded: '13.76',
        refundedAt: '2026-11-23T10:00:00.000Z',
      },
    ];
    const screen = await open(receipt, api);
    await expect.element(screen.getByText('$13.76', { exact: true }).first()).toBeVisible();
    expect(screen.getByRole('region', { name: 'Receipt' }).element().textContent).toMatch(
      /Paid back\$13\.76 on 23 Nov/,
    );
    await expectAccessible();
  });

  test('says so where nothing was charged, and is nothing to print', async () => {
    api.receipt.payments = [];
    const screen = await open(receipt, api);
    await expect.element(screen.getByText(/^We charged nothing for this transfer/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Print this receipt' }).elements()).toEqual([]);
    await expectAccessible();
  });

  test('is loaded before it is there', async () => {
    const screen = await open(receipt, api, noReply('GET /api/transfers/{id}/receipt'));
    await expect.element(screen.getByText('Loading your receipt…')).toBeVisible();
    await expectAccessible();
  });

  test('is the owner’s alone, and could not be loaded otherwise', async () => {
    const screen = await open(receipt, api, refusal('GET /api/transfers/{id}/receipt', 'not_your_transfer'));
    await expect.element(screen.getByRole('heading', { name: 'Is this your transfer?' })).toBeVisible();
    await expectAccessible();
    await screen.unmount();
    const down = refusal('GET /api/transfers/{id}/receipt', 'service_unavailable');
    const again = await open(receipt, api, down);
    await expect.element(again.getByRole('heading', { name: 'Error loading transfer' })).toBeVisible();
    down.end();
    await again.getByRole('button', { name: 'Try again' }).click();
    await expect.element(again.getByRole('region', { name: 'Receipt' })).toBeVisible();
  });
});

describe('open on my phone', () => {
  afterEach(() => void vi.useRealTimers());
  beforeEach(() => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  });
  const button = () => page.getByRole('button', { name: 'Open on my phone' });
  const code = () => page.getByRole('img', { name: 'QR code that opens this guide' });

  test('is a code for one use, made when asked for, and another each time', async () => {
    await open(guide, api);
    await expect.element(button()).toBeVisible();
    expect(api.phoneLinks).toBe(0);
    await button().click();
    await expect.element(code()).toBeVisible();
    await expect.element(page.getByText(/^The code works once, within 10 minutes/)).toBeVisible();
    await expectAccessible();
    const first = code().element().innerHTML;
    await userEvent.keyboard('{Escape}');
    await expect.element(button()).toHaveFocus();
    // Neither kept nor shown again.
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ttt');
    await button().click();
    await expect.element(code()).toBeVisible();
    expect(code().element().innerHTML).not.toBe(first);
    expect(api.phoneLinks).toBe(2);
  });

  test('is too old after its time, and made anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await open(guide, api);
    await button().click();
    await expect.element(code()).toBeVisible();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await expect.element(page.getByText('This code is too old now.')).toBeVisible();
    await expect.element(code()).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('button', { name: 'Make a new code' }).click();
    await expect.element(code()).toBeVisible();
    expect(api.phoneLinks).toBe(2);
  });

  test('says why where it could not be made, and tries again', async () => {
    const down = refusal('POST /api/transfers/{id}/phone-link', 'service_unavailable');
    await open(guide, api, down);
    await button().click();
    await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectAccessible();
    down.end();
    await page.getByRole('button', { name: 'Make a new code' }).click();
    await expect.element(code()).toBeVisible();
  });

  test('is not offered on the phone itself, nor when all is done', async () => {
    await page.viewport(360, 740);
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    expect(button().elements()).toEqual([]);
    await page.viewport(768, 900);
    await expect.element(button()).toBeVisible();
    api.push({ status: 'completed' });
    await expect.element(button()).not.toBeInTheDocument();
  });

  test('does not carry a doubtful address on', async () => {
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(otherAddress));
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Stop: do not send anything yet')).toBeVisible();
    expect(button().elements()).toEqual([]);
  });
});

describe('a tip', () => {
  const tip = { address: otherAddress, tag: '123456' };

  test('is asked for only when all is done, and only where there is a wallet for it', async () => {
    const screen = await openCompleted();
    expect(screen.getByText('Would you like to say thank you?').elements()).toEqual([]);
    await screen.unmount();
    api.config = { ...api.config, tip };
    api.push({ status: 'instructions_sent', arrivals: [] });
    const again = await open(guide, api);
    await expect.element(again.getByText('Sandbox')).toBeVisible();
    await expect.element(again.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    expect(again.getByText('Would you like to say thank you?').elements()).toEqual([]);
    api.push({ status: 'completed' });
    await expect.element(again.getByText('Would you like to say thank you?')).toBeVisible();
  });

  test(`${spec('2.9')} shows our address whole and its tag, to copy, and no other address`, async () => {
    api.config = { ...api.config, tip };
    const screen = await openCompleted();
    expect(document.body.textContent).not.toContain(otherAddress);
    await screen.getByRole('button', { name: 'Leave a tip' }).click();
    const dialog = page.getByRole('dialog', { name: 'A tip, only if you like' });
    await expect.element(dialog.getByText(otherAddress, { exact: true })).toBeVisible();
    expect(document.body.innerText.match(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/g)).toEqual([otherAddress]);
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    for (const [label, text] of [
      ['Copy address', otherAddress],
      ['Copy tag', '123456'],
    ] as const) {
      await dialog.getByRole('button', { name: label }).click();
      await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(written).toHaveBeenLastCalledWith(text);
      await expect.element(dialog.getByRole('button', { name: label })).toBeVisible();
    }
    // Nothing is on offer: it ends where it began.
    expect(dialog.getByRole('link').elements()).toEqual([]);
    await dialog.getByText('Close', { exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Leave a tip' })).toHaveFocus();
    expect(document.body.textContent).not.toContain(otherAddress);
  });

  test('needs no tag where there is none, and leads to the concierge where that is on offer', async () => {
    api.config = { ...api.config, tip: { address: otherAddress, tag: null }, conciergeOffered: true };
    const screen = await openCompleted();
    await screen.getByRole('button', { name: 'Leave a tip' }).click();
    await expect.element(page.getByText('It needs no destination tag.')).toBeVisible();
    expect(page.getByRole('button', { name: 'Copy tag' }).elements()).toEqual([]);
    await expect
      .element(page.getByRole('link', { name: 'Continue to concierge portal' }))
      .toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
  });
});

describe('what comes next', () => {
  const next = () => page.getByRole('button', { name: 'What else we offer' });

  test('is nothing where the concierge is not on offer', async () => {
    await openCompleted();
    expect(next().elements()).toEqual([]);
  });

  test(`${spec('2.10a')} is nothing that has to be done; the concierge is shown to whoever asks, and its figures are samples`, async () => {
    api.config = { ...api.config, conciergeOffered: true };
    await openCompleted();
    // It never opens by itself.
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await next().click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('heading', { name: 'All done' })).toBeVisible();
    await expect.element(dialog.getByText(/nothing more to pay/)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'See what the concierge shows' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'Market buzz' })).toBeVisible();
    await expect.element(dialog.getByText(/It costs \$13\.76, once/)).toBeVisible();
    await expect.element(dialog.getByText('Spiking')).toBeVisible();
    expect(dialog.getByText('Spiking').elements()).toHaveLength(1);
    const figures = dialog.getByRole('listitem').elements();
    expect(figures.length).toBeGreaterThan(0);
    for (const group of figures) expect(group.textContent).toContain('Sample');
    await expect
      .element(dialog.getByRole('link', { name: 'Look at the concierge' }))
      .toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'All done' })).toBeVisible();
    await dialog.getByText('Close', { exact: true }).click();
    await expect.element(next()).toHaveFocus();
  });

  test(`${spec('2.10a')} shows live figures where there are some, and how much more is said than the day before`, async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const timestamp = '2026-11-20T12:00:00.000Z';
    api.trending = [
      { symbol: 'XRP', mentionCount: 1_310, source: 'GDELT, Hacker News', velocityPercentage: 100, timestamp },
      { symbol: 'XLM', mentionCount: 8, source: 'GDELT', velocityPercentage: 99.9, timestamp },
      { symbol: 'QNT', mentionCount: 5, source: 'GDELT', velocityPercentage: -12.5, timestamp },
    ];
    await openCompleted();
    await next().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'See what the concierge shows' }).click();
    await expect.element(dialog.getByRole('listitem').nth(0)).toHaveTextContent('XRPSpiking1,310 mentionsup 100 %');
    await expect.element(dialog.getByRole('listitem').nth(1)).toHaveTextContent('XLM8 mentionsup 99.9 %');
    await expect.element(dialog.getByRole('listitem').nth(2)).toHaveTextContent('QNT5 mentionsdown 12.5 %');
    await expect.element(dialog.getByText('Counted by GDELT, Hacker News, in the last 24 hours.')).toBeVisible();
    expect(dialog.getByText(/Sample|made up/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('says “Sample” where the figures could not be loaded', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    await openCompleted(networkError('GET /api/trending-cryptos'));
    await next().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'See what the concierge shows' }).click();
    await expect.element(dialog.getByText('Sample').first()).toBeVisible();
    expect(dialog.getByText('Sample').elements()).toHaveLength(3);
  });

  test('for whoever owns the concierge, it is there, and has no price', async () => {
    api.push({ access: { guide: true, concierge: 'owned' } });
    await openCompleted();
    await next().click();
    await page.getByRole('button', { name: 'See what the concierge shows' }).click();
    await expect
      .element(page.getByRole('dialog').getByRole('link', { name: 'Open the concierge portal' }))
      .toHaveAttribute('href', `/concierge?transfer=${id}`);
    expect(page.getByRole('dialog').element().textContent).not.toContain('$');
    await expectAccessible();
  });
});
