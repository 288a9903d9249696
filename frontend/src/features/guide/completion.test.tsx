import { readableXrp } from '@xrp-bridge/contracts/drops';
import { spec } from '@xrp-bridge/contracts/testing';
import type { RequestHandler } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, dialog, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, hash, id, otherAddress } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
});

const guide = `/transfer/${id}`;

/** Opens the guide of a complete transfer and waits until the settings are loaded. */
async function openCompleted(...handlers: RequestHandler[]) {
  const screen = await open(guide, api, ...handlers);
  await expectVisible(heading('Your XRP is home.'), 'Sandbox');
  return screen;
}

describe('the status timeline', () => {
  const stages = () => page.getByRole('list', { name: 'Your transfer’s progress' }).getByRole('listitem');
  const stageNames = () =>
    stages()
      .elements()
      .map((each) => each.textContent);

  test(`${spec('2.11c')} advances by itself from the payment to the end`, async () => {
    api = new FakeApi({ status: 'instructions_sent', sourceAmount: '5000' });
    await open(guide, api);
    await expect.element(stages().nth(1)).toHaveAttribute('aria-current', 'step');
    expect(stageNames()).toEqual(['Paid $4.00 (done)', 'Wallet', 'Send', 'Arrival', 'Done']);
    await expect.element(text('Next: add your address')).toBeVisible();
    await expectAccessible();

    api.push({ destinationAddress: address });
    await expect.element(stages().nth(2)).toHaveAttribute('aria-current', 'step');
    await expect.element(text('Watching for your XRP')).toBeVisible();

    api.push({ arrivals: [{ hash, deliveredXrp: '2', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }] });
    await expect.element(stages().nth(3)).toHaveAttribute('aria-current', 'step');
    expect(stageNames().filter((each) => each?.endsWith('(done)'))).toHaveLength(3);

    api.push({ status: 'completed' });
    await expect.element(text('Completed')).toBeVisible();
    expect(stageNames().filter((each) => each?.endsWith('(done)'))).toHaveLength(5);
    expect(document.querySelectorAll('ol [aria-current]')).toHaveLength(0);
    await expectAccessible();
  });

  test('on a phone shows the current state instead of a second row of five steps', async () => {
    await page.viewport(360, 740);
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    await open(guide, api);
    const caption = text('Watching for your XRP');
    await expect.element(caption).toBeVisible();
    expect(stageNames()).toHaveLength(5);
    const list = page.getByRole('list', { name: 'Your transfer’s progress' }).element();
    expect(list.getBoundingClientRect().height).toBe(1);
  });
});

describe('the button “Open on my phone”', () => {
  beforeEach(() => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  });
  const opener = () => button('Open on my phone');
  const codes = () => api.called('POST', `/api/transfers/${id}/phone-link`).length;
  const code = () => page.getByRole('img', { name: 'QR code that opens this guide' });

  test('shows a new one-time QR code each time it is pressed', async () => {
    await open(guide, api);
    await expect.element(opener()).toBeVisible();
    expect(codes()).toBe(0);
    await opener().click();
    await expectVisible(code(), /^The code works once, within 10 minutes/);
    await expectAccessible();
    const first = code().element().innerHTML;
    await userEvent.keyboard('{Escape}');
    await expect.element(opener()).toHaveFocus();
    // The token is not stored, and the code is not shown again.
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ttt');
    await opener().click();
    await expect.element(code()).toBeVisible();
    expect(code().element().innerHTML).not.toBe(first);
    expect(codes()).toBe(2);
  });

  test('reports an expired code, and creates a new one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await open(guide, api);
    await opener().click();
    await expect.element(code()).toBeVisible();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await expect.element(text('This QR code has expired.')).toBeVisible();
    await expect.element(code()).not.toBeInTheDocument();
    await expectAccessible();
    await button('Create a new QR code').click();
    await expect.element(code()).toBeVisible();
    expect(codes()).toBe(2);
  });

  test('shows why the code could not be created, and can retry', async () => {
    const down = refusal('POST /api/transfers/{id}/phone-link', 'service_unavailable');
    await open(guide, api, down);
    await opener().click();
    await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Create a new QR code').click();
    await expect.element(code()).toBeVisible();
  });

  test('is hidden on a phone and after the completion', async () => {
    await page.viewport(360, 740);
    await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    expect(opener().elements()).toEqual([]);
    await page.viewport(768, 900);
    await expect.element(opener()).toBeVisible();
    api.push({ status: 'completed' });
    await expect.element(opener()).not.toBeInTheDocument();
  });

  test('is hidden while the address is in doubt', async () => {
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(otherAddress));
    await open(guide, api);
    await expect.element(text('Stop: don’t send anything yet')).toBeVisible();
    expect(opener().elements()).toEqual([]);
  });
});

