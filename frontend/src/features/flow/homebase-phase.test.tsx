import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text, textbox } from '../../../test/locators.ts';
import { allowMotion, choosePath, expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, id, otherAddress } from '../../../test/replies.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { settleMs } from '../../ui/use-auto-advance.ts';
import { homebaseMs } from './questions.ts';

const flow = '/transfer-flow';
const chosen = `${flow}?from=kraken&to=xumm`;
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ fromExchange: 'kraken' });
});

const press = (name: string | RegExp) => button(name).click();

/** Sets the fake API's transfer to a paid transfer of this browser. */
function setOwnTransfer(change: Partial<Transfer> = {}): void {
  api.push({ status: 'instructions_sent', ...change });
  const { status, fromExchange, toWallet } = api.transfer;
  const paid = status === 'instructions_sent';
  localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
  if (status === 'completed') return;
  localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify({ id, paid, fromExchange, toWallet }));
}

const stored = (key: string): unknown => JSON.parse(localStorage.getItem(`xrp-bridge:${key}:${id}`) ?? 'null');
const saves = () => api.bodies('PATCH', `/api/transfers/${id}`);

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

describe('flow homebase', () => {
  const field = () => textbox(/XRP address/);
  async function enterAddress(value = address): Promise<void> {
    await field().fill(value);
    await press('This is my address');
  }

  test(`${spec('2.5f')} requests address and tag of a paid transfer, and saves both in one request`, async () => {
    setOwnTransfer();
    await open(flow, api);
    await expectVisible(heading('Transfer homebase'), /Kraken to Xaman\. You paid \$4\.00\./);
    await expectAccessible();
    await enterAddress();
    await expect.element(heading(/^Good job!/)).toHaveFocus();
    await expect.element(text(address)).toBeVisible();
    await expectAccessible();
    expect(saves()).toEqual([]);
    await press('Continue');
    await expect.element(heading('Your destination tag')).toHaveFocus();
    await expect.element(text(/Xaman is your own wallet, so it doesn’t need a tag/)).toBeVisible();
    await expectAccessible();
    await press('I don’t have a tag');
    await expect.element(heading('Nice work! Your address is saved without a tag.')).toHaveFocus();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }]);
    await expect.poll(() => api.called('POST', '/api/log-transfer-steps').length).toBe(1);
    await press('Continue');
    await expect.element(heading('Your address is saved')).toHaveFocus();
    await expectVisible('Your guide checks it on the XRP network before you send.', text(address), 'None');
    await expectVisible(/Next, open your guide\.$/);
    await expectAccessible();
    await expect.element(link('Open my guide')).toHaveAttribute('href', `/transfer/${id}`);
    expect([stored('homebase_step'), stored('homebase_wallet'), stored('homebase_tag')]).toEqual([3, address, '']);
  });

  test(`${spec('5.6')} saves the tag with the address`, async () => {
    setOwnTransfer();
    await open(flow, api);
    await enterAddress();
    await press('Continue');
    const tag = textbox(/Destination tag/);
    await tag.fill('12a');
    await press('Save my tag');
    await expectSummaryAbove(tag);
    expect(saves()).toEqual([]);
    await tag.fill('7');
    await press('Save my tag');
    await expect.element(heading('Nice work! Your tag 7 is saved.')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: '7' }]);
  });

  test('fills in the tag of an X-address', async () => {
    setOwnTransfer();
    await open(flow, api);
    await enterAddress('XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV');
    await expect.element(text(address)).toBeVisible();
    await press('Continue');
    await expect.element(textbox(/Destination tag/)).toHaveValue('123456');
    await press('Save my tag');
    await expect.poll(saves).toEqual([{ destinationAddress: address, destinationTag: '123456' }]);
  });

  test('asks the customer to confirm a saved address, and allows a change afterwards', async () => {
    setOwnTransfer({ destinationAddress: address });
    await open(flow, api);
    await expect.element(field()).toHaveValue(address);
    await press('This is my address');
    await press('Change my answer');
    await expect.element(field()).toHaveValue(address);
    await enterAddress(otherAddress);
    await press('Continue');
    await press('Back');
    await expect.element(field()).toHaveValue(otherAddress);
  });

  test(`${spec('5.4')} rejects an invalid address with the reason`, async () => {
    setOwnTransfer();
    await open(flow, api);
    await enterAddress(`${address.slice(0, -1)}M`);
    const reason = /That doesn’t look right. Try again. One or more characters in this address are wrong/;
    await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible();
    await expectSummaryAbove(field());
    expect(stored('homebase_wallet')).toBeNull();
  });

  test('shows how to find the address in the wallet', async () => {
    setOwnTransfer();
    await open(flow, api);
    await press('Where do I find my address in Xaman?');
    await expect.element(text(/Open Xaman/).first()).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('8.15')} shows an error when saving fails, and saves on retry even if logging fails`, async () => {
    expectConsole(/The step was not counted/);
    const warned = vi.spyOn(console, 'warn');
    setOwnTransfer();
    const lost = networkError('PATCH /api/transfers/{id}', { once: true });
    await open(flow, api, lost, networkError('POST /api/log-transfer-steps'));
    await enterAddress();
    await press('Continue');
    await press('I don’t have a tag');
    await expect.element(text('We couldn’t save the tag')).toBeVisible();
    await expectAccessible();
    await press('I don’t have a tag');
    await expect.element(heading(/^Nice work!/)).toBeVisible();
    await expect.poll(() => warned.mock.calls.length).toBe(1);
  });

  test('shows the server’s message when the server rejects the address', async () => {
    setOwnTransfer();
    const errors = [{ field: 'destinationAddress', message: 'This address is nobody’s wallet.' }];
    await open(flow, api, refusal('PATCH /api/transfers/{id}', 'invalid_input', { errors }));
    await enterAddress();
    await press('Continue');
    await press('I don’t have a tag');
    await expect.element(text('This address is nobody’s wallet.').first()).toBeVisible();
    await press('Back');
    await expect.element(field()).toHaveValue(address);
  });

  test('continues at the same question after a reload and in a second tab', async () => {
    setOwnTransfer();
    const first = await open(flow, api);
    await enterAddress();
    await press('Continue');
    await expect.element(heading('Your destination tag')).toBeVisible();
    await first.unmount();
    const second = await open(flow, api);
    await expect.element(heading('Your destination tag')).toBeVisible();
    await press('I don’t have a tag');
    await press('Continue');
    await expect.element(heading('Your address is saved')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }]);
    await second.unmount();
    await open(`${flow}?view=assistant`, api);
    await expect.element(heading('Your address is saved')).toBeVisible();
  });

  test('requests the address again when another tab or device has changed it', async () => {
    setOwnTransfer({ destinationAddress: otherAddress });
    for (const [key, value] of [
      ['step', 3],
      ['wallet', address],
      ['tag', ''],
    ]) {
      localStorage.setItem(`xrp-bridge:homebase_${key}:${id}`, JSON.stringify(value));
    }
    await open(flow, api);
    await expect.element(field()).toHaveValue(otherAddress);
    expect(text(address).elements()).toEqual([]);
  });

  test('starts at the first question when a stored step has no answers', async () => {
    setOwnTransfer();
    localStorage.setItem(`xrp-bridge:homebase_step:${id}`, '3');
    await open(flow, api);
    await expect.element(field()).toHaveValue('');
  });

  test(`${spec('4.7')} deletes the answers and preserves the transfer on “Start over”`, async () => {
    setOwnTransfer();
    const screen = await open(flow, api);
    await enterAddress();
    await press('Continue');
    await press('Start over');
    await expect.element(field()).toHaveValue('');
    await expect.element(heading('Your address in Xaman')).toHaveFocus();
    expect([stored('homebase_step'), stored('homebase_wallet'), stored('homebase_tag')]).toEqual([null, null, null]);
    expect(localStorage.getItem('xrp-bridge:last-transfer')).not.toBeNull();
    await screen.unmount();
    await open(flow, api);
    await expect.element(field()).toHaveValue('');
  });

  test('allows another transfer, with a warning before its payment', async () => {
    setOwnTransfer();
    const screen = await open(flow, api);
    await press('Start another transfer');
    await expect.element(screen.getByRole('complementary', { name: 'Your transfer is waiting' })).toBeVisible();
    await choosePath(screen, 'Binance', 'Ledger');
    await press('Yes, show me the steps');
    await expect.element(heading('You already have a transfer to finish')).toBeVisible();
  });

  test('redirects to the guide’s alarm when the server has replaced the address', async () => {
    setOwnTransfer({ destinationAddress: otherAddress });
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(address));
    const screen = await open(flow, api);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    await expect.element(text('Stop: don’t send anything yet')).toBeVisible();
  });

  test.each<[what: string, change: Partial<Transfer>]>([
    ['is not paid', { status: 'pending' }],
    ['was refunded', { status: 'refunded' }],
    ['is another customer’s', { mine: false }],
  ])('does not appear for a transfer that %s', async (_, change) => {
    setOwnTransfer(change);
    await open(chosen, api);
    await expect.element(heading('Is this still your path?')).toBeVisible();
  });

  test('does not appear for a transfer that no longer exists, and the stored transfer is deleted', async () => {
    setOwnTransfer();
    await open(chosen, api, refusal('GET /api/transfers/{id}', 'transfer_not_found'));
    await expect.element(heading('Is this still your path?')).toBeVisible();
    await expect.poll(() => localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test('shows an error when the network fails, and can retry', async () => {
    setOwnTransfer();
    const away = networkError('GET /api/transfers/{id}');
    await open(flow, api, away);
    await expect.element(heading('Error loading transfer')).toBeVisible();
    away.end();
    await press('Try again');
    await expect.element(heading('Transfer homebase')).toBeVisible();
  });

  test(`${spec('4.6')} continues automatically after the customer confirms an answer by pointer`, async () => {
    allowMotion();
    setOwnTransfer();
    await open(flow, api);
    await field().fill(address);
    await expect.element(text(/This is a valid XRP address/)).toBeVisible();
    stopTheClock();
    await press('This is my address');
    await expect.element(heading(/^Good job!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(homebaseMs + settleMs);
    await expect.element(heading('Your destination tag')).toHaveFocus();
    await press('I don’t have a tag');
    await expect.element(heading(/^Nice work!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(homebaseMs + settleMs);
    await expect.element(heading('Your address is saved')).toHaveFocus();
  });

  test.each<[what: string, confirm: () => Promise<unknown>]>([
    ['with the keyboard', () => userEvent.keyboard('{Enter}')],
    ['with reduced motion', () => press('This is my address')],
  ])('waits for “Continue” after an answer was confirmed %s', async (what, confirm) => {
    if (what === 'with the keyboard') allowMotion();
    setOwnTransfer();
    await open(flow, api);
    await field().fill(address);
    await expect.element(text(/This is a valid XRP address/)).toBeVisible();
    (field().element() as HTMLInputElement).focus();
    stopTheClock();
    await confirm();
    await expect.element(heading(/^Good job!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(heading(/^Good job!/)).toBeVisible();
    await press('Continue');
    await expect.element(heading('Your destination tag')).toBeVisible();
  });
});
