import { onlineManager } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, FakeApi, id, otherAddress, problem } from './fake-api.ts';
import { expectAccessible, open } from './open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;
type OpenPage = Awaited<ReturnType<typeof open>>;

async function goToPasteStep(screen: OpenPage) {
  await screen.getByRole('button', { name: 'Paste your address, and leave the tag empty' }).click();
}

describe('before it is paid', () => {
  test('it leads to the payment, and opens by itself when paid', async () => {
    api = new FakeApi({ destinationAddress: address });
    const screen = await open(guide, api);
    await expect
      .element(screen.getByRole('link', { name: 'Pay $4.00' }))
      .toHaveAttribute('href', `/checkout?transfer=${id}`);
    await expectAccessible();
    api.push({ status: 'instructions_sent' });
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
  });

  test('an expired transfer can still be paid', async () => {
    api = new FakeApi({ status: 'expired' });
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Expired')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Pay $4.00' })).toBeVisible();
    await expectAccessible();
  });

  test('an unknown one is not found', async () => {
    const screen = await open('/transfer/nobody', api);
    await expect
      .element(screen.getByText('The requested transfer could not be found.', { exact: false }))
      .toBeVisible();
  });
});

describe('the steps', () => {
  test('one at a time, in order, remembered over a reload', async () => {
    const screen = await open(guide, api);
    await expect
      .element(screen.getByRole('heading', { name: 'Step 1 of 5: Have your Xaman address ready' }))
      .toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    const second = screen.getByRole('heading', { name: /^Step 2 of 5/ });
    await expect.element(second).toHaveFocus();
    await screen.unmount();
    const again = await open(guide, api);
    await expect.element(again.getByRole('heading', { name: /^Step 2 of 5/ })).toBeVisible();
    await again.getByRole('button', { name: 'Back' }).click();
    await expect.element(again.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
  });

  test('on paper all at once, the address whole', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Print all steps' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 5 of 5/ })).toBeVisible();
    await expect.element(screen.getByText(address).first()).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument();
    window.dispatchEvent(new Event('afterprint'));
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: /^Step 5 of 5/ })).not.toBeInTheDocument();
    print.mockRestore();
  });

  test('while the instructions load there is a skeleton', async () => {
    const screen = await open(
      guide,
      api,
      http.get('/api/transfer-instructions/:id', () => new Promise<never>(() => {})),
    );
    await expect.element(screen.getByText('Loading your guide…')).toBeVisible();
    await expectAccessible();
  });

  test('Failed to fetch instructions, with Close, and another try', async () => {
    // Until it is told otherwise, not once: how often a page asks is its own affair.
    let isDown = true;
    const screen = await open(
      guide,
      api,
      http.get('/api/transfer-instructions/:id', () => (isDown ? problem('service_unavailable') : undefined)),
    );
    await expect.element(screen.getByText('Failed to fetch instructions')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Close' })).toHaveAttribute('href', '/');
    await expectAccessible();
    isDown = false;
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
  });

  test('what can get in the way opens on its answer', async () => {
    const screen = await open(guide, api);
    await screen.getByText(/^The exchange insists on a destination tag/).click();
    await expectAccessible();
  });
});

describe('without a connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  test('the steps stay, the guide says so, and what happened meanwhile appears by itself', async () => {
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Watching the ledger')).toBeVisible();
    onlineManager.setOnline(false);
    await expect.element(screen.getByText('No connection just now')).toBeVisible();
    await expect.element(screen.getByText('Watching the ledger')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await expectAccessible();
    onlineManager.setOnline(true);
    await expect.element(screen.getByText('No connection just now')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Watching the ledger')).toBeVisible();
  });
});

describe('a connection that says nothing', () => {
  afterEach(() => void vi.useRealTimers());

  test('is not believed for long: after 30 seconds the page asks for itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    // It changes, and nobody says so.
    api.transfer = { ...api.transfer, status: 'completed', version: api.transfer.version + 1 };
    const asked = api.called('GET', `/api/transfers/${id}`).length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(api.called('GET', `/api/transfers/${id}`)).toHaveLength(asked);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  });
});

