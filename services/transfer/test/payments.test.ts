import { randomBytes, randomUUID } from 'node:crypto';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import {
  ConciergeActivated,
  MoneyReturned,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundRequestClosed,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { recordTransactions } from '@xrp-bridge/runtime/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually, payFor, paymentOf, useService, wallets } from './harness.ts';

const [address] = wallets;
const service = useService();
const { create, read, confirmArrival, readInstructions, publish, eventsOf } = service;
const settledStatus = (id: string, status: string) =>
  eventually(async () => expect((await read(id)).status).toBe(status));

it('the transfer service handles payment.succeeded in one transaction of four round trips', async () => {
  const id = await create({ destinationAddress: address });
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  await payFor(service.test, id);
  const handling = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into inbox')));
  expect(handling).toEqual([
    {
      statements: [
        'begin',
        expect.stringMatching(/^insert into inbox/),
        expect.stringMatching(/^select .* for update$/),
        expect.stringMatching(/with .*update transfer .*into watch .*into outbox/s),
        'commit',
      ],
      // `begin` is sent without waiting for its answer.
      roundTrips: 4,
    },
  ]);
});

describe('paying for a transfer', () => {
  it('is required for the instructions and for the confirmation of an arrival', async () => {
    const id = await create();
    await expect(readInstructions(id)).rejects.toMatchObject({
      code: 'payment_required',
    });
    await expect(confirmArrival(id)).rejects.toMatchObject({
      code: 'payment_required',
    });
  });

  it('releases instructions with the stated address, and emits transfer.instructions_ready once', async () => {
    const id = await create({ destinationAddress: address });
    const event = await publish(PaymentSucceeded, id, paymentOf(id));
    await settledStatus(id, 'instructions_sent');
    await service.test.bus.publish('payment', [event]);
    const { instructions } = await readInstructions(id);
    expect(instructions.steps.some((step) => step.destinationAddress === address)).toBe(true);
    expect(await eventsOf(id, 'transfer.instructions_ready')).toHaveLength(1);
  });

  it('records the time from the payment at the provider to the release of the guide, once', async () => {
    const record = vi.spyOn(service.test.context.unlocks, 'record');
    onTestFinished(() => record.mockRestore());
    const redeeming = await create();
    const anHourAgo = new Date(service.clock.now.getTime() - 3_600_000).toISOString();
    await publish(PaymentSucceeded, redeeming, { ...paymentOf(redeeming), providerPaidAt: anHourAgo });
    await settledStatus(redeeming, 'instructions_sent');

    const id = await create();
    const paid = { ...paymentOf(id), providerPaidAt: service.clock.now.toISOString() };
    service.clock.now = new Date(service.clock.now.getTime() + 7_000);
    for (let times = 1; times <= 2; times++) await publish(PaymentSucceeded, id, paid);
    await eventually(async () => expect(await eventsOf(id, 'transfer.instructions_ready')).toHaveLength(2));
    expect(record.mock.calls).toEqual([[7]]);
    const { measures } = await service.test.context.readSystem();
    expect(measures).toContainEqual(expect.objectContaining({ name: 'xrp_bridge.unlock.duration', value: 7 }));
  });

  it('releases instructions without address and amount if no address is stated', async () => {
    const id = await create({ paid: true });
    const { instructions } = await readInstructions(id);
    expect(JSON.stringify(instructions)).not.toContain('PLACEHOLDER');
    expect(instructions.steps.every((step) => step.destinationAddress === null && step.amount === null)).toBe(true);
  });

  it('does not open a guide for the concierge alone', async () => {
    const concierge = await create();
    const guide = await create();
    await publish(PaymentSucceeded, concierge, paymentOf(concierge, 'concierge'));
    await publish(PaymentSucceeded, guide, paymentOf(guide));
    await settledStatus(guide, 'instructions_sent');
    expect((await read(concierge)).status).toBe('pending');
  });

  it('ignores the unknown products of a newer payment service', async () => {
    const lessons = await create();
    const guide = await create();
    await publish(PaymentSucceeded, lessons, paymentOf(lessons, 'lessons'));
    await publish(PaymentSucceeded, guide, paymentOf(guide));
    await publish(PaymentRefunded, guide, { ...paymentOf(guide), refundedCents: 400, closes: 'lessons' });
    const last = await create();
    await publish(PaymentSucceeded, last, paymentOf(last));
    await settledStatus(last, 'instructions_sent');
    await settledStatus(guide, 'instructions_sent');
    expect((await read(lessons)).status).toBe('pending');
    const { deadLetters } = await service.test.client.call(operationsApi.listDeadLetters);
    expect(deadLetters.filter(({ subject }) => subject === lessons || subject === guide)).toEqual([]);
  });

  it('emits transfer.instructions_ready with reason bypassed after a bypass', async () => {
    const id = await create();
    await publish(PaymentBypassed, id, { transferId: id });
    await settledStatus(id, 'instructions_sent');
    expect((await eventsOf(id, 'transfer.instructions_ready'))[0]).toMatchObject({ reason: 'bypassed' });
  });

  it('moves an event of an unknown version to the dead letters', async () => {
    const id = randomBytes(16).toString('hex');
    await publish(PaymentSucceeded, id, paymentOf(id), { dataversion: 99 });
    await eventually(async () => {
      const { deadLetters } = await service.test.client.call(operationsApi.listDeadLetters);
      expect(deadLetters).toContainEqual(expect.objectContaining({ subject: id, type: 'payment.succeeded' }));
    });
  });
});

describe('access to a transfer', () => {
  const minutes = (count: number) => ({
    time: new Date(Date.parse('2026-11-20T10:00:00Z') + count * 60_000).toISOString(),
  });

  it('includes the concierge after the upgrade, and keeps the guide after a refund of the concierge', async () => {
    const id = await create();
    expect((await read(id)).access).toEqual({ guide: false, concierge: 'none' });
    await payFor(service.test, id);
    expect(await read(id)).toMatchObject({ serviceFee: '4.00', access: { guide: true, concierge: 'none' } });
    await publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() }, minutes(1));
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ serviceFee: '17.76', access: { guide: true, concierge: 'owned' } }),
    );
    await publish(
      PaymentRefunded,
      id,
      { ...paymentOf(id, 'concierge'), refundedCents: 1376, closes: 'concierge' },
      minutes(2),
    );
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ serviceFee: '17.76', access: { guide: true, concierge: 'refunded' } }),
    );
  });

  it('stays closed after a refund of a bundle, even if payment.succeeded arrives last', async () => {
    const id = await create({ serviceFee: '17.76' });
    await publish(PaymentRefunded, id, { ...paymentOf(id, 'bundle'), refundedCents: 1776, closes: 'all' }, minutes(2));
    await publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() }, minutes(1));
    await publish(PaymentSucceeded, id, paymentOf(id, 'bundle'), minutes(1));
    await eventually(async () => expect(await eventsOf(id, 'transfer.updated')).toHaveLength(3));
    expect(await read(id)).toMatchObject({ status: 'refunded', access: { guide: false, concierge: 'refunded' } });
    expect(await eventsOf(id, 'transfer.instructions_ready')).toEqual([]);
  });

  it('is emitted again after a repeated payment.succeeded', async () => {
    const id = await create({ paid: true });
    const { version } = await read(id);
    await publish(PaymentSucceeded, id, paymentOf(id));
    const access = { guide: true, concierge: 'none' };
    await eventually(async () => {
      const updates = await eventsOf(id, 'transfer.updated');
      expect(updates).toEqual([
        expect.objectContaining({ changed: ['status', 'access'], access, version }),
        expect.objectContaining({ changed: [], access, version }),
      ]);
    });
    expect(await eventsOf(id, 'transfer.instructions_ready')).toHaveLength(2);
    expect((await read(id)).version).toBe(version);
  });
});

