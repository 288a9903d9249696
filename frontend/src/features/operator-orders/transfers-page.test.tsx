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

  const requested = () => api.called('GET', '/api/admin/transfers').at(-1)?.query;

  test('can be filtered by the status, which is in the URL', async () => {
    const screen = await open('/admin/transfers?q=kraken', api);
    await page.getByLabelText('Status').selectOptions('Refunded');
    await expect.poll(() => requested()?.status).toBe('refunded');
    expect(screen.path()).toBe('/admin/transfers?q=kraken&status=refunded');
    await page.getByLabelText('Status').selectOptions('All');
    await expect.poll(requested).not.toHaveProperty('status');
    expect(screen.path()).toBe('/admin/transfers?q=kraken');
  });

  test.each([
    ['refunded', 'refunded', 'refunded'],
    ['nonsense', undefined, ''],
  ])('applies the status of a link: %s', async (status, sent, shown) => {
    await open(`/admin/transfers?status=${status}`, api);
    await expect.element(page.getByLabelText('Status')).toHaveValue(shown);
    await expect.poll(() => requested()?.status).toBe(sent);
  });
});
