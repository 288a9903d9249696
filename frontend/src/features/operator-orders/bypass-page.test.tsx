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

describe('the payment bypass', () => {
  const path = '/admin-bypass';
  const field = () => page.getByLabelText('Transfer ID');

  test(`${spec('operators.34')} requires a transfer id, and links to the home page`, async () => {
    await open(path, api);
    await expect.element(link('Back to home')).toHaveAttribute('href', '/');
    await expectAccessible();
    await button('Bypass payment').click();
    await expectSummaryAbove(field());
    await expect.element(link('Please enter a transfer ID')).toBeVisible();
    await expectAccessible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test(`${spec('operators.16')} unlocks the guide, shows a confirmation, and opens the checkout`, async () => {
    const screen = await open(path, api);
    await field().fill(` ${id} `);
    await page.getByLabelText(/^How did the customer pay/).fill('By PayPal');
    await button('Bypass payment').dblClick();
    await expect.poll(screen.path).toMatch(new RegExp(`^/(checkout\\?transfer=${id}|transfer/${id})$`));
    await expectVisible('Payment bypassed - instructions now available', text('Success'));
    expect(api.bodies('POST', `/api/admin/bypass-payment/${id}`)).toEqual([{ reason: 'By PayPal' }]);
  });

  test.each([referenceOf(id), referenceOf(id).toLowerCase().replace('-', ' '), 'HWBW-VSYR'])(
    'finds the transfer with the reference “%s”',
    async (reference) => {
      const { mine: _, ...rest } = api.transfer;
      const transfer = { ...rest, destinationAddress: address };
      const searches: unknown[] = [];
      const screen = await open(
        path,
        api,
        http.post('/api/admin/transfers/search', async ({ request }) => {
          searches.push(await request.json());
          // The search may return other transfers, too.
          const other = { ...transfer, id: 'f'.repeat(32) };
          return HttpResponse.json({ transfers: [other, transfer], nextCursor: null });
        }),
      );
      await field().fill(` ${reference} `);
      await button('Bypass payment').click();
      await expect.poll(screen.path).toMatch(new RegExp(`^/(checkout\\?transfer=${id}|transfer/${id})$`));
      expect(searches).toEqual([{ search: reference, limit: 200 }]);
      expect(api.called('POST', `/api/admin/bypass-payment/${id}`)).toHaveLength(1);
    },
  );

  test('reports an unknown reference, and unlocks nothing', async () => {
    const screen = await open(path, api);
    await field().fill('AC3D-E46F');
    await button('Bypass payment').click();
    await expect.element(text('No transfer has this reference.').first()).toBeVisible();
    await expectAccessible();
    expect(screen.path()).toBe(path);
    expect(api.calls.filter(({ method, path }) => method === 'POST' && !path.endsWith('/search'))).toEqual([]);
  });

  test('is not reported as attempted if the search for the reference failed', async () => {
    const screen = await open(path, api, networkError('POST /api/admin/transfers/search'));
    await field().fill('AC3D-E46F');
    await button('Bypass payment').click();
    await expect.element(text('Please try again.').first()).toBeVisible();
    expect(text('Bypass attempted').elements()).toEqual([]);
    expect(screen.path()).toBe(path);
  });

  test('ignores a second submit while the next page loads', async () => {
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

  test(`${spec('operators.34')} shows why it was refused, and stays on the page`, async () => {
    const screen = await open(path, api, refusal('POST /api/admin/bypass-payment/{transferId}', 'already_paid'));
    await field().fill(id);
    await button('Bypass payment').click();
    await expect.element(heading('Failed to bypass payment')).toBeVisible();
    // The title appears above the form and in a toast.
    await expect.poll(() => text('Failed to bypass payment').elements().length).toBeGreaterThan(1);
    await expect.element(text('This transfer is already paid for.').first()).toBeVisible();
    expect(screen.path()).toBe(path);
  });

  test(`${spec('operators.34')} shows “Bypass attempted” and opens the checkout if the request gets no response`, async () => {
    const screen = await open(path, api, networkError('POST /api/admin/bypass-payment/{transferId}'));
    await field().fill(id);
    await button('Bypass payment').click();
    await expect.element(text('Bypass attempted')).toBeVisible();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });
});
