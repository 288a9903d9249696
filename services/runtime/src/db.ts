import { type Kysely, Kysely as KyselyDatabase, PostgresDialect, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';

// Rows carry timestamps as Date; bigint columns (cents, sequence numbers) as strings unless parsed where they are read.
export type Database<Tables> = Kysely<Tables>;
export type Tx<Tables> = Transaction<Tables>;
export type Migrations = Record<string, Migration>;

export interface ServiceDatabase<Tables> {
  pool: pg.Pool;
  db: Kysely<Tables>;
  close(): Promise<void>;
}

/**
 * Opens a service's one pool. Every connection acts as the service's role inside its schema, so that nothing
 * it runs can touch another service's tables.
 */
export function openDatabase<Tables>(options: {
  url: string;
  service: string;
  onError: (error: Error) => void;
  max?: number;
}): ServiceDatabase<Tables> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: `xrp-bridge ${options.service}`,
    options: `-c role=${roleOf(options.service)} -c search_path=${options.service}`,
  });
  let closing = false;
  pool.on('error', (error: Error & { client?: unknown }) => {
    // A server that stops while connections are still being closed is no loss.
    if (closing) return;
    // pg attaches the whole connection, which no log should print.
    delete error.client;
    options.onError(error);
  });
  ignoreErrorsWhileClosing(pool);
  const db = new KyselyDatabase<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    close() {
      closing = true;
      return db.destroy();
    },
  };
}

/** Between the pool letting go of a connection and its end, nobody listens to it, and an unheard error ends the process. */
function ignoreErrorsWhileClosing(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => {}));
}

export function roleOf(service: string): string {
  return `xrp_bridge_${service}`;
}

/**
 * Creates a service's role and schema and brings its tables up to date, as the database's owner.
 * Safe to run by several processes at once: a lock makes them take turns.
 */
export async function migrateService(options: { url: string; service: string; migrations: Migrations }): Promise<void> {
  const { service, migrations } = options;
  const role = roleOf(service);
  await withOwner(options.url, async (owner) => {
    await sql`select pg_advisory_lock(hashtext(${`migrate ${service}`}))`.execute(owner);
    await sql`
      do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(role)}) then
          create role ${sql.id(role)} nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`.execute(owner);
    await sql`grant ${sql.id(role)} to current_user`.execute(owner);
    await sql`create schema if not exists ${sql.id(service)} authorization ${sql.id(role)}`.execute(owner);
    await sql`set role ${sql.id(role)}`.execute(owner);
    await sql`set search_path to ${sql.id(service)}`.execute(owner);
    await migrate(owner, migrations, service);
    await sql`reset role`.execute(owner);
  });
}

/** Runs work on one connection of the database's owner, which is closed afterwards. */
export async function withOwner<Result>(url: string, work: (db: Kysely<unknown>) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  // What happens to a connection in use, its query tells; idle ones are only those being closed.
  pool.on('error', () => {});
  ignoreErrorsWhileClosing(pool);
  const db = new KyselyDatabase<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.connection().execute(work);
  } finally {
    await db.destroy();
  }
}

export async function migrate(db: Kysely<unknown>, migrations: Migrations, schema: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    // The runtime's own migrations sort before those that a service had already.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`Migration ${schema}/${failed} failed`, { cause: error });
  }
}
