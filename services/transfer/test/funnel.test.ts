import { dailyTotalMigrations } from '@xrp-bridge/runtime/daily-totals';
import { migrateService, openDatabase } from '@xrp-bridge/runtime/db';
import { messagingMigrations } from '@xrp-bridge/runtime/messaging/tables';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { readFunnel } from '../src/funnel-store.ts';
import { migrations } from '../src/migrations/index.ts';
import type { Tables } from '../src/store.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';

it('the funnel counts the transfers that started in the range, by exchange and wallet, and the steps that they reached', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const all = { ...messagingMigrations, ...dailyTotalMigrations, ...migrations };
  await migrateService({ url, service: 'transfer', migrations: all });
  const { db, close } = openDatabase<Tables>({ url, service: 'transfer', onError: () => {} });
  onTestFinished(close);

  const transfers: [exchange: string, status: string, address: string | null, isSeen: boolean, at: string][] = [
    ['coinbase', 'pending', null, false, '2026-03-02T00:00:00Z'],
    // An address of an unpaid transfer does not count.
    ['coinbase', 'expired', address, false, '2026-03-03T12:00:00Z'],
    ['coinbase', 'instructions_sent', null, false, '2026-03-03T12:00:00Z'],
    ['coinbase', 'refunded', address, false, '2026-03-03T12:00:00Z'],
    ['coinbase', 'instructions_sent', address, true, '2026-03-03T12:00:00Z'],
    ['coinbase', 'completed', address, true, '2026-03-08T23:59:59Z'],
    // The customer confirmed the arrival, but the ledger shows nothing.
    ['kraken', 'completed', address, false, '2026-03-05T12:00:00Z'],
    ['kraken', 'completed', address, true, '2026-03-01T23:59:59Z'],
    ['kraken', 'completed', address, true, '2026-03-09T00:00:00Z'],
  ];
  for (const [index, [exchange, status, destination, isSeen, at]] of transfers.entries()) {
    const id = String(index).padStart(32, '0');
    await sql`
      insert into transfer (id, from_exchange, to_wallet, destination_address, service_fee, status, version,
        created_at, updated_at)
      values (${id}, ${exchange}, 'ledger', ${destination}, '4.00', ${status}, 1, ${at}, now())`.execute(db);
    if (!isSeen) continue;
    await sql`
      insert into arrival (transfer_id, hash, delivered_drops, ledger_index, at)
      values (${id}, ${id.padStart(64, 'A')}, 2000000, 1, now())`.execute(db);
  }

  expect(await readFunnel(db, '2026-03-02', '2026-03-08')).toEqual([
    { fromExchange: 'coinbase', toWallet: 'ledger', started: 6, paid: 4, address: 3, seen: 2, home: 1 },
    { fromExchange: 'kraken', toWallet: 'ledger', started: 1, paid: 1, address: 1, seen: 1, home: 1 },
  ]);
});
