import { type BackendFactory, PostgresConnection, PostgresQueueBackend, runMigrations } from 'bullmq';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { ensureSchema, ignoreErrorsWhileClosing, withOwner } from './db.ts';

/**
 * Jobs have a pool beside the service's own, with their schema as its search path. It is small: the relay that hands
 * jobs over holds a connection of the service's pool meanwhile, and must never wait for one of the same.
 */
const poolSize = 4;

/** BullMQ's tables live beside the service's own, in a schema with its own name. */
export function jobsSchemaOf(service: string): string {
  return `${service}_jobs`;
}

/** Brings a service's job schema up to date, as the role that will use it. Not needed with Redis. */
export async function migrateQueues(url: string, service: string): Promise<void> {
  const schema = jobsSchemaOf(service);
  await withOwner(url, async (owner) => {
    await ensureSchema(owner, schema);
    await sql`set search_path to ${sql.id(schema)}`.execute(owner);
    await runMigrations(
      {
        // The role may not create schemas, and PostgreSQL refuses even where there is nothing left to create.
        query: <Row>(text: string, params?: readonly unknown[]) =>
          owner.executeQuery<Row>(
            CompiledQuery.raw(text.startsWith('CREATE SCHEMA') ? 'select 1' : text, params?.slice()),
          ),
      },
      schema,
    );
  });
}

/** A pool whose connections see the job schema only, with the service's own settings otherwise. */
export function openJobsPool(service: string, servicePool: pg.Pool): pg.Pool {
  const pool = new pg.Pool({
    ...servicePool.options,
    // BullMQ was written for connections that answer one question after the other.
    pipeline: false,
    max: poolSize,
    keepAlive: true,
    application_name: `xrp-bridge ${service} jobs`,
    options: `-c search_path=${jobsSchemaOf(service)}`,
  });
  // Queue and worker log it; pg attaches the whole connection, which no log should print.
  pool.on('error', (error: Error & { client?: unknown }) => {
    delete error.client;
  });
  ignoreErrorsWhileClosing(pool);
  return pool;
}

/** BullMQ takes the schema's name from its own connection settings only, and would look into `bullmq` with a given pool. */
export function postgresBackend(schema: string): BackendFactory<PostgresQueueBackend, pg.Pool> {
  class Connection extends PostgresConnection {
    override readonly schema = schema;
  }
  return (name, options, { withBlockingConnection } = {}) =>
    new PostgresQueueBackend(
      new Connection(options.connection),
      name,
      options,
      true,
      withBlockingConnection ? name : undefined,
    );
}
