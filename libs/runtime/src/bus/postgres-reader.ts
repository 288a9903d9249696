import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { repeat } from '../repeat.ts';
import type { Deliver, Subscription } from './port.ts';

export const channel = 'xrp_bridge_bus';

const pageSize = 100;
/** Reading stops while this many events of the subscription wait for their handlers. */
const windowSize = 500;
/**
 * Maximum number of concurrent handlers in one subscription.
 * Each handler needs a connection of the service's pool.
 */
const laneCount = 8;
/**
 * Poll interval.
 * After at most this time, the reader finds an event whose notification was lost, or a lock that was released.
 */
const pollMs = 1_000;
const firstPauseMs = 50;
const longestPauseMs = 5_000;

// The keepalive settings make PostgreSQL detect a lost client within seconds and release its lock. Because commits are
// asynchronous, a crash may lose the last cursor updates. The events after the cursor are then delivered again, and the
// inbox ignores them.
const sessionOptions =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c synchronous_commit=off';

// The lock belongs to the session, so PostgreSQL releases it when the process or its connection ends.
const lock = `select pg_try_advisory_lock(hashtext('bus group'), hashtext($1)) as locked`;

const readCursors = `
  with new as (
    insert into bus.cursor (consumer_group, topic) select $1, unnest($2::text[])
    on conflict do nothing returning topic, seq
  )
  select topic, seq from bus.cursor where consumer_group = $1 and topic = any ($2)
  union all select topic, seq from new`;

const readEnds = `
  select topic, coalesce((select max(seq) from bus.event where topic = t.topic), 0) as seq
  from unnest($1::text[]) as t (topic)`;

/**
 * Returns an SQL expression for the events of a page.
 * @param types placeholder of the requested types, or of null for all types
 */
export const eventsOfPage = (types: string) => `
  json_agg(json_build_array(seq, hashtext(coalesce(envelope->>'subject', '')) & ${laneCount - 1}, envelope) order by seq)
    filter (where ${types}::text[] is null or type is null or type = any (${types}))`;

// Saves the group's cursors and reads the next pages. The database leaves out events of other types.
const readPages = {
  name: 'bus-read-pages',
  text: `
    with position as (select * from unnest($2::text[], $3::bigint[], $4::bigint[]) as p (topic, seq, handled)),
    saved as (
      update bus.cursor c set seq = p.handled from position p
      where c.consumer_group = $1 and c.topic = p.topic and c.seq < p.handled
    )
    select p.topic, page.seq, page.scanned, page.events
    from position p
    cross join lateral (
      select max(seq) as seq, count(*)::int as scanned, ${eventsOfPage('$5')} as events
      from (select seq, type, envelope from bus.event where topic = p.topic and seq > p.seq order by seq limit $6) e
    ) page
    where page.scanned > 0`,
};

export interface Page {
  topic: string;
  /** Sequence number of the page's last event, including events of other types. */
  seq: string;
  events: [seq: number, lane: number, event: CloudEvent][] | null;
}

export interface Reader extends Subscription {
  topics: readonly string[];
  types?: readonly string[] | undefined;
  mayWait?: boolean | undefined;
  /**
   * Receives a batch that this process has just stored on the bus.
   * If the reader has read the topic up to the event `before` the batch, it enqueues the batch. Otherwise it reads the
   * topic, so the order stays the same.
   */
  accept(batch: Page, before: number): void;
}

/** The read position of a subscription in one topic. */
interface Position {
  topic: string;
  seq: number;
  /** Sequence numbers of events that were read and are not handled yet, in ascending order. */
  pending: Set<number>;
}

/** Returns the sequence number up to which all events are handled. */
function handledUpTo({ seq, pending }: Position): number {
  const [oldest] = pending;
  return oldest === undefined ? seq : oldest - 1;
}

/**
 * Reads topics over one connection, which listens for notifications and holds the group's lock.
 * Reconnects when the connection is lost. With a group, waits for the lock and starts at the group's cursors. Without a
 * group, starts after the newest event. Subjects are distributed over eight lanes; each lane handles its events in
 * order.
 * @throws Error if PostgreSQL cannot be reached at the first start
 */
