import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, FakeApi, id, problem } from './fake-api.ts';
import { expectAccessible, open } from './open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('choosing', () => {
  test('an exchange and then a wallet lead to the confirmation', async () => {
    const screen = await open('/', api);
    await expectAccessible();
    await screen.getByText('Coinbase', { exact: true }).click();
    await screen.getByText('Xaman', { exact: true }).click();
    await expect.element(screen.getByRole('heading', { name: 'Check and pay' })).toHaveFocus();
    expect(screen.path()).toBe('/?from=coinbase&to=xumm&view=confirm');
    await expectAccessible();
  });

  test('in one column, the first answer leads to the second question', async () => {
    await page.viewport(390, 740);
    const screen = await open('/', api);
    const second = screen.getByText('Which wallet is yours?');
    await expect.element(second).not.toBeInViewport();
    await screen.getByText('Coinbase', { exact: true }).click();
    await expect.element(second).toBeInViewport();
    await screen.unmount();
    // Beside each other, nothing moves.
    await page.viewport(1280, 740);
    localStorage.clear();
    const wide = await open('/', api);
    scrollTo(0, 0);
    await wide.getByText('Coinbase', { exact: true }).click();
    await expect.element(wide.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    expect(scrollY).toBe(0);
    await page.viewport(768, 900);
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
    await expect.element(screen.getByRole('heading', { name: 'Check and pay' })).toBeVisible();
  });

  test('Continue says what is missing and goes there', async () => {
    const screen = await open('/', api);
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(screen.getByText('Please choose the exchange that holds your XRP.')).toBeVisible();
    await expect.element(screen.getByRole('radio', { name: /Coinbase/ })).toHaveFocus();
    await screen.getByText('Coinbase', { exact: true }).click();
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(screen.getByText('Please choose the wallet your XRP should go to.')).toBeVisible();
    await expectAccessible();
  });

  test('all exchanges, and one that is not listed', async () => {
    const screen = await open('/', api);
    await screen.getByRole('button', { name: `Show ${exchanges.length - 5} more exchanges` }).click();
    await expect.element(screen.getByRole('radio', { name: /OKX/ })).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Mine is not listed' }).click();
    await expect.element(screen.getByRole('radio', { name: /Another exchange/ })).toBeChecked();
  });

  test('help for those without a wallet, and the MetaMask notice', async () => {
    const screen = await open('/', api);
    await screen.getByRole('button', { name: 'I have no wallet yet' }).click();
    await expect.element(screen.getByRole('link', { name: /Xaman at xaman.app/ })).toBeVisible();
    await screen.getByRole('button', { name: 'I use MetaMask' }).click();
    await expect.element(screen.getByText(/begins with 0x and cannot hold XRP/)).toBeVisible();
    await expect.element(screen.getByText('Last checked 20 Nov 2026.')).toBeVisible();
    await expectAccessible();
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
  test('shows the fixed fee, the three ways on and the disclaimer', async () => {
    const screen = await open('/transfer', api);
    await expect.element(screen.getByRole('heading', { name: /for a fixed \$4\.00/ })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Signal dashboard' })).toHaveAttribute('href', '/nansen');
    await expect
      .element(screen.getByText('Guidance from A to B. Not financial advice. You', { exact: false }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Start below' }).click();
    await expect.element(screen.getByRole('radio', { name: /Coinbase/ })).toHaveFocus();
    await expectAccessible();
  });

  test('Quick transfer takes two lists and a button', async () => {
    const screen = await open('/transfer', api);
    await screen.getByRole('button', { name: 'Quick transfer' }).click();
    await screen.getByRole('combobox', { name: 'From' }).selectOptions('Gemini');
    await screen.getByRole('combobox', { name: 'To' }).selectOptions('Ledger');
    await expectAccessible();
    await screen.getByRole('button', { name: 'Go' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Check and pay' })).toBeVisible();
    expect(screen.path()).toBe('/transfer?from=gemini&to=ledger&view=confirm');
  });
});

describe('confirming', () => {
  const confirm = '/?from=coinbase&to=xumm&view=confirm';

  test('neither offer is chosen beforehand, and the button names what it charges', async () => {
    const screen = await open(confirm, api);
    const guide = screen.getByRole('radio', { name: /^Guide \$4\.00/ });
    const both = screen.getByRole('radio', { name: /^Guide with concierge \$17\.76/ });
    await expect.element(guide).not.toBeChecked();
    await expect.element(both).not.toBeChecked();
    await screen.getByRole('button', { name: 'Choose one to continue' }).click();
    await expect.element(screen.getByText('Please choose one of the two.')).toBeVisible();
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    await both.click();
    await expect.element(screen.getByRole('button', { name: 'Pay $17.76 to Continue' })).toBeVisible();
    await guide.click();
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to Continue' })).toBeVisible();
  });

  test('paying creates the transfer and goes to checkout', async () => {
    const screen = await open(confirm, api);
    await screen.getByText(/^Guide \$4/).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toEqual({
      fromExchange: 'coinbase',
      toWallet: 'xumm',
      serviceFee: '4.00',
    });
  });

  test('address, tag and amount go with it when they were given', async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await expect.element(screen.getByText('Good job! This is a valid XRP address.')).toBeVisible();
    // A field on a phone is too narrow for it: whole, it stands below.
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await screen.getByRole('textbox', { name: /Destination tag/ }).fill('007');
    await screen.getByRole('textbox', { name: /Amount/ }).fill('25.5');
    await screen.getByText(/^Guide with concierge/).click();
    await screen.getByRole('button', { name: 'Pay $17.76 to Continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toEqual({
      fromExchange: 'coinbase',
      toWallet: 'xumm',
      serviceFee: '17.76',
      destinationAddress: address,
      destinationTag: '7',
      sourceAmount: '25.5',
    });
  });

  test('an X-address is taken apart, and its tag shown', async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill('XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV');
    await expect.element(screen.getByText('Your address carries the tag 123456.')).toBeVisible();
    await screen.getByText(/^Guide \$4/).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
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
    const screen = await open(confirm, api);
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await field.fill(secret);
    await expect.element(screen.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await expectAccessible();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(secret);
    await screen.getByText(/^Guide \$4/).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(JSON.stringify(api.calls)).not.toContain(secret);
  });

  test.each([
    ['XRP address', `${address.slice(0, -1)}M`, /One or more characters of this address are wrong/],
    ['XRP address', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', /address of Ethereum/],
    ['XRP address', 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', /belongs to Kraken, not to your own wallet/],
    ['Destination tag', '12a', /digits only/],
    ['Destination tag', '4294967296', /largest is 4294967295/],
    ['Amount', '-1', /cannot be less than 0/],
    ['Amount', '0', /above 0/],
    ['Amount', '1.1234567', /at most 6 decimals/],
  ])('%s %s is refused with the reason, before anything is sent', async (label, value, reason) => {
    const screen = await open(confirm, api);
    const field = screen.getByRole('textbox', { name: new RegExp(label) });
    await field.fill(value);
    await screen.getByText(/^Guide \$4/).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
    await expect.element(screen.getByText(reason)).toBeVisible();
    await expect.element(field).toHaveFocus();
    expect(api.called('POST', '/api/transfers')).toEqual([]);
  });

  test('a half-typed address is not scolded', async () => {
    const screen = await open(confirm, api);
    const field = screen.getByRole('textbox', { name: /XRP address/ });
    await field.fill('rDTXLQ7ZK');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
    await field.fill(address);
    await expect.element(screen.getByText('Good job! This is a valid XRP address.')).toBeVisible();
  });

  test('when the server refuses, its words stand at the field and in the toast, and the person stays', async () => {
    const errors = [{ field: 'destinationAddress', message: 'This address is nobody’s wallet.' }];
    const refused = http.post('/api/transfers', () =>
      problem('invalid_input', { detail: 'destinationAddress: This address is nobody’s wallet.', errors }),
    );
    const screen = await open(confirm, api, refused);
    await screen.getByRole('textbox', { name: /XRP address/ }).fill(address);
    await screen.getByText(/^Guide \$4/).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
    await expect.element(screen.getByText('Transfer creation failed')).toBeVisible();
    await expect.poll(() => screen.getByText('This address is nobody’s wallet.').elements()).toHaveLength(2);
    expect(screen.getByText(/destinationAddress/).elements()).toEqual([]);
    await expect.element(screen.getByRole('textbox', { name: /XRP address/ })).toHaveFocus();
    await expect.element(screen.getByText('Please look at the field above that is marked in red.')).toBeVisible();
    expect(screen.path()).toContain('view=confirm');
    await expectAccessible();
  });

  test('without words from the server the toast says Please try again, and paying can be tried again', async () => {
    const screen = await open(
      confirm,
      api,
      http.post('/api/transfers', () => HttpResponse.error(), { once: true }),
    );
    await screen.getByText(/^Guide \$4/).click();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
    await expect.element(screen.getByText('Transfer creation failed')).toBeVisible();
    await expect.element(screen.getByText('Please try again', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Nothing was charged, and what you entered is still here.')).toBeVisible();
    await screen.getByRole('button', { name: 'Pay $4.00 to Continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('Change selection goes back, with both still chosen', async () => {
    const screen = await open(confirm, api);
    await screen.getByRole('button', { name: 'Change selection' }).click();
    await expect.element(screen.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    await expect.element(screen.getByRole('radio', { name: /Xaman/ })).toBeChecked();
  });
});
