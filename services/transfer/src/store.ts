import { insertEvents, insertEventsOf, type MessagingTables, type Tx } from '@xrp-bridge/runtime';
import { CompiledQuery, type Generated, type Kysely, type Selectable, sql } from 'kysely';
import type { Arrival, Transfer } from './domain/transfer.ts';

export interface TransferTable {
  id: string;
  from_exchange: Transfer['fromExchange'];
  to_wallet: Transfer['toWallet'];
  amount_drops: string;
  destination_address: string | null;
  destination_tag: string | null;
  test_first: boolean;
  service_fee: Transfer['serviceFee'];
  status: Transfer['status'];
  paid_at: Date | null;
  concierge: Transfer['concierge'];
  concierge_as_of: Date | null;
  address_changed_at: Date | null;
  arrival_claimed_at: Date | null;
  refund_requested_at: Date | null;
  refund_request_as_of: Date | null;
  watched_until: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface ArrivalTable {
  transfer_id: string;
  hash: string;
  delivered_drops: string;
  ledger_index: string;
  at: Date;
}

interface WatchTable {
  id: Generated<string>;
  transfer_id: string;
  address: string;
  /** Start of the watch by this host's clock. Use it only for the watch's age. */
  since: Date;
  after_ledger: string | null;
  ends_at: Date;
}

export interface Tables extends MessagingTables {
  transfer: TransferTable;
  arrival: ArrivalTable;
  watch: WatchTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;

const changing = [
  'from_exchange',
  'to_wallet',
  'amount_drops',
  'destination_address',
  'destination_tag',
  'test_first',
  'service_fee',
  'status',
  'paid_at',
  'concierge',
  'concierge_as_of',
  'address_changed_at',
  'arrival_claimed_at',
  'refund_requested_at',
  'refund_request_as_of',
  'watched_until',
  'version',
  'updated_at',
] as const;

// Frequent statements are plain SQL, because building them with Kysely takes longer than running them.

// The order of the ids is the same in all statements, so that two of them never wait for each other.
const insertText = `
  with added as (
    insert into transfer (id, created_at, ${changing.join(', ')})
    select id, created_at, ${changing.join(', ')} from jsonb_populate_recordset(null::transfer, $1::jsonb)
    order by id
    on conflict (id) do nothing returning id
  ),
  emitted as (${insertEventsOf('$2', 'added')})
  select id from added`;

/**
 * Inserts transfers, and their events from the runtime's `takeEvents`.
 * @returns the inserted ids; for an id that exists, neither the transfer nor its event is inserted
 */
export async function insertTransfers(
  tx: Tx<Tables>,
  transfers: readonly Transfer[],
  events: string,
): Promise<Set<string>> {
  const values = [`[${transfers.map(toJson).join()}]`, events];
  const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(insertText, values));
  return new Set(rows.map(({ id }) => id));
}

export async function findTransfer(db: Db, id: string): Promise<Transfer | null> {
  const row = await db.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** A transfer and its arrivals, read in one statement. */
export interface FoundTransfer {
  transfer: Transfer;
  arrivals: Arrival[];
}

interface ArrivalRow {
  hash: string;
  delivered_drops: string;
  ledger_index: string;
  at: string;
}

// The drops are texts, because JSON numbers would round them.
const arrivalsOfTransfer = `(
  select coalesce(json_agg(a), '[]') from (
    select hash, ledger_index, delivered_drops::text as delivered_drops, at from arrival
    where arrival.transfer_id = transfer.id order by arrival.ledger_index, hash
  ) a)`;

const findText = `select transfer.*, ${arrivalsOfTransfer} as arrivals from transfer where id = $1`;

export async function findWithArrivals(db: Db, id: string): Promise<FoundTransfer | null> {
  const query = CompiledQuery.raw(findText, [id]);
  const [row] = (await db.executeQuery<Selectable<TransferTable> & { arrivals: ArrivalRow[] }>(query)).rows;
  return row ? toFound(row) : null;
}

/** Begins a query whose rows `toFound` converts. */
export function selectFound(db: Db) {
  return db
    .selectFrom('transfer')
    .selectAll()
    .select(sql<ArrivalRow[]>`${sql.raw(arrivalsOfTransfer)}`.as('arrivals'));
}

/** Inserts an arrival. @returns false if the transfer already has this arrival */
export async function insertArrival(tx: Tx<Tables>, transferId: string, arrival: Arrival): Promise<boolean> {
  const result = await tx
    .insertInto('arrival')
    .values({
      transfer_id: transferId,
      hash: arrival.hash,
      delivered_drops: arrival.deliveredDrops.toString(),
      ledger_index: String(arrival.ledgerIndex),
      at: arrival.at,
    })
    .onConflict((conflict) => conflict.columns(['transfer_id', 'hash']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

const lockText = 'select * from transfer where id = $1 for update';

/** Selects a transfer and locks its row. */
export async function lockTransfer(tx: Tx<Tables>, id: string): Promise<Transfer | null> {
  const [row] = (await tx.executeQuery<Selectable<TransferTable>>(CompiledQuery.raw(lockText, [id]))).rows;
  return row ? fromRow(row) : null;
}

/** Change to a transfer's watch. `begin` gives the watch a new id; `extend` only changes its end. */
export type WatchUpdate = 'none' | 'begin' | 'extend' | 'delete';

const upsertWatch = (set: string) => `
  insert into watch (transfer_id, address, since, after_ledger, ends_at)
  select id, destination_address, updated_at, $3::bigint, watched_until from changed
  on conflict (transfer_id) do update set ends_at = excluded.ends_at${set}`;

const watchTexts = {
  none: 'select',
  begin: upsertWatch(`,
    id = default, address = excluded.address, since = excluded.since, after_ledger = excluded.after_ledger`),
  extend: upsertWatch(''),
  delete: 'delete from watch where transfer_id = (select id from changed)',
};

const updateText = (watch: WatchUpdate) => `
  with changed as (
    update transfer set ${changing.map((name) => `${name} = after.${name}`).join(', ')}
    from jsonb_populate_record(null::transfer, $1::jsonb) as after
    where transfer.id = after.id and transfer.version = after.version - 1
    returning transfer.id, transfer.destination_address, transfer.watched_until, transfer.updated_at
  ),
  watched as (${watchTexts[watch]}),
  emitted as (${insertEvents('$2', 'changed')})
  select id from changed`;

const updateTexts = {
  none: updateText('none'),
  begin: updateText('begin'),
  extend: updateText('extend'),
  delete: updateText('delete'),
};

/**
 * Updates a transfer with its watch, and inserts its events from the runtime's `takeEvents`.
 * @param afterLedger index of the ledger after which a watch begins, as text; null while no ledger can be read
 * @throws Error if the stored version is not the previous one
 */
export async function updateTransfer(
  tx: Tx<Tables>,
  transfer: Transfer,
  { watch, afterLedger, events }: { watch: WatchUpdate; afterLedger: string | null; events: string },
): Promise<void> {
  const begins = watch === 'begin' || watch === 'extend';
  const values = [toJson(transfer), events, ...(begins ? [afterLedger] : [])];
  const { rows } = await tx.executeQuery(CompiledQuery.raw(updateTexts[watch], values));
  if (rows.length !== 1) throw new Error(`${transfer.id} is not at the version before ${transfer.version}`);
}

/** Deletes a transfer. Its arrivals and its watch are deleted by cascade. */
export async function deleteTransfer(tx: Tx<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('transfer').where('id', '=', id).execute();
}

/** Formats the row as JSON, for `jsonb_populate_record`. */
function toJson(transfer: Transfer): string {
  const row: Selectable<TransferTable> = {
    id: transfer.id,
    from_exchange: transfer.fromExchange,
    to_wallet: transfer.toWallet,
    amount_drops: transfer.amountDrops.toString(),
    destination_address: transfer.destinationAddress,
    destination_tag: transfer.destinationTag,
    test_first: transfer.testFirst,
    service_fee: transfer.serviceFee,
    status: transfer.status,
    paid_at: transfer.paidAt,
    concierge: transfer.concierge,
    concierge_as_of: transfer.conciergeAsOf,
    address_changed_at: transfer.addressChangedAt,
    arrival_claimed_at: transfer.arrivalClaimedAt,
    refund_requested_at: transfer.refundRequestedAt,
    refund_request_as_of: transfer.refundRequestAsOf,
    watched_until: transfer.watchedUntil,
    version: transfer.version,
    created_at: transfer.createdAt,
    updated_at: transfer.updatedAt,
  };
  return JSON.stringify(row);
}

function fromRow(row: Selectable<TransferTable>): Transfer {
  return {
    id: row.id,
    fromExchange: row.from_exchange,
    toWallet: row.to_wallet,
    amountDrops: BigInt(row.amount_drops),
    destinationAddress: row.destination_address,
    destinationTag: row.destination_tag,
    testFirst: row.test_first,
    serviceFee: row.service_fee,
    status: row.status,
    paidAt: row.paid_at,
    concierge: row.concierge,
    conciergeAsOf: row.concierge_as_of,
    addressChangedAt: row.address_changed_at,
    arrivalClaimedAt: row.arrival_claimed_at,
    refundRequestedAt: row.refund_requested_at,
    refundRequestAsOf: row.refund_request_as_of,
    watchedUntil: row.watched_until,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toFound({ arrivals, ...row }: Selectable<TransferTable> & { arrivals: ArrivalRow[] }): FoundTransfer {
  return { transfer: fromRow(row), arrivals: arrivals.map(toArrival) };
}

function toArrival(row: ArrivalRow): Arrival {
  return {
    hash: row.hash,
    deliveredDrops: BigInt(row.delivered_drops),
    ledgerIndex: Number(row.ledger_index),
    at: new Date(row.at),
  };
}
