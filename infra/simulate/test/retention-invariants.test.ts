import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { createTestDatabase, type TestDatabase } from '@xrp-bridge/runtime/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SimulatedDatabase } from '../src/database.ts';
import { findExpiredRows } from '../src/retention-invariants.ts';
import { listServices } from '../src/system.ts';

const services = listServices(true);
let testDatabase: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await migrateAll(services, () => testDatabase.url);
  client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await testDatabase?.drop();
});

const read = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
const findExpired = () =>
  findExpiredRows({ database: { read } as unknown as SimulatedDatabase, services: services.map(({ name }) => name) });

/** Inserts two rows of this age: one that a job deletes, and one that the service's sweep deletes. */
async function insertOfAge(days: number): Promise<void> {
  const at = `now() - interval '${days} days'`;
  await read(`insert into payment.webhook_event (id, type, outcome, received_at) values ('${days}', '', '', ${at})`);
  await read(`insert into notification.task (id, kind, cause, since, why, done_at, done_by)
    values ('${days}', 'refund_request', '${days}', ${at}, 'why', ${at}, 'ann')`);
}

it('finds the rows that are older than the rule of their table', async () => {
  await insertOfAge(90);
  expect(await findExpired()).toEqual([]);
  await insertOfAge(92);
  expect(await findExpired()).toEqual(['1 rows of payment.webhook_event are older than 91 days.']);
  await insertOfAge(1_096);
  expect(await findExpired()).toEqual([
    '2 rows of payment.webhook_event are older than 91 days.',
    '1 rows of notification.task are older than 1095 days.',
  ]);
});
