import type { RequestHandler } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
});

const guide = `/transfer/${id}`;
const receipt = `${guide}/receipt`;

/** Opens the guide of a complete transfer and waits until the settings are loaded. */
async function openCompleted(...handlers: RequestHandler[]) {
  const screen = await open(guide, api, ...handlers);
  await expectVisible(heading('Your XRP is home.'), 'Sandbox');
  return screen;
}

describe('the receipt', () => {
  test('is linked from the completed guide, and contains product, amount and time of the payment, but no address', async () => {
    const screen = await openCompleted();
    await link('See my receipt').click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Your receipt' })).toHaveFocus();
    const sheet = region('Receipt');
    await expect.element(sheet).toBeVisible();
    expect(sheet.element().textContent).toMatch(
      /Guide.*\$4\.00 \(US dollars\).*Nov 20, 2026, \d+:\d\d [AP]M \S+On your card/,
    );
    expect(sheet.element().textContent).toContain('On your card statementXRP BRIDGE');
    expect(sheet.element().textContent).toContain(`Your reference${api.receipt.reference}`);
    expect(document.body.textContent).not.toContain(address);
    await expectAccessible();
    await link('Back to my guide').click();
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });

  test('is linked from “About this guide”', async () => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    await open(guide, api);
    await expect.element(text('Instructions ready')).toBeVisible();
    await text('About this guide').click();
    await expect.element(link('See my receipt')).toHaveAttribute('href', receipt);
  });

  test('is printed without its buttons', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    await open(receipt, api);
    await button('Print this receipt').click();
    expect(print).toHaveBeenCalledOnce();
    expect(button('Print this receipt').element().closest('.print\\:hidden')).not.toBeNull();
  });

  test('lists the guide, a later purchase of the concierge, and the refund of the concierge', async () => {
    const [guide] = api.receipt.payments;
    if (!guide) throw new Error('no payment');
    const [paidAt, refundedAt] = ['2026-11-21T10:00:00.000Z', '2026-11-23T10:00:00.000Z'];
    const upgrade = { ...guide, product: 'concierge', amount: '13.76', paidAt, refunded: '13.76', refundedAt } as const;
    api.receipt = { ...api.receipt, payments: [guide, upgrade] };
    await open(receipt, api);
    await expect.element(text('$13.76').first()).toBeVisible();
    expect(region('Receipt').element().textContent).toMatch(/Refunded\$13\.76 on Nov 23/);
    await expectAccessible();
  });

  test('cannot be printed if nothing was charged', async () => {
    api.receipt = { ...api.receipt, payments: [] };
    await open(receipt, api);
    await expect.element(text(/^We didn’t charge a card for this transfer/)).toBeVisible();
    expect(button('Print this receipt').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows a placeholder while it loads', async () => {
    await open(receipt, api, noReply('GET /api/transfers/{id}/receipt'));
    await expect.element(text('Loading your receipt…')).toBeVisible();
    await expectAccessible();
  });

  test('is refused to visitors, and can be reloaded after an error', async () => {
    const screen = await open(receipt, api, refusal('GET /api/transfers/{id}/receipt', 'not_your_transfer'));
    await expect.element(heading('Is this your transfer?')).toBeVisible();
    await expectAccessible();
    await screen.unmount();
    const down = refusal('GET /api/transfers/{id}/receipt', 'service_unavailable');
    await open(receipt, api, down);
    await expect.element(heading('Error loading transfer')).toBeVisible();
    down.end();
    await button('Try again').click();
    await expect.element(region('Receipt')).toBeVisible();
  });
});
