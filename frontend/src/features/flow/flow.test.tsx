import { spec } from '@xrp-bridge/contracts/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { choosePath, expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, id, otherAddress } from '../../../test/replies.ts';
import { comeBack, openExchange } from '../../domain/exchange-trip/trip-store.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { completionMs, homebaseMs } from './questions.ts';

const flow = '/transfer-flow';
const chosen = `${flow}?from=kraken&to=xumm`;

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ fromExchange: 'kraken' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Opened = Awaited<ReturnType<typeof open>>;
const heading = (screen: Opened, name: string | RegExp) => screen.getByRole('heading', { name });
const press = (screen: Opened, name: string | RegExp) => screen.getByRole('button', { name }).click();

/** This browser has a transfer of its own. */
function own(change: Partial<Transfer> = {}): void {
  api.push({ status: 'instructions_sent', ...change });
  const { status, fromExchange, toWallet } = api.transfer;
  const paid = status === 'instructions_sent';
  localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
  if (status === 'completed') return;
  localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify({ id, paid, fromExchange, toWallet }));
}

const kept = (key: string): unknown => JSON.parse(localStorage.getItem(`xrp-bridge:${key}:${id}`) ?? 'null');
const saves = () => api.called('PATCH', `/api/transfers/${id}`).map(({ body }) => body);

/** Whoever likes motion, and works with a pointer; the rest of the page asks its own questions. */
function likeMotion(): void {
  const ask = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('prefers-reduced-motion') ? ({ matches: false } as MediaQueryList) : ask(query),
  );
}

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

describe('choosing', () => {
  test(`${spec('2.5a')} four exchanges and four wallets, and elsewhere for any other`, async () => {
    const screen = await open(flow, api);
    await expect.element(heading(screen, 'From your exchange to your own wallet.')).toBeVisible();
    const names = screen
      .getByRole('radio')
      .elements()
      .map((radio) => (radio as HTMLInputElement).value);
    expect(names.sort()).toEqual(['binance', 'coinbase', 'exodus', 'kraken', 'ledger', 'robinhood', 'trust', 'xumm']);
    expect(screen.getByRole('link', { name: 'Mine is not listed' }).elements()).toHaveLength(2);
    await expectAccessible();
    await screen.getByRole('link', { name: 'Mine is not listed' }).first().click();
    await expect.poll(screen.path).toBe('/transfer');
  });

  test('an exchange and then a wallet lead to the confirmation, and “back” leads back', async () => {
    const screen = await open(flow, api);
    await choosePath(screen, 'Kraken', 'Xaman');
    await expect.element(heading(screen, 'Is this still your path?')).toHaveFocus();
    expect(screen.path()).toBe(`${chosen}&view=confirm`);
    await screen.back();
    await expect.element(screen.getByRole('radio', { name: /Kraken/ })).toBeChecked();
    await expect.element(heading(screen, 'From your exchange to your own wallet.')).toBeVisible();
  });

  test('with the keyboard nothing moves until Continue', async () => {
    const screen = await open(flow, api);
    for (const name of [/Kraken/, /Ledger/]) {
      const radio = screen.getByRole('radio', { name });
      await expect.element(radio).toBeVisible();
      (radio.element() as HTMLInputElement).focus();
      await userEvent.keyboard(' ');
      await expect.element(radio).toBeChecked();
    }
    await press(screen, 'Continue with Kraken to Ledger');
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
  });

  test('Continue without a choice says what is missing', async () => {
    const screen = await open(flow, api);
    await press(screen, 'Continue');
    await expectSummaryAbove(screen.getByRole('radio', { name: /Binance/ }));
    await expectAccessible();
  });

  test('what was chosen elsewhere is seen, too', async () => {
    const screen = await open(`${flow}?from=gemini&to=tangem&view=select`, api);
    await expect.element(screen.getByRole('radio', { name: /Gemini/ })).toBeChecked();
    await expect.element(screen.getByRole('radio', { name: /Tangem/ })).toBeChecked();
  });
});

