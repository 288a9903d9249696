import { withOwner } from '@xrp-bridge/runtime/db';
import { createTestDatabase, readPublished } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { targets as services } from '../targets.ts';
import { longTimeout, payForTransfer, runEntry, type SystemUnderTest, send, signIn, startTargets } from './harness.ts';

const nextVersion = { NODE_OPTIONS: `--import ${new URL('./next-version/register.ts', import.meta.url)}` };
/** The targets that are replaced, in the order of docs/runbook.md: receivers first, and the BFF last. */
const replaced = ['notification', 'payment', 'transfer', 'bff'];

/** Starts two customers. Each of them pays for one transfer after another. */
function startLoad(system: SystemUnderTest) {
  let hasEnded = false;
  const paid: { id: string; email: string }[] = [];
  const failed: unknown[] = [];
  const turns = [0, 0];
  const customers = turns.map(async (_turn, customer) => {
    for (; !hasEnded; turns[customer] = (turns[customer] as number) + 1) {
      const email = `${customer}-${turns[customer]}@example.com`;
      try {
        const { id } = await payForTransfer(system, email);
        await vi.waitFor(async () => {
          const { status } = await fetch(`${system.bff}/api/transfer-instructions/${id}`);
          if (status !== 200 && status !== 402) failed.push(`${status} for the instructions of ${id}`);
          expect(status).toBe(200);
        }, longTimeout);
        paid.push({ id, email });
      } catch (error) {
        failed.push(error);
      }
    }
  });
  return {
    /** Resolves when each customer has begun and completed a payment. */
    async pay() {
      const least = turns.map((turn) => turn + 2);
      await expect.poll(() => turns.every((turn, customer) => turn >= (least[customer] as number))).toBe(true);
    },
    async end() {
      hasEnded = true;
      await Promise.all(customers);
      return { paid, failed };
    },
  };
}

async function select<Row>(url: string, query: string): Promise<Row[]> {
  return withOwner(url, async (db) => (await sql.raw<Row>(query).execute(db)).rows);
}

// Two instances of six services start twice, which takes minutes on a busy machine.
const timeout = 600_000;

test('no customer notices that the next version replaces this one, and is then rolled back', { timeout }, async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const system = await startTargets({ DATABASE_URL: database.url }, 2);
  const load = startLoad(system);
  await load.pay();
  const migrated = await runEntry('migrate', [], { DATABASE_URL: database.url, ...nextVersion });
  expect(migrated).toMatchObject({ code: 0 });
  await load.pay();

  for (const name of replaced) {
    await system.start(`${name} 2`, nextVersion);
    await load.pay();
    await system.stopInstance(`${name} 1`);
  }
  await load.pay();

  // The rollback, on the schema of version N+1.
  for (const name of replaced.toReversed()) {
    await system.start(`${name} 1`);
    await load.pay();
    await system.stopInstance(`${name} 2`);
  }
  await load.pay();
  const { paid, failed } = await load.end();

  expect(failed, system.output()).toEqual([]);
  const readReceived = async () => {
    const { mails } = await send<{ mails: { to: string }[] }>(`${system.sandbox}/_sandbox/state`);
    return mails.map(({ to }) => to).toSorted();
  };
  await expect.poll(readReceived).toEqual(paid.map(({ email }) => email).toSorted());
  const ids = paid.map(({ id }) => id).toSorted();
  for (const [source, type] of [
    ['payment', 'payment.succeeded'],
    ['transfer', 'transfer.instructions_ready'],
  ] as const) {
    const events = await readPublished(database.url, source, type);
    expect(events.map(({ subject }) => subject).toSorted()).toEqual(ids);
  }
  const sales = await select<{ id: string }>(
    database.url,
    `select p.order_id as id from payment.accounting_entry e join payment.payment p on p.id = e.payment_id
     where e.account = 'stripe_clearing' and e.amount_cents = 400`,
  );
  expect(sales.map(({ id }) => id).toSorted()).toEqual(ids);
  for (const service of services) {
    expect(await select(database.url, `select envelope, reason from ${service}.dead_letter`)).toEqual([]);
  }

  // A job that only version N+1 knows waits for version N+1.
  const { failed: failedJobs } = await send<{ failed: unknown[] }>(`${system.bff}/api/admin/jobs`, undefined, {
    headers: await signIn(system),
  });
  expect(failedJobs).toEqual([]);
  await system.stopInstance('notification 1');
  await system.start('notification 2', nextVersion);
  const listReviews = (where: string) =>
    select(database.url, `select transfer_id from notification.review where ${where}`);
  await expect.poll(() => listReviews('ran_at is null')).toEqual([]);
  expect((await listReviews('true')).length).toBeGreaterThan(0);
});
