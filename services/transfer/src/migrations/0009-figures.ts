import { type Kysely, sql } from 'kysely';

/**
 * Counts how many transfers were created, paid and completed, day by day (see figures.ts of the runtime), when the relay
 * deletes their events from the outbox: a batch at once, in its transaction. A count per change would lock the day's row
 * until each change commits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_transfers() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_figure(day, name, counted) from (
        select date_trunc('day', (envelope->>'time')::timestamptz, 'UTC') as day,
          case
            when envelope->>'type' = 'transfer.created' then 'transfers_created'
            when envelope->>'type' = 'transfer.updated' and envelope->'data'->'changed' ? 'status' then
              case envelope->'data'->>'status'
                when 'instructions_sent' then 'transfers_paid'
                when 'completed' then 'transfers_completed'
              end
          end as name,
          count(*) as counted
        from gone group by day, name order by day, name
      ) batch where name is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transfers_counted after delete on outbox referencing old table as gone
      for each statement execute function count_transfers()`.execute(db);
}
