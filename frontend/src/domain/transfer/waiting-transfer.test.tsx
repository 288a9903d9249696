import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, hash, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('open transfer', () => {
  function storeOpenTransfer(paid: boolean, more: object = {}): void {
    const waiting = { id, paid, fromExchange: 'coinbase', toWallet: 'xumm', ...more };
    localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(waiting));
  }
  const banner = () => page.getByRole('complementary', { name: 'Your transfer is waiting' });
  const goOn = () => banner().getByRole('link', { name: 'Continue my transfer' });

  test.each([
    ['/', true, `/transfer/${id}`],
    ['/transfer', true, `/transfer/${id}`],
    ['/', false, `/checkout?transfer=${id}`],
  ])('is linked from a banner on %s before the server responds (paid: %s)', async (path, paid, place) => {
    storeOpenTransfer(paid);
    await open(path, api, noReply('GET /api/transfers/{id}'));
    await expect.element(banner().getByText('Coinbase to Xaman')).toBeVisible();
    await expect.element(goOn()).toHaveAttribute('href', place);
    await expectAccessible();
  });

  test('has a banner with the next action and the start time', async () => {
    const startedAt = new Date().toISOString();
    storeOpenTransfer(true, { startedAt, next: 'send your 2 XRP test (step 5)' });
    await open('/', api, noReply('GET /api/transfers/{id}'));
    await expect.element(banner().getByText('Next: send your 2 XRP test (step 5). Started today.')).toBeVisible();
  });

  test('has a banner that omits the next action if an arrival has made the action outdated', async () => {
    storeOpenTransfer(true, { next: 'send your 2 XRP test (step 5)', arrivals: 0 });
    api.push({
      status: 'instructions_sent',
      arrivals: [{ hash, deliveredXrp: '1.98', ledgerIndex: 9, at: '2026-11-20T10:05:00.000Z' }],
    });
    await open('/', api);
    await expect.element(banner().getByText('Next: see what arrived. Started Nov 20.')).toBeVisible();
  });

  test('has the current step of the guide as its next action', async () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    localStorage.setItem(`xrp-bridge:step:${id}`, '4');
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(heading(/Step 5 of 5/)).toBeVisible();
    await screen.go('/');
    await expect.element(banner().getByText(/^Next: send your 2 XRP test \(step 5\)\./)).toBeVisible();
  });

  test.each(['completed', 'refunded', 'expired'] as const)('loses its banner when its status is %s', async (status) => {
    storeOpenTransfer(true);
    api.push({ status, destinationAddress: address });
    await open('/', api);
    await expect.element(banner()).not.toBeInTheDocument();
    await expect.poll(() => localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test('loses its banner when it no longer exists on the server', async () => {
    storeOpenTransfer(true);
    await open('/', api, refusal('GET /api/transfers/{id}', 'transfer_not_found'));
    await expect.element(banner()).not.toBeInTheDocument();
    await expect.poll(() => localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test.each([
    ['the network fails', networkError('GET /api/transfers/{id}')],
    ['the server is down', refusal('GET /api/transfers/{id}', 'service_unavailable')],
    ['the rate limit is reached', refusal('GET /api/transfers/{id}', 'rate_limited')],
  ])('retains its banner when %s', async (_, failure) => {
    storeOpenTransfer(true);
    const screen = await open(`/checkout?transfer=${id}`, api, failure);
    // The heading proves that the error response has arrived. The next screens use the same cached response.
    await expect.element(heading('Error loading transfer')).toBeVisible();
    for (const path of ['/', '/transfer', '/transfer-flow?view=select']) {
      await screen.go(path);
      await expect.element(goOn()).toHaveAttribute('href', `/transfer/${id}`);
    }
    expect(localStorage.getItem('xrp-bridge:open-transfer')).not.toBeNull();
  });

  test('is stored by each screen of the customer’s own transfer until the transfer ends', async () => {
    const screen = await open(`/checkout?transfer=${id}`, api);
    const stored = () => JSON.parse(localStorage.getItem('xrp-bridge:open-transfer') ?? 'null');
    await expect.poll(stored).toMatchObject({ id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' });
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    await expect.poll(stored).toMatchObject({ paid: true });
    await expect.poll(() => api.watches).toBe(2);
    api.push({ status: 'completed' });
    await expect.poll(stored).toBeNull();
  });

  test('is not stored if it belongs to another customer', async () => {
    api.push({ mine: false });
    await open(`/checkout?transfer=${id}`, api);
    await expect.element(heading('Is this your transfer?')).toBeVisible();
    expect(localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test('causes a warning before a second checkout', async () => {
    storeOpenTransfer(true);
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await open('/?from=kraken&to=ledger&view=confirm', api);
    const title = heading('You already have a transfer to finish');
    await expectVisible(title, heading('Coinbase to Xaman'));
    await expect.element(link('Finish this transfer')).toHaveAttribute('href', `/transfer/${id}`);
    expect(button(/^Pay/).elements()).toEqual([]);
    await expectAccessible();
    await button('Start another transfer').click();
    await expect.element(heading('Confirm your transfer path')).toHaveFocus();
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
  });

  test('causes a warning on an open page when another tab starts the transfer', async () => {
    await open('/?from=kraken&to=ledger&view=confirm', api);
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    storeOpenTransfer(true);
    dispatchEvent(new StorageEvent('storage', { key: 'xrp-bridge:open-transfer' }));
    await expect.element(heading('You already have a transfer to finish')).toBeVisible();
    expect(button(/^Pay/).elements()).toEqual([]);
  });

  test('loses its banner when the customer changes the selection before paying', async () => {
    await open(`/checkout?transfer=${id}`, api);
    await link('Change selection').click();
    await expect.element(heading(/^Move your XRP home/)).toBeVisible();
    await expect.element(banner()).not.toBeInTheDocument();
  });
});
