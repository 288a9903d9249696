import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

// A visitor has the link of another customer's transfer. The server does not send the address to visitors.

const hidden = { mine: false, destinationAddress: 'hidden' };
const guide = `/transfer/${id}`;

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ ...hidden, status: 'instructions_sent' });
});

describe('the guide for a visitor', () => {
  test('shows the general steps, and explains how the owner opens it on this device', async () => {
    await open(guide, api);
    await expectVisible(heading('Is this your transfer?'), /Or open this page in the browser where you started/);
    await expect.element(heading(/^Step 5 of 5/)).toBeVisible();
    await expectAccessible();
  });

  test('offers to mail a new link, with the same text whether or not an address is stored', async () => {
    await open(guide, api);
    await button('Email me a new link').click();
    await expect.element(text(/^If we have an email address for this transfer/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Check your email');
    await expect.element(button('Email me a new link')).not.toBeInTheDocument();
    expect(api.called('POST', `/api/transfers/${id}/resume-link`)).toHaveLength(1);
    await expectAccessible();
  });

  test('shows why the request for a link was refused, and allows a second request', async () => {
    const detail = 'Too many requests. Please try again in 1 minute.';
    await open(guide, api, refusal('POST /api/transfers/{id}/resume-link', 'rate_limited', { detail, once: true }));
    await button('Email me a new link').click();
    await expect.element(text(detail)).toBeVisible();
    await button('Email me a new link').click();
    await expect.element(text(/^If we have an email address for this transfer/)).toBeVisible();
  });

  test('has neither a field for the address nor actions of the owner', async () => {
    const screen = await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/\bhidden\b|where should your XRP go|completed the transfer|refund/);
    expect(screen.getByRole('textbox').elements()).toEqual([]);
    expect(link(/XRPSCAN/).elements()).toEqual([]);
    expect(api.called('GET', '/api/destination-check')).toEqual([]);
  });

  test('raises no alarm if this browser has sent an address for the transfer', async () => {
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(address));
    await open(guide, api);
    await expect.element(heading('Is this your transfer?')).toBeVisible();
    await expect.element(text('Stop: don’t send anything yet')).not.toBeInTheDocument();
  });

  test('is not stored as “My transfer”', async () => {
    await open(guide, api);
    await link('Start my own transfer').click();
    await expect.element(heading(/^Move your XRP home/)).toBeVisible();
    expect(link('My transfer').elements()).toEqual([]);
    expect(localStorage.getItem('xrp-bridge:last-transfer')).toBeNull();
  });

  test('opens by itself after the mail’s link was opened in another tab', async () => {
    // The poll of a silent connection after 30 seconds is disabled, so that only the return to the tab refetches.
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

describe('an unpaid transfer for a visitor', () => {
  test.each([guide, `/checkout?transfer=${id}`, `/checkout-failed?transfer=${id}`])(
    'cannot be paid at %s, and the page shows the next action',
    async (path) => {
      api = new FakeApi(hidden);
      await open(path, api);
      await expect.element(heading('Is this your transfer?')).toBeVisible();
      expect(link(/^Pay/).elements()).toEqual([]);
      expect(api.called('POST', '/api/create-payment-intent')).toEqual([]);
      await expectAccessible();
    },
  );

  test('is confirmed as paid if the bank’s app returns to another browser', async () => {
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
