import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, radio, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectFocusAround, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('the confirmation of the path', () => {
  const confirm = '/?from=coinbase&to=xumm&view=confirm';
  /** Opens the collapsed address field and returns it. */
  async function addressField() {
    await button('Add my address now').click();
    return textbox(/XRP address/);
  }

  test(`${spec('2.6c')} shows the offer first, and then one collapsed field for the address`, async () => {
    const screen = await open(confirm, api);
    // The settings decide which offers are shown. “Sandbox” appears once the settings are loaded.
    await expectVisible('Sandbox', button('Pay $4.00 to continue'));
    expect(screen.getByRole('textbox').elements()).toEqual([]);
    expect(screen.getByRole('radio').elements()).toEqual([]);
    expect(text(/concierge/i).elements()).toEqual([]);
    await expectVisible('I’ll add it in the guide');
    await expectAccessible();
    await button('Add my address now').click();
    const field = textbox(/XRP address/);
    await expect.element(field).toHaveValue('');
    const isBefore = (one: Element, other: Element) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBefore(heading(/^Guide \$4/).element(), field.element())).toBeTruthy();
    await expectAccessible();
    await button('I’ll add it in the guide').click();
    await expect.element(field).not.toBeInTheDocument();
  });

  test('shows the exchange’s hint', async () => {
    await open(confirm, api);
    await expectVisible('Heads up: New addresses may have a 48\u2011hour wait.');
  });

  test('hides the error of an address after “I’ll add it in the guide”', async () => {
    const screen = await open(confirm, api);
    await (await addressField()).fill('rWrong');
    await button('Pay $4.00 to continue').click();
    const problem = heading('There’s a problem');
    await expect.element(problem).toBeVisible();
    await button('I’ll add it in the guide').click();
    await expect.element(problem).not.toBeInTheDocument();
    // The customer chose to add the address later, so the invalid address is not sent.
    await button('Pay $4.00 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).not.toHaveProperty('destinationAddress');
  });

  test.each(['with', 'without'])(
    'has one button that leads to the payment (%s the address field opened)',
    async (how) => {
      const screen = await open(confirm, api);
      if (how === 'with') await button('Add my address now').click();
      await button('Pay $4.00 to continue').click();
      await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
      expect(api.bodies('POST', '/api/transfers')[0]).toEqual({
        fromExchange: 'coinbase',
        toWallet: 'xumm',
        serviceFee: '4.00',
      });
    },
  );

  test('preselects no product if the concierge is offered, and shows the price on the button', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await open(confirm, api);
    const guide = radio(/^Guide \$4\.00/);
    const both = radio(/^Guide with concierge \$17\.76/);
    await expect.element(guide).not.toBeChecked();
    await expect.element(both).not.toBeChecked();
    await expectAccessible();
    await button('Choose one to continue').click();
    const problems = screen.getByRole('alert');
    await problems.getByRole('link', { name: 'Please choose “Guide” or “Guide with concierge.”' }).click();
    await expect.element(guide).toHaveFocus();
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    await guide.click();
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    await both.click();
    await button('Pay $17.76 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).toMatchObject({ serviceFee: '17.76' });
  });

  test('allows the purchase if the settings could not be read', async () => {
    const screen = await open(confirm, api, networkError('GET /api/config'));
    await button('Pay $4.00 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test(`${spec('4.13')} sends the address with the transfer`, async () => {
    const screen = await open(confirm, api);
    await (await addressField()).fill(address);
    await expect.element(text('Good job! This is a valid XRP address.')).toBeVisible();
    // The field is too narrow for an address on a phone, so the complete address is also shown below it.
    await expect.element(text(address)).toBeVisible();
    await button('Pay $4.00 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).toEqual({
      fromExchange: 'coinbase',
      toWallet: 'xumm',
      serviceFee: '4.00',
      destinationAddress: address,
    });
  });

  test('restores a checked address after a reload, even if an older version stored the address with tag and amount', async () => {
    sessionStorage.setItem('xrp-bridge:destination', JSON.stringify({ address, tag: '7', amount: '25' }));
    await open(confirm, api);
    await expect.element(textbox(/XRP address/)).toHaveValue(address);
    await expect.element(text('Good job! This is a valid XRP address.')).toBeVisible();
    await button('Pay $4.00 to continue').click();
    await expect.poll(() => api.called('POST', '/api/transfers').length).toBe(1);
    // This page shows no tag and no amount, so it sends neither.
    expect(api.bodies('POST', '/api/transfers')[0]).not.toHaveProperty('destinationTag');
    expect(api.bodies('POST', '/api/transfers')[0]).not.toHaveProperty('sourceAmount');
    // The stored address is deleted after the response.
    await expect.poll(() => sessionStorage.getItem('xrp-bridge:destination')).toBeNull();
  });

  test('stores only a complete address', async () => {
    const first = await open(confirm, api);
    const field = await addressField();
    await field.fill(address);
    await expect.element(text('Good job! This is a valid XRP address.')).toBeVisible();
    await field.fill(address.slice(0, 9));
    await expect.element(text('Good job! This is a valid XRP address.')).not.toBeInTheDocument();
    await first.unmount();
    await open(confirm, api);
    await expect.element(textbox(/XRP address/)).toHaveValue(address);
  });

  test('never stores a secret, even for a moment', async () => {
    const writes = vi.spyOn(Storage.prototype, 'setItem');
    await open(confirm, api);
    const field = await addressField();
    await field.fill(address);
    await expect.poll(() => JSON.stringify(writes.mock.calls)).toContain(address);
    await field.fill('sn259rEFXrQrWyx3Q7XneWcwV6dfL');
    await expect.element(field).toHaveValue('');
    expect(JSON.stringify(writes.mock.calls)).not.toContain('sn259rEF');
  });

  test(`${spec('5.4')} rejects an invalid address with the reason above the form, and sends no request`, async () => {
    await page.viewport(360, 740);
    await open(confirm, api);
    const field = await addressField();
    await field.fill(`${address.slice(0, -1)}M`);
    await button('Pay $4.00 to continue').click();
    const summary = page.getByRole('alert');
    const reason = /That doesn’t look right. Try again. One or more characters in this address are wrong/;
    await expect.element(summary.getByText(reason)).toBeVisible();
    await expectSummaryAbove(field);
    await summary.getByRole('link').click();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(api.called('POST', '/api/transfers')).toEqual([]);
  });

  test('shows no error for an incomplete address', async () => {
    await open(confirm, api);
    const field = await addressField();
    const praise = text('Good job! This is a valid XRP address.');
    await field.fill(address);
    await expect.element(praise).toBeVisible();
    await field.fill('rDTXLQ7ZK');
    // The praise disappears once the new text has been checked.
    await expect.element(praise).not.toBeInTheDocument();
    await expect.element(field).not.toHaveAttribute('aria-invalid');
  });

  test(`${spec('8.2')} shows the server’s error above the form and at the field, and stays on the page`, async () => {
    const errors = [{ field: 'destinationAddress', message: 'This address is nobody’s wallet.' }];
    const detail = 'destinationAddress: This address is nobody’s wallet.';
    const refused = refusal('POST /api/transfers', 'invalid_input', { detail, errors });
    const screen = await open(confirm, api, refused);
    await (await addressField()).fill(address);
    await button('Pay $4.00 to continue').click();
    await expect.poll(() => text('This address is nobody’s wallet.').elements()).toHaveLength(2);
    expect(text(/destinationAddress/).elements()).toEqual([]);
    const field = textbox(/XRP address/);
    await expectSummaryAbove(field);
    await link('This address is nobody’s wallet.').click();
    await expect.element(field).toHaveFocus();
    expect(screen.path()).toContain('view=confirm');
    await expectAccessible();
    // The choice “I’ll add it in the guide” removes the error.
    await button('I’ll add it in the guide').click();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test(`${spec('8.2')} shows an error after a network failure, and can be retried`, async () => {
    const screen = await open(confirm, api, networkError('POST /api/transfers', { once: true }));
    await button('Pay $4.00 to continue').click();
    await expect.element(text('Please check your connection and try again.')).toBeVisible();
    await expect.element(text('Nothing was charged, and what you entered is still here.')).toBeVisible();
    const summary = heading('Transfer creation failed');
    await expectFocusAround(summary);
    // A toast shows the error, too, with a retry button.
    const passing = region(/^Notifications/);
    // The toast does not disappear while the pointer is over it.
    await passing.getByText('Transfer creation failed').hover();
    await expect.element(passing.getByText('Please try again')).toBeVisible();
    await expectAccessible();
    await passing.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test(`${spec('4.12')} has a button that returns to the selection with both choices`, async () => {
    await open(confirm, api);
    await button('Change selection').click();
    await expect.element(radio(/Coinbase/)).toBeChecked();
    await expect.element(radio(/Xaman/)).toBeChecked();
  });
});
