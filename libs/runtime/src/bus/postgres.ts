import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../db.ts';
import type { Logger } from '../logger.ts';
import { leaveOutMalformed } from './malformed.ts';
import { type Bus, type BusOptions, partitionCount, type Subscription } from './port.ts';
import { type GroupMember, joinGroup } from './postgres-group.ts';
import { createReader, type Reader } from './postgres-reader.ts';

const channel = 'xrp_bridge_bus';
/** Said instead of a topic: some group's reader has stopped. */
const freed = '-';
const keptDays = 14;
const sweepEveryMs = 3_600_000;
const sweepSize = 5_000;

// Identity values are given out before a commit and commits happen in any order, so a reader that remembers "I have
// seen up to 7" could miss a 6 that commits later. One lock per topic, held from before the first value until the
// commit, makes the order of values the order of commits.
//
// The commit need not wait for the disk. If a crash loses it, the rows are in the outbox again (removed there and
// added here by the same transaction) and are sent once more. Nobody can have acted on them durably: any effect and
// any cursor was committed later, and flushing a later commit flushes the log before it too.
const lockTopic = `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('bus topic ' || $1::text))`;

// NOTIFY takes a lock of its own until the commit, so it is sent once per batch and names the types: who wants none
// of them is not woken.
const notify = `pg_notify('${channel}', $1::text || ' ' || coalesce(string_agg(distinct type, ','), ''))`;

const partitionOf = `hashtext(coalesce(envelope->>'subject', '')) & ${partitionCount - 1}`;

const insert = {
  name: 'bus-publish',
  text: `
    with lock as materialized (${lockTopic}),
    published as (
      insert into bus.event (topic, partition, type, envelope)
      select $1, ${partitionOf}, envelope->>'type', envelope
      from lock, jsonb_array_elements($2::jsonb) with ordinality as e (envelope, place)
      order by place returning type
    )
    select ${notify} from published`,
};

/** The bus inside PostgreSQL, for one machine. Connects when it is first used. */
export function openPostgresBus(options: BusOptions): Bus {
  const { log } = options;
  const { pool, db, close } = openDatabase<unknown>({
    url: options.databaseUrl,
    service: 'bus',
    max: 4,
    onError: (error) => log.warn({ err: error }, 'bus connection lost'),
  });
  const readers = new Set<Pick<Reader, 'nudge'>>();
  const members = new Set<GroupMember>();
  const held = new Set<string>();
  const stops = new Set<() => Promise<void>>();
  let listener: Promise<Listener> | undefined;
  let sweeper: NodeJS.Timeout | undefined;

  function listen(): Promise<Listener> {
    listener ??= openListener({
      url: options.databaseUrl,
      name: options.instance,
      log,
      onMessage(message) {
        const [topic = '', types = ''] = message.split(' ');
        if (topic === freed) for (const member of members) void member.takeOver();
        else for (const reader of readers) reader.nudge(topic, types ? types.split(',') : undefined);
      },
      onLost() {
        for (const member of members) member.giveUp();
      },
      onReconnect() {
        for (const member of members) void member.takeOver();
        // What was said in between was not heard.
        for (const reader of readers) reader.nudge();
      },
    }).catch((error) => {
      listener = undefined;
      throw error;
    });
    sweeper ??= setInterval(() => void sweep(db, log), sweepEveryMs).unref();
    return listener;
  }

  async function announce(): Promise<void> {
    await pool.query('select pg_notify($1, $2)', [channel, freed]);
  }

  return {
    async publish(topic, events) {
      if (events.length === 0) return;
      await pool.query({ ...insert, values: [topic, JSON.stringify(events)] });
    },

    moveOutbox,

    async subscribe({ group, topics, types, deliver }) {
      const { session } = await listen();
      const member = joinGroup({
        pool,
        group,
        topics,
        read: (from, onProgress) => createReader({ pool, from, types, deliver, log, onProgress }),
        session,
        held,
        announce,
        log,
      });
      members.add(member);
      readers.add(member);
      await member.takeOver();
      return keep(session, async () => {
        members.delete(member);
        readers.delete(member);
        await member.leave();
      });
    },

    async broadcast({ topics, types, deliver }) {
      const { session } = await listen();
      const { rows } = await sql<{ topic: string; seq: string }>`
        select topic, coalesce(max(newest.seq), 0) as seq
        from unnest(${[...topics]}::text[]) as topic
        cross join generate_series(0, ${sql.lit(partitionCount - 1)}) as number
        cross join lateral (select max(seq) as seq from bus.event where topic = topic.topic and partition = number) newest
        group by topic`.execute(db);
      const from = rows.flatMap(({ topic, seq }) =>
        Array.from({ length: partitionCount }, (_, number) => ({ topic, number, seq: Number(seq) })),
      );
      const reader = createReader({ pool, from, types, deliver: leaveOutMalformed(deliver, log), log });
      readers.add(reader);
      reader.nudge();
      return keep(session, async () => {
        readers.delete(reader);
        await reader.stop();
      });
    },

    stop: once(async () => {
      clearInterval(sweeper);
      await Promise.all([...stops].map((stop) => stop()));
      await (await listener?.catch(() => undefined))?.close();
      await close();
    }),
  };

  function keep(session: Listener['session'], work: () => Promise<void>): Subscription {
    const stop = once(async () => {
      stops.delete(stop);
      await work();
    });
    stops.add(stop);
    return { stop, standing: () => session() !== undefined };
  }
}

