import { migrateService, openDatabase } from '@xrp-bridge/runtime/db';
import { figureMigrations, readFigures } from '@xrp-bridge/runtime/figures';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { keepPartitions } from '../src/partitions.ts';
import { keepCounts, type Tables } from '../src/store.ts';

/** Runs the migrations up to this one. */
async function migrateTo(url: string, last: string): Promise<void> {
  const some = Object.entries(migrations).filter(([name]) => name <= last);
  await migrateService({ url, service: 'signals', migrations: { ...figureMigrations, ...Object.fromEntries(some) } });
}

test('mentions are counted by the day, those of earlier versions too, also where a source corrects itself', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateTo(url, '0001_signals');
  const { db, close } = openDatabase<Tables>({ url, service: 'signals', onError: () => {} });
  onTestFinished(close);
  await keepPartitions(db, new Date('2026-11-22T12:00:00Z'));
  const keep = (hour: string, mentions: number) =>
    keepCounts(db, 'GDELT', [{ coin: 'XRP', hour: new Date(hour), mentions }]);
  await keep('2026-11-20T23:00:00Z', 5);
  await migrateTo(url, '0002_figures');
  await keep('2026-11-20T23:00:00Z', 3);
  await keep('2026-11-21T00:00:00Z', 7);
  await keep('2026-11-21T01:00:00Z', 2);
  expect(await readFigures(db, '2026-11-01', '2026-11-30')).toEqual([
    { day: '2026-11-20', name: 'mentions', value: 3 },
    { day: '2026-11-21', name: 'mentions', value: 9 },
  ]);
});
