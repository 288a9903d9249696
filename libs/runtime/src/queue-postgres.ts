import { runMigrations } from 'bullmq';
import { CompiledQuery, sql } from 'kysely';
import { ensureSchema, withOwner } from './db.ts';

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
