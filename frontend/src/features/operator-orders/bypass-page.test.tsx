import { referenceOf } from '@xrp-bridge/contracts/reference';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the bypass', () => {
  const path = '/admin-bypass';
  const field = () => page.getByLabelText('Transfer ID');

  test(`${spec('operators.34')} needs a transfer, and leads home`, async () => {
    await open(path, api);
    await expect.element(link('Back to home')).toHaveAttribute('href', '/');
    await expectAccessible();
    await button('Bypass payment').click();
    await expectSummaryAbove(field());
    await expect.element(link('Please enter a transfer ID')).toBeVisible();
    await expectAccessible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test(`${spec('operators.16')} opens the guide, says so, and goes to the checkout`, async () => {
    const screen = await open(path, api);
    await field().fill(` ${id} `);
    await page.getByLabelText(/^How was it paid/).fill('By PayPal');
    await button('Bypass payment').dblClick();
    await expect.poll(screen.path).toMatch(new RegExp(`^/(checkout\\?transfer=${id}|transfer/${id})$`));
    await expectVisible('Payment bypassed - instructions now available', text('Success'));
    expect(api.bodies('POST', `/api/admin/bypass-payment/${id}`)).toEqual([{ reason: 'By PayPal' }]);
  });

  test.each([referenceOf(id), referenceOf(id).toLowerCase().replace('-', ' '), 'HWBW-VSYR'])(
    'finds the transfer by the reference that its customer quotes: %s',
    async (reference) => {
      const { mine: _, ...rest } = api.transfer;
      const transfer = { ...rest, destinationAddress: address };
      const asked: (string | null)[] = [];
      const screen = await open(
        path,
        api,
        http.get('/api/admin/transfers', ({ request }) => {
          asked.push(new URL(request.url).searchParams.get('search'));
          // A search finds more than what was looked for.
          const other = { ...transfer, id: 'f'.repeat(32) };
          return HttpResponse.json({ transfers: [other, transfer], nextCursor: null });
        }),
      );
      await field().fill(` ${reference} `);
      await button('Bypass payment').click();
      await expect.poll(screen.path).toMatch(new RegExp(`^/(checkout\\?transfer=${id}|transfer/${id})$`));
      expect(asked).toEqual([reference]);
      expect(api.called('POST', `/api/admin/bypass-payment/${id}`)).toHaveLength(1);
    },
  );

  test('of a reference that no transfer has says so, and unlocks nothing', async () => {
    const screen = await open(path, api);
    await field().fill('AC3D-E46F');
    await button('Bypass payment').click();
    await expect.element(text('No transfer has this reference.').first()).toBeVisible();
    await expectAccessible();
    expect(screen.path()).toBe(path);
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('that could not even look for a reference was not attempted', async () => {
    const screen = await open(path, api, networkError('GET /api/admin/transfers'));
    await field().fill('AC3D-E46F');
    await button('Bypass payment').click();
    await expect.element(text('Please try again.').first()).toBeVisible();
    expect(text('Bypass attempted').elements()).toEqual([]);
    expect(screen.path()).toBe(path);
  });

  test('is not done again by whoever presses once more before the next page is there', async () => {
    const screen = await open(path, api);
    await field().fill(id);
    const form = (button('Bypass payment').element() as HTMLButtonElement).form as HTMLFormElement;
    const pressAgain = () => form.requestSubmit();
    form.requestSubmit();
    await expect.poll(() => document.body.textContent).toContain('instructions now available');
    pressAgain();
    await expect.poll(screen.path).not.toBe(path);
    expect(api.called('POST', `/api/admin/bypass-payment/${id}`)).toHaveLength(1);
  });

  test(`${spec('operators.34')} that is refused says so, and stays`, async () => {
    const screen = await open(path, api, refusal('POST /api/admin/bypass-payment/{transferId}', 'already_paid'));
    await field().fill(id);
    await button('Bypass payment').click();
    await expect.element(heading('Failed to bypass payment')).toBeVisible();
    // Above the form, and in passing.
    await expect.poll(() => text('Failed to bypass payment').elements().length).toBeGreaterThan(1);
    await expect.element(text('This transfer is already paid.').first()).toBeVisible();
    expect(screen.path()).toBe(path);
  });

  test(`${spec('operators.34')} that has no answer: “Bypass attempted”, and the checkout says what is true`, async () => {
    const screen = await open(path, api, networkError('POST /api/admin/bypass-payment/{transferId}'));
    await field().fill(id);
    await button('Bypass payment').click();
    await expect.element(text('Bypass attempted')).toBeVisible();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });
});
