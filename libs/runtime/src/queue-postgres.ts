import { runMigrations } from 'bullmq';
import { CompiledQuery, sql } from 'kysely';
import { ensureSchema, withOwner } from './db.ts';

/** Returns the schema of BullMQ's tables, which is separate from the service's own. */
export function jobsSchemaOf(service: string): string {
  return `${service}_jobs`;
}

/** Migrates a service's job schema, as the role that the service uses. Not needed with Redis. */
export async function migrateQueues(url: string, service: string): Promise<void> {
  const schema = jobsSchemaOf(service);
  await withOwner(url, async (owner) => {
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
  });
}
