import { randomBytes, randomUUID } from 'node:crypto';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { ConciergeActivated, MoneyReturned, OrderClosed, PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { createTransfer, eventually, paymentOf, runJob, wallets } from './harness.ts';

const [address] = wallets;
let now = new Date('2026-11-20T10:00:00Z');
let test: TestService<Context>;

beforeAll(async () => {
  test = await testService<Context>(transferService, { clock: () => now });
});
afterAll(() => test.stop());

const create = (over: object = {}) => createTransfer(test, { destinationAddress: null, ...over });
const read = (id: string) => test.client.call(transferApi.read, { params: { id } });
async function eventsOf(id: string, type?: string) {
  return (await test.published(type)).filter((event) => event.subject === id);
}

describe('forgetting', () => {
  const dayMs = 86_400_000;
  const closings = async (id: string) => (await eventsOf(id, 'transfer.closing')).length;

  it('says of a transfer that expired 90 days ago that it is closing, and deletes it once its order is closed', async () => {
    const today = now;
    const id = await create({ destinationAddress: address });
    now = new Date(today.getTime() + 31 * dayMs);
    await runJob(test, 'expire-unpaid');
    now = new Date(today.getTime() + 120 * dayMs);
    await runJob(test, 'close-expired');
    expect(await closings(id)).toBe(0);
    now = new Date(today.getTime() + 122 * dayMs);
    await runJob(test, 'close-expired');
    await eventually(async () => expect(await closings(id)).toBe(1));
    expect((await read(id)).status).toBe('expired');
    await test.publish(OrderClosed, id, { transferId: id });
    await eventually(() => expect(read(id)).rejects.toMatchObject({ code: 'transfer_not_found' }));
    await test.publish(OrderClosed, id, { transferId: id });
    await eventually(async () => expect(await eventsOf(id, 'transfer.deleted')).toHaveLength(1));
    await runJob(test, 'close-expired');
    expect(await closings(id)).toBe(1);
    now = today;
  });

  it('ignores what payment reports of late money once it is deleted', async () => {
    const id = randomBytes(16).toString('hex');
    const late = { ...paymentOf(id), refundedCents: 400, refundRequestedAt: null };
    await test.publish(MoneyReturned, id, late);
    const { id: last } = await test.publish(PaymentRefunded, id, { ...late, closes: 'guide' });
    await eventually(async () => {
      const taken = await test.context.db.selectFrom('inbox').select('event_id').where('event_id', '=', last).execute();
      expect(taken).toHaveLength(1);
    });
    const { deadLetters } = await test.client.call(operationsApi.listDeadLetters);
    expect(deadLetters.filter(({ subject }) => subject === id)).toEqual([]);
  });

  it('keeps what was paid for after all', async () => {
    const id = await create({ paid: true });
    await test.publish(OrderClosed, id, { transferId: id });
    await test.publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() });
    await eventually(async () => expect((await read(id)).access).toEqual({ guide: true, concierge: 'owned' }));
    expect(await eventsOf(id, 'transfer.deleted')).toEqual([]);
  });
});
