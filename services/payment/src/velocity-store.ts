import { sql } from 'kysely';
import type { Velocity } from './domain/velocity.ts';
import type { Db } from './tables.ts';

/**
 * Adds one to a count of a source for the day of `at`, and returns the new counts.
 * The counts are rows and not memory, so that the limits hold across instances and under concurrent calls.
 */
export async function addVelocity(db: Db, at: Date, count: 'opened' | 'declined', source: string): Promise<Velocity> {
  const column = sql.ref(count);
  const { rows } = await sql<Velocity>`
    insert into velocity (day, source, ${column})
    values ((${at}::timestamptz at time zone 'UTC')::date, ${source}, 1)
    on conflict (day, source) do update set ${column} = velocity.${column} + 1
    returning source, opened, declined`.execute(db);
  return rows[0] as Velocity;
}
