import { sql } from 'kysely';
import type { Watch } from './domain/transfer.ts';
import type { Db } from './store.ts';

export async function deleteWatch(db: Db, transferId: string): Promise<void> {
  await db.deleteFrom('watch').where('transfer_id', '=', transferId).execute();
}

/**
 * Lists watches ordered by id, starting after the id `after`.
 * A watch whose time is up is included until it is ended, because payments made in time may still be unread.
 */
export async function listWatches(
  db: Db,
  { after = '0', limit }: { after?: string; limit?: number } = {},
): Promise<Watch[]> {
  const rest = selectWatches(db).where('watch.id', '>', after).orderBy('watch.id');
  return (limit === undefined ? rest : rest.limit(limit)).execute();
}

/**
 * Returns the position for `listChanges`: the oldest transaction that is still running.
 * A change that is not visible yet comes after this position.
 */
export async function readMoment(db: Db): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as moment`.execute(db);
  return rows[0]?.moment as string;
}

/** Position of a change. An empty `transferId` comes before all changes of that transaction. */
export interface ChangePlace {
  changedIn: string;
  transferId: string;
}

/** A transfer whose watch began, changed or ended, with its current watch. */
export interface WatchChange extends ChangePlace {
  watch: Watch | null;
}

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/**
 * Lists changes in the order of their positions, starting after `after`.
 * The same change may be listed twice.
 */
export async function listChanges(db: Db, after: ChangePlace, limit: number): Promise<WatchChange[]> {
  const { rows } = await sql<{ changedIn: string; changedId: string } & Nullable<Watch>>`
    with changed as (
      select changed_in, transfer_id from watch_change
      where (changed_in, transfer_id) > (${after.changedIn}::xid8, ${after.transferId})
      order by changed_in, transfer_id limit ${limit}
    )
    select changed.changed_in::text as "changedIn", changed.transfer_id as "changedId", watch.id, watch.transfer_id as "transferId", watch.address,
      transfer.destination_tag as tag, watch.after_ledger::float8 as "afterLedger", watch.ends_at as "endsAt"
    from changed
    left join watch on watch.transfer_id = changed.transfer_id
    left join transfer on transfer.id = watch.transfer_id
    order by changed.changed_in, changed.transfer_id`.execute(db);
  return rows.map(({ changedIn, changedId, ...watch }) => ({
    changedIn,
    transferId: changedId,
    watch: watch.id === null ? null : (watch as Watch),
  }));
}

/** Deletes changes older than an hour, by the database's clock, which also set their times. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`delete from watch_change where at < now() - interval '1 hour'`.execute(db);
}

export async function findWatch(db: Db, id: string): Promise<Watch | null> {
  return (await selectWatches(db).where('watch.id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists which of these payments are already arrivals of their watch's transfer. */
export async function listCounted(
  db: Db,
  payments: readonly { watchId: string; hash: string }[],
): Promise<{ watchId: string; hash: string }[]> {
  const watchIds = payments.map(({ watchId }) => watchId);
  const hashes = payments.map(({ hash }) => hash);
  return db
    .selectFrom('arrival')
    .innerJoin('watch', 'watch.transfer_id', 'arrival.transfer_id')
    .select(['watch.id as watchId', 'arrival.hash'])
    .where('watch.id', '=', sql<string>`any (${watchIds}::bigint[])`)
    .where('arrival.hash', '=', sql<string>`any (${hashes}::text[])`)
    .execute();
}

/** Ledgers close every 3 to 5 seconds, so one per second is an upper bound. */
const ledgersPerSecond = 1;

/**
 * Sets `after_ledger` of each watch where it is missing or later than `notAfter`.
 * The value is missing if no ledger could be read when the watch began. It is then estimated from the watch's age,
 * early enough to miss no payment. A value later than `notAfter` comes from a server's false data or a restarted
 * sandbox, and is replaced by the newest ledger.
 */
export async function settleBeginnings(
  db: Db,
  { newest, notAfter, now }: { newest: number; notAfter: number; now: Date },
): Promise<void> {
  await sql`
    update watch set after_ledger = greatest(0, ${newest} - ceil(
      case when after_ledger is null then ${ledgersPerSecond} * greatest(2, extract(epoch from ${now} - since)) else 0 end))
    where after_ledger is null or after_ledger > ${notAfter}`.execute(db);
}

/** Lists the transfers of watches that were due to end by `by` and still have a row. */
export async function listEndedWatches(db: Db, by: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('watch').select('transfer_id').where('ends_at', '<=', by).limit(limit).execute();
  return rows.map((row) => row.transfer_id);
}

function selectWatches(db: Db) {
  return db
    .selectFrom('watch')
    .innerJoin('transfer', 'transfer.id', 'watch.transfer_id')
    .select(['watch.id', 'watch.transfer_id as transferId', 'watch.address', 'transfer.destination_tag as tag'])
    .select([sql<number | null>`watch.after_ledger::float8`.as('afterLedger'), 'watch.ends_at as endsAt']);
}
