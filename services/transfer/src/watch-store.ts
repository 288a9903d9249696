import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Watch } from './domain/transfer.ts';
import type { Db, Tables, WatchTable } from './store.ts';

export type StoredWatch = Watch & {
  /** All payments up to this ledger have been looked at; null when none has been yet. */
  readTo: number | null;
};

/** Watches for a transfer from now on; a watch that it had before ends. */
export async function replaceWatch(tx: Tx<Tables>, watch: Omit<Watch, 'id' | 'tag'>): Promise<void> {
  await deleteWatch(tx, watch.transferId);
  await tx
    .insertInto('watch')
    .values({
      transfer_id: watch.transferId,
      address: watch.address,
      since: watch.since,
      after_ledger: watch.afterLedger === null ? null : String(watch.afterLedger),
      read_to: null,
      ends_at: watch.endsAt,
    })
    .execute();
}

export async function deleteWatch(tx: Tx<Tables>, transferId: string): Promise<void> {
  await tx.deleteFrom('watch').where('transfer_id', '=', transferId).execute();
}

/** All watches, also one whose time is up but which was not ended yet: what came in its time may still be unread. */
export async function listWatches(db: Db): Promise<StoredWatch[]> {
  return (await selectWatches(db).execute()).map(fromRow);
}

export async function listWatchesAt(db: Db, address: string): Promise<StoredWatch[]> {
  return (await selectWatches(db).where('watch.address', '=', address).execute()).map(fromRow);
}

export async function findWatch(db: Db, transferId: string): Promise<StoredWatch | null> {
  const row = await selectWatches(db).where('watch.transfer_id', '=', transferId).executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Notes that all payments up to a ledger have been looked at for these watches. */
export async function markRead(db: Db, ids: readonly string[], ledgerIndex: number): Promise<void> {
  await sql`
    update watch set read_to = ${ledgerIndex}
    where id = any (${ids}::bigint[]) and (read_to is null or read_to < ${ledgerIndex})`.execute(db);
}

/**
 * No ledger that was heard of can be newer than the newest: where one is, a server lied about it (or the sandbox began
 * anew), and what comes next must not be taken for old.
 */
export async function correctLedgers(db: Db, newest: number): Promise<void> {
  await sql`
    update watch set after_ledger = least(after_ledger, ${newest}), read_to = least(read_to, ${newest})
    where after_ledger > ${newest} or read_to > ${newest}`.execute(db);
}

/** Transfers whose watch had run its time by then, but was not ended yet. */
export async function listEndedWatches(db: Db, by: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('watch').select('transfer_id').where('ends_at', '<=', by).limit(limit).execute();
  return rows.map((row) => row.transfer_id);
}

function selectWatches(db: Db) {
  return db
    .selectFrom('watch')
    .innerJoin('transfer', 'transfer.id', 'watch.transfer_id')
    .selectAll('watch')
    .select('transfer.destination_tag');
}

function fromRow(row: Selectable<WatchTable> & { destination_tag: string | null }): StoredWatch {
  return {
    id: row.id,
    transferId: row.transfer_id,
    address: row.address,
    tag: row.destination_tag,
    since: row.since,
    afterLedger: row.after_ledger === null ? null : Number(row.after_ledger),
    endsAt: row.ends_at,
    readTo: row.read_to === null ? null : Number(row.read_to),
  };
}