describe('the address', () => {
  test('stands whole, is copied without spaces, and confirms for two seconds', async () => {
    const screen = await open(guide, api);
    await goToPasteStep(screen);
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Destination tag: Not required. Leave it empty.')).toBeVisible();
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copy address' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(written).toHaveBeenCalledWith(address);
    await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  test('selected by hand it has no spaces either', async () => {
    const screen = await open(guide, api);
    await goToPasteStep(screen);
    const shown = screen.getByText(address, { exact: true });
    await expect.element(shown).toBeVisible();
    getSelection()?.selectAllChildren(shown.element());
    expect(String(getSelection())).toBe(address);
  });

  test('as a QR code in a dialog that Escape closes', async () => {
    const screen = await open(guide, api);
    await goToPasteStep(screen);
    await screen.getByRole('button', { name: 'Show QR for my phone' }).click();
    await expect.element(page.getByRole('img', { name: 'QR code of your XRP address' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Show QR for my phone' })).toHaveFocus();
  });

  test('a tag that was given is to be entered', async () => {
    api.push({ destinationTag: '0' });
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Paste your address and tag' }).click();
    await expect.element(screen.getByText('Destination tag: enter exactly this')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy tag' })).toBeVisible();
    await expectAccessible();
  });

  test('reaching it is counted, with nothing personal', async () => {
    const screen = await open(guide, api);
    await goToPasteStep(screen);
    await expect
      .poll(() => api.called('POST', '/api/log-transfer-steps')[0]?.body)
      .toEqual({
        fromExchange: 'coinbase',
        toWallet: 'xumm',
      });
  });

  test('is asked for while there is none', async () => {
    api = new FakeApi({ status: 'instructions_sent' });
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: 'First: where should your XRP go?' })).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect
      .element(screen.getByText('Paste the XRP address of your wallet. It begins with a small r.'))
      .toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`)).toEqual([]);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toHaveFocus();
    expect(api.called('PATCH', `/api/transfers/${id}`)[0]?.body).toEqual({
      destinationAddress: address,
      destinationTag: null,
      sourceAmount: null,
    });
  });

  test('in another browser, the refusal says where to change it', async () => {
    api = new FakeApi({ status: 'instructions_sent' });
    const screen = await open(
      guide,
      api,
      http.patch('/api/transfers/:id', () => problem('not_your_transfer')),
    );
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByText(/open this transfer in the browser that started it/)).toBeVisible();
    await expectAccessible();
  });

  test('can be changed, and shows as changed', async () => {
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Change address, tag or amount' }).click();
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await expect.element(field).toHaveValue(address);
    await field.fill(otherAddress);
    await screen.getByRole('button', { name: 'Save my address' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toHaveFocus();
    await expect.element(screen.getByText(otherAddress, { exact: true })).toBeVisible();
    api.push({ addressChangedAt: '2026-11-20T12:00:00.000Z' });
    await expect.element(screen.getByText(/The address was changed on 20 Nov 2026/)).toBeVisible();
    await expectAccessible();
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
    await screen.getByRole('button', { name: 'Change address, tag or amount' }).click();
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

describe('the end', () => {
  test('I’ve completed the transfer is asked once more, then the XRP is home', async () => {
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Has your XRP arrived?' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Not yet' }).click();
    expect(api.called('POST', `/api/transfers/${id}/confirm-arrival`)).toEqual([]);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toHaveFocus();
    await expectAccessible();
  });

  test('a confirmation that fails says why', async () => {
    const refused = http.post('/api/transfers/:id/confirm-arrival', () => problem('not_your_transfer'));
    const screen = await open(guide, api, refused);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await expect.element(page.getByText(/open this transfer in the browser that started it/)).toBeVisible();
  });

  test.each([
    [/^XRPL Explorer/, `https://livenet.xrpl.org/accounts/${address}`],
    [/^XRPSCAN/, `https://xrpscan.com/account/${address}`],
  ])('the explorer %s opens in a new tab', async (name, href) => {
    const screen = await open(guide, api);
    const link = screen.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', href);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('a refund is asked for with its terms', async () => {
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Request a refund' }).click();
    await expect.element(screen.getByText(/Full refund until your XRP has arrived\./)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Request a refund of $4.00?');
    await expectAccessible();
    await screen.getByRole('button', { name: 'Yes, request it' }).click();
    await expect.element(screen.getByText('We have your request')).toBeVisible();
    expect(api.called('POST', `/api/transfers/${id}/refund-request`)).toHaveLength(1);
  });

  test.each([
    ['none', 'Paid $4.00', 'Look at the concierge', '$4.00'],
    ['owned', 'Paid $17.76', 'Open the concierge portal', '$17.76'],
    ['refunded', 'Paid $4.00', 'Look at the concierge', '$4.00'],
  ] as const)('what is owned is told by access, not by what was ordered: %s', async (concierge, paid, link, amount) => {
    // Ordered as the other of the two, to be sure.
    api.push({ serviceFee: concierge === 'owned' ? '4.00' : '17.76', access: { guide: true, concierge } });
    const screen = await open(guide, api);
    await expect.element(screen.getByText(paid)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: link })).toBeVisible();
    expect(document.body.textContent?.includes('Yours, without end')).toBe(concierge === 'owned');
    await screen.getByRole('button', { name: 'Request a refund' }).click();
    await expect.element(screen.getByText(`Request a refund of ${amount}?`)).toBeVisible();
    await expectAccessible();
  });

  test('once the XRP is home, a refund is of the concierge alone', async () => {
    api.push({ status: 'completed', access: { guide: true, concierge: 'owned' } });
    const screen = await open(guide, api);
    await screen.getByRole('button', { name: 'Request a refund' }).click();
    await expect.element(screen.getByText('Request a refund of $13.76?')).toBeVisible();
    await expect.element(screen.getByText(/Full refund until your XRP has arrived/)).not.toBeInTheDocument();
  });

  test('the reserve is the one of the ledger', async () => {
    api.push({ status: 'completed' });
    api.find({ reserveXrp: '0.2' });
    const screen = await open(guide, api);
    await expect.element(screen.getByText('Why you may see 0.2 XRP less to spend')).toBeVisible();
  });

  test('a refund that is refused says why', async () => {
    const refused = http.post('/api/transfers/:id/refund-request', () =>
      problem('not_refundable', { detail: 'Your XRP has arrived.' }),
    );
    const screen = await open(guide, api, refused);
    await screen.getByRole('button', { name: 'Request a refund' }).click();
    await screen.getByRole('button', { name: 'Yes, request it' }).click();
    await expect.element(screen.getByText('Your XRP has arrived.')).toBeVisible();
  });

  test('a refunded guide is closed while it is open', async () => {
    const screen = await open(guide, api);
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    api.push({ status: 'refunded' });
    await expect.element(screen.getByRole('heading', { name: 'This transfer was refunded' })).toBeVisible();
  });
});

describe('the link in a mail', () => {
  const token = 'a-one-time-token-of-some-length';

  test('opens the transfer, and the token leaves the address bar', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const opened = http.post('/api/transfers/resume', async ({ request }) => {
      expect(await request.json()).toEqual({ token });
      return HttpResponse.json(api.transfer);
    });
    const screen = await open('/resume', api, opened);
    await expect.poll(screen.path).toBe(guide);
    expect(location.hash).toBe('');
  });

  test('used up: says so, and where the transfer may be', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const screen = await open(
      '/resume',
      api,
      http.post('/api/transfers/resume', () => problem('link_expired')),
    );
    await expect.element(screen.getByText('This link was already used or has expired.')).toBeVisible();
    await expect.element(screen.getByText(/still open there\. What you paid for is kept\./)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'help@bridge.test' }).first()).toBeVisible();
    await expectAccessible();
  });

  test('used up, on a device that knows a transfer: leads to it', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    history.replaceState(null, '', `#t=${token}`);
    const screen = await open(
      '/resume',
      api,
      http.post('/api/transfers/resume', () => problem('link_expired')),
    );
    await screen.getByRole('link', { name: 'Open my transfer' }).click();
    await expect.poll(screen.path).toBe(guide);
  });

  test('cut short: says so in plain words', async () => {
    history.replaceState(null, '', '#t=abc');
    const errors = [{ field: 'token', message: 'Too small: expected string to have >=20 characters' }];
    const refused = http.post('/api/transfers/resume', () =>
      problem('invalid_input', { detail: 'token: Too small: expected string to have >=20 characters', errors }),
    );
    const screen = await open('/resume', api, refused);
    await expect
      .element(screen.getByText('A part of the link is missing. Please open it from the e-mail again.'))
      .toBeVisible();
    await expect.element(screen.getByText(/Too small/)).not.toBeInTheDocument();
  });

  test('without a connection: the link can be tried again', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const lost = http.post('/api/transfers/resume', () => HttpResponse.error(), { once: true });
    const screen = await open(
      '/resume',
      api,
      lost,
      http.post('/api/transfers/resume', () => HttpResponse.json(api.transfer)),
    );
    await expect.element(screen.getByText('Please check your connection. The link still works.')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(screen.path).toBe(guide);
  });

  test('without its token: says what to do', async () => {
    const screen = await open('/resume', api);
    await expect
      .element(screen.getByText('A part of the link is missing. Please open it from the e-mail again.'))
      .toBeVisible();
  });
});
