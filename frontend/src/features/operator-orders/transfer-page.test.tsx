import { referenceOf } from '@xrp-bridge/contracts/reference';
import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, heading, region, text } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { paymentOf } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const dialog = () => page.getByRole('dialog');

describe('the page of a transfer', () => {
  const path = `/admin/transfers/${id}`;

  test(`${spec('operators.17')} shows exchange, wallet, masked email address, timeline and payments`, async () => {
    api.payments = [paymentOf()];
    const { mine: _, ...transfer } = api.transfer;
    api.transfers = [transfer];
    await open(path, api);
    await expect.element(region('History').getByText('Paid')).toBeVisible();
    await expect.element(region('Payments').getByText('$4.00 ($0.00 refunded)')).toBeVisible();
    await expectVisible(button(`${referenceOf(id)}: copy this ID`));
    for (const fact of ['Coinbase → Xaman', 'a•••@example.com']) {
      await expect.element(region('Summary').getByText(fact)).toBeVisible();
    }
    expect(api.called('GET', '/api/admin/payments')[0]?.query).toEqual({ transferId: id });
    await expectAccessible();
  });

  test('copies the whole ID after a click on the shortened ID', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const long = 'pay_c13c53b1565a4ea682922264ccb6e910';
    api.payments = [paymentOf({ id: long })];
    await open(path, api);
    await button('pay_c13c…e910: copy this ID').click();
    await expect.element(text('Copied')).toBeVisible();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(long);
  });

  test('has no payment bypass for staff', async () => {
    api.role = 'staff';
    api.payments = [paymentOf({ status: 'open', paidAt: null })];
    await open(path, api);
    await expectVisible(region('Payments').getByText('Open'), region('Summary').getByText('a•••@example.com'));
    expect(page.getByRole('link', { name: 'Bypass payment' }).elements()).toEqual([]);
  });

  test('links to the payment bypass only for an unpaid transfer', async () => {
    api.payments = [paymentOf({ status: 'open', paidAt: null })];
    const screen = await open(path, api);
    const unlock = region('Summary').getByRole('link', { name: 'Bypass payment' });
    await expect.element(unlock).toHaveAttribute('href', `/admin-bypass?transfer=${id}`);
    await expectAccessible();
    await unlock.click();
    await expect.element(page.getByLabelText('Transfer ID')).toHaveValue(id);
    api.payments = [paymentOf()];
    await screen.go(path);
    await expect.element(region('Payments').getByText('$4.00 ($0.00 refunded)')).toBeVisible();
    await expect.element(unlock).not.toBeInTheDocument();
  });

  test(`${spec('operators.17')} refunds a payment once, with a reason`, async () => {
    api.payments = [paymentOf({ product: 'bundle', amount: '17.76' })];
    await open(path, api);
    await button(/^Refund/).click();
    await expect.element(dialog().getByRole('heading')).toHaveTextContent(`Refund: ${referenceOf(id)}`);
    for (const fact of ['pay_1', '$17.76 ($0.00 refunded)']) {
      await expect.element(dialog().getByText(fact)).toBeVisible();
    }
    await expect.element(dialog().getByText(/We’ll refund \$17\.76 to the customer/)).toBeVisible();
    await dialog().getByText('The concierge only').click();
    await expect.element(dialog().getByText(/They keep the guide/)).toBeVisible();
    await expectAccessible();
    await giveReason('Refund the concierge');
    await expect.element(text('Refund started')).toBeVisible();
    await expect.element(button(/^Refund/)).not.toBeInTheDocument();
    // The pressed button has disappeared: keyboard users continue from the heading.
    await expect.element(heading('Transfer details')).toHaveFocus();
    expect(api.bodies('POST', `/api/admin/refunds/${id}`)).toEqual([
      { paymentId: 'pay_1', product: 'concierge', reason: 'Ada asked for it' },
    ]);
  });

  test('refunds only the selected one of two payments', async () => {
    api.payments = [paymentOf(), paymentOf({ id: 'pay_2', product: 'concierge', amount: '13.76' })];
    await open(path, api);
    await button(/^Refund \$13\.76/).click();
    await expect.element(dialog().getByText('pay_2')).toBeVisible();
    await giveReason('Refund $13.76');
    await expect.element(button(/^Refund \$13\.76/)).not.toBeInTheDocument();
    await expect.element(button(/^Refund \$4\.00/)).toBeVisible();
    expect(api.bodies('POST', `/api/admin/refunds/${id}`)).toEqual([
      { paymentId: 'pay_2', product: 'all', reason: 'Ada asked for it' },
    ]);
  });

  test('sends no refund without a reason, or after “Cancel”', async () => {
    api.payments = [paymentOf()];
    await open(path, api);
    await button(/^Refund/).click();
    await dialog().getByRole('button', { name: 'Refund $4.00' }).click();
    await expect.element(text('Please say why.')).toBeVisible();
    await button('Cancel').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button(/^Refund/)).toHaveFocus();
    expect(api.called('POST', `/api/admin/refunds/${id}`)).toEqual([]);
  });

  test('reports payments that could not be read, and retries', async () => {
    const down = refusal('GET /api/admin/payments', 'service_unavailable');
    await open(path, api, down);
    await expect.element(text('We couldn’t load the payments')).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(text('No payments yet.')).toBeVisible();
  });

  test('reports a timeline that could not be read, retries, and still shows the payments', async () => {
    api.payments = [paymentOf()];
    await open(path, api);
    await expect.element(button(/^Refund/)).toBeVisible();
    const down = refusal('GET /api/admin/transfers/{transferId}/timeline', 'service_unavailable');
    network.use(down);
    api.sendActivity({ subject: id });
    await expectVisible('We couldn’t load the history', button(/^Refund/));
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(text('We couldn’t load the history')).not.toBeInTheDocument();
  });

  test.each([
    ['not_refundable', 'We can no longer refund this payment.'],
    ['payment_provider_unavailable', /^Stripe didn’t respond, so nothing changed\./],
  ] as const)('shows in the dialog why a refund failed (%s)', async (code, why) => {
    api.payments = [paymentOf()];
    await open(path, api, refusal('POST /api/admin/refunds/{transferId}', code));
    await button(/^Refund/).click();
    await giveReason('Refund $4.00');
    await expect.element(dialog().getByText(why)).toBeVisible();
    await expectAccessible();
  });

  test.each(['nonsense', 'f'.repeat(32)])('reports the unknown id %s', async (unknown) => {
    await open(`/admin/transfers/${unknown}`, api);
    await expect.element(heading('Transfer not found')).toBeVisible();
    await expectAccessible();
  });
});

