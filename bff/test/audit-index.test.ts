import { migrateService } from '@xrp-bridge/runtime/db';
import { createTestDatabase, explain, type TestDatabase } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAuditOf, listAudit } from '../src/access/audit.ts';
import { migrations } from '../src/migrations/index.ts';

type Db = Parameters<typeof findAuditOf>[0];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'bff', migrations });
});
afterAll(() => database?.drop());

it('finding the audit entries of one transfer uses the index, without a sequential scan', async () => {
  const plan = await explain(database.url, 'bff', (db: Db) => findAuditOf(db, 'a transfer'));
  expect(plan).toContain('Bitmap Index Scan on audit_subject');
  expect(plan).not.toContain('Seq Scan');
});

it('searching the audit trail uses the index, without a sequential scan', async () => {
  const plan = await explain(database.url, 'bff', (db: Db) =>
    listAudit(db, { limit: 50, sort: '-at', search: '3f1b2c' }),
  );
  expect(plan).toContain('Bitmap Index Scan on audit_searched');
  expect(plan).not.toContain('Seq Scan');
});
