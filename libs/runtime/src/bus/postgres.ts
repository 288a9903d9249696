import { sql } from 'kysely';
import type pg from 'pg';
import { openDatabase } from '../db.ts';
import { type Retention, startRetention } from '../retention.ts';
import { leaveOutMalformed } from './malformed.ts';
import type { Bus, BusOptions, Subscription } from './port.ts';
import { channel, openReader } from './postgres-reader.ts';

const retention: Retention = { event: { days: 14, since: sql.ref('at') } };

// PostgreSQL assigns identity values before the commit, and transactions commit in any order. A reader whose cursor is
// at 7 could miss an event 6 that commits later. One lock per topic, held until the commit, gives identity values and
// commits the same order.
//
// The commit need not wait for the disk. If a crash loses the commit, the rows are still in the outbox. Effects of
// handlers and cursor updates commit later, and flushing a later commit also flushes this one.
const lockTopic = `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('bus topic ' || $1::text))`;

// NOTIFY holds a lock until the commit, so each batch sends only one notification. Its payload lists the event types,
// so that subscriptions to other types need not read.
const notify = `pg_notify('${channel}', $1::text || ' ' || coalesce(string_agg(distinct type, ','), ''))`;

// The statements are named, so that each connection plans them only once. Planning takes longer than running them.
const insert = {
  name: 'bus-publish',
  text: `
    with lock as materialized (${lockTopic}),
    published as (
      insert into bus.event (topic, type, envelope)
      select $1, envelope->>'type', envelope from lock, jsonb_array_elements($2::jsonb) with ordinality as e (envelope, place)
      order by place returning type
    )
    select ${notify} from published`,
};

const move = {
  name: 'bus-move-outbox',
  text: `
    with lock as materialized (${lockTopic}),
    last as (select max(id) as id from (select id from outbox order by id limit $2) oldest, lock),
    moved as (delete from outbox where id <= (select id from last) returning id, envelope),
    published as (
      insert into bus.event (topic, type, envelope)
      select $1, envelope->>'type', envelope from moved order by id returning type
    )
    select count(*)::int as moved, ${notify} from published having count(*) > 0`,
};

/** Opens the bus in PostgreSQL, for one machine. The bus connects at first use. */
export function openPostgresBus({ databaseUrl: url, instance: name, log }: BusOptions): Bus {
  const onError = (error: Error) => log.warn({ err: error }, 'bus connection lost');
  const { pool, db, close } = openDatabase<unknown>({ url, service: 'bus', max: 1, onError });
  const subscriptions = new Set<Subscription>();
  let sweeper: ReturnType<typeof startRetention> | undefined;

  async function open(what: Omit<Parameters<typeof openReader>[0], 'url' | 'name' | 'log'>): Promise<Subscription> {
    const { stop, isHealthy } = await openReader({ ...what, url, name, log });
    sweeper ??= startRetention(db, retention, log);
    const subscription = {
      isHealthy,
      async stop() {
        subscriptions.delete(subscription);
        await stop();
      },
    };
    subscriptions.add(subscription);
    return subscription;
  }

  return {
    async publish(topic, events) {
      if (events.length > 0) await pool.query({ ...insert, values: [topic, JSON.stringify(events)] });
    },
    async moveOutbox(service: pg.Pool, topic: string, limit: number) {
      const { rows } = await service.query<{ moved: number }>({ ...move, values: [topic, limit] });
      return rows[0]?.moved ?? 0;
    },
    subscribe: open,
    broadcast: ({ deliver, ...what }) => open({ ...what, deliver: leaveOutMalformed(deliver, log) }),
    async stop() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await sweeper?.stop();
      await close();
    },
  };
}