describe('the concierge on the page of a transfer', () => {
  const path = `/admin/transfers/${id}`;
  const mailLink = () => button(/^Email a sign-in link/);

  test(`${spec('operators.17')} has a button that mails a sign-in link to an e-mail address`, async () => {
    api.payments = [paymentOf({ product: 'bundle', amount: '17.76' })];
    await open(path, api);
    await mailLink().click();
    await expect.element(dialog().getByRole('heading')).toHaveTextContent(`Email a sign-in link: ${referenceOf(id)}`);
    await dialog().getByRole('textbox', { name: 'Owner’s email address' }).fill('ann@example.com');
    await expectAccessible();
    await giveReason('Send the link');
    await expect.element(text('Link sent')).toBeVisible();
    expect(api.bodies('POST', `/api/admin/concierge/${id}/email`)).toEqual([
      { email: 'ann@example.com', reason: 'Ada asked for it' },
    ]);
  });

  test('shows the error in the dialog if a sign-in link is refused because the concierge is not paid', async () => {
    api.payments = [paymentOf({ product: 'concierge', amount: '13.76' })];
    await open(path, api, refusal('POST /api/admin/concierge/{orderId}/email', 'not_owned'));
    await mailLink().click();
    await giveReason('Send the link');
    await expect.element(dialog().getByText('The concierge on this order hasn’t been paid for.')).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: 'Why?' })).toHaveValue('Ada asked for it');
  });

  test.each([
    ['guide', 'succeeded'],
    ['bundle', 'open'],
    ['bundle', 'refunded'],
  ] as const)('has no sign-in link for the product %s with the status %s', async (product, status) => {
    api.payments = [paymentOf({ product, status })];
    await open(path, api);
    await expect.element(region('Payments').getByText('$4.00 ($0.00 refunded)')).toBeVisible();
    expect(mailLink().elements()).toEqual([]);
  });
});
