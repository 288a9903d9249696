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

describe('transfers', () => {
  beforeEach(() => {
    const { mine: _, ...transfer } = api.transfer;
    api.transfers = [{ ...transfer, destinationAddress: address, status: 'completed' }];
  });

  test('are listed without the customer’s address, and lead to all that is known', async () => {
    await open('/admin/transfers', api);
    await expect.element(link(referenceOf(id))).toHaveAttribute('href', `/admin/transfers/${id}`);
    await expectVisible(page.getByRole('table').getByText('Completed'), page.getByRole('cell', { name: /Coinbase$/ }));
    await expect.element(page.getByRole('cell', { name: /Xaman$/ })).toBeVisible();
    expect(document.body.textContent).not.toContain(address);
    await expectAccessible();
  });

  const asked = () => api.called('GET', '/api/admin/transfers').at(-1)?.query;

  test('are asked for by status, which stands in the address', async () => {
    const screen = await open('/admin/transfers?q=kraken', api);
    await page.getByLabelText('Status').selectOptions('Refunded');
    await expect.poll(() => asked()?.status).toBe('refunded');
    expect(screen.path()).toBe('/admin/transfers?q=kraken&status=refunded');
    await page.getByLabelText('Status').selectOptions('All');
    await expect.poll(asked).not.toHaveProperty('status');
    expect(screen.path()).toBe('/admin/transfers?q=kraken');
  });

  test.each([
    ['refunded', 'refunded', 'refunded'],
    ['nonsense', undefined, ''],
  ])('by a link with the status %s', async (status, sent, shown) => {
    await open(`/admin/transfers?status=${status}`, api);
    await expect.element(page.getByLabelText('Status')).toHaveValue(shown);
    await expect.poll(() => asked()?.status).toBe(sent);
  });
});