describe('a tip', () => {
  const tip = { address: otherAddress, tag: '123456' };

  test('is requested only after the completion, and only if a tip address is configured', async () => {
    const screen = await openCompleted();
    expect(text('Would you like to say thank you?').elements()).toEqual([]);
    await screen.unmount();
    api.config = { ...api.config, tip };
    api.push({ status: 'instructions_sent', arrivals: [] });
    await open(guide, api);
    await expectVisible('Sandbox', heading(/^Step 1 of 5/));
    expect(text('Would you like to say thank you?').elements()).toEqual([]);
    api.push({ status: 'completed' });
    await expect.element(text('Would you like to say thank you?')).toBeVisible();
  });

  test(`${spec('2.9')} shows our complete address and tag to copy, and no other address`, async () => {
    api.config = { ...api.config, tip };
    await openCompleted();
    expect(document.body.textContent).not.toContain(otherAddress);
    await button('Leave a tip').click();
    const tipDialog = dialog('A tip, only if you like');
    await expect.element(tipDialog.getByText(otherAddress)).toBeVisible();
    expect(document.body.innerText.match(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/g)).toEqual([otherAddress]);
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    for (const [label, text] of [
      ['Copy address', otherAddress],
      ['Copy tag', '123456'],
    ] as const) {
      await tipDialog.getByRole('button', { name: label }).click();
      await expect.element(tipDialog.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(written).toHaveBeenLastCalledWith(text);
      await expect.element(tipDialog.getByRole('button', { name: label })).toBeVisible();
    }
    // If the concierge is not offered, the dialog can only be closed.
    expect(tipDialog.getByRole('link').elements()).toEqual([]);
    await tipDialog.getByText('Close').click();
    await expect.element(button('Leave a tip')).toHaveFocus();
    expect(document.body.textContent).not.toContain(otherAddress);
  });

  test('needs no tag if none is configured, and links to the concierge if it is offered', async () => {
    api.config = { ...api.config, tip: { address: otherAddress, tag: null }, conciergeOffered: true };
    await openCompleted();
    await button('Leave a tip').click();
    await expect.element(text('You don’t need a destination tag.')).toBeVisible();
    expect(button('Copy tag').elements()).toEqual([]);
    await expect.element(link('Continue to concierge portal')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
  });
});

describe('the completed guide', () => {
  test('shows the completed bridge, the sum of all payments, and then how to keep the wallet safe', async () => {
    api.push({
      arrivals: [
        { hash, deliveredXrp: '2', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' },
        { hash: hash.replace(/^./, '0'), deliveredXrp: '4998.5', ledgerIndex: 12, at: '2026-11-20T13:00:00.000Z' },
      ],
    });
    await openCompleted();
    const bridges = page.getByRole('img', { name: /100 percent of the way$/ });
    expect(bridges.elements()).toHaveLength(1);
    const order = [bridges, heading('Your XRP is home.'), text('5,000.5'), text('Keep your wallet safe')];
    const tops = order.map((each) => each.element().getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await expectVisible(/^Your XRP left Coinbase and is now in Xaman, where only you can move it/);
    await expectAccessible();
  });

  test.each(['2', '5000', '1234567.123456'])('shows the sum of %s XRP on one line on a phone', async (sum) => {
    await page.viewport(360, 740);
    api.push({ arrivals: [{ hash, deliveredXrp: sum, ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }] });
    await openCompleted();
    const number = text(readableXrp(sum).replace(' XRP', ''), { exact: true }).element();
    expect(number.getClientRects()).toHaveLength(1);
    expect(document.documentElement.scrollWidth).toBe(360);
  });

  test('names the customer as the source if the ledger shows no payment', async () => {
    api.push({ arrivals: [] });
    await open(guide, api);
    await expectVisible(heading('You told us it arrived.'), /We didn’t see it arrive on the XRP network ourselves/);
    expect(document.body.textContent).not.toMatch(/is home/);
  });
});

describe('the offer after a transfer', () => {
  const next = () => button('What else we offer');

  test('is hidden if the concierge is not offered', async () => {
    await openCompleted();
    expect(next().elements()).toEqual([]);
  });

  test(`${spec('2.10a')} describes the concierge only on request, with numbers that are labelled “Sample”`, async () => {
    api.config = { ...api.config, conciergeOffered: true };
    await openCompleted();
    // The dialog never opens automatically.
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await next().click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByRole('heading', { name: 'All done' }), dialog.getByText(/nothing more to pay/));
    await expectAccessible();
    await dialog.getByRole('button', { name: 'See what the concierge shows' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'Market buzz' })).toBeVisible();
    await expectVisible(dialog.getByText(/a one-time fee of \$13\.76/), dialog.getByText('Spiking'));
    expect(dialog.getByText('Spiking').elements()).toHaveLength(1);
    const samples = dialog.getByRole('listitem').elements();
    expect(samples.length).toBeGreaterThan(0);
    for (const group of samples) expect(group.textContent).toContain('Sample');
    const look = dialog.getByRole('link', { name: 'See the concierge' });
    await expect.element(look).toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'All done' })).toBeVisible();
    await dialog.getByText('Close').click();
    await expect.element(next()).toHaveFocus();
  });

  test(`${spec('2.10a')} shows the current numbers of mentions, and the change since the day before`, async () => {
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
    await expect.element(dialog.getByRole('listitem').nth(0)).toHaveTextContent('XRPSpiking1,310 mentionsup 100%');
    await expect.element(dialog.getByRole('listitem').nth(1)).toHaveTextContent('XLM8 mentionsup 99.9%');
    await expect.element(dialog.getByRole('listitem').nth(2)).toHaveTextContent('QNT5 mentionsdown 12.5%');
    await expect.element(dialog.getByText('Counted by GDELT, Hacker News in the last 24 hours.')).toBeVisible();
    expect(dialog.getByText(/Sample|made up/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows samples if the numbers could not be loaded', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    await openCompleted(networkError('GET /api/trending-cryptos'));
    await next().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'See what the concierge shows' }).click();
    await expect.element(dialog.getByText('Sample').first()).toBeVisible();
    expect(dialog.getByText('Sample').elements()).toHaveLength(3);
  });

  test('opens the portal without a price for the owner of the concierge', async () => {
    api.push({ access: { guide: true, concierge: 'owned' } });
    await openCompleted();
    await next().click();
    await button('See what the concierge shows').click();
    await expect.element(link('Open the concierge portal')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    expect(page.getByRole('dialog').element().textContent).not.toContain('$');
    await expectAccessible();
  });
});
