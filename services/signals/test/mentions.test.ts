import { dailyTotalMigrations, listDailyTotals } from '@xrp-bridge/runtime/daily-totals';
import { migrateService, openDatabase } from '@xrp-bridge/runtime/db';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { maintainPartitions } from '../src/partitions.ts';
import { type Tables, upsertCounts } from '../src/store.ts';

it('the daily total of mentions is corrected together with the hourly counts', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateService({ url, service: 'signals', migrations: { ...dailyTotalMigrations, ...migrations } });
  const { db, close } = openDatabase<Tables>({ url, service: 'signals', onError: () => {} });
  onTestFinished(close);
  await maintainPartitions(db, new Date('2026-11-22T12:00:00Z'));
  const store = (hour: string, mentions: number) =>
    upsertCounts(db, 'GDELT', [{ coin: 'XRP', hour: new Date(hour), mentions }]);
  await store('2026-11-20T23:00:00Z', 5);
  await store('2026-11-20T23:00:00Z', 3);
  await store('2026-11-21T00:00:00Z', 7);
  await store('2026-11-21T01:00:00Z', 2);
  expect(await listDailyTotals(db, '2026-11-01', '2026-11-30')).toEqual([
    { day: '2026-11-20', name: 'mentions', value: 3 },
    { day: '2026-11-21', name: 'mentions', value: 9 },
  ]);
});
