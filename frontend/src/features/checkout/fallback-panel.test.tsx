import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { brokenOnPurpose } from '../../../test/checked-replies.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const checkout = `/checkout?transfer=${id}`;

describe('checkout fallback', () => {
  const noIntent = refusal('POST /api/create-payment-intent', 'payment_provider_unavailable');

  test('shows the e-mail form first, then the retry button, then the collapsed payment by hand', async () => {
    await page.viewport(360, 740);
    await open(checkout, api, noIntent);
    await expect.element(heading('Payment error')).toBeVisible();
    await expect.element(link('Back to home')).toHaveAttribute('href', '/');
    // Payment by hand appears once the settings are loaded, which may be the last response.
    await expect.element(text('Pay another way')).toBeVisible();
    const places = [
      heading('Email me when cards work again'),
      button('Email me'),
      button('Try again'),
      link('Back to home'),
      text('Pay another way'),
    ].map((one) => one.element().getBoundingClientRect().bottom);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[1]).toBeLessThanOrEqual(640);
    expect(textbox(/phone/i).elements()).toEqual([]);
    await expect.element(text('@bridge-paypal')).not.toBeVisible();
  });

  test(`${spec('2.7c')} shows copy buttons and a short reference for payment by hand`, async () => {
    await open(checkout, api, noIntent);
    await text('Pay another way').click();
    for (const { label, handle } of api.config.manualPayments) {
      await expectVisible(text(handle), button(`Copy the ${label} account`));
    }
    await expect.element(text('K9KG-GCMM')).toBeVisible();
    expect(text(id).elements()).toEqual([]);
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await button('Copy your reference').click();
    await expect.element(button('Copied')).toBeVisible();
    expect(written).toHaveBeenCalledWith('K9KG-GCMM');
  });

  test(`${spec('2.7c', '5.12')} saves the contact from the e-mail form`, async () => {
    await page.viewport(360, 740);
    const screen = await open(checkout, api, noIntent);
    await button('Email me').click();
    const summary = screen.getByRole('alert');
    await expectSummaryAbove(textbox('Email'));
    await summary.getByRole('link', { name: 'Please enter a valid email address' }).click();
    await expect.element(textbox('Email')).toHaveFocus();
    expect(api.called('POST', '/api/save-contact')).toEqual([]);
    await textbox('Email').fill('ada@example.com');
    await button('Email me').click();
    await expect.element(heading('Thank you. We have your email.')).toHaveFocus();
    expect(api.bodies('POST', '/api/save-contact')[0]).toEqual({
      transferId: id,
      email: 'ada@example.com',
      reason: 'stripe_pending_notification',
    });
    await expectAccessible();
  });

  test(`${spec('5.12')} shows the server’s error at the e-mail field, and the customer can correct it`, async () => {
    expectConsole(/^The contact could not be saved ApiError: 400/);
    const errors = [{ field: 'email', message: 'That is no e-mail address.' }];
    const refused = refusal('POST /api/save-contact', 'invalid_input', { errors, once: true });
    const screen = await open(checkout, api, noIntent, refused);
    const field = textbox('Email');
    await field.fill('ada@');
    await button('Email me').click();
    await expectSummaryAbove(field);
    await screen.getByRole('alert').getByRole('link', { name: 'That is no e-mail address.' }).click();
    await expect.element(field).toHaveFocus();
    expect(document.body.textContent).not.toContain('couldn’t save that');
    await expectAccessible();
    await field.fill('ada@example.com');
    await button('Email me').click();
    await expect.element(heading('Thank you. We have your email.')).toHaveFocus();
  });

  test(`${spec('8.16')} shows the support address when the contact cannot be saved`, async () => {
    expectConsole(/^The contact could not be saved ApiError: 503/);
    await open(checkout, api, noIntent, refusal('POST /api/save-contact', 'service_unavailable'));
    await textbox('Email').fill('ada@example.com');
    await button('Email me').click();
    await expect.element(text('Please try again, or email us at help@bridge.test.')).toBeVisible();
  });

  test.each([
    [
      'a response without a client secret',
      http.post('/api/create-payment-intent', () => HttpResponse.json({}, brokenOnPurpose)),
    ],
    ['a failure to load the settings', networkError('GET /api/config')],
    ['a network failure', networkError('POST /api/create-payment-intent')],
  ])(`${spec('8.8')} appears after %s`, async (_, handler) => {
    await open(checkout, api, handler);
    await expect.element(heading('Payment error')).toBeVisible();
  });

  test(`${spec('8.12')} shows “Payment configuration error” without a provider key`, async () => {
    api.config = { ...api.config, stripe: { publishableKey: '' } };
    await open(checkout, api);
    await expectVisible(heading('Payment configuration error'), 'Nothing was charged, and your transfer is saved.');
    // A retry would fail again, so only the e-mail form is offered.
    expect(button('Try again').elements()).toEqual([]);
  });

  test.each([`/checkout-failed?transfer=${id}`, `${checkout}&stripe_failed=true`])(
    'appears at %s without requesting a payment',
    async (path) => {
      await open(path, api);
      await expect.element(heading('Payment error')).toBeVisible();
      expect(api.called('POST', '/api/create-payment-intent')).toEqual([]);
    },
  );

  test('at /checkout-failed without an id shows this browser’s unpaid transfer', async () => {
    const waiting = { id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' };
    localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(waiting));
    await open('/checkout-failed', api);
    await expectVisible('Nothing was charged, and your transfer is saved.', button('Try again'));
  });

  test.each([null, { id, paid: true, fromExchange: 'coinbase', toWallet: 'xumm' }])(
    'at /checkout-failed links to the landing page if no unpaid transfer is stored (stored: %j)',
    async (openTransfer) => {
      localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(openTransfer));
      await open('/checkout-failed', api);
      await expect.element(link('Back to home')).toHaveAttribute('href', '/');
    },
  );

  test('at /checkout-failed without a transfer offers no payment by hand, and does not state that nothing was charged', async () => {
    await open('/checkout-failed', api);
    await expect.element(text('Card payment is temporarily unavailable.')).toBeVisible();
    // “Sandbox” appears once the settings are loaded. The settings contain the payment handles.
    await expect.element(text('Sandbox')).toBeVisible();
    expect(text('Pay another way').elements()).toEqual([]);
    // The visitor may have paid.
    expect(text(/Nothing was charged/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('is replaced by the guide when the server responds that the transfer is already paid', async () => {
    const paid = http.post('/api/create-payment-intent', () => {
      api.transfer = { ...api.transfer, status: 'instructions_sent', destinationAddress: address };
      return problem('already_paid');
    });
    const screen = await open(checkout, api, paid);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});
