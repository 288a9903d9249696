import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { beginWork } from './current-call.ts';
import { PreparingClient } from './preparing-client.ts';

// Query results contain timestamps as Date. Columns of type bigint (cents, sequence numbers) are strings, which the
// reading code parses.
export type Database<Tables> = Kysely<Tables>;
export type Tx<Tables> = Transaction<Tables>;
export type Migrations = Record<string, Migration>;

export interface ServiceDatabase<Tables> {
  pool: pg.Pool;
  db: Kysely<Tables>;
  close(): Promise<void>;
}

/**
 * Opens a service's only connection pool, with the service's schema as search path.
 * Connections with the service's own role (`provideRole`) have no access to other schemas.
 */
export function openDatabase<Tables>(options: {
  url: string;
  service: string;
  onError: (error: Error) => void;
  max?: number;
}): ServiceDatabase<Tables> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    pipeline: true,
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    // A new connection costs tens of milliseconds of processor time on both sides (sign-in, catalog, plans), so two stay
    // open. Others are closed when idle, because they take memory and other instances may need them.
    min: 2,
    idleTimeoutMillis: 20_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: `xrp-bridge ${options.service}`,
    options: `-c search_path=${options.service}`,
  });
  let closing = false;
  pool.on('error', (error: Error & { client?: unknown }) => {
    // While the pool is closing, it does no harm if the server stops.
    if (closing) return;
    // pg attaches the whole client object, which must not be logged.
    delete error.client;
    options.onError(error);
  });
  ignoreErrorsWhileClosing(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: beginningWork(pool) }) });
  return {
    pool,
    db,
    async close() {
      closing = true;
      await db.destroy();
      // Kysely ends a pool only if it has used the pool.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Wraps a pool to refuse a call whose caller stopped waiting before the call got its first connection. */
function beginningWork(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      try {
        beginWork();
      } catch (error) {
        client.release();
        throw error;
      }
      return client;
    },
    end: () => pool.end(),
  };
}

/**
 * Ignores errors of a connection that was released and is closing.
 * Without a listener they would end the process.
 */
export function ignoreErrorsWhileClosing(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => {}));
}

/**
 * Returns the name of a service's role.
 * Roles belong to the cluster, so a cluster can have one installation only.
 */
function roleOf(service: string): string {
  return `xrp_bridge_${service}`;
}

/**
 * Creates a LOGIN role that owns a service's schemas and nothing else.
 * The role's password is derived from the password in `url`, so every process that has `url` can derive it. The derived
 * password reveals no other password.
 * @param url of a role that may create roles, schemas and trusted extensions
 * @param schemas that the new role owns
 * @returns the URL to connect as the new role; `url` itself if its role may not create roles, or if it has no password
 */
export async function provideRole(url: string, service: string, schemas = [service]): Promise<string> {
  const role = roleOf(service);
  const own = addressAs(url, role);
  if (!own) return url;
  return await withOwner(url, async (admin) => {
    const { rows } = await sql<{ mayCreate: boolean; known: boolean }>`
      select rolsuper or rolcreaterole as "mayCreate", exists (select from pg_roles where rolname = ${role}) as known
      from pg_roles where rolname = current_user`.execute(admin);
    if (!rows[0]?.mayCreate) return url;
    await sql`select pg_advisory_lock(hashtext(${`migrate ${service}`}))`.execute(admin);
    if (!rows[0].known || !(await opens(own))) {
      await sql`
        do $$ begin
          create role ${sql.id(role)};
        exception when duplicate_object or unique_violation then null;
        end $$`.execute(admin);
      // Several processes may set the same password at the same time. A failure does no harm if the login works.
      const setting = sql`alter role ${sql.id(role)} login password ${sql.lit(new URL(own).password)}`.execute(admin);
      await setting.catch(async (error) => {
        if (!(await opens(own))) throw error;
      });
    }
    await sql`grant ${sql.id(role)} to current_user`.execute(admin);
    await provideTrigrams(admin);
    for (const schema of schemas) {
      await sql`create schema if not exists ${sql.id(schema)} authorization ${sql.id(role)}`.execute(admin);
    }
    return own;
  });
}

/**
 * Creates the extension pg_trgm, whose indexes serve the search in long lists (ADR 0027).
 * Several processes may call this at the same time.
 * @returns the extension's schema, to qualify the names of its operator classes
 * @throws Error with the statement for an administrator, if this role may not create the extension
 */
export async function provideTrigrams(db: Kysely<unknown>): Promise<string> {
  const existing = await findTrigrams(db);
  if (existing) return existing;
  try {
    await sql`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext('extension pg_trgm'));
        create extension if not exists pg_trgm schema public;
      end $$`.execute(db);
  } catch (cause) {
    const message =
      'Lists are searched by the PostgreSQL extension pg_trgm, which is missing and could not be created. ' +
      'Whoever may (the owner of the database) runs once in this database: create extension pg_trgm schema public';
    throw new Error(message, { cause });
  }
  return (await findTrigrams(db)) as string;
}

