import type { Readable, Writable } from 'node:stream';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listMigrated, type Migrations, migrate } from './db.ts';
import { jobsSchemaOf } from './queue-postgres.ts';
import type { Tombstones } from './tombstones.ts';

// Copies whole tables out of a database and into another (ADR 0048).

export interface CopiedTable {
  name: string;
  columns: string[];
}

/** The description of a schema, from which `createTables` creates it again. */
export interface CopiedSchema {
  migrations: string[];
  /** The tables in an order in which each row is inserted after the rows that it references. */
  tables: CopiedTable[];
  partitions: { name: string; of: string; bounds: string }[];
  sequences: { name: string; value: string }[];
}

/** A connection with one open transaction. */
export interface CopyTransaction {
  tx: Transaction<unknown>;
  /** Returns the rows of a table of the current schema in PostgreSQL's text format. */
  copyOut(table: CopiedTable): Readable;
  /** Inserts rows in the format of `copyOut`. `rowCount` is set when the stream has finished. */
  copyIn(table: CopiedTable): Writable & { rowCount: number };
  commit(): Promise<void>;
  /** Ends the connection, and with it an uncommitted transaction. */
  close(): Promise<void>;
}

// Columns are text, so the settings that determine the text are fixed. A copy may take long, but waits for no lock:
// services that are starting would hold one.
const sessionSettings = Object.entries({
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: 1,
  statement_timeout: 0,
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: 0,
});

/** Begins a transaction that reads one snapshot of the database, or one that inserts into the database. */
export async function beginCopy(url: string, mode: 'read' | 'write'): Promise<CopyTransaction> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'xrp-bridge backup',
    options: sessionSettings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  });
  // An error of the connection also rejects the running query.
  client.on('error', () => {});
  await client.connect();
  const pooled = Object.assign(client, { release() {} });
  const pool = { options: {}, connect: async () => pooled, end: () => client.end() };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const begin = db.startTransaction().setIsolationLevel(mode === 'read' ? 'repeatable read' : 'read committed');
  const tx = await begin.setAccessMode(mode === 'read' ? 'read only' : 'read write').execute();
  return {
    tx,
    // A partitioned table can be copied only by a query.
    copyOut: ({ name, columns }) =>
      client.query(copyTo(`copy (select ${listColumns(columns)} from ${quote(name)}) to stdout`)),
    copyIn: ({ name, columns }) => client.query(copyFrom(`copy ${quote(name)} (${listColumns(columns)}) from stdin`)),
    async commit() {
      await tx.commit().execute();
    },
    // A rollback would wait for a copy whose stream is not read to its end. The server rolls back when the connection ends.
    close: () => client.end(),
  };
}

/** Reads the snapshot of another transaction on the same database. Must be the first statement. */
export async function shareSnapshot(tx: Transaction<unknown>, from: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(from);
  await sql`set transaction snapshot ${sql.lit(rows[0]?.id)}`.execute(tx);
}

/** Continues the transaction as the owner of a schema. */
export async function enterSchema(tx: Transaction<unknown>, { schema, role }: { schema: string; role: string }) {
  await sql`set local role ${sql.id(role)}`.execute(tx);
  await sql`set local search_path to ${sql.id(schema)}`.execute(tx);
}

/**
 * Describes a schema.
 * Leaves out tables with transaction ids (xid8), because the ids of another database server mean nothing.
 * @throws Error if tables reference each other in a circle
 */
