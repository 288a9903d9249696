import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type pg from 'pg';
import type { Logger } from '../logger.ts';
import type { Deliver } from './port.ts';

/** One partition of a topic as this process reads it. */
export interface Partition {
  readonly topic: string;
  readonly number: number;
  /** The last event that was delivered, or skipped as unwanted. */
  seq: number;
  /** There may be events after `seq`. */
  due: boolean;
  busy: boolean;
}

export interface Reader {
  readonly partitions: readonly Partition[];
  /** Something was published: on this topic, of these types; anything, anywhere, if not said. */
  nudge(topic?: string, types?: readonly string[]): void;
  /** Reads no more; resolves when the handlers in flight have finished. */
  stop(): Promise<void>;
}

const pageSize = 100;
const pollMs = 1_000;
const firstPauseMs = 50;
const longestPauseMs = 5_000;
/** Handlers at work at once in one subscription: each needs a connection of its service's pool. */
const concurrency = 8;

interface Page {
  topic: string;
  partition: number;
  /** Where the page ends, whether or not its last event was wanted. */
  seq: string;
  scanned: number;
  events: [seq: number, event: CloudEvent][] | null;
}

// Unwanted events are counted and stepped over inside the database: they cost no transfer and no parsing.
const readPages = {
  name: 'bus-read-pages',
  text: `
    select c.topic, c.partition, page.seq, page.scanned, page.events
    from unnest($1::text[], $2::smallint[], $3::bigint[]) as c (topic, partition, seq)
    cross join lateral (
      select max(e.seq) as seq, count(*)::int as scanned,
        json_agg(json_build_array(e.seq, e.envelope) order by e.seq)
          filter (where $4::text[] is null or e.type is null or e.type = any ($4)) as events
      from (
        select seq, type, envelope from bus.event
        where topic = c.topic and partition = c.partition and seq > c.seq
        order by seq limit $5
      ) e
    ) page
    where page.scanned > 0`,
};

/**
 * Reads partitions on from where they are and delivers their events: in order inside a partition, partitions side by
 * side. An event whose delivery rejects is delivered again, and holds up its own partition only.
 */
export function createReader(options: {
  pool: pg.Pool;
  from: readonly Pick<Partition, 'topic' | 'number' | 'seq'>[];
  types?: readonly string[];
  deliver: Deliver;
  log: Logger;
  /** Called when some partition's `seq` has moved. */
  onProgress?: () => void;
}): Reader {
  const { pool, deliver, log } = options;
  const wanted = options.types ? [...new Set(options.types)] : null;
  const partitions = options.from.map((position): Partition => ({ ...position, due: true, busy: false }));
  const stopping = new AbortController();
  let whenIdle: (() => void) | undefined;
  const slots = createSlots(concurrency);
  let reading = false;
  let readAgain = false;

  const poll = setInterval(() => nudge(), pollMs);
  void read();

  function nudge(topic?: string, types?: readonly string[]): void {
    if (stopping.signal.aborted || (types && wanted && !types.some((type) => wanted.includes(type)))) return;
    for (const partition of partitions) if (!topic || partition.topic === topic) partition.due = true;
    void read();
  }

  async function read(): Promise<void> {
    readAgain = true;
    if (reading) return;
    reading = true;
    while (readAgain && !stopping.signal.aborted) {
      readAgain = false;
      await readDue();
    }
    reading = false;
  }

  async function readDue(): Promise<void> {
    const due = partitions.filter((partition) => partition.due && !partition.busy);
    if (due.length === 0) return;
    for (const partition of due) {
      partition.due = false;
      partition.busy = true;
    }
    let pages: readonly Page[] = [];
    try {
      const result = await pool.query<Page>({
        ...readPages,
        values: [
          due.map((partition) => partition.topic),
          due.map((partition) => partition.number),
          due.map((partition) => partition.seq),
          wanted,
          pageSize,
        ],
      });
      pages = result.rows;
    } catch (error) {
      // The next poll tries again.
      log.warn({ err: error }, 'bus cannot be read');
    }
    for (const partition of due) {
      const page = pages.find(
        ({ topic, partition: number }) => topic === partition.topic && number === partition.number,
      );
      if (page) void work(partition, page);
      else setIdle(partition);
    }
  }

  async function work(partition: Partition, page: Page): Promise<void> {
    for (const [seq, event] of page.events ?? []) {
      if (!(await deliverUntilStopped(partition, event))) return setIdle(partition);
      partition.seq = seq;
      options.onProgress?.();
    }
    partition.seq = Number(page.seq);
    options.onProgress?.();
    if (page.scanned === pageSize) partition.due = true;
    setIdle(partition);
    if (partition.due) void read();
  }

  /** False when it was stopped first. */
  async function deliverUntilStopped(partition: Partition, event: CloudEvent): Promise<boolean> {
    const { signal } = stopping;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await slots(async () => {
          signal.throwIfAborted();
          await deliver(event, signal);
        });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        log.warn({ err: error, topic: partition.topic, event: event?.id, pauseMs }, 'event is delivered again');
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }

  function setIdle(partition: Partition): void {
    partition.busy = false;
    if (partitions.every(({ busy }) => !busy)) whenIdle?.();
  }

  return {
    partitions,
    nudge,
    async stop() {
      stopping.abort();
      clearInterval(poll);
      if (partitions.some(({ busy }) => busy)) await new Promise<void>((resolve) => (whenIdle = resolve));
    },
  };
}

/** Runs at most `size` tasks at once; the others wait their turn. */
function createSlots(size: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let free = size;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
