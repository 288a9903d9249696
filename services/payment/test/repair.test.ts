import {
  ConciergeActivated,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  paymentApi,
} from '@xrp-bridge/contracts/payment';
import { TaskSettled } from '@xrp-bridge/contracts/task';
import { expect, test } from 'vitest';
import { RepeatUnconfirmed } from '../src/jobs.ts';
import { newTransferId, sharePayment } from './harness.ts';

// No transfer service runs in these tests. `t.confirm` emits the transfer service's `transfer.updated`.

const t = sharePayment();

const minutes = 60_000;
const bypass = (transferId: string) =>
  t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada', reason: 'lost' } });

test('payment.succeeded is emitted again until the transfer confirms the access, and not afterwards', async () => {
  const { transferId, paymentId } = await t.paidTransfer('17.76');
  await t.run(RepeatUnconfirmed);
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
  t.advance(2.1 * minutes);
  await t.run(RepeatUnconfirmed);
  const emitted = await t.emitted(transferId, PaymentSucceeded, 2);
  expect(emitted[1]).toEqual(emitted[0]);
  const envelopes = (await t.published(PaymentSucceeded.type)).filter((event) => event.subject === transferId);
  expect(new Set(envelopes.map((event) => event.id)).size).toBe(2);
  expect(await t.emitted(transferId, ConciergeActivated, 2)).toContainEqual({ transferId, paymentId });

  // The transfer confirms only the guide, so the concierge is still unconfirmed.
  await t.confirm(transferId, { guide: true });
  t.advance(8.1 * minutes);
  await t.run(RepeatUnconfirmed);
  await t.emitted(transferId, ConciergeActivated, 3);
  await t.confirm(transferId, { guide: true, concierge: 'owned' });
  t.advance(1_000 * minutes);
  await t.run(RepeatUnconfirmed);
  expect(await t.events(transferId, ConciergeActivated)).toHaveLength(3);
  expect(await t.tasks(transferId)).toEqual([]);
});

test('access that is not confirmed after five events opens a task, which a late confirmation settles', async () => {
  const { transferId } = await t.paidTransfer();
  for (const wait of [2, 8, 32, 128, 512, 2_048]) {
    t.advance((wait + 0.1) * minutes);
    await t.run(RepeatUnconfirmed);
  }
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(5);
  const task = { kind: 'not_released', cause: transferId, orderId: transferId, paymentId: null };
  expect(await t.tasks(transferId)).toMatchObject([task]);
  // A refund changes the access once more before the transfer confirms it.
  await t.refund(transferId);
  await t.confirm(transferId, { guide: false }, 'refunded');
  const settled = {
    kinds: ['not_released'],
    paymentId: null,
    cause: transferId,
    reason: 'The transfer is up to date now.',
  };
  expect(await t.events(transferId, TaskSettled)).toEqual([settled]);
});

test('payment.refunded is emitted again until the refund is confirmed, but payment.succeeded is not', async () => {
  const { transferId } = await t.paidTransfer('17.76');
  await t.confirm(transferId, { guide: true, concierge: 'owned' });
  await t.refund(transferId, 'concierge');
  await t.refund(transferId);
  await t.emitted(transferId, PaymentRefunded, 2);
  // A confirmation of the access before the last refund does not count.
  await t.confirm(transferId, { guide: true, concierge: 'refunded' });
  t.advance(2.1 * minutes);
  await t.run(RepeatUnconfirmed);
  const [, , again] = await t.emitted(transferId, PaymentRefunded, 3);
  expect(again).toMatchObject({ closes: 'all', refundedCents: 1776 });
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
  await t.confirm(transferId, { guide: false, concierge: 'refunded' }, 'refunded');
  t.advance(100 * minutes);
  await t.run(RepeatUnconfirmed);
  expect(await t.events(transferId, PaymentRefunded)).toHaveLength(3);
});

test('a bypass of a paid order is refused, and emits its access again until the transfer has confirmed the access', async () => {
  const { transferId } = await t.paidTransfer();
  const expectRefused = () => expect(bypass(transferId)).rejects.toMatchObject({ code: 'already_paid', status: 409 });
  // The event is not emitted again yet, because the first event may not have been delivered yet.
  await expectRefused();
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
  t.advance(minutes);
  await expectRefused();
  await t.emitted(transferId, PaymentSucceeded, 2);
  await t.confirm(transferId, { guide: true });
  t.advance(minutes);
  await expectRefused();
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(2);
  expect(await t.events(transferId, PaymentBypassed)).toEqual([]);
});

test('a repeated bypass emits payment.bypassed again, and a bypass of a refunded order is refused', async () => {
  const lost = newTransferId();
  await bypass(lost);
  t.advance(minutes);
  await bypass(lost);
  expect(await t.emitted(lost, PaymentBypassed, 2)).toEqual([{ transferId: lost }, { transferId: lost }]);

  const { transferId } = await t.paidTransfer();
  await t.refund(transferId);
  await expect(bypass(transferId)).rejects.toMatchObject({ code: 'transfer_closed', status: 409 });
});