describe('beginning', () => {
  test(`${spec('4.4')} with both in the address: at the confirmation`, async () => {
    const screen = await open(chosen, api);
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
    await expectAccessible();
  });

  test('with both chosen before: at the confirmation', async () => {
    localStorage.setItem('xrp-bridge:selection', JSON.stringify({ from: 'binance', to: 'trust' }));
    const screen = await open(flow, api);
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
    await expect.element(screen.getByText('Trust Wallet')).toBeVisible();
  });

  test.each([
    '?view=confirm',
    '?view=payment',
    '?view=exchange-help',
    '?view=robinhood',
    '?view=assistant',
    '?view=completion',
    '?view=concierge-upgrade',
    '?view=success',
    '?view=__proto__&from=constructor&to=toString',
    '?from=kraken&to=metamask',
    '?view=payment&from=kraken',
  ])('with %s, and nothing of what that needs: at the choice', async (query) => {
    const screen = await open(flow + query, api);
    await expect.element(heading(screen, 'From your exchange to your own wallet.')).toBeVisible();
  });

  test('with a phase after the payment, and only the pair: at the confirmation', async () => {
    const screen = await open(`${chosen}&view=completion`, api);
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
  });
});

describe('confirming', () => {
  test(`${spec('2.5b')} no leads to the choice, with both still chosen; yes leads to the payment, and “back” leads back`, async () => {
    const screen = await open(`${chosen}&view=confirm`, api);
    await press(screen, 'No, let me choose again');
    await expect.element(screen.getByRole('radio', { name: /Xaman/ })).toBeChecked();
    await screen.back();
    await press(screen, 'Yes, show me the steps');
    await expect.element(heading(screen, 'Check and pay')).toHaveFocus();
    expect(screen.path()).toBe(`${chosen}&view=payment`);
    await screen.back();
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
  });

  test(`${spec('2.5c')} help leads to the exchange and back`, async () => {
    const screen = await open(`${chosen}&view=confirm`, api);
    await press(screen, 'Help me find my way at Kraken');
    await expect.element(heading(screen, 'Find your way at your exchange')).toHaveFocus();
    await expect.element(screen.getByText(/Kraken/).first()).toBeVisible();
    await expectAccessible();
    // One link leads away.
    expect(screen.getByRole('button', { name: 'Back to my path' }).elements()).toEqual([]);
    await press(screen, 'My XRP is at another exchange');
    await expect.element(heading(screen, 'Open your exchange')).toBeVisible();
    await expectAccessible();
    await press(screen, 'Back to my path');
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
    expect(screen.path()).toBe(`${chosen}&view=confirm`);
  });

  test('whoever has just signed in at another exchange is not asked to sign in again', async () => {
    const screen = await open(`${chosen}&view=exchange-help`, api);
    await press(screen, 'My XRP is at another exchange');
    await expect.element(heading(screen, 'Open your exchange')).toBeVisible();
    openExchange('coinbase', 'transferFlow');
    comeBack();
    await press(screen, 'Continue my transfer');
    await expect.element(heading(screen, 'Step 2 of 3: Open the withdrawal form')).toHaveFocus();
    await press(screen, 'Back');
    await expect.element(heading(screen, 'Step 1 of 3: Sign in at Coinbase')).toHaveFocus();
  });

  test(`${spec('2.5d')} what is special at Robinhood is told before anybody pays`, async () => {
    const screen = await open(`${flow}?from=robinhood&to=ledger`, api);
    await press(screen, 'Yes, show me the steps');
    await expect.element(heading(screen, 'Before you send from Robinhood')).toHaveFocus();
    for (const fact of [
      /checks your ID/,
      /up to 5 business days to enable/,
      /\$5,000 or 10 transfers/,
      /20 Nov 2026/,
    ]) {
      await expect.element(screen.getByText(fact).first()).toBeVisible();
    }
    const source = screen.getByRole('link', { name: /own help page/ });
    await expect.element(source).toHaveAttribute('href', expect.stringContaining('https://robinhood.com/'));
    await expectAccessible();
    await press(screen, 'Choose another exchange');
    await expect.element(screen.getByRole('radio', { name: /Robinhood/ })).toBeChecked();
    await screen.back();
    await press(screen, 'I know this, go on');
    await expect.element(heading(screen, 'Check and pay')).toBeVisible();
  });
});

