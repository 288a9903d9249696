import { type Kysely, sql } from 'kysely';

/** How many transfers were made, paid and completed, day by day: see figures.ts of the runtime. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_transfer() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'INSERT' then
        perform add_figure(new.created_at, 'transfers_created', 1);
        return null;
      end if;
      if old.status in ('pending', 'expired') and new.status in ('paid', 'instructions_sent', 'completed') then
        perform add_figure(new.updated_at, 'transfers_paid', 1);
      end if;
      if new.status = 'completed' then
        perform add_figure(new.updated_at, 'transfers_completed', 1);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transfer_created after insert on transfer for each row execute function count_transfer()`.execute(
    db,
  );
  await sql`
    create trigger transfer_moved after update of status on transfer for each row
      when (old.status is distinct from new.status) execute function count_transfer()`.execute(db);
  // When a transfer was paid was never kept: most are on the day on which they are made.
  await sql`
    select add_figure(day, name, count(*)) from (
      select date_trunc('day', created_at, 'UTC') as day, 'transfers_created' as name from transfer
      union all
      select date_trunc('day', created_at, 'UTC'), 'transfers_paid' from transfer
      where status in ('paid', 'instructions_sent', 'completed', 'refunded')
      union all
      select date_trunc('day', updated_at, 'UTC'), 'transfers_completed' from transfer where status = 'completed'
    ) counted group by day, name`.execute(db);
}
