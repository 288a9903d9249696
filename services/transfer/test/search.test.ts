import { migrateService } from '@xrp-bridge/runtime/db';
import { figureMigrations } from '@xrp-bridge/runtime/figures';
import { createTestDatabase, explain, type TestDatabase } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { listTransfers } from '../src/store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const all = { ...figureMigrations, ...migrations };
  await migrateService({ url: database.url, service: 'transfer', migrations: all });
});
afterAll(() => database?.drop());

it.each([
  ['a part of an id', '3f1b2c'],
  ['an exchange’s name', 'Crypto.com'],
  ['a reference', 'K9KG-GCMM'],
  ['a reference of before', 'HWBW-VSYR'],
])('%s is sought by the index alone', async (_what, search) => {
  const plan = await explain(database.url, 'transfer', (db: Parameters<typeof listTransfers>[0]) =>
    listTransfers(db, { limit: 50, sort: '-createdAt', search }),
  );
  expect(plan).toContain('Bitmap Index Scan on transfer_searched');
  expect(plan).not.toMatch(/Seq Scan on transfer\b/);
});
