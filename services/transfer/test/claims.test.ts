import { transferApi } from '@xrp-bridge/contracts/transfer';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as completion from '../src/domain/completion.ts';
import type { Transfer } from '../src/domain/transfer.ts';
import { lockAndDecide } from '../src/use-cases/lock-and-decide.ts';
import { eventually, runJob, useService, wallets } from './harness.ts';

const [address] = wallets;
const service = useService();
const { clock, create, read, confirmArrival, eventsOf } = service;

describe('a claimed arrival that the ledger does not show', () => {
  const withdraw = (id: string) => service.test.client.call(transferApi.withdrawArrivalClaim, { params: { id } });

  const createPaid = () => create({ paid: true, destinationAddress: address });

  it('leaves the transfer open and watched for another 14 days, and can be withdrawn', async () => {
    const id = await createPaid();
    const readWatch = () =>
      service.test.context.db
        .selectFrom('watch')
        .select(['id', 'since', 'after_ledger', 'ends_at'])
        .where('transfer_id', '=', id)
        .executeTakeFirstOrThrow();
    const begun = await readWatch();
    const before = clock.now;
    clock.now = new Date(before.getTime() + 13 * 86_400_000);
    const claimed = await confirmArrival(id);
    const until = new Date(clock.now.getTime() + 14 * 86_400_000);
    // The watch is extended and not replaced, so that unread payments from before the claim still count.
    expect(await readWatch()).toEqual({ ...begun, ends_at: until });
    expect(claimed).toMatchObject({
      status: 'instructions_sent',
      arrivalClaimedAt: clock.now.toISOString(),
      watch: { state: 'watching', until: until.toISOString() },
    });
    expect(await confirmArrival(id)).toEqual(claimed);
    expect(await withdraw(id)).toMatchObject({ status: 'instructions_sent', arrivalClaimedAt: null });
    const changes = (await eventsOf(id, 'transfer.updated')).map(({ changed }) => changed);
    expect(changes.slice(-2)).toEqual([['arrivalClaim'], ['arrivalClaim']]);
    expect(await eventsOf(id, 'transfer.completed')).toEqual([]);
  });

  it('leaves the transfer watched if the claim arrives while the job that ends watches is running', async () => {
    const id = await createPaid();
    const before = clock.now;
    clock.now = new Date(before.getTime() + 15 * 86_400_000);
    const { db, transact } = service.test.context;
    const [claimed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = transact(async (tx) => {
      const decision = (transfer: Transfer) => completion.confirmArrival(transfer, [], false, clock.now);
      await lockAndDecide(service.test.context, tx, id, decision, { completedBy: 'customer' });
      claimed.resolve();
      await mayCommit.promise;
    });
    await claimed.promise;
    const ending = runJob(service.test, 'end-watches');
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows.length).toBeGreaterThan(0);
    });
    mayCommit.resolve();
    await Promise.all([claiming, ending]);
    expect((await read(id)).watch).toMatchObject({ state: 'watching' });
  });

  it('completes the transfer after 14 days, and not earlier', async () => {
    const id = await createPaid();
    const before = clock.now;
    const completeClaimed = () => runJob(service.test, 'complete-claimed');
    await confirmArrival(id);
    clock.now = new Date(before.getTime() + 14 * 86_400_000 - 1);
    await completeClaimed();
    expect((await read(id)).status).toBe('instructions_sent');
    await expect(withdraw(id)).rejects.toMatchObject({ code: 'claim_final' });
    clock.now = new Date(before.getTime() + 14 * 86_400_000);
    await completeClaimed();
    expect(await read(id)).toMatchObject({
      status: 'completed',
      arrivals: [],
      arrivalClaimedAt: before.toISOString(),
    });
    const completed = await eventsOf(id, 'transfer.completed');
    expect(completed.map(({ by }) => by)).toEqual(['customer']);
  });
});