export async function describeSchema(tx: Transaction<unknown>, schema: string): Promise<CopiedSchema> {
  const { rows: tables } = await sql<CopiedTable & { references: string[] }>`
    select c.relname as name, array_agg(attname::text order by attnum) as columns, array(
      select distinct to_table.relname::text from pg_constraint join pg_class to_table on to_table.oid = confrelid
      where contype = 'f' and conrelid = c.oid and confrelid <> c.oid
    ) as references
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely\\_%'
    group by c.oid, relname having not bool_or(atttypid = 'xid8'::regtype) order by relname`.execute(tx);
  const { rows: partitions } = await sql<CopiedSchema['partitions'][number]>`
    select child.relname as name, parent.relname as of, pg_get_expr(child.relpartbound, child.oid) as bounds
    from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where child.relnamespace = ${schema}::regnamespace and child.relkind = 'r' and child.relispartition
    order by child.relname`.execute(tx);
  // Sequences are not part of a snapshot. A value that is read later is not lower than the ids of the snapshot.
  const { rows: sequences } = await sql<CopiedSchema['sequences'][number]>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = ${schema} and last_value is not null order by sequencename`.execute(tx);
  return { migrations: await listMigrated(tx, schema), tables: sortByReferences(tables), partitions, sequences };
}

function sortByReferences(tables: readonly (CopiedTable & { references: string[] })[]): CopiedTable[] {
  const sorted: CopiedTable[] = [];
  for (let rest = tables; rest.length > 0; ) {
    const free = rest.filter(({ references }) => !rest.some(({ name }) => references.includes(name)));
    if (free.length === 0) throw new Error(`${rest.map(({ name }) => name).join(', ')} reference each other`);
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })));
    rest = rest.filter((table) => !free.includes(table));
  }
  return sorted;
}

const boundsPattern = /^FOR VALUES FROM \('[-+:. \w]+'\) TO \('[-+:. \w]+'\)$/;

/**
 * Creates the tables of a described schema, without rows, and disables their triggers.
 * The triggers' effects are among the rows that are inserted next.
 * @param migrations those of this version, among them all that the description names
 * @throws Error if the schema or its jobs' schema has tables
 */
export async function createTables(
  tx: Transaction<unknown>,
  { schema, role }: { schema: string; role: string },
  { migrations: recorded, tables, partitions }: CopiedSchema,
  migrations: Migrations,
): Promise<void> {
  await enterSchema(tx, { schema, role });
  await sql`select pg_advisory_xact_lock(hashtext(${`migrate ${schema}`}))`.execute(tx);
  const { rows: existing } = await sql`
    select from pg_tables where schemaname in (${schema}, ${jobsSchemaOf(schema)}) limit 1`.execute(tx);
  if (existing.length > 0) {
    throw new Error(
      `The database is not empty: the schema ${schema} has tables. Create an empty database, or choose a new DATA_DIR.`,
    );
  }
  await migrate(tx, pick(migrations, recorded), schema);
  for (const { name, of, bounds } of partitions) {
    if (!boundsPattern.test(bounds)) throw new Error(`The partition ${name} has unknown bounds: ${bounds}`);
    await sql`create table ${sql.id(name)} partition of ${sql.id(of)} ${sql.raw(bounds)}`.execute(tx);
  }
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx);
  // Some migrations insert rows.
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(tx);
}

/** Enables the triggers of the current schema, continues its sequences and runs the later migrations. */
export async function finishTables(
  tx: Transaction<unknown>,
  schema: string,
  { tables, sequences }: CopiedSchema,
  migrations: Migrations,
): Promise<void> {
  // A table with a pending check of a deferred constraint cannot be altered.
  await sql`set constraints all immediate`.execute(tx);
  for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx);
  for (const { name, value } of sequences) {
    await sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`.execute(tx);
  }
  await migrate(tx, migrations, schema);
}

const newer = 'newer_tombstone';

/**
 * Inserts tombstones that the schema does not have yet.
 * @param insert writes the tombstones into the given table
 * @returns the ids of the inserted tombstones
 */
export async function insertTombstones(
  tx: Transaction<unknown>,
  owner: { schema: string; role: string },
  insert: (table: string) => Promise<void>,
): Promise<Tombstones> {
  await enterSchema(tx, owner);
  await sql`create table ${sql.id(newer)} (like tombstone)`.execute(tx);
  await insert(newer);
  const { rows } = await sql<{ kind: string; ids: string[] }>`
    with inserted as (
      insert into tombstone select * from ${sql.id(newer)} on conflict do nothing returning kind, row_id
    )
    select kind, array_agg(row_id) as ids from inserted group by kind`.execute(tx);
  await sql`drop table ${sql.id(newer)}`.execute(tx);
  return Object.fromEntries(rows.map(({ kind, ids }) => [kind, ids]));
}

function pick(migrations: Migrations, names: readonly string[]): Migrations {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
}

const quote = (name: string) => pg.escapeIdentifier(name);
const listColumns = (columns: readonly string[]) => columns.map(quote).join(', ');
