import { migrateService, withOwner } from '@xrp-bridge/runtime/db';
import { figureMigrations, readFigures } from '@xrp-bridge/runtime/figures';
import { messagingMigrations } from '@xrp-bridge/runtime/messaging/tables';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/migrations/index.ts';

const idOf = (digit: number) => String(digit).repeat(32);
const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';

/** Runs the migrations up to this one. */
async function migrateTo(url: string, last: string): Promise<void> {
  const some = Object.entries(migrations).filter(([name]) => name <= last);
  const all = { ...messagingMigrations, ...figureMigrations, ...Object.fromEntries(some) };
  await migrateService({ url, service: 'transfer', migrations: all });
}

it('transfers of earlier versions are kept: those that are paid for get their watch, and its end is known', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateTo(url, '0001_transfers');
  const long = '2026-01-01T00:00:00Z';
  await withOwner(url, async (db) => {
    for (const [id, status, to] of [
      [idOf(1), 'pending', address],
      [idOf(2), 'paid', address],
      [idOf(3), 'instructions_sent', address],
      [idOf(4), 'instructions_sent', null],
      [idOf(5), 'completed', address],
    ]) {
      await sql`
        insert into transfer.transfer (id, from_exchange, to_wallet, destination_address, service_fee, status, version,
          created_at, updated_at)
        values (${id}, 'kraken', 'ledger', ${to}, '4.00', ${status}, 1, ${long}, ${long})`.execute(db);
    }
  });
  await migrateTo(url, '0002_arrivals');
  // This watch ended, as the service ended them before a transfer knew of it.
  await withOwner(url, (db) => sql`delete from transfer.watch where transfer_id = ${idOf(3)}`.execute(db));
  await migrateTo(url, '0003_watched_until');

  const rows = await withOwner(url, async (db) => {
    const read = await sql<{ id: string; watched: string | null; watching: boolean | null }>`
      select transfer.id, to_char(watched_until at time zone 'UTC', 'YYYY-MM-DD') as watched,
        watched_until = watch.ends_at as watching
      from transfer.transfer left join transfer.watch on watch.transfer_id = transfer.id order by transfer.id`.execute(
      db,
    );
    return read.rows;
  });
  expect(rows).toEqual([
    { id: idOf(1), watched: null, watching: null },
    { id: idOf(2), watched: expect.any(String), watching: true },
    { id: idOf(3), watched: '2026-01-15', watching: null },
    { id: idOf(4), watched: null, watching: null },
    { id: idOf(5), watched: null, watching: null },
  ]);
});

it('what transfers of earlier versions give access to is known as far as status and fee tell', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateTo(url, '0003_watched_until');
  await withOwner(url, async (db) => {
    for (const [id, status, fee] of [
      [idOf(1), 'instructions_sent', '4.00'],
      [idOf(2), 'instructions_sent', '17.76'],
      [idOf(3), 'completed', '17.76'],
      [idOf(4), 'refunded', '17.76'],
      [idOf(5), 'pending', '17.76'],
      [idOf(6), 'expired', '17.76'],
      [idOf(7), 'refunded', '4.00'],
    ]) {
      await sql`
        insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, version, created_at, updated_at)
        values (${id}, 'kraken', 'ledger', ${fee}, ${status}, 1, now(), now())`.execute(db);
    }
  });
  await migrateTo(url, '0004_access');
  const concierge = await withOwner(url, async (db) => {
    const read = await sql<{ concierge: string }>`select concierge from transfer.transfer order by id`.execute(db);
    return read.rows.map((row) => row.concierge);
  });
  expect(concierge).toEqual(['none', 'owned', 'owned', 'refunded', 'none', 'none', 'none']);
});

it('counts a transfer once, when its event leaves the outbox for good', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateTo(url, '0009_figures');
  const changed = { changed: ['status', 'access'], status: 'instructions_sent' };
  const events = [
    { type: 'transfer.created', time: '2026-01-01T23:59:59.999Z', data: {} },
    { type: 'transfer.updated', time: '2026-01-02T00:00:00.000Z', data: changed },
    { type: 'transfer.updated', time: '2026-01-02T00:01:00.000Z', data: { ...changed, changed: ['destinationTag'] } },
    { type: 'transfer.updated', time: '2026-01-02T00:02:00.000Z', data: { ...changed, status: 'completed' } },
    { type: 'transfer.updated', time: '2026-01-02T00:03:00.000Z', data: { ...changed, status: 'expired' } },
  ];
  const figures = await withOwner(url, async (db) => {
    await sql`set search_path to transfer`.execute(db);
    await sql`insert into outbox (envelope) select jsonb_array_elements(${JSON.stringify(events)}::jsonb)`.execute(db);
    const leave = sql`delete from outbox`;
    const lost = db
      .transaction()
      .execute((tx) => leave.execute(tx).then(() => Promise.reject(new Error('the bus is away'))));
    await expect(lost).rejects.toThrow('the bus is away');
    expect(await readFigures(db, '2026-01-01', '2026-01-02')).toEqual([]);
    for (let times = 0; times < 2; times++) await leave.execute(db);
    return readFigures(db, '2026-01-01', '2026-01-02');
  });
  expect(figures).toEqual([
    { day: '2026-01-01', name: 'transfers_created', value: 1 },
    { day: '2026-01-02', name: 'transfers_completed', value: 1 },
    { day: '2026-01-02', name: 'transfers_paid', value: 1 },
  ]);
});
