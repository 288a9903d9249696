import { type Kysely, sql } from 'kysely';

/** Retention in days of every table whose old rows are deleted. */
export const retentionDays = 400;

const partitioned = ['candle', 'item', 'mention_hour', 'work_day', 'heat'] as const;
const dayMs = 86_400_000;

/**
 * Creates the partitions of all retained months and the next month, and drops older partitions.
 * Also deletes old rows of the large tables without partitions.
 */
export async function maintainPartitions<Tables>(db: Kysely<Tables>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * dayMs);
  const first = monthOf(oldest);
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relispartition and c.relkind = 'r'`.execute(db);
  const existing = new Set(rows.map(({ name }) => name));
  for (const table of partitioned) {
    for (let month = first; month <= addMonth(monthOf(now)); month = addMonth(month)) {
      const name = nameOf(table, month);
      if (existing.has(name)) continue;
      await sql`
        create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
        for values from (${sql.lit(month.toISOString())}) to (${sql.lit(addMonth(month).toISOString())})`.execute(db);
    }
  }
  for (const name of existing) {
    const table = partitioned.find((parent) => name.startsWith(`${parent}_2`));
    if (table && name < nameOf(table, first)) await sql`drop table ${sql.table(name)}`.execute(db);
  }
  for (const [table, column] of [
    ['seen', 'at'],
    ['signal', 'first_at'],
    ['deviation', 'day'],
    ['run', 'started_at'],
  ] as const) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${oldest}`.execute(db);
  }
}

/** Returns a partition's name: item_202605. */
function nameOf(table: string, month: Date): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '')}`;
}

function monthOf(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
}

function addMonth(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
