import {
  BypassPayment,
  ConciergeActivated,
  GetEntitlement,
  ListPayments,
  PaymentBypassed,
  ReadLedger,
} from '@xrp-bridge/contracts/payment';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Harness, newTransferId, startPayment } from './harness.ts';

let t: Harness;
beforeAll(async () => {
  t = await startPayment();
});
afterEach(async () => {
  await t.heal();
  await t.checkLedger();
});
afterAll(() => t?.stop());

const bypass = (transferId: string, serviceFee?: '4.00' | '17.76') =>
  t.client.call(BypassPayment, {
    params: { transferId },
    body: { operator: 'Ada', reason: 'paid by hand', ...(serviceFee && { serviceFee }) },
  });
const entitlement = (transferId: string) => t.client.call(GetEntitlement, { params: { transferId } });

test('a bypass unlocks the guide once, even with the provider down', async () => {
  const transferId = newTransferId();
  await t.fault('down');
  const before = await t.client.call(ReadLedger);
  await Promise.all(Array.from({ length: 5 }, () => bypass(transferId)));
  expect(await bypass(transferId)).toEqual({ transferId, bypassed: true });
  expect(await t.emitted(transferId, PaymentBypassed)).toEqual([{ transferId }]);
  expect(await entitlement(transferId)).toEqual({ guide: true, concierge: false });
  const { payments } = await t.client.call(ListPayments, { query: { transferId } });
  expect(payments).toMatchObject([{ status: 'bypassed', amount: '4.00', paidAt: null }]);
  // No money came by way of the provider.
  expect(await t.client.call(ReadLedger)).toEqual(before);
  await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid' });
});

test('a bypass of guide with concierge unlocks both', async () => {
  const transferId = newTransferId();
  await bypass(transferId, '17.76');
  expect(await entitlement(transferId)).toEqual({ guide: true, concierge: true });
  await t.emitted(transferId, ConciergeActivated);
});

test('a paid transfer needs no bypass', async () => {
  const { transferId } = await t.paidTransfer();
  await expect(bypass(transferId)).rejects.toMatchObject({ code: 'already_paid', status: 409 });
  expect(await t.events(transferId, PaymentBypassed)).toEqual([]);
});

test('the concierge can be bought after a bypass', async () => {
  const transferId = newTransferId();
  await bypass(transferId);
  expect(await t.order(transferId, { purpose: 'concierge' })).toMatchObject({ amount: '13.76' });
});
