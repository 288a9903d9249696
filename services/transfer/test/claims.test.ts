import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../src/context.ts';
import { confirmArrival } from '../src/domain/completion.ts';
import type { Transfer } from '../src/domain/transfer.ts';
import { transferService } from '../src/index.ts';
import { lockAndDecide } from '../src/use-cases/lock-and-decide.ts';
import { createTransfer, eventually, runJob, wallets } from './harness.ts';

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

describe('an arrival that the customer claims and the ledger does not show', () => {
  const claim = (id: string) => test.client.call(transferApi.confirmArrival, { params: { id } });
  const withdraw = (id: string) => test.client.call(transferApi.withdrawArrivalClaim, { params: { id } });

  const createPaid = () => create({ paid: true, destinationAddress: address });

  it('leaves the transfer open and watched for 14 days more, and can be withdrawn', async () => {
    const id = await createPaid();
    const readWatch = () =>
      test.context.db
        .selectFrom('watch')
        .select(['id', 'since', 'after_ledger', 'ends_at'])
        .where('transfer_id', '=', id)
        .executeTakeFirstOrThrow();
    const begun = await readWatch();
    const before = now;
    now = new Date(before.getTime() + 13 * 86_400_000);
    onTestFinished(() => {
      now = before;
    });
    const claimed = await claim(id);
    const until = new Date(now.getTime() + 14 * 86_400_000);
    // The same watch: of what came before the claim, nothing is lost that was not read yet.
    expect(await readWatch()).toEqual({ ...begun, ends_at: until });
    expect(claimed).toMatchObject({
      status: 'instructions_sent',
      arrivalClaimedAt: now.toISOString(),
      watch: { state: 'watching', until: until.toISOString() },
    });
    expect(await claim(id)).toEqual(claimed);
    expect(await withdraw(id)).toMatchObject({ status: 'instructions_sent', arrivalClaimedAt: null });
    const changes = (await eventsOf(id, 'transfer.updated')).map(({ data }) => (data as { changed: string[] }).changed);
    expect(changes.slice(-2)).toEqual([['arrivalClaim'], ['arrivalClaim']]);
    expect(await eventsOf(id, 'transfer.completed')).toEqual([]);
  });

  it('keeps its prolonged watch when a run that ends watches had listed it before', async () => {
    const id = await createPaid();
    const before = now;
    now = new Date(before.getTime() + 15 * 86_400_000);
    onTestFinished(() => {
      now = before;
    });
    const { db, transact } = test.context;
    const [claimed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = transact(async (tx) => {
      const decision = (transfer: Transfer) => confirmArrival(transfer, [], now);
      await lockAndDecide(test.context, tx, id, decision, { completedBy: 'customer' });
      claimed.resolve();
      await mayCommit.promise;
    });
    await claimed.promise;
    const ending = runJob(test, 'end-watches');
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows.length).toBeGreaterThan(0);
    });
    mayCommit.resolve();
    await Promise.all([claiming, ending]);
    expect((await read(id)).watch).toMatchObject({ state: 'watching' });
  });

  it('completes the transfer after 14 days by the customer’s word, and no earlier', async () => {
    const id = await createPaid();
    const before = now;
    const completeClaimed = () => runJob(test, 'complete-claimed');
    try {
      await claim(id);
      now = new Date(before.getTime() + 14 * 86_400_000 - 1);
      await completeClaimed();
      expect((await read(id)).status).toBe('instructions_sent');
      await expect(withdraw(id)).rejects.toMatchObject({ code: 'claim_final' });
      now = new Date(before.getTime() + 14 * 86_400_000);
      await completeClaimed();
      expect(await read(id)).toMatchObject({
        status: 'completed',
        arrivals: [],
        arrivalClaimedAt: before.toISOString(),
      });
      const completed = await eventsOf(id, 'transfer.completed');
      expect(completed.map(({ data }) => (data as { by: string }).by)).toEqual(['customer']);
    } finally {
      now = before;
    }
  });
});
