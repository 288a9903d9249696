import { randomBytes, randomUUID } from 'node:crypto';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { ConciergeActivated, MoneyReturned, OrderClosed, PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { describe, expect, it } from 'vitest';
import { eventually, paymentOf, runJob, useService, wallets } from './harness.ts';

const [address] = wallets;
const service = useService();
const { clock, create, read, publish, eventsOf } = service;

describe('deleting an expired transfer', () => {
  const dayMs = 86_400_000;
  const closings = async (id: string) => (await eventsOf(id, 'transfer.closing')).length;

  it('emits transfer.closing 90 days after the expiry, and deletes the transfer once its order is closed', async () => {
    const today = clock.now;
    const id = await create({ destinationAddress: address });
    clock.now = new Date(today.getTime() + 31 * dayMs);
    await runJob(service.test, 'expire-unpaid');
    clock.now = new Date(today.getTime() + 120 * dayMs);
    await runJob(service.test, 'close-expired');
    expect(await closings(id)).toBe(0);
    clock.now = new Date(today.getTime() + 122 * dayMs);
    await runJob(service.test, 'close-expired');
    await eventually(async () => expect(await closings(id)).toBe(1));
    expect((await read(id)).status).toBe('expired');
    await publish(OrderClosed, id, { transferId: id });
    await eventually(() => expect(read(id)).rejects.toMatchObject({ code: 'transfer_not_found' }));
    await publish(OrderClosed, id, { transferId: id });
    await eventually(async () => expect(await eventsOf(id, 'transfer.deleted')).toHaveLength(1));
    await runJob(service.test, 'close-expired');
    expect(await closings(id)).toBe(1);
  });

  it('ignores later events about money for the deleted transfer', async () => {
    const id = randomBytes(16).toString('hex');
    const late = { ...paymentOf(id), refundedCents: 400, refundRequestedAt: null };
    await publish(MoneyReturned, id, late);
    const { id: last } = await publish(PaymentRefunded, id, { ...late, closes: 'guide' });
    await eventually(async () => {
      const handled = await service.test.context.db
        .selectFrom('inbox')
        .select('event_id')
        .where('event_id', '=', last)
        .execute();
      expect(handled).toHaveLength(1);
    });
    const { deadLetters } = await service.test.client.call(operationsApi.listDeadLetters);
    expect(deadLetters.filter(({ subject }) => subject === id)).toEqual([]);
  });

  it('does not happen if the transfer was paid in the meantime', async () => {
    const id = await create({ paid: true });
    await publish(OrderClosed, id, { transferId: id });
    await publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() });
    await eventually(async () => expect((await read(id)).access).toEqual({ guide: true, concierge: 'owned' }));
    expect(await eventsOf(id, 'transfer.deleted')).toEqual([]);
  });
});