async function findTrigrams(db: Kysely<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`.execute(db);
  return rows[0]?.schema;
}

/** Returns the URL to connect as `role`; undefined if `url` has no password to derive one from. */
function addressAs(url: string, role: string): string | undefined {
  const address = new URL(url);
  if (!address.password || !address.hostname) return undefined;
  const password = createHmac('sha256', decodeURIComponent(address.password)).update(role).digest('hex');
  return Object.assign(address, { username: role, password }).href;
}

/**
 * Returns true if the server accepts this login.
 * @throws Error if the server does not respond
 */
async function opens(url: string): Promise<boolean> {
  try {
    await withOwner(url, (db) => sql`select 1`.execute(db));
    return true;
  } catch (error) {
    // The server refuses this password or this role: https://www.postgresql.org/docs/18/errcodes-appendix.html
    if (['28P01', '28000'].includes(String((error as { code?: string }).code))) return false;
    throw error;
  }
}

/**
 * Migrates a service's schema, as the role that the service uses.
 * Several processes may call this at the same time: a lock makes them run one after the other.
 */
export async function migrateService(options: {
  url: string;
  service: string;
  migrations: Migrations;
  /** Further work on the same connection, because a new one would cost tens of milliseconds. */
  andThen?: (owner: Kysely<unknown>) => Promise<void>;
}): Promise<void> {
  const { service, migrations, andThen } = options;
  await withOwner(options.url, async (owner) => {
    await sql`select pg_advisory_lock(hashtext(${`migrate ${service}`}))`.execute(owner);
    await ensureSchema(owner, service);
    // A statement that waits for a table's lock makes all later statements on the table wait too.
    await sql`set lock_timeout to '5s'`.execute(owner);
    await sql`set search_path to ${sql.id(service)}`.execute(owner);
    await migrate(owner, migrations, service);
    await andThen?.(owner);
  });
}

/**
 * Creates a schema if it is missing.
 * Checks first, because PostgreSQL refuses `create schema if not exists` to a role without the right even if the schema
 * exists.
 */
export async function ensureSchema(owner: Kysely<unknown>, schema: string): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(owner);
  if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(owner);
}

/** Runs work on one connection, which is closed afterwards. */
export async function withOwner<Result>(url: string, work: (db: Kysely<unknown>) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  // An error of a connection in use rejects its query. An idle connection is about to be closed, so its errors are
  // ignored.
  pool.on('error', () => {});
  ignoreErrorsWhileClosing(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.connection().execute(work);
  } finally {
    await db.destroy();
  }
}

/**
 * Suffix of a migration after which the previous version of the code cannot run.
 * The migration drops, renames or narrows something that the previous version uses. The previous version can see only
 * the migration's name. Migrations without this suffix only expand the schema.
 */
const contractSuffix = '_contract';

/**
 * First migration of every schema.
 * A schema from before the first release has no migration with this name.
 */
const firstMigration = '0001_schema';

/** Maximum attempts at migrations that could not lock a table. */
const mostLockAttempts = 10;
/** Pause between two attempts, in which the statements that waited for the migration run. */
const lockPauseMs = 1_000;

/**
 * Returns true if a statement could not lock a table: after `lock_timeout`, or because of a deadlock.
 * The codes are those of https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes(String((error as { code?: string }).code));
}

/** Thrown for a schema that was created before the first release. */
export class UnreleasedSchemaError extends Error {
  override name = 'UnreleasedSchemaError';
  readonly schema: string;

  constructor(schema: string) {
    super(
      `The database was created by a version from before the first release (schema ${schema}), and its data cannot be migrated.`,
    );
    this.schema = schema;
  }
}

/**
 * Runs the pending migrations.
 * Accepts migrations of a later version that only expand the schema, so that this version can run beside the later
 * version or replace it.
 * @throws Error if a migration of a later version contracts the schema
 */
export async function migrate(db: Kysely<unknown>, migrations: Migrations, schema: string): Promise<void> {
  const migrated = await listMigrated(db, schema);
  if (firstMigration in migrations && migrated.length > 0 && !migrated.includes(firstMigration)) {
    throw new UnreleasedSchemaError(schema);
  }
  const later = migrated.filter((name) => !(name in migrations));
  const contracting = later.find((name) => name.endsWith(contractSuffix));
  if (contracting) {
    throw new Error(
      `The schema ${schema} was changed by a later version (${contracting}) in a way that this version cannot run on. ` +
        'Start the later version, or restore a backup of before it.',
    );
  }
  const known = { ...migrations, ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])) };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableSchema: schema,
    // The runtime's own migrations sort before migrations that a service has already run.
    allowUnorderedMigrations: true,
  });
  for (let attempts = 1; ; attempts++) {
    const { error, results } = await migrator.migrateToLatest();
    if (!error) return;
    if (!isLocked(error) || attempts >= mostLockAttempts) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
      throw new Error(`Migration ${schema}/${failed} failed: ${(error as Error).message}`, { cause: error });
    }
    await sleep(lockPauseMs);
  }
}

/** Lists the names of the migrations that have run. */
export async function listMigrated(db: Kysely<unknown>, schema: string): Promise<string[]> {
  const table = sql.table(`${schema}.kysely_migration`);
  const { rows: tables } = await sql`
    select from information_schema.tables where table_schema = ${schema} and table_name = 'kysely_migration'`.execute(
    db,
  );
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
  return rows.map(({ name }) => name);
}
