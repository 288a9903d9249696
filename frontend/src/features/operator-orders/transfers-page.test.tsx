import { referenceOf } from '@xrp-bridge/contracts/reference';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectVisible, link } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { address, id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the list of transfers', () => {
  beforeEach(() => {
    const { mine: _, ...transfer } = api.transfer;
    api.transfers = [{ ...transfer, destinationAddress: address, status: 'completed' }];
  });

  test('does not contain the customers’ addresses, and links to each transfer', async () => {
    await open('/admin/transfers', api);
    await expect.element(link(referenceOf(id))).toHaveAttribute('href', `/admin/transfers/${id}`);
    await expectVisible(page.getByRole('table').getByText('Completed'), page.getByRole('cell', { name: /Coinbase$/ }));
    await expect.element(page.getByRole('cell', { name: /Xaman$/ })).toBeVisible();
    expect(document.body.textContent).not.toContain(address);
    await expectAccessible();
  });

  const requested = () =>
    api.bodies('POST', '/api/admin/transfers/search').at(-1) as { status?: string; search?: string } | undefined;

  test('can be filtered by status; the filter is in the URL, but a searched address is not', async () => {
    const screen = await open('/admin/transfers', api);
    await page.getByRole('searchbox').fill(address);
    await expect.poll(() => requested()?.search).toBe(address);
    await page.getByLabelText('Status').selectOptions('Refunded');
    await expect.poll(() => requested()?.status).toBe('refunded');
    expect(requested()?.search).toBe(address);
    expect(screen.path()).toBe('/admin/transfers?status=refunded');
    await page.getByLabelText('Status').selectOptions('All');
    await expect.poll(requested).not.toHaveProperty('status');
    expect(screen.path()).toBe('/admin/transfers');
    expect(api.calls.filter(({ path, query }) => JSON.stringify([path, query]).includes(address))).toEqual([]);
  });

  test('links to saved views, which have their filter in the URL', async () => {
    const screen = await open('/admin/transfers', api);
    await link('Paid over 24 h, not arrived').click();
    await expect.poll(() => requested()?.status).toBe('not_arrived');
    expect(screen.path()).toBe('/admin/transfers?status=not_arrived');
    await expect.element(link('Paid over 24 h, not arrived')).toHaveAttribute('aria-current', 'page');
    await expectAccessible();
    await link('Refund asked').click();
    await expect.poll(() => screen.path()).toBe('/admin/tasks?kind=refund_request');
    await expect.poll(() => api.called('GET', '/api/admin/tasks').at(-1)?.query?.kind).toBe('refund_request');
    await expect.element(page.getByLabelText('Type')).toHaveValue('refund_request');
    await link('By hand').click();
    await expect.poll(() => api.called('GET', '/api/admin/tasks').at(-1)?.query?.kind).toBe('hand_payment');
  });

  test.each([
    ['refunded', 'refunded', 'refunded'],
    ['nonsense', undefined, ''],
  ])('applies a valid status from the URL, and ignores any other (%s)', async (status, sent, shown) => {
    await open(`/admin/transfers?status=${status}`, api);
    await expect.element(page.getByLabelText('Status')).toHaveValue(shown);
    await expect.poll(requested).toBeDefined();
    expect(requested()?.status).toBe(sent);
  });
});
