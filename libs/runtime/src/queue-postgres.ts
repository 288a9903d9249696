import { runMigrations } from 'bullmq';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { ensureSchema } from './db.ts';

/** Returns the schema of BullMQ's tables, which is separate from the service's own. */
export function jobsSchemaOf(service: string): string {
  return `${service}_jobs`;
}

/** Migrates a service's job schema, over a connection of the service's role. Not needed with Redis. */
export async function migrateQueues(owner: Kysely<unknown>, service: string): Promise<void> {
  const schema = jobsSchemaOf(service);
  await ensureSchema(owner, schema);
  await sql`set search_path to ${sql.id(schema)}`.execute(owner);
  await runMigrations(
    {
      // The role may not create schemas, and PostgreSQL refuses the statement even if the schema exists.
      query: <Row>(text: string, params?: readonly unknown[]) =>
        owner.executeQuery<Row>(
          CompiledQuery.raw(text.startsWith('CREATE SCHEMA') ? 'select 1' : text, params?.slice()),
        ),
    },
    schema,
  );
}