// Named, so that each connection plans it once: planning takes longer than the rest together.
const move = {
  name: 'bus-move-outbox',
  text: `
    with lock as materialized (${lockTopic}),
    last as (select max(id) as id from (select id from outbox order by id limit $2) oldest, lock),
    moved as (delete from outbox where id <= (select id from last) returning id, envelope),
    published as (
      insert into bus.event (topic, partition, type, envelope)
      select $1, ${partitionOf}, envelope->>'type', envelope from moved order by id returning type
    )
    select count(*)::int as moved, ${notify} from published having count(*) > 0`,
};

async function moveOutbox(service: pg.Pool, topic: string, limit: number): Promise<number> {
  const { rows } = await service.query<{ moved: number }>({ ...move, values: [topic, limit] });
  return rows[0]?.moved ?? 0;
}

interface Listener {
  /** The connection that is open now. */
  session(): pg.Client | undefined;
  close(): Promise<void>;
}

/** A machine that is cut off without a word holds its locks no longer than this: PostgreSQL asks for signs of life. */
const cutOffSoon = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** Keeps one connection, which hears notifications and holds the locks of groups, and opens it again when it is lost. */
async function openListener(options: {
  url: string;
  name: string;
  log: Logger;
  onMessage: (message: string) => void;
  onLost: () => void;
  onReconnect: () => void;
}): Promise<Listener> {
  const { log } = options;
  let closed = false;
  let client: pg.Client | undefined = await connect();

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: `xrp-bridge bus ${options.name}`,
      options: cutOffSoon,
    });
    next.on('notification', (message) => options.onMessage(message.payload ?? ''));
    let open = false;
    const onLost = (error?: Error) => {
      if (!open || closed) return;
      open = false;
      client = undefined;
      log.warn({ err: error }, 'bus listener lost');
      options.onLost();
      void reconnect();
    };
    next.on('error', onLost);
    next.on('end', () => onLost());
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    open = true;
    return next;
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !closed; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      await sleep(pauseMs);
      try {
        const next = await connect();
        if (closed) return await next.end();
        client = next;
        return options.onReconnect();
      } catch (error) {
        log.warn({ err: error }, 'bus listener cannot connect');
      }
    }
  }

  return {
    session: () => client,
    async close() {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Deletes events older than the bus keeps, a few thousand at a time. Sequence order is age order. */
async function sweep(db: Kysely<unknown>, log: Logger): Promise<void> {
  try {
    for (let deleted = sweepSize; deleted === sweepSize; ) {
      const result = await sql`
        delete from bus.event where (topic, partition, seq) in (
          select topic, partition, seq from bus.event where at < now() - make_interval(days => ${keptDays}) limit ${sweepSize}
        )`.execute(db);
      deleted = Number(result.numAffectedRows ?? 0);
    }
  } catch (error) {
    log.warn({ err: error }, 'old events cannot be deleted');
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
