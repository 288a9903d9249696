import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { choosePath, expectAccessible, expectFocusAround, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => vi.restoreAllMocks());

describe('choosing', () => {
  test(`${spec('4.12')} an exchange and then a wallet lead to the confirmation`, async () => {
    const screen = await open('/', api);
    await expectAccessible();
    await choosePath(screen, 'Coinbase', 'Xaman');
    await expect.element(screen.getByRole('heading', { name: 'Confirm your transfer path' })).toHaveFocus();
    expect(screen.path()).toBe('/?from=coinbase&to=xumm&view=confirm');
  });

  test('in one column, the first answer leads to the second question', async () => {
    await page.viewport(390, 740);
    const screen = await open('/', api);
    const second = screen.getByText(/Which wallet is yours\?/);
    await expect.element(second).not.toBeInViewport();
    await screen.getByText('Coinbase', { exact: true }).click();
    await expect.element(second).toBeInViewport();
    await screen.unmount();
    // Beside each other, nothing moves.
    await page.viewport(1280, 740);
    localStorage.clear();
    const wide = await open('/', api);
    const coinbase = wide.getByText('Coinbase', { exact: true });
    await coinbase.hover();
    const before = scrollY;
    await coinbase.click();
    await expect.element(wide.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    expect(scrollY).toBe(before);
    await page.viewport(768, 900);
  });

  test('two choices in the same moment are both kept', async () => {
    const screen = await open('/', api);
    await expect.element(screen.getByRole('radio', { name: /Xaman/ })).toBeInTheDocument();
    const kraken = screen.getByRole('radio', { name: /Kraken/ }).element() as HTMLInputElement;
    const xaman = screen.getByRole('radio', { name: /Xaman/ }).element() as HTMLInputElement;
    kraken.click();
    xaman.click();
    await expect.poll(screen.path).toContain('from=kraken&to=xumm');
  });

  test('with the keyboard nothing moves until Continue', async () => {
    const screen = await open('/', api);
    await screen.getByText('Kraken', { exact: true }).click();
    const trust = screen.getByRole('radio', { name: /Trust Wallet/ });
    (trust.element() as HTMLInputElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(trust).toBeChecked();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('radio', { name: /Xaman/ })).toBeChecked();
    await expect.poll(screen.path).toBe('/?from=kraken&to=xumm');
    await screen.getByRole('button', { name: 'Continue with Kraken to Xaman' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
  });

  test(`${spec('5.1')} Continue says what is missing above the choices, in sight on a phone, and leads there`, async () => {
    await page.viewport(360, 740);
    const screen = await open('/', api);
    await screen.getByRole('button', { name: 'Continue' }).click();
    const summary = screen.getByRole('alert');
    await expect.element(summary.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expectSummaryAbove(screen.getByRole('radio', { name: /Coinbase/ }));
    await expectAccessible();
    await summary.getByRole('link', { name: 'Please choose the exchange that holds your XRP.' }).click();
    await expect.element(screen.getByRole('radio', { name: /Coinbase/ })).toHaveFocus();
    await screen.getByText('Coinbase', { exact: true }).click();
    await screen.getByRole('button', { name: 'Continue' }).click();
    // The choice is in the address a moment later.
    await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(1);
    await expect.element(summary).toBeInViewport();
    await summary.getByRole('link', { name: 'Please choose the wallet your XRP should go to.' }).click();
    await expect.element(screen.getByRole('radio', { name: /Trust Wallet/ })).toHaveFocus();
    expect(screen.path()).not.toContain('#');
    await page.viewport(768, 900);
  });

  test(`${spec('2.6b')} all exchanges, and one that is not listed`, async () => {
    const screen = await open('/', api);
    // Named by the assistant, so in sight from the start.
    await expect.element(screen.getByRole('button', { name: 'Mine is not listed' })).toBeVisible();
    await screen.getByRole('button', { name: `Show ${exchanges.length - 5} more exchanges` }).click();
    await expect.element(screen.getByRole('radio', { name: /OKX/ })).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Mine is not listed' }).click();
    await expect.element(screen.getByRole('radio', { name: /Another exchange/ })).toBeChecked();
  });

  test('when a person answers is not torn apart at the end of a line', async () => {
    api.config = { ...api.config, support: { ...api.config.support, hours: 'Monday to Friday, 9 to 17 UTC' } };
    await open('/', api);
    await expect
      .poll(() => document.body.textContent)
      .toContain('We are here Monday to Friday, 9\u00a0to\u00a017\u00a0UTC. We answer');
  });

  test('help for those without a wallet, and the MetaMask notice', async () => {
    const screen = await open('/', api);
    await screen.getByRole('button', { name: 'I have no wallet yet' }).click();
    await expect.element(screen.getByRole('link', { name: /Xaman at xaman.app/ })).toBeVisible();
    await screen.getByRole('button', { name: 'Show 3 more wallets' }).click();
    await screen.getByRole('button', { name: 'I use MetaMask' }).click();
    await expect.element(screen.getByText(/begins with 0x and cannot hold XRP/)).toBeVisible();
    await expect.element(screen.getByText('Last checked 20 Nov 2026.')).toBeVisible();
    await expectAccessible();
  });

  test('on the bridge nothing has moved yet', async () => {
    const screen = await open('/?from=coinbase&to=xumm', api);
    const bridge = screen.getByRole('img', { name: 'From Coinbase to Xaman: 0 percent of the way' });
    await expect.element(bridge).toBeVisible();
  });

  test('the choice survives a reload', async () => {
    const first = await open('/', api);
    await first.getByText('Robinhood', { exact: true }).click();
    await first.unmount();
    const again = await open('/', api);
    await expect.element(again.getByRole('radio', { name: /Robinhood/ })).toBeChecked();
  });
});

describe('the transfer page', () => {
  test(`${spec('2.6a')} shows the fixed fee, the three ways on and the disclaimer`, async () => {
    const screen = await open('/transfer', api);
    await expect.element(screen.getByRole('heading', { name: /for a fixed \$4\.00/ })).toBeVisible();
    // FROM and TO above the two columns, all seven wallets in the second.
    await expect.element(screen.getByRole('group', { name: 'From Where is your XRP now?' })).toBeVisible();
    const wallets = screen.getByRole('group', { name: 'To Which wallet is yours?' });
    expect(wallets.getByRole('radio').elements()).toHaveLength(7);
    await expect.element(screen.getByRole('link', { name: 'Signal dashboard' })).toHaveAttribute('href', '/nansen');
    await expect
      .element(screen.getByText('Guidance from A to B. Not financial advice. You', { exact: false }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Start transfer below' }).click();
    await expect.element(screen.getByRole('radio', { name: /Coinbase/ })).toHaveFocus();
    await expectAccessible();
  });

  test(`${spec('2.6a')} Quick transfer takes two lists and a button`, async () => {
    const screen = await open('/transfer', api);
    await screen.getByRole('button', { name: 'Quick transfer' }).click();
    await screen.getByRole('combobox', { name: 'From' }).selectOptions('Gemini');
    await screen.getByRole('combobox', { name: 'To' }).selectOptions('Ledger');
    await expectAccessible();
    await screen.getByRole('button', { name: 'Go' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
    expect(screen.path()).toBe('/transfer?from=gemini&to=ledger&view=confirm');
  });

  test('Quick transfer says what is missing', async () => {
    const screen = await open('/transfer', api);
    await screen.getByRole('button', { name: 'Quick transfer' }).click();
    const from = screen.getByRole('combobox', { name: 'From' });
    const to = screen.getByRole('combobox', { name: 'To' });
    await screen.getByRole('button', { name: 'Go' }).click();
    await expectSummaryAbove(from);
    const summary = screen.getByRole('alert');
    expect(summary.getByRole('link').elements()).toHaveLength(2);
    await expectAccessible();
    await from.selectOptions('Gemini');
    await screen.getByRole('button', { name: 'Go' }).click();
    await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(1);
    await expect.element(to).toBeInvalid();
    await summary.getByRole('link', { name: 'Please choose the wallet your XRP should go to.' }).click();
    await expect.element(to).toHaveFocus();
    expect(screen.path()).toBe('/transfer');
  });
});

describe('confirming', () => {
  const confirm = '/?from=coinbase&to=xumm&view=confirm';

  test(`${spec('2.6c')} asks for one thing: the address, or that there is none yet`, async () => {
    const screen = await open(confirm, api);
    // The settings are known, and with them what is on offer.
    await expect.element(screen.getByText('Sandbox')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to continue' })).toBeVisible();
    expect(screen.getByRole('textbox').elements()).toHaveLength(1);
    expect(screen.getByRole('radio').elements()).toEqual([]);
    expect(screen.getByText(/concierge/i).elements()).toEqual([]);
    await expectAccessible();
    await screen.getByRole('button', { name: 'I don’t have it yet' }).click();
    await expect
      .element(screen.getByText('That is fine. Your guide shows you where to find it in Xaman.'))
      .toBeVisible();
    expect(screen.getByRole('textbox').elements()).toEqual([]);
    await expectAccessible();
    await screen.getByRole('button', { name: 'I have it now' }).click();
    await expect.element(screen.getByRole('textbox', { name: /XRP address/ })).toHaveValue('');
  });

  test('whoever has no address yet is no longer told that it is wrong', async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill('rWrong');
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    const problem = screen.getByRole('heading', { name: 'There is a problem' });
    await expect.element(problem).toBeVisible();
    await screen.getByRole('button', { name: 'I don’t have it yet' }).click();
    await expect.element(problem).not.toBeInTheDocument();
    // Nor does what was wrong go with the transfer.
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).not.toHaveProperty('destinationAddress');
  });

  test.each(['with', 'without'])('one button pays, %s pressing that there is no address yet', async (how) => {
    const screen = await open(confirm, api);
    if (how === 'with') await screen.getByRole('button', { name: 'I don’t have it yet' }).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toEqual({
      fromExchange: 'coinbase',
      toWallet: 'xumm',
      serviceFee: '4.00',
    });
  });

  test('with the concierge on offer, neither is chosen beforehand, and the button names what it charges', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await open(confirm, api);
    const guide = screen.getByRole('radio', { name: /^Guide \$4\.00/ });
    const both = screen.getByRole('radio', { name: /^Guide with concierge \$17\.76/ });
    await expect.element(guide).not.toBeChecked();
    await expect.element(both).not.toBeChecked();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Choose one to continue' }).click();
    const problems = screen.getByRole('alert');
    await problems.getByRole('link', { name: 'Please choose one of the two.' }).click();
    await expect.element(guide).toHaveFocus();
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    await guide.click();
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to continue' })).toBeVisible();
    await both.click();
    await screen.getByRole('button', { name: 'Pay $17.76 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toMatchObject({ serviceFee: '17.76' });
  });

  test('settings that cannot be read keep nobody from buying the guide', async () => {
    const screen = await open(confirm, api, networkError('GET /api/config'));
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test(`${spec('4.13')} the address goes with it when it was given`, async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await expect.element(screen.getByText('Good job! This is a valid XRP address.')).toBeVisible();
    // A field on a phone is too narrow for it: whole, it stands below.
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toEqual({
      fromExchange: 'coinbase',
      toWallet: 'xumm',
      serviceFee: '4.00',
      destinationAddress: address,
    });
  });

  test('a checked address survives a reload, also one kept by an older page with tag and amount', async () => {
    sessionStorage.setItem('xrp-bridge:destination', JSON.stringify({ address, tag: '7', amount: '25' }));
    const screen = await open(confirm, api);
    await expect.element(screen.getByRole('textbox', { name: /XRP address/ })).toHaveValue(address);
    await expect.element(screen.getByText('Good job! This is a valid XRP address.')).toBeVisible();
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(() => api.called('POST', '/api/transfers').length).toBe(1);
    // What can no longer be seen here is not sent from here.
    expect(api.called('POST', '/api/transfers')[0]?.body).not.toHaveProperty('destinationTag');
    expect(api.called('POST', '/api/transfers')[0]?.body).not.toHaveProperty('sourceAmount');
    // Once the answer is there.
    await expect.poll(() => sessionStorage.getItem('xrp-bridge:destination')).toBeNull();
  });

  test('only a whole address is kept', async () => {
    const first = await open(confirm, api);
    const field = first.getByRole('textbox', { name: /XRP address/ });
    await field.fill(address);
    await expect.element(first.getByText('Good job! This is a valid XRP address.')).toBeVisible();
    await field.fill(address.slice(0, 9));
    await expect.element(first.getByText('Good job! This is a valid XRP address.')).not.toBeInTheDocument();
    await first.unmount();
    const again = await open(confirm, api);
    await expect.element(again.getByRole('textbox', { name: /XRP address/ })).toHaveValue(address);
  });

  test('an X-address is taken apart, and its tag shown', async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill('XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV');
    await expect.element(screen.getByText(/It carries the tag 123456\.$/)).toBeVisible();
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect
      .poll(() => api.called('POST', '/api/transfers')[0]?.body)
      .toMatchObject({
        destinationAddress: address,
        destinationTag: '123456',
      });
  });

  test.each([
    ['sn259rEFXrQrWyx3Q7XneWcwV6dfL'],
    ['wine happy stone river candle music ocean planet garden silver window forest'],
  ])('a secret is taken out, never kept and never sent: %s', async (secret) => {
    const kept = vi.spyOn(Storage.prototype, 'setItem');
    const screen = await open(confirm, api);
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await field.fill(secret);
    await expect.element(screen.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field).toHaveValue('');
    expect(JSON.stringify(kept.mock.calls)).not.toContain(secret);
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(JSON.stringify(api.calls)).not.toContain(secret);
  });

  test('a secret in place of a good address is not kept for a moment either', async () => {
    const kept = vi.spyOn(Storage.prototype, 'setItem');
    const screen = await open(confirm, api);
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await field.fill(address);
    await expect.poll(() => JSON.stringify(kept.mock.calls)).toContain(address);
    await field.fill('sn259rEFXrQrWyx3Q7XneWcwV6dfL');
    await expect.element(field).toHaveValue('');
    expect(JSON.stringify(kept.mock.calls)).not.toContain('sn259rEF');
    kept.mockRestore();
  });

  test.each([
    [
      `${address.slice(0, -1)}M`,
      /That doesn’t look right. Try again. One or more characters of this address are wrong/,
    ],
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', /address of Ethereum/],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', /belongs to Kraken, not to your own wallet/],
  ])(
    `${spec('5.4')} the address %s is refused with the reason on top, before anything is sent`,
    async (value, reason) => {
      await page.viewport(360, 740);
      const screen = await open(confirm, api);
      const field = screen.getByRole('textbox', { name: /XRP address/ });
      await field.fill(value);
      await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
      const summary = screen.getByRole('alert');
      await expect.element(summary.getByText(reason)).toBeVisible();
      await expect.element(summary).toBeInViewport();
      await expectFocusAround(summary);
      await summary.getByRole('link').click();
      await expect.element(field).toHaveFocus();
      await expect.element(field).toHaveAttribute('aria-invalid', 'true');
      expect(api.called('POST', '/api/transfers')).toEqual([]);
      await page.viewport(768, 900);
    },
  );

  test('a half-typed address is not scolded', async () => {
    const screen = await open(confirm, api);
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    const praise = screen.getByText('Good job! This is a valid XRP address.');
    await field.fill(address);
    await expect.element(praise).toBeVisible();
    await field.fill('rDTXLQ7ZK');
    // It was checked once that is gone.
    await expect.element(praise).not.toBeInTheDocument();
    await expect.element(field).not.toHaveAttribute('aria-invalid');
  });

  test(`${spec('8.2')} when the server refuses, its words stand on top and at the field, and the person stays`, async () => {
    const errors = [{ field: 'destinationAddress', message: 'This address is nobody’s wallet.' }];
    const refused = refusal('POST /api/transfers', 'invalid_input', {
      detail: 'destinationAddress: This address is nobody’s wallet.',
      errors,
    });
    const screen = await open(confirm, api, refused);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(() => screen.getByText('This address is nobody’s wallet.').elements()).toHaveLength(2);
    expect(screen.getByText(/destinationAddress/).elements()).toEqual([]);
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await expectSummaryAbove(field);
    await screen.getByRole('link', { name: 'This address is nobody’s wallet.' }).click();
    await expect.element(field).toHaveFocus();
    expect(screen.path()).toContain('view=confirm');
    await expectAccessible();
    // Whoever then has no address yet is told no more of it.
    await screen.getByRole('button', { name: 'I don’t have it yet' }).click();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test(`${spec('8.2')} without words from the server the page has its own, and paying can be tried again`, async () => {
    const screen = await open(confirm, api, networkError('POST /api/transfers', { once: true }));
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.element(screen.getByText('Please check your connection and try again.')).toBeVisible();
    await expect.element(screen.getByText('Nothing was charged, and what you entered is still here.')).toBeVisible();
    const summary = screen.getByRole('heading', { name: 'Transfer creation failed' });
    await expectFocusAround(summary);
    // In passing, too; and there it can be tried again at once.
    const passing = page.getByRole('region', { name: /^Notifications/ });
    // The pointer holds the toast for as long as the rest takes.
    await passing.getByText('Transfer creation failed', { exact: true }).hover();
    await expect.element(passing.getByText('Please try again', { exact: true })).toBeVisible();
    await expectAccessible();
    await passing.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test(`${spec('4.12')} Change selection goes back, with both still chosen`, async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('button', { name: 'Change selection' }).click();
    await expect.element(screen.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    await expect.element(screen.getByRole('radio', { name: /Xaman/ })).toBeChecked();
  });
});

describe('coming back with a transfer that waits', () => {
  const keep = (paid: boolean) =>
    localStorage.setItem(
      'xrp-bridge:open-transfer',
      JSON.stringify({ id, paid, fromExchange: 'coinbase', toWallet: 'xumm' }),
    );
  const banner = (screen: Awaited<ReturnType<typeof open>>) =>
    screen.getByRole('complementary', { name: 'Your transfer is waiting' });

  test.each(['/', '/transfer'])('%s leads on to it, before the server was asked', async (path) => {
    keep(true);
    const silent = noReply('GET /api/transfers/{id}');
    const screen = await open(path, api, silent);
    await expect.element(banner(screen).getByText('Coinbase to Xaman')).toBeVisible();
    await expect
      .element(banner(screen).getByRole('link', { name: 'Continue my transfer' }))
      .toHaveAttribute('href', `/transfer/${id}`);
    await expectAccessible();
  });

  test('one that is not paid goes on at its payment', async () => {
    keep(false);
    const screen = await open('/', api);
    const link = banner(screen).getByRole('link', { name: 'Continue my transfer' });
    await expect.element(link).toHaveAttribute('href', `/checkout?transfer=${id}`);
  });

  test.each(['completed', 'refunded', 'expired'] as const)('one that is %s does not wait', async (status) => {
    keep(true);
    api.push({ status, destinationAddress: address });
    const screen = await open('/', api);
    await expect.element(banner(screen)).not.toBeInTheDocument();
    await expect.poll(() => localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test('one that is gone does not wait, and a network that is away forgets nothing', async () => {
    keep(true);
    let asked = 0;
    const failing = http.get('/api/transfers/:id', () => {
      asked += 1;
      return HttpResponse.error();
    });
    const away = await open('/', api, failing);
    await expect.poll(() => asked).toBe(1);
    await expect.element(banner(away)).toBeVisible();
    await away.unmount();
    // A screen that says so has heard the answer.
    const unread = await open(`/checkout?transfer=${id}`, api, failing);
    await expect.element(unread.getByRole('heading', { name: 'Error loading transfer' })).toBeVisible();
    expect(localStorage.getItem('xrp-bridge:open-transfer')).not.toBeNull();
    await unread.unmount();
    const gone = refusal('GET /api/transfers/{id}', 'transfer_not_found');
    const screen = await open('/', api, gone);
    await expect.element(banner(screen)).not.toBeInTheDocument();
    await expect.poll(() => localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test.each([
    ['the network is away', () => HttpResponse.error()],
    ['the server is down', () => problem('service_unavailable')],
    ['it was asked too often', () => problem('rate_limited')],
  ])('one that waits stays in sight where %s', async (_what, answer) => {
    keep(true);
    const screen = await open(`/checkout?transfer=${id}`, api, http.get('/api/transfers/:id', answer));
    // This screen says that it has heard the answer; the next one has the same answer from the start.
    await expect.element(screen.getByRole('heading', { name: 'Error loading transfer' })).toBeVisible();
    for (const path of ['/', '/transfer', '/transfer-flow?view=select']) {
      await screen.go(path);
      await expect
        .element(banner(screen).getByRole('link', { name: 'Continue my transfer' }))
        .toHaveAttribute('href', `/transfer/${id}`);
    }
    expect(localStorage.getItem('xrp-bridge:open-transfer')).not.toBeNull();
  });

  test('is known from every screen of a transfer of one’s own, until its end', async () => {
    const screen = await open(`/checkout?transfer=${id}`, api);
    const kept = () => JSON.parse(localStorage.getItem('xrp-bridge:open-transfer') ?? 'null');
    await expect.poll(kept).toEqual({ id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' });
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    await expect.poll(kept).toMatchObject({ paid: true });
    await expect.poll(() => api.watches).toBe(2);
    api.push({ status: 'completed' });
    await expect.poll(kept).toBeNull();
  });

  test('one of somebody else is none of ours', async () => {
    api.push({ mine: false });
    const screen = await open(`/checkout?transfer=${id}`, api);
    await expect.element(screen.getByRole('heading', { name: 'Is this your transfer?' })).toBeVisible();
    expect(localStorage.getItem('xrp-bridge:open-transfer')).toBeNull();
  });

  test('a second checkout is warned of first', async () => {
    keep(true);
    api.push({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open('/?from=kraken&to=ledger&view=confirm', api);
    const heading = screen.getByRole('heading', { name: 'You already have a transfer that waits' });
    await expect.element(heading).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Coinbase to Xaman' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Continue it' })).toHaveAttribute('href', `/transfer/${id}`);
    expect(screen.getByRole('button', { name: /^Pay/ }).elements()).toEqual([]);
    await expectAccessible();
    await screen.getByRole('button', { name: 'Start another' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Confirm your transfer path' })).toHaveFocus();
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to continue' })).toBeVisible();
  });

  test('also one that another tab has begun meanwhile', async () => {
    const screen = await open('/?from=kraken&to=ledger&view=confirm', api);
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to continue' })).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    keep(true);
    dispatchEvent(new StorageEvent('storage', { key: 'xrp-bridge:open-transfer' }));
    await expect.element(screen.getByRole('heading', { name: 'You already have a transfer that waits' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Pay/ }).elements()).toEqual([]);
  });

  test('whoever chooses anew before paying is not led back', async () => {
    const screen = await open(`/checkout?transfer=${id}`, api);
    await screen.getByRole('link', { name: 'Change selection' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Move your XRP home/ })).toBeVisible();
    await expect.element(banner(screen)).not.toBeInTheDocument();
  });
});

test.each([true, false])('the fees name the concierge only where it is offered: %s', async (conciergeOffered) => {
  api.config = { ...api.config, conciergeOffered };
  const screen = await open('/', api);
  await expect.element(screen.getByText('One guided transfer')).toBeVisible();
  // The settings are known, and with them what is on offer.
  await expect.element(screen.getByText('Sandbox')).toBeVisible();
  await expect.poll(() => screen.getByText(/concierge/i).elements().length > 0).toBe(conciergeOffered);
});
