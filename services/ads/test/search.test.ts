import { dailyTotalMigrations } from '@xrp-bridge/runtime/daily-totals';
import { migrateService } from '@xrp-bridge/runtime/db';
import { createTestDatabase, explain } from '@xrp-bridge/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { listRevenue } from '../src/revenue-store.ts';

it('a search of revenue records uses the search index without a table scan', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateService({ url, service: 'ads', migrations: { ...dailyTotalMigrations, ...migrations } });
  const plan = await explain(url, 'ads', (db: Parameters<typeof listRevenue>[0]) =>
    listRevenue(db, { limit: 50, sort: '-at', search: '3f1b2c' }),
  );
  expect(plan).toContain('Bitmap Index Scan on revenue_record_searched');
  expect(plan).not.toMatch(/Seq Scan on revenue_record\b/);
});
