import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';

// Whoever has the link of a transfer that is not theirs: what the server tells them of it, and what they may do.

const hidden = { mine: false, destinationAddress: 'hidden' };
const guide = `/transfer/${id}`;

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ ...hidden, status: 'instructions_sent' });
});

describe('the guide of somebody else', () => {
  test('shows the steps in general, and says how to open it here', async () => {
    await open(guide, api);
    await expectVisible(heading('Is this your transfer?'), 'Open the link in our e-mail on this device.');
    await expectVisible('Or go on in the browser where you began.', heading(/^Step 5 of 5/));
    await expectAccessible();
  });

  test('neither asks for an address nor offers what only its owner may do', async () => {
    const screen = await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/\bhidden\b|where should your XRP go|completed the transfer|refund/);
    expect(screen.getByRole('textbox').elements()).toEqual([]);
    expect(link(/XRPSCAN/).elements()).toEqual([]);
    expect(api.called('GET', '/api/destination-check')).toEqual([]);
  });

  test('raises no alarm where this browser once sent an address for it', async () => {
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(address));
    await open(guide, api);
    await expect.element(heading('Is this your transfer?')).toBeVisible();
    await expect.element(text('Stop: do not send anything yet')).not.toBeInTheDocument();
  });

  test('does not become “My transfer”', async () => {
    await open(guide, api);
    await link('Start a transfer of my own').click();
    await expect.element(heading(/^Move your XRP home/)).toBeVisible();
    expect(link('My transfer').elements()).toEqual([]);
    expect(localStorage.getItem('xrp-bridge:last-transfer')).toBeNull();
  });

  test('opens by itself once the link of the mail was opened in another tab', async () => {
    // The page never asks because its live connection was silent for long: only because it is looked at again.
    const plain = window.setTimeout;
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 30_000 ? 0 : plain(run, ms, ...rest)) as typeof window.setTimeout);
    await open(guide, api);
    await expect.element(heading('Is this your transfer?')).toBeVisible();
    api.transfer = { ...api.transfer, mine: true, destinationAddress: address };
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await expect.element(button('Done, next step')).toBeVisible();
    expect(localStorage.getItem('xrp-bridge:last-transfer')).toBe(JSON.stringify(id));
  });
});

describe('an unpaid transfer of somebody else', () => {
  test.each([guide, `/checkout?transfer=${id}`, `/checkout-failed?transfer=${id}`])(
    '%s offers no payment that would be refused, and says what to do',
    async (path) => {
      api = new FakeApi(hidden);
      await open(path, api);
      await expect.element(heading('Is this your transfer?')).toBeVisible();
      expect(link(/^Pay/).elements()).toEqual([]);
      expect(api.called('POST', '/api/create-payment-intent')).toEqual([]);
      await expectAccessible();
    },
  );

  test('a bank’s app that returned to another browser: the payment is confirmed there too', async () => {
    api = new FakeApi(hidden);
    const paid = http.post('/api/transfers/:id/complete', () => {
      api.push({ status: 'instructions_sent', access: { guide: true, concierge: 'none' } });
      return HttpResponse.json(api.transfer);
    });
    const screen = await open(`/checkout-success?transfer=${id}`, api, paid);
    await expect.poll(screen.path).toBe(guide);
    await expect.element(heading('Is this your transfer?')).toBeVisible();
  });
});
