import { migrateService } from '@xrp-bridge/runtime/db';
import { figureMigrations } from '@xrp-bridge/runtime/figures';
import { createTestDatabase, explain, type TestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { listPayments } from '../src/store.ts';
import { insertTask, listTasks } from '../src/task-store.ts';
import { listWebhookEvents } from '../src/webhook-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const all = { ...figureMigrations, ...migrations };
  await migrateService({ url: database.url, service: 'payment', migrations: all });
});
afterAll(() => database?.drop());

it.each([
  ['a part of an id', '3f1b2c'],
  ['a reference', 'K9KG-GCMM'],
  ['a reference of before', 'HWBW-VSYR'],
])('%s is sought by the index alone', async (_what, search) => {
  const plan = await explain(database.url, 'payment', (db: Parameters<typeof listPayments>[0]) =>
    listPayments(db, { limit: 50, sort: '-createdAt', search }),
  );
  expect(plan).toContain('Bitmap Index Scan on payment_searched');
  expect(plan).not.toMatch(/Seq Scan on payment\b/);
});

it('a task is sought by the index alone', async () => {
  const plan = await explain(database.url, 'payment', (db: Parameters<typeof listTasks>[0]) =>
    listTasks(db, { limit: 50, sort: '-since', search: '3f1b2c' }),
  );
  expect(plan).toContain('Bitmap Index Scan on task_searched');
  expect(plan).not.toMatch(/Seq Scan on task\b/);
});

it('a webhook is sought by the index alone', async () => {
  const plan = await explain(database.url, 'payment', (db: Parameters<typeof listWebhookEvents>[0]) =>
    listWebhookEvents(db, { limit: 50, sort: '-at', search: '3f1b2c' }),
  );
  expect(plan).toContain('Bitmap Index Scan on webhook_event_searched');
  expect(plan).not.toMatch(/Seq Scan on webhook_event\b/);
});

it('tasks are read in the order of an index, what is open first, a later page too', async () => {
  const plan = await explain(database.url, 'payment', async (db: Parameters<typeof listTasks>[0]) => {
    await sql`select set_config('enable_indexscan', 'on', false)`.execute(db);
    for (const cause of ['one', 'two']) {
      await insertTask(
        db,
        { kind: 'hand_payment', cause, orderId: null, paymentId: null, why: 'So it is.', settlesAtCents: null },
        new Date(),
      );
    }
    const { nextCursor } = await listTasks(db, { limit: 1, sort: 'open' });
    await listTasks(db, { limit: 1, sort: 'open', cursor: nextCursor as string });
  });
  expect(plan.match(/Index Scan Backward using task_open_then_newest/g)).toHaveLength(2);
  expect(plan).toContain('Index Cond');
  expect(plan).not.toContain('Sort');
});
