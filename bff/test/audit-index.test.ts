import { migrateService } from '@xrp-bridge/runtime/db';
import { createTestDatabase, explain } from '@xrp-bridge/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import { findAuditOf } from '../src/audit.ts';
import { migrations } from '../src/migrations/index.ts';

it('what was done about one transfer is found by the index alone', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateService({ url, service: 'bff', migrations });
  const plan = await explain(url, 'bff', (db: Parameters<typeof findAuditOf>[0]) => findAuditOf(db, 'a transfer'));
  expect(plan).toContain('Bitmap Index Scan on audit_subject');
  expect(plan).not.toContain('Seq Scan');
});
