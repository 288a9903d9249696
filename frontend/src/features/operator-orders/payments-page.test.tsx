import { referenceOf } from '@xrp-bridge/contracts/reference';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { problem } from '../../../test/fake-api.ts';
import { button, heading, text } from '../../../test/locators.ts';
import { giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { paymentOf } from '../../../test/operator-rows.ts';
import { id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const dialog = () => page.getByRole('dialog');

test('a payment is refunded from the list of payments', async () => {
  api.payments = [paymentOf(), paymentOf({ id: 'pay_2', transferId: 'f'.repeat(32), status: 'open' })];
  await open('/admin/payments', api);
  await button(`Refund $4.00 for transfer ${referenceOf(id)}`).click();
  await giveReason('Refund $4.00');
  await expect.element(page.getByRole('cell', { name: /Refunded$/ }).first()).toBeVisible();
  expect(button(/^Refund \$/).elements()).toEqual([]);
  await expect.element(heading('All payments')).toHaveFocus();
});

test('the open dialog shows an error if another operator refunds the payment first', async () => {
  api.payments = [paymentOf()];
  await open(
    '/admin/payments',
    api,
    http.post('/api/admin/refunds/:id', () => {
      api.payments = [paymentOf({ status: 'refunded', refunded: '4.00' })];
      return problem('not_refundable');
    }),
  );
  await button(/^Refund \$/).click();
  await giveReason('Refund $4.00');
  await expect.element(text('Refunded').first()).toBeInTheDocument();
  await expect.element(dialog().getByText('We can no longer refund this payment.')).toBeVisible();
  await expect.element(dialog().getByRole('textbox', { name: 'Why?' })).toHaveValue('Ada asked for it');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(heading('All payments')).toHaveFocus();
});