export async function openReader(options: {
  url: string;
  name: string;
  group?: string;
  topics: readonly string[];
  types?: readonly string[];
  mayWait?: boolean | undefined;
  deliver: Deliver;
  log: Logger;
}): Promise<Reader> {
  const { group, topics, types, deliver, log } = options;
  const started = Promise.withResolvers<void>();
  let positions: Position[] = [];
  let isHealthy = false;
  /** Set while the reader owns its group and has a connection. */
  let accept: Reader['accept'] | undefined;

  /** Reads and delivers until the subscription stops or the connection is lost. */
  async function readOverConnection(stopped: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopped, lost.signal]);
    const lanes = Array.from({ length: laneCount }, () => Promise.resolve());
    let triggered = Promise.withResolvers<void>();
    const trigger = () => triggered.resolve();
    const poll = setInterval(trigger, pollMs);
    signal.addEventListener('abort', trigger);
    const client = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 15_000,
      keepAlive: true,
      application_name: `xrp-bridge bus ${options.name}`,
      options: sessionOptions,
    });
    const onLost = () => {
      isHealthy = false;
      lost.abort();
    };
    client.on('error', onLost).on('end', onLost);
    client.on('notification', ({ payload = '' }) => {
      const [topic = '', published = '', instance] = payload.split(' ');
      if (instance === options.name || !topics.includes(topic)) return;
      if (!published || published.split(',').some(isWanted)) trigger();
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      if (!group && positions.length === 0) await setPositions(readEnds, [topics]);
      let isOwner = !group || (await takeLock());
      isHealthy = true;
      started.resolve();
      for (; !isOwner; isOwner = await takeLock()) await sleep(pollMs, undefined, { signal });
      if (group) await setPositions(readCursors, [group, topics]);
      accept = (batch, before) => {
        const position = positions.find(({ topic }) => topic === batch.topic);
        if (!position) return;
        if (position.seq >= before && !isFull()) enqueuePage(position, batch);
        else trigger();
      };
      while (!signal.aborted) {
        triggered = Promise.withResolvers();
        if (isFull() || !(await saveAndRead(pageSize))) await triggered.promise;
      }
      await Promise.all(lanes);
      await saveAndRead(0);
    } finally {
      onLost();
      accept = undefined;
      clearInterval(poll);
      await Promise.all(lanes);
      for (const position of positions) {
        position.seq = handledUpTo(position);
        position.pending.clear();
      }
      await client.end().catch(() => undefined);
    }

    async function takeLock(): Promise<boolean> {
      const { rows } = await client.query<{ locked: boolean }>(lock, [group]);
      return rows[0]?.locked ?? false;
    }

    async function setPositions(text: string, values: unknown[]): Promise<void> {
      const { rows } = await client.query<{ topic: string; seq: string }>(text, values);
      positions = rows.map(({ topic, seq }) => ({ topic, seq: Number(seq), pending: new Set() }));
    }

    /**
     * Stores the positions, reads the next page of each topic, and enqueues its events.
     * Returns true if a page was full, because its topic may have more events.
     */
    async function saveAndRead(limit: number): Promise<boolean> {
      const [names, seqs] = [positions.map(({ topic }) => topic), positions.map(({ seq }) => seq)];
      const values = [group ?? null, names, seqs, positions.map(handledUpTo), types ?? null, limit];
      const { rows } = await client.query<Page & { scanned: number }>({ ...readPages, values });
      for (const page of rows) enqueuePage(positions.find(({ topic }) => topic === page.topic) as Position, page);
      return rows.some(({ scanned }) => scanned === limit);
    }

    /** Enqueues the events of a page after the position, which may have moved while the page was read. */
    function enqueuePage(position: Position, page: Page): void {
      for (const [seq, lane, event] of page.events ?? []) {
        if (seq > position.seq && isWanted(event?.type)) enqueue(position, seq, lane, event);
      }
      position.seq = Math.max(position.seq, Number(page.seq));
    }

    function enqueue({ pending }: Position, seq: number, lane: number, event: CloudEvent): void {
      pending.add(seq);
      lanes[lane] = (lanes[lane] as Promise<void>).then(async () => {
        const isHandled = await deliverUntilAborted(event, signal);
        const wasFull = isFull();
        if (isHandled) pending.delete(seq);
        if (wasFull) trigger();
      });
    }

    function isFull(): boolean {
      return positions.reduce((sum, { pending }) => sum + pending.size, 0) >= windowSize;
    }
  }

  /** Delivers an event until its handler succeeds. Returns false if the signal aborts first. */
  async function deliverUntilAborted(event: CloudEvent, signal: AbortSignal): Promise<boolean> {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await deliver(event, signal);
        return true;
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, group, event: event?.id, pauseMs }, 'event is delivered again');
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }

  /** Returns whether an event of this type is delivered. A value without a type is delivered, too. */
  function isWanted(type: string | undefined): boolean {
    return !types || typeof type !== 'string' || types.includes(type);
  }

  const { stop } = repeat(pollMs, async (stopped) => {
    try {
      await readOverConnection(stopped);
    } catch (error) {
      started.reject(error);
      if (!stopped.aborted) log.warn({ err: error, group }, 'bus cannot be read now');
    }
  });
  await started.promise.catch(async (error) => {
    await stop();
    throw error;
  });
  const { mayWait } = options;
  return {
    topics,
    types,
    mayWait,
    accept: (batch, before) => accept?.(batch, before),
    stop,
    isHealthy: () => isHealthy,
  };
}
