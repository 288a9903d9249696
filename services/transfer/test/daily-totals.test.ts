import { dailyTotalMigrations, listDailyTotals } from '@xrp-bridge/runtime/daily-totals';
import { migrateService, withOwner } from '@xrp-bridge/runtime/db';
import { messagingMigrations } from '@xrp-bridge/runtime/messaging/tables';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/migrations/index.ts';

it('a transfer is counted once in the daily totals, when its event is deleted from the outbox', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const all = { ...messagingMigrations, ...dailyTotalMigrations, ...migrations };
  await migrateService({ url, service: 'transfer', migrations: all });
  const changed = { changed: ['status', 'access'], status: 'instructions_sent' };
  const events = [
    { type: 'transfer.created', time: '2026-01-01T23:59:59.999Z', data: {} },
    { type: 'transfer.updated', time: '2026-01-02T00:00:00.000Z', data: changed },
    { type: 'transfer.updated', time: '2026-01-02T00:01:00.000Z', data: { ...changed, changed: ['destinationTag'] } },
    { type: 'transfer.updated', time: '2026-01-02T00:02:00.000Z', data: { ...changed, status: 'completed' } },
    { type: 'transfer.updated', time: '2026-01-02T00:03:00.000Z', data: { ...changed, status: 'expired' } },
  ];
  const totals = await withOwner(url, async (db) => {
    await sql`set search_path to transfer`.execute(db);
    await sql`insert into outbox (envelope) select jsonb_array_elements(${JSON.stringify(events)}::jsonb)`.execute(db);
    const leave = sql`delete from outbox`;
    const lost = db
      .transaction()
      .execute((tx) => leave.execute(tx).then(() => Promise.reject(new Error('the bus is away'))));
    await expect(lost).rejects.toThrow('the bus is away');
    expect(await listDailyTotals(db, '2026-01-01', '2026-01-02')).toEqual([]);
    for (let times = 0; times < 2; times++) await leave.execute(db);
    return listDailyTotals(db, '2026-01-01', '2026-01-02');
  });
  expect(totals).toEqual([
    { day: '2026-01-01', name: 'transfers_created', value: 1 },
    { day: '2026-01-02', name: 'transfers_completed', value: 1 },
    { day: '2026-01-02', name: 'transfers_paid', value: 1 },
  ]);
});
