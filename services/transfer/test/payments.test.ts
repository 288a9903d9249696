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
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually, payFor, paymentOf, useService, wallets } from './harness.ts';

const [address] = wallets;
const service = useService();
const { create, read, confirmArrival, readInstructions, publish, eventsOf } = service;
const settledStatus = (id: string, status: string) =>
  eventually(async () => expect((await read(id)).status).toBe(status));

it('takes a payment by two statements beside the inbox, it locks and it writes: four round trips', async () => {
  const id = await create({ destinationAddress: address });
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  await payFor(service.test, id);
  const taking = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into inbox')));
  expect(taking).toEqual([
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

describe('paying', () => {
  it('has no instructions before', async () => {
    const id = await create();
    await expect(readInstructions(id)).rejects.toMatchObject({
      code: 'payment_required',
    });
    await expect(confirmArrival(id)).rejects.toMatchObject({
      code: 'payment_required',
    });
  });

  it('releases instructions that hold the given address, and tells so once', async () => {
    const id = await create({ destinationAddress: address });
    const event = await publish(PaymentSucceeded, id, paymentOf(id));
    await settledStatus(id, 'instructions_sent');
    await service.test.bus.publish('payment', [event]);
    const { instructions } = await readInstructions(id);
    expect(instructions.steps.some((step) => step.destinationAddress === address)).toBe(true);
    expect(await eventsOf(id, 'transfer.instructions_ready')).toHaveLength(1);
  });

  it('asks for the address while it is not known', async () => {
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

  it('neither opens nor closes a guide for what only a newer service knows', async () => {
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

  it('says when the operator released it', async () => {
    const id = await create();
    await publish(PaymentBypassed, id, { transferId: id });
    await settledStatus(id, 'instructions_sent');
    expect((await eventsOf(id, 'transfer.instructions_ready'))[0]).toMatchObject({ reason: 'bypassed' });
  });

  it('parks an event of an unknown version', async () => {
    const id = randomBytes(16).toString('hex');
    await publish(PaymentSucceeded, id, paymentOf(id), { dataversion: 99 });
    await eventually(async () => {
      const { deadLetters } = await service.test.client.call(operationsApi.listDeadLetters);
      expect(deadLetters).toContainEqual(expect.objectContaining({ subject: id, type: 'payment.succeeded' }));
    });
  });
});

describe('access', () => {
  const minutes = (count: number) => ({
    time: new Date(Date.parse('2026-11-20T10:00:00Z') + count * 60_000).toISOString(),
  });

  it('an add-on is owned, and ordered; paid back, the guide stays', async () => {
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

  it('a bundle paid back opens nothing, also when its payment is heard of last', async () => {
    const id = await create({ serviceFee: '17.76' });
    await publish(PaymentRefunded, id, { ...paymentOf(id, 'bundle'), refundedCents: 1776, closes: 'all' }, minutes(2));
    await publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() }, minutes(1));
    await publish(PaymentSucceeded, id, paymentOf(id, 'bundle'), minutes(1));
    await eventually(async () => expect(await eventsOf(id, 'transfer.updated')).toHaveLength(3));
    expect(await read(id)).toMatchObject({ status: 'refunded', access: { guide: false, concierge: 'refunded' } });
    expect(await eventsOf(id, 'transfer.instructions_ready')).toEqual([]);
  });

  it('answers a repeated payment.succeeded again, and emits its events again', async () => {
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

describe('refunding', () => {
  it('closes the instructions for a refunded guide, and only then', async () => {
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

describe('a request for a refund', () => {
  const requestedAt = '2026-11-20T09:30:00.000Z';
  const askedSince = (id: string, since: string | null) =>
    eventually(async () => expect((await read(id)).refundRequestedAt).toBe(since));
  const ask = (id: string, more: object = {}) =>
    publish(RefundRequested, id, {
      transferId: id,
      paymentId: 'pay_1',
      reason: 'customer_asked',
      requestedAt,
      ...more,
    });

  it('stands on the transfer and is told, until it is paid back', async () => {
    const id = await create({ paid: true });
    await ask(id);
    await ask(id);
    await askedSince(id, requestedAt);
    await publish(PaymentRefunded, id, { ...paymentOf(id), refundedCents: 400, closes: 'guide' });
    await settledStatus(id, 'refunded');
    await askedSince(id, null);
    const changes = (await eventsOf(id, 'transfer.updated')).map(({ changed }) => changed);
    expect(changes.filter((changed) => changed.includes('refundRequest'))).toHaveLength(2);
  });

  it('ends too when an operator closes it, or money goes back in another way; other requests stay open', async () => {
    const id = await create();
    await ask(id);
    await askedSince(id, requestedAt);
    const since = '2026-11-20T09:40:00.000Z';
    await publish(RefundRequestClosed, id, { transferId: id, paymentId: 'pay_1', refundRequestedAt: since });
    await askedSince(id, since);
    await publish(MoneyReturned, id, { ...paymentOf(id), refundedCents: 100, refundRequestedAt: null });
    await askedSince(id, null);
  });

  it('is the customer’s: what is owed for other reasons says nothing to them', async () => {
    const id = await create();
    await ask(id, { reason: 'paid_twice' });
    await payFor(service.test, id);
    expect((await read(id)).refundRequestedAt).toBeNull();
  });
});
