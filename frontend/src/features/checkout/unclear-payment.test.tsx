import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmUrl, fillCard, succeed } from '../../../test/card.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, heading, link, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectFocusAround, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const checkout = `/checkout?transfer=${id}`;

describe('unclear payment', () => {
  const cutOff = () => http.post(confirmUrl, () => HttpResponse.error(), { once: true });
  const unclear = () => heading('We don’t know yet if your payment went through');
  const check = () => button('Check my payment');
  const payButtons = () => button(/^Pay \$/).elements();

  async function payAndLose() {
    await fillCard();
    await button('Pay $4.00').click();
    await expect.element(unclear()).toHaveFocus();
  }

  test.each([
    ['the network fails', () => HttpResponse.error()],
    ['the provider fails', () => HttpResponse.json({ error: { type: 'api_error' } }, { status: 500 })],
    ['the request is invalid', () => HttpResponse.json({ error: { type: 'invalid_request_error' } }, { status: 400 })],
    ['a bank is still processing', () => HttpResponse.json({ id: 'pi_1', status: 'processing' })],
    ['the response has no status', () => HttpResponse.json({ id: 'pi_1' })],
  ])(`${spec('8.5')} offers only a check, and no second payment, when %s`, async (what, answer) => {
    if (what === 'the network fails') expectConsole(/^The payment was cut off TypeError/);
    await open(checkout, api, http.post(confirmUrl, answer));
    await payAndLose();
    await expect.element(check()).toBeVisible();
    expect(payButtons()).toEqual([]);
    expect(link('Change selection').elements()).toEqual([]);
    expect(text(/try again/i).elements()).toEqual([]);
    await expectAccessible();
  });

  test('opens the guide when the check finds a payment', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const settles = http.post('/api/transfers/:id/complete', () => {
      api.transfer = { ...api.transfer, status: 'instructions_sent', destinationAddress: address, version: 9 };
      return HttpResponse.json(api.transfer);
    });
    const screen = await open(checkout, api, cutOff(), settles);
    await payAndLose();
    await check().click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('shows the form with its input and “You haven’t paid yet” when the check finds no payment', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const screen = await open(checkout, api, cutOff(), succeed(api));
    await textbox(/Email for your receipt/).fill('ada@example.com');
    await payAndLose();
    await check().click();
    const heading = text('You haven’t paid yet');
    await expect.element(heading).toBeVisible();
    await expectFocusAround(heading);
    await expect.element(textbox('Card number')).toHaveValue('4242 4242 4242 4242');
    await expect.element(textbox(/Email/)).toHaveValue('ada@example.com');
    await expectAccessible();
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('stays unclear and shows the support address while the provider is unavailable', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const down = refusal('POST /api/transfers/{id}/complete', 'payment_provider_unavailable');
    await open(checkout, api, cutOff(), down);
    await payAndLose();
    await check().click();
    await expect.element(text('We don’t have an answer yet')).toBeVisible();
    await expect
      .element(text('If this keeps happening, email us at help@bridge.test. Your reference is K9KG-GCMM.'))
      .toBeVisible();
    expect(payButtons()).toEqual([]);
    await expectAccessible();
    down.end();
    await check().click();
    await expect.element(text('You haven’t paid yet')).toBeVisible();
  });

  test('leads to the guide when a live update reports the payment, even before the provider responds', async () => {
    const never = http.post(confirmUrl, () => new Promise<never>(() => {}));
    const screen = await open(checkout, api, never);
    await fillCard();
    await button('Pay $4.00').click();
    await expect.element(button('Processing…')).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('must be checked before another payment when the browser restores the page from its cache', async () => {
    const never = http.post(confirmUrl, () => new Promise<never>(() => {}));
    await open(checkout, api, never);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await fillCard();
    await button('Pay $4.00').click();
    await expect.element(button('Processing…')).toBeVisible();
    await expect.poll(() => sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBe('true');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(unclear()).toHaveFocus();
    expect(payButtons()).toEqual([]);
  });

  test('must be checked before another payment after a reload, even when the card form is unavailable', async () => {
    const never = http.post(confirmUrl, () => new Promise<never>(() => {}));
    const first = await open(checkout, api, never);
    await fillCard();
    await button('Pay $4.00').click();
    await expect.poll(() => sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBe('true');
    await first.unmount();
    const noIntent = refusal('POST /api/create-payment-intent', 'payment_provider_unavailable');
    await open(checkout, api, noIntent);
    await expect.element(check()).toBeVisible();
    await expect.element(text(/^Nothing was charged/)).toBeInTheDocument();
    await expect.element(text(/^Nothing was charged/)).not.toBeVisible();
    expect(payButtons()).toEqual([]);
    await check().click();
    await expect.element(text(/^Nothing was charged/)).toBeVisible();
    expect(sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBeNull();
  });

  test('is not assumed for a declined card or an incomplete form', async () => {
    const declined = http.post(confirmUrl, () => HttpResponse.json({ error: { type: 'card_error' } }, { status: 402 }));
    await open(checkout, api, declined);
    await button('Pay $4.00').click();
    await expect.element(heading('There’s a problem')).toBeVisible();
    expect(sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBeNull();
    await fillCard();
    await button('Pay $4.00').click();
    await expect.element(text(/^Payment failed: /)).toBeVisible();
    expect(sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBeNull();
  });
});
