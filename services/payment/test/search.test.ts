import { dailyTotalMigrations } from '@xrp-bridge/runtime/daily-totals';
import { migrateService } from '@xrp-bridge/runtime/db';
import { createTestDatabase, explain, type TestDatabase } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { listPayments } from '../src/store.ts';
import { listWebhookEvents } from '../src/webhook-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const all = { ...dailyTotalMigrations, ...migrations };
  await migrateService({ url: database.url, service: 'payment', migrations: all });
});
afterAll(() => database?.drop());

it.each([
  ['a part of an id', '3f1b2c'],
  ['a reference', 'K9KG-GCMM'],
  ['a reference in the previous format', 'HWBW-VSYR'],
])('a search for %s uses the index and no sequential scan', async (_what, search) => {
  const plan = await explain(database.url, 'payment', (db: Parameters<typeof listPayments>[0]) =>
    listPayments(db, { limit: 50, sort: '-createdAt', search }),
  );
  expect(plan).toContain('Bitmap Index Scan on payment_searched');
  expect(plan).not.toMatch(/Seq Scan on payment\b/);
});

it('a search for a webhook uses the index and no sequential scan', async () => {
  const plan = await explain(database.url, 'payment', (db: Parameters<typeof listWebhookEvents>[0]) =>
    listWebhookEvents(db, { limit: 50, sort: '-at', search: '3f1b2c' }),
  );
  expect(plan).toContain('Bitmap Index Scan on webhook_event_searched');
  expect(plan).not.toMatch(/Seq Scan on webhook_event\b/);
});
