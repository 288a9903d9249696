import type { QueryOf } from '@xrp-bridge/contracts/define';
import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import type { transferApi } from '@xrp-bridge/contracts/transfer';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { compileOnce, draftStatements } from '@xrp-bridge/runtime/statements';
import { type ExpressionBuilder, type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
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
  /** By this host's clock: good for how long ago it was, not for when. */
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

/** For statements that are built once. */
export const drafts = draftStatements<Tables>();

const changing = [
  'from_exchange',
  'to_wallet',
  'amount_drops',
  'destination_address',
  'destination_tag',
  'test_first',
  'service_fee',
  'status',
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
type Row = Insertable<TransferTable>;

/** Names each of these columns: what stands for a row that comes later cannot say which it has. */
function take(row: Row, names: readonly (keyof Row)[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Row;
}

const addition = compileOnce((row: Row & { event: string }) =>
  drafts
    .with('added', (one) =>
      one
        .insertInto('transfer')
        .values(take(row, ['id', 'created_at', ...changing]))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id'),
    )
    .insertInto('outbox')
    .columns(['envelope'])
    .expression((one) => one.selectFrom('added').select(sql<string>`${row.event}::jsonb`.as('envelope')))
    .returning('id'),
);

/** Adds a transfer and its event in one statement. @returns false, with nothing added, when the id is already there. */
export async function insertTransfer(db: Db, transfer: Transfer, event: string): Promise<boolean> {
  const { rows } = await db.executeQuery(addition({ ...toRow(transfer), event }));
  return rows.length === 1;
}

const transferOf = compileOnce(({ id }: { id: string }) =>
  drafts.selectFrom('transfer').selectAll().where('id', '=', id),
);

export async function findTransfer(db: Db, id: string): Promise<Transfer | null> {
  const [row] = (await db.executeQuery(transferOf({ id }))).rows;
  return row ? fromRow(row) : null;
}

/** A transfer and what arrived for it, as of one moment. */
export interface FoundTransfer {
  transfer: Transfer;
  arrivals: Arrival[];
}

const transferWithArrivals = compileOnce(({ id }: { id: string }) => selectWithArrivals(drafts).where('id', '=', id));

export async function findWithArrivals(db: Db, id: string): Promise<FoundTransfer | null> {
  const [row] = (await db.executeQuery(transferWithArrivals({ id }))).rows;
  return row ? { transfer: fromRow(row), arrivals: row.arrivals.map(toArrival) } : null;
}

function selectWithArrivals(db: Db) {
  return db.selectFrom('transfer').selectAll().select(arrivalsOf);
}

/** What arrived for the transfer that a query selects, oldest first, as one column. */
function arrivalsOf(one: ExpressionBuilder<Tables, 'transfer'>) {
  return jsonArrayFrom(
    one
      .selectFrom('arrival')
      .whereRef('arrival.transfer_id', '=', 'transfer.id')
      // As JSON numbers, drops would be rounded.
      .select([
        'hash',
        'ledger_index',
        sql<string>`delivered_drops::text`.as('delivered_drops'),
        sql<string>`at`.as('at'),
      ])
      .orderBy('arrival.ledger_index')
      .orderBy('hash'),
  ).as('arrivals');
}

/** Adds an arrival. @returns false when it is counted already. */
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

const transferToLock = compileOnce(({ id }: { id: string }) =>
  drafts.selectFrom('transfer').selectAll().where('id', '=', id).forUpdate(),
);

/** Reads a transfer that the transaction is about to change; others wait for it. */
export async function lockTransfer(tx: Tx<Tables>, id: string): Promise<Transfer | null> {
  const [row] = (await tx.executeQuery(transferToLock({ id }))).rows;
  return row ? fromRow(row) : null;
}

const change = compileOnce((row: Row) =>
  drafts.updateTable('transfer').set(take(row, changing)).where('id', '=', row.id),
);

/** The statement that keeps a transfer as it is now. */
export function keepTransfer(transfer: Transfer) {
  return change(toRow(transfer));
}

export async function listTransfers(db: Db, query: QueryOf<typeof transferApi.list>): Promise<Page<FoundTransfer>> {
  const all = selectWithArrivals(db);
  const { rows, nextCursor } = await readPage(query.status ? all.where('status', '=', query.status) : all, query, {
    orders: {
      '-createdAt': newestFirst('transfer.created_at'),
      createdAt: oldestFirst('transfer.created_at'),
      '-updatedAt': newestFirst('transfer.updated_at'),
      updatedAt: oldestFirst('transfer.updated_at'),
    },
    id: sql.ref('transfer.id'),
    search: ['id', 'from_exchange', 'to_wallet', 'destination_address'].map((name) => sql.ref(`transfer.${name}`)),
    alsoFound: query.search ? idsNamed(query.search) : [],
  });
  return {
    rows: rows.map((row) => ({ transfer: fromRow(row), arrivals: row.arrivals.map(toArrival) })),
    nextCursor,
  };
}

/** Exchanges and wallets that are called like this: people write "Crypto.com", where the table has `cryptocom`. */
function idsNamed(search: string): string[] {
  const wanted = search.toLowerCase();
  const named = [...Object.entries(exchangeNames), ...Object.entries(walletNames)];
  return named.filter(([id, name]) => name.toLowerCase().includes(wanted) && !id.includes(wanted)).map(([id]) => id);
}

/** Deletes a transfer with all that belongs to it. */
export async function deleteTransfer(tx: Tx<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('transfer').where('id', '=', id).execute();
}

function toRow(transfer: Transfer): Row {
  return {
    id: transfer.id,
    from_exchange: transfer.fromExchange,
    to_wallet: transfer.toWallet,
    amount_drops: transfer.amountDrops.toString(),
    destination_address: transfer.destinationAddress,
    destination_tag: transfer.destinationTag,
    test_first: transfer.testFirst,
    service_fee: transfer.serviceFee,
    status: transfer.status,
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

function toArrival(row: { hash: string; delivered_drops: string; ledger_index: string; at: string }): Arrival {
  return {
    hash: row.hash,
    deliveredDrops: BigInt(row.delivered_drops),
    ledgerIndex: Number(row.ledger_index),
    at: new Date(row.at),
  };
}
