import { sql } from 'kysely';
import { type Migrations, migrateService, withOwner } from '../db.ts';

export const busMigrations: Migrations = {
  '0001_schema': {
    async up(db) {
      await sql`
        create table event (
          topic text not null,
          seq bigint generated always as identity,
          type text,
          envelope jsonb not null,
          at timestamptz not null default now(),
          primary key (topic, seq)
        )`.execute(db);
      await sql`create index event_at on event using brin (at)`.execute(db);
      await sql`
        create table cursor (
          consumer_group text not null,
          topic text not null,
          -- Values of seq ascend in commit order within a topic (see postgres.ts), so a cursor per topic misses nothing.
          seq bigint not null default 0,
          primary key (consumer_group, topic)
        ) with (fillfactor = 50)`.execute(db);
    },
  },
  '0002_last_seq': {
    async up(db) {
      // A volatile function reads the rows that were committed before its call, also where its statement began earlier
      // and then waited for the topic's lock.
      await sql`
        create function last_seq(of_topic text) returns bigint
        language sql volatile set search_path from current as $$
          select coalesce(max(seq), 0) from event where topic = of_topic
        $$`.execute(db);
    },
  },
};

/** Migrates the bus's schema, as the bus's own role. */
export async function migrateBus(url: string): Promise<void> {
  await migrateService({ url, service: 'bus', migrations: busMigrations });
}

/** Allows the services' roles to insert and read events. Only the bus's own role can use the cursors. */
export async function grantBus(url: string, ...serviceUrls: string[]): Promise<void> {
  const others = serviceUrls.filter((serviceUrl) => serviceUrl !== url);
  if (others.length === 0) return;
  await withOwner(url, async (owner) => {
    const roles = sql.join(others.map((serviceUrl) => sql.id(decodeURIComponent(new URL(serviceUrl).username))));
    // PostgreSQL fails when two sessions change the grants of an object at the same time.
    await sql`select pg_advisory_lock(hashtext('grant bus'))`.execute(owner);
    await sql`grant usage on schema bus to ${roles}`.execute(owner);
    await sql`grant insert, select on bus.event to ${roles}`.execute(owner);
  });
}
