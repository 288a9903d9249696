import { sql } from 'kysely';
import type pg from 'pg';
import { openDatabase } from '../db.ts';
import { type Retention, startRetention } from '../retention.ts';
import { leaveOutMalformed } from './malformed.ts';
import type { Bus, BusOptions } from './port.ts';
import { channel, eventsOfPage, openReader, type Page, type Reader } from './postgres-reader.ts';

const retention: Retention = { event: { days: 14, since: sql.ref('at') } };

/** Delay of batches for groups that may wait, in which most other handlers end. */
const waitMs = 10;

// PostgreSQL assigns identity values before the commit, and transactions commit in any order. A reader whose cursor is
// at 7 could miss an event 6 that commits later. One lock per topic, held until the commit, gives identity values and
// commits the same order.
//
// The commit need not wait for the disk. If a crash loses the commit, the rows are still in the outbox. Effects of
// handlers and cursor updates commit later, and flushing a later commit also flushes this one.
const lockTopic = `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('bus topic ' || $1::text))`;

// NOTIFY holds a lock until the commit, so each batch sends only one notification. Its payload lists the event types,
// so that subscriptions to other types need not read. A batch from an outbox also names the instance that moved the
// batch, and hands it to its own subscriptions (ADR 0006).
const notify = (instance: string) =>
  `pg_notify('${channel}', $1::text || ' ' || coalesce(string_agg(distinct type, ','), '')${instance})`;

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
    select ${notify('')} from published`,
};

const move = {
  name: 'bus-move-outbox',
  text: `
    with lock as materialized (${lockTopic}),
    before as materialized (select bus.last_seq($1) as seq from lock),
    last as (select max(id) as id from (select id from outbox order by id limit $2) oldest, before),
    moved as (delete from outbox where id <= (select id from last) returning id, envelope),
    published as (
      insert into bus.event (topic, type, envelope)
      select $1, envelope->>'type', envelope from moved order by id returning seq, type, envelope
    )
    select count(*)::int as moved, (select seq from before) as before, max(seq) as seq, ${eventsOfPage('$3')} as events,
      ${notify("|| ' ' || $4::text")}
    from published having count(*) > 0`,
};

// `seq` counts the events of all topics, so the events of a topic must be counted. A group without a cursor has handled
// none.
const countUnhandled = `
  select t.topic, (
    select count(*)::int from bus.event e where e.topic = t.topic and e.seq > coalesce(c.seq, 0)
  ) as events
  from unnest($2::text[]) as t (topic)
  left join bus.cursor c on c.consumer_group = $1 and c.topic = t.topic`;

/** A moved batch. `before` is the sequence number of the topic's last event before the batch. */
interface Moved extends Omit<Page, 'topic'> {
  moved: number;
  before: string;
}

/** Opens the bus in PostgreSQL, for one machine. The bus connects at first use. */
export function openPostgresBus({ databaseUrl: url, instance: name, log }: BusOptions): Bus {
  const onError = (error: Error) => log.warn({ err: error }, 'bus connection lost');
  const { pool, db, close } = openDatabase<unknown>({ url, service: 'bus', max: 1, onError });
  const readers = new Set<Reader>();
  let sweeper: ReturnType<typeof startRetention> | undefined;

  async function open(what: Omit<Parameters<typeof openReader>[0], 'url' | 'name' | 'log'>): Promise<Reader> {
    const opened = await openReader({ ...what, url, name, log });
    sweeper ??= startRetention(db, retention, log);
    const reader = {
      ...opened,
      async stop() {
        readers.delete(reader);
        await opened.stop();
      },
    };
    readers.add(reader);
    return reader;
  }

  return {
    async publish(topic, events) {
      if (events.length > 0) await pool.query({ ...insert, values: [topic, JSON.stringify(events)] });
      return [];
    },
    async moveOutbox(service: pg.Pool, topic: string, limit: number) {
      const readersOf = () => [...readers].filter(({ topics }) => topics.includes(topic));
      const before = readersOf();
      const types = before.every((reader) => reader.types) ? before.flatMap((reader) => reader.types ?? []) : null;
      const { rows } = await service.query<Moved>({ ...move, values: [topic, limit, types, name] });
      const [batch] = rows;
      if (!batch) return 0;
      for (const reader of readersOf()) {
        // The batch may lack types of a reader that was opened in the meantime. That reader reads the batch.
        const accept = () =>
          reader.accept({ ...batch, topic }, before.includes(reader) ? Number(batch.before) : Infinity);
        if (reader.mayWait) setTimeout(accept, waitMs).unref();
        else accept();
      }
      return batch.moved;
    },
    repairsLostCommits: true,
    subscribe: open,
    broadcast: ({ deliver, ...what }) => open({ ...what, deliver: leaveOutMalformed(deliver, log) }),
    async fetchLag({ group, topics }) {
      const { rows } = await pool.query<{ topic: string; events: number }>(countUnhandled, [group, topics]);
      return rows;
    },
    async stop() {
      await Promise.all([...readers].map((reader) => reader.stop()));
      await sweeper?.stop();
      await close();
    },
  };
}