describe('refunding a transfer', () => {
  it('closes the instructions after a refund of the guide, but not after a refund of the concierge', async () => {
    const id = await create();
    await publish(PaymentSucceeded, id, paymentOf(id, 'bundle'));
    await settledStatus(id, 'instructions_sent');
    await publish(PaymentRefunded, id, { ...paymentOf(id, 'bundle'), refundedCents: 1376, closes: 'concierge' });
    await publish(PaymentRefunded, id, { ...paymentOf(id, 'bundle'), refundedCents: 400, closes: 'guide' });
    await settledStatus(id, 'refunded');
    expect((await read(id)).version).toBe(4);
    await expect(readInstructions(id)).rejects.toMatchObject({
      code: 'transfer_closed',
    });
  });
});

describe('a refund request', () => {
  const requestedAt = '2026-11-20T09:30:00.000Z';
  const expectRequestedAt = (id: string, since: string | null) =>
    eventually(async () => expect((await read(id)).refundRequestedAt).toBe(since));
  const requestRefund = (id: string, more: object = {}) =>
    publish(RefundRequested, id, {
      transferId: id,
      paymentId: 'pay_1',
      reason: 'customer_asked',
      requestedAt,
      ...more,
    });

  it('is stored until the refund; transfer.updated is emitted for the request and for the refund', async () => {
    const id = await create({ paid: true });
    await requestRefund(id);
    await requestRefund(id);
    await expectRequestedAt(id, requestedAt);
    await publish(PaymentRefunded, id, { ...paymentOf(id), refundedCents: 400, closes: 'guide' });
    await settledStatus(id, 'refunded');
    await expectRequestedAt(id, null);
    const changes = (await eventsOf(id, 'transfer.updated')).map(({ changed }) => changed);
    expect(changes.filter((changed) => changed.includes('refundRequest'))).toHaveLength(2);
  });

  it('ends when an operator closes it or the money is returned, and other requests stay open', async () => {
    const id = await create();
    await requestRefund(id);
    await expectRequestedAt(id, requestedAt);
    const since = '2026-11-20T09:40:00.000Z';
    await publish(RefundRequestClosed, id, { transferId: id, paymentId: 'pay_1', refundRequestedAt: since });
    await expectRequestedAt(id, since);
    await publish(MoneyReturned, id, { ...paymentOf(id), refundedCents: 100, refundRequestedAt: null });
    await expectRequestedAt(id, null);
  });

  it('is not stored for the reason paid_twice, because the payment service, not the customer, made the request', async () => {
    const id = await create();
    await requestRefund(id, { reason: 'paid_twice' });
    await payFor(service.test, id);
    expect((await read(id)).refundRequestedAt).toBeNull();
  });
});