describe('paying', () => {
  const pay = `${chosen}&view=payment`;

  test(`${spec('2.5e')} orders the guide, and goes on at the homebase once it is paid`, async () => {
    const screen = await open(chosen, api);
    await press(screen, 'Yes, show me the steps');
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to continue' })).toBeVisible();
    await expectAccessible();
    await press(screen, 'Pay $4.00 to continue');
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toEqual({
      fromExchange: 'kraken',
      toWallet: 'xumm',
      serviceFee: '4.00',
    });
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    api.push({ status: 'instructions_sent' });
    await expect.poll(screen.path).toBe(flow);
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
    await screen.back();
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
    expect(screen.path()).toBe(`${chosen}&view=assistant`);
    await screen.back();
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
    expect(screen.path()).toBe(chosen);
  });

  test('“back” from a checkout that is not paid leads to the confirmation', async () => {
    const screen = await open(pay, api);
    await press(screen, 'Pay $4.00 to continue');
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    await screen.back();
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
    await press(screen, 'Yes, show me the steps');
    // What was ordered is not ordered twice.
    await expect.element(heading(screen, 'You already have a transfer that waits')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Continue it' }))
      .toHaveAttribute('href', `/checkout?transfer=${id}`);
  });

  test('with the concierge on offer, one of two equal choices', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await open(pay, api);
    await press(screen, 'Choose one to continue');
    await screen.getByRole('alert').getByRole('link', { name: 'Please choose one of the two.' }).click();
    await expect.element(screen.getByRole('radio', { name: /^Guide \$4\.00/ })).toHaveFocus();
    await screen.getByRole('radio', { name: /^Guide with concierge/ }).click();
    await press(screen, 'Pay $17.76 to continue');
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toMatchObject({ serviceFee: '17.76' });
  });

  test(`${spec('8.3')} what went wrong is told, and can be tried again`, async () => {
    const screen = await open(pay, api, networkError('POST /api/transfers', { once: true }));
    await press(screen, 'Pay $4.00 to continue');
    await expect.element(heading(screen, 'Failed to create transfer. Please try again.')).toBeVisible();
    await expect.element(page.getByText('Error', { exact: true })).toBeVisible();
    expect(screen.path()).toBe(pay);
    await press(screen, 'Pay $4.00 to continue');
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('Change selection leads to the choice', async () => {
    const screen = await open(pay, api);
    await press(screen, 'Change selection');
    await expect.element(screen.getByRole('radio', { name: /Kraken/ })).toBeChecked();
  });
});

describe('the homebase', () => {
  const field = (screen: Opened) => screen.getByRole('textbox', { name: /XRP address/ });
  async function sayAddress(screen: Opened, value = address): Promise<void> {
    await field(screen).fill(value);
    await press(screen, 'This is my address');
  }

  test(`${spec('2.5f')} is where a paid transfer goes on: address, tag, done, saved as one`, async () => {
    own();
    const screen = await open(flow, api);
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
    await expect.element(screen.getByText(/Kraken to Xaman\. Paid \$4\.00\./)).toBeVisible();
    await expectAccessible();
    await sayAddress(screen);
    await expect.element(heading(screen, /^Good job!/)).toHaveFocus();
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expectAccessible();
    expect(saves()).toEqual([]);
    await press(screen, 'Continue');
    await expect.element(heading(screen, 'Your destination tag')).toHaveFocus();
    await expect.element(screen.getByText(/Xaman is your own wallet: it needs no tag/)).toBeVisible();
    await expectAccessible();
    await press(screen, 'I have no tag');
    await expect.element(heading(screen, 'Nice work! It is saved without a tag.')).toHaveFocus();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }]);
    await expect.poll(() => api.called('POST', '/api/log-transfer-steps').length).toBe(1);
    await press(screen, 'Continue');
    await expect.element(heading(screen, 'Your address is saved')).toHaveFocus();
    await expect.element(screen.getByText('Your guide checks it on the XRP Ledger before you send.')).toBeVisible();
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('None', { exact: true })).toBeVisible();
    await expectAccessible();
    await expect
      .element(screen.getByRole('link', { name: 'Open my guide' }))
      .toHaveAttribute('href', `/transfer/${id}`);
    expect([kept('homebase_step'), kept('homebase_wallet'), kept('homebase_tag')]).toEqual([3, address, '']);
  });

  test(`${spec('5.6')} a tag that the wallet gave goes with it`, async () => {
    own();
    const screen = await open(flow, api);
    await sayAddress(screen);
    await press(screen, 'Continue');
    const tag = screen.getByRole('textbox', { name: /Destination tag/ });
    await tag.fill('12a');
    await press(screen, 'Save my tag');
    await expectSummaryAbove(tag);
    expect(saves()).toEqual([]);
    await tag.fill('7');
    await press(screen, 'Save my tag');
    await expect.element(heading(screen, 'Nice work! Your tag 7 is saved.')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: '7' }]);
  });

  test('an X-address brings its tag along', async () => {
    own();
    const screen = await open(flow, api);
    await sayAddress(screen, 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV');
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await press(screen, 'Continue');
    await expect.element(screen.getByRole('textbox', { name: /Destination tag/ })).toHaveValue('123456');
    await press(screen, 'Save my tag');
    await expect.poll(saves).toEqual([{ destinationAddress: address, destinationTag: '123456' }]);
  });

  test('an address from before is to be confirmed, and can be changed after', async () => {
    own({ destinationAddress: address });
    const screen = await open(flow, api);
    await expect.element(field(screen)).toHaveValue(address);
    await press(screen, 'This is my address');
    await press(screen, 'Change it');
    await expect.element(field(screen)).toHaveValue(address);
    await sayAddress(screen, otherAddress);
    await press(screen, 'Continue');
    await press(screen, 'Back');
    await expect.element(field(screen)).toHaveValue(otherAddress);
  });

  test.each([
    ['', /^Paste the XRP address of your wallet/],
    [
      `${address.slice(0, -1)}M`,
      /That doesn’t look right. Try again. One or more characters of this address are wrong/,
    ],
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', /address of Ethereum/],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', /belongs to Kraken, not to your own wallet/],
  ])(`${spec('5.4')} the address “%s” is refused with the reason`, async (value, reason) => {
    own();
    const screen = await open(flow, api);
    await sayAddress(screen, value);
    await expect.element(screen.getByRole('alert').getByText(reason)).toBeVisible();
    await expectSummaryAbove(field(screen));
    expect(kept('homebase_wallet')).toBeNull();
  });

  test('a recovery phrase is taken out, never kept and never sent', async () => {
    own();
    const screen = await open(flow, api);
    const phrase = 'wine happy stone river candle music ocean planet garden silver window forest';
    await field(screen).fill(phrase);
    await expect.element(screen.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field(screen)).toHaveValue('');
    expect(JSON.stringify([{ ...localStorage, ...sessionStorage }, api.calls])).not.toContain('candle');
  });

  test('shows where the wallet keeps its address', async () => {
    own();
    const screen = await open(flow, api);
    await press(screen, 'Where do I find it in Xaman?');
    await expect.element(screen.getByText(/Open Xaman/).first()).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('8.15')} what was not saved is told, and can be tried again; a step that was not counted keeps nobody`, async () => {
    expectConsole(/The step was not counted/);
    const warned = vi.spyOn(console, 'warn');
    own();
    const screen = await open(
      flow,
      api,
      networkError('PATCH /api/transfers/{id}', { once: true }),
      networkError('POST /api/log-transfer-steps'),
    );
    await sayAddress(screen);
    await press(screen, 'Continue');
    await press(screen, 'I have no tag');
    await expect.element(screen.getByText('The tag was not saved')).toBeVisible();
    await expectAccessible();
    await press(screen, 'I have no tag');
    await expect.element(heading(screen, /^Nice work!/)).toBeVisible();
    await expect.poll(() => warned.mock.calls.length).toBe(1);
  });

  test('the server’s own words stand there when it refuses', async () => {
    own();
    const errors = [{ field: 'destinationAddress', message: 'This address is nobody’s wallet.' }];
    const screen = await open(flow, api, refusal('PATCH /api/transfers/{id}', 'invalid_input', { errors }));
    await sayAddress(screen);
    await press(screen, 'Continue');
    await press(screen, 'I have no tag');
    await expect.element(screen.getByText('This address is nobody’s wallet.').first()).toBeVisible();
    await press(screen, 'Back');
    await expect.element(field(screen)).toHaveValue(address);
  });

  test('goes on where it was, after a reload and in a second tab', async () => {
    own();
    const first = await open(flow, api);
    await sayAddress(first);
    await press(first, 'Continue');
    await expect.element(heading(first, 'Your destination tag')).toBeVisible();
    await first.unmount();
    const second = await open(flow, api);
    await expect.element(heading(second, 'Your destination tag')).toBeVisible();
    await press(second, 'I have no tag');
    await press(second, 'Continue');
    await expect.element(heading(second, 'Your address is saved')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }]);
    await second.unmount();
    const third = await open(`${flow}?view=assistant`, api);
    await expect.element(heading(third, 'Your address is saved')).toBeVisible();
  });

  test('asks again when the address was changed elsewhere since', async () => {
    own({ destinationAddress: otherAddress });
    for (const [key, value] of [
      ['step', 3],
      ['wallet', address],
      ['tag', ''],
    ]) {
      localStorage.setItem(`xrp-bridge:homebase_${key}:${id}`, JSON.stringify(value));
    }
    const screen = await open(flow, api);
    await expect.element(field(screen)).toHaveValue(otherAddress);
    expect(screen.getByText(address).elements()).toEqual([]);
  });

  test.each([
    ['step', '3'],
    ['step', '4'],
    ['step', '"2"'],
    ['wallet', '"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"'],
    ['wallet', '{"r":1}'],
    ['tag', '"<b>"'],
    ['tag', '{'],
  ])('a stored %s of %s leads nowhere', async (key, value) => {
    own();
    localStorage.setItem(`xrp-bridge:homebase_${key}:${id}`, value);
    const screen = await open(flow, api);
    await expect.element(field(screen)).toHaveValue('');
  });

  test(`${spec('4.7')} Start over forgets what was said, and keeps the transfer`, async () => {
    own();
    const screen = await open(flow, api);
    await sayAddress(screen);
    await press(screen, 'Continue');
    await press(screen, 'Start over');
    await expect.element(field(screen)).toHaveValue('');
    await expect.element(heading(screen, 'Your address in Xaman')).toHaveFocus();
    expect([kept('homebase_step'), kept('homebase_wallet'), kept('homebase_tag')]).toEqual([null, null, null]);
    expect(localStorage.getItem('xrp-bridge:last-transfer')).not.toBeNull();
    await screen.unmount();
    const again = await open(flow, api);
    await expect.element(field(again)).toHaveValue('');
  });

  test('another transfer can be started, which is warned of before it is paid', async () => {
    own();
    const screen = await open(flow, api);
    await press(screen, 'Start another transfer');
    await expect.element(screen.getByRole('complementary', { name: 'Your transfer is waiting' })).toBeVisible();
    await choosePath(screen, 'Binance', 'Ledger');
    await press(screen, 'Yes, show me the steps');
    await expect.element(heading(screen, 'You already have a transfer that waits')).toBeVisible();
  });

  test('a swapped address is shown nowhere here: the guide raises the alarm', async () => {
    own({ destinationAddress: otherAddress });
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(address));
    const screen = await open(flow, api);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    await expect.element(screen.getByText('Stop: do not send anything yet')).toBeVisible();
  });

  test.each<[what: string, change: Partial<Transfer>]>([
    ['is not paid', { status: 'pending' }],
    ['was refunded', { status: 'refunded' }],
    ['is somebody else’s', { mine: false }],
  ])('has none for a transfer that %s', async (_, change) => {
    own(change);
    const screen = await open(chosen, api);
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
  });

  test('nor for one that is gone, which is forgotten', async () => {
    own();
    const gone = refusal('GET /api/transfers/{id}', 'transfer_not_found');
    const screen = await open(chosen, api, gone);
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
    await expect.poll(() => localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test('a network that is away is told, and asked again', async () => {
    own();
    const away = networkError('GET /api/transfers/{id}', { once: true });
    const screen = await open(flow, api, away);
    await expect.element(heading(screen, 'Error loading transfer')).toBeVisible();
    await press(screen, 'Try again');
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
  });

  test(`${spec('4.6')} an answer confirmed with a pointer goes on by itself, each time`, async () => {
    likeMotion();
    own();
    const screen = await open(flow, api);
    await field(screen).fill(address);
    await expect.element(screen.getByText(/This is a valid XRP address/)).toBeVisible();
    stopTheClock();
    await press(screen, 'This is my address');
    await expect.element(heading(screen, /^Good job!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(homebaseMs);
    await expect.element(heading(screen, 'Your destination tag')).toHaveFocus();
    await press(screen, 'I have no tag');
    await expect.element(heading(screen, /^Nice work!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(homebaseMs);
    await expect.element(heading(screen, 'Your address is saved')).toHaveFocus();
  });

  test.each<[what: string, confirm: (screen: Opened) => Promise<unknown>]>([
    ['with the keyboard', () => userEvent.keyboard('{Enter}')],
    ['by whoever wants less motion', (screen) => press(screen, 'This is my address')],
  ])('an answer confirmed %s waits for Continue', async (what, confirm) => {
    if (what === 'with the keyboard') likeMotion();
    own();
    const screen = await open(flow, api);
    await field(screen).fill(address);
    await expect.element(screen.getByText(/This is a valid XRP address/)).toBeVisible();
    (field(screen).element() as HTMLInputElement).focus();
    stopTheClock();
    await confirm(screen);
    await expect.element(heading(screen, /^Good job!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(heading(screen, /^Good job!/)).toBeVisible();
    await press(screen, 'Continue');
    await expect.element(heading(screen, 'Your destination tag')).toBeVisible();
  });
});

describe('the completion', () => {
  /** As the homebase leaves it. */
  function ready(change: Partial<Transfer> = {}): void {
    own({ destinationAddress: address, ...change });
    localStorage.setItem(`xrp-bridge:homebase_step:${id}`, '3');
    localStorage.setItem(`xrp-bridge:homebase_wallet:${id}`, JSON.stringify(address));
    localStorage.setItem(`xrp-bridge:homebase_tag:${id}`, '""');
  }
  const amount = (screen: Opened) => screen.getByRole('textbox', { name: /XRP in all/ });

  test('asks the homebase’s last open question, and leads into the guide', async () => {
    ready();
    const screen = await open(flow, api);
    await press(screen, 'First say how much');
    await expect.element(heading(screen, 'Almost there')).toHaveFocus();
    expect(screen.path()).toContain('view=completion');
    await expect.element(heading(screen, 'How much XRP do you want to move?')).toBeVisible();
    await expectAccessible();
    await amount(screen).fill('25.5');
    await press(screen, 'Save the amount');
    await expect.element(heading(screen, /^You got it! 25\.5 XRP/)).toHaveFocus();
    expect(saves()).toEqual([{ sourceAmount: '25.5' }]);
    await press(screen, 'Continue');
    await expect.element(heading(screen, 'That is all we need')).toHaveFocus();
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expectAccessible();
    await screen.getByRole('link', { name: 'Open my guide' }).click();
    await expect.element(heading(screen, /^Step 1 of/)).toBeVisible();
    await screen.back();
    await expect.element(heading(screen, 'That is all we need')).toBeVisible();
    await screen.back();
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
  });

  test(`${spec('2.5g')} asks for address, tag and amount when nothing was said`, async () => {
    own();
    const screen = await open(`${flow}?view=completion`, api);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await press(screen, 'This is my address');
    await press(screen, 'Continue');
    await press(screen, 'I have no tag');
    await press(screen, 'Continue');
    await press(screen, 'I do not know yet');
    await expect.element(heading(screen, 'That is fine. Your guide works without it.')).toBeVisible();
    await press(screen, 'Continue');
    await expect.element(screen.getByText('Not said yet')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }, { sourceAmount: null }]);
  });

  test('all said before: nothing is asked', async () => {
    ready({ sourceAmount: '25' });
    const screen = await open(`${flow}?view=completion`, api);
    await expect.element(heading(screen, 'That is all we need')).toBeVisible();
  });

  test.each([
    ['0', /above 0/],
    ['-1', /./],
    ['abc', /./],
    ['1.1234567', /./],
    ['100000000001', /./],
  ])(`${spec('5.10')} the amount %s is refused with the reason`, async (value, reason) => {
    ready();
    const screen = await open(`${flow}?view=completion`, api);
    await amount(screen).fill(value);
    await press(screen, 'Save the amount');
    await expect.element(screen.getByRole('alert').getByRole('link', { name: reason })).toBeVisible();
    await expectSummaryAbove(amount(screen));
    expect(saves()).toEqual([]);
  });

  test(`${spec('4.5')} an answer saved with a pointer goes on by itself`, async () => {
    likeMotion();
    ready();
    const screen = await open(`${flow}?view=completion`, api);
    await amount(screen).fill('25');
    await expect.element(screen.getByRole('button', { name: 'Save the amount' })).toBeVisible();
    stopTheClock();
    await press(screen, 'Save the amount');
    await expect.element(heading(screen, /^You got it!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(completionMs);
    await expect.element(heading(screen, 'That is all we need')).toHaveFocus();
  });

  test(`${spec('2.5g')} a row explains the words`, async () => {
    ready();
    const screen = await open(`${flow}?view=completion`, api);
    const word = screen.getByText('An address that does not work');
    await expect.element(word).not.toBeVisible();
    await screen.getByText('What do these words mean?').click();
    await expect.element(word).toBeVisible();
    await expectAccessible();
  });
});

describe('the end', () => {
  const offer = () => {
    api.config = { ...api.config, conciergeOffered: true };
  };

  test('is seen from the homebase when the XRP has arrived', async () => {
    own({ destinationAddress: address });
    const screen = await open(flow, api);
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
    api.push({ status: 'completed' });
    await expect.element(heading(screen, 'Your XRP is home.')).toBeVisible();
    await expectAccessible();
  });

  test('of an arrival that only the customer told of is not called home, and the claim can be taken back', async () => {
    offer();
    own({ destinationAddress: address, arrivalClaimedAt: new Date().toISOString() });
    const screen = await open(flow, api);
    await expect.element(heading(screen, 'You told us it arrived.')).toBeVisible();
    // Nothing is sold to somebody whose XRP was not seen.
    expect(document.body.textContent).not.toMatch(/is home|All done|Upgrade/);
    await expectAccessible();
    await press(screen, 'It has not arrived after all');
    await expect.element(heading(screen, 'Transfer homebase')).toBeVisible();
  });

  test(`${spec('2.5h', '4.8')} offers the concierge to whoever does not own it, and takes no for an answer`, async () => {
    offer();
    own({ status: 'completed' });
    const screen = await open(flow, api);
    await expect.element(heading(screen, 'Concierge, if you want it: $13.76')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Upgrade for $13.76' }))
      .toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
    await press(screen, 'No, thank you');
    await expect.element(heading(screen, 'Your XRP is home.')).toHaveFocus();
    await screen.back();
    await expect.element(heading(screen, 'Concierge, if you want it: $13.76')).toBeVisible();
    api.push({ access: { guide: true, concierge: 'owned' } });
    await expect.element(heading(screen, 'Your XRP is home.')).toBeVisible();
  });

  test.each<[what: string, prepare: () => void]>([
    ['it is not offered', () => own({ status: 'completed' })],
    [
      'it is owned',
      () => {
        offer();
        own({ status: 'completed', serviceFee: '17.76' });
      },
    ],
  ])('says nothing of the concierge when %s', async (_, prepare) => {
    prepare();
    const screen = await open(`${flow}?view=concierge-upgrade`, api);
    await expect.element(heading(screen, 'Your XRP is home.')).toBeVisible();
    expect(screen.getByText(/concierge/i).elements()).toEqual([]);
    await press(screen, 'Start another transfer');
    await expect.element(heading(screen, 'From your exchange to your own wallet.')).toBeVisible();
  });

  test('lets go of whoever wants to move more', async () => {
    offer();
    own({ status: 'completed' });
    const screen = await open(`${flow}?view=concierge-upgrade`, api);
    await expect.element(screen.getByRole('link', { name: 'Upgrade for $13.76' })).toBeVisible();
    await press(screen, 'Start another transfer');
    await expect.element(heading(screen, 'From your exchange to your own wallet.')).toBeVisible();
  });

  test.each([
    ['/?from=robinhood&to=trust', 'Is this still your path?'],
    ['/?from=robinhood', 'From your exchange to your own wallet.'],
  ])('is not shown as that of the next one, which begins at %s', async (path, title) => {
    offer();
    own({ status: 'completed' });
    const screen = await open(path, api);
    await screen.getByRole('link', { name: 'Go through it with us' }).click();
    await expect.element(heading(screen, title)).toBeVisible();
  });

  test('nor is the homebase of a transfer that is under way shown as that of another path', async () => {
    own();
    const screen = await open('/?from=robinhood&to=trust', api);
    await screen.getByRole('link', { name: 'Go through it with us' }).click();
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
    expect(screen.path()).toBe('/transfer-flow?from=robinhood&to=trust&view=confirm');
  });

  test('is no obstacle for the next transfer', async () => {
    own({ status: 'completed' });
    const screen = await open(chosen, api);
    await expect.element(heading(screen, 'Is this still your path?')).toBeVisible();
  });
});
