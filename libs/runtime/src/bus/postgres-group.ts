import type pg from 'pg';
import type { Logger } from '../logger.ts';
import { partitionCount } from './port.ts';
import type { createReader, Partition, Reader } from './postgres-reader.ts';

/** A process's place in a group, of which one member reads and the others stand by. */
export interface GroupMember {
  /** Reads from now on if nobody does. Call it when somebody may have stopped. */
  takeOver(): Promise<void>;
  /** The session is gone, and the lock with it: somebody else may read now. */
  giveUp(): void;
  nudge(topic?: string, types?: readonly string[]): void;
  leave(): Promise<void>;
}

const saveAfterMs = 100;
/** How soon a member that stands by notices that a reader has died. One that stops says so. */
const lookEveryMs = 1_000;

// Held by the session, so that it goes with the process, however that ends.
const lock = `select pg_try_advisory_lock(hashtext('bus group'), hashtext($1)) as locked`;
const unlock = `select pg_advisory_unlock(hashtext('bus group'), hashtext($1))`;

const readCursors = `
  with new as (
    insert into bus.cursor (consumer_group, topic, partition)
    select $1, topic, partition from unnest($2::text[]) as topic, generate_series(0, ${partitionCount - 1}) as partition
    on conflict do nothing returning topic, partition, seq
  )
  select topic, partition, seq from bus.cursor where consumer_group = $1 and topic = any ($2)
  union all select topic, partition, seq from new`;

// Never back: what a reader saves that has lost the group meanwhile was delivered all the same.
const saveCursors = `
  update bus.cursor c set seq = n.seq
  from unnest($2::text[], $3::smallint[], $4::bigint[]) as n (topic, partition, seq)
  where c.consumer_group = $1 and c.topic = n.topic and c.partition = n.partition and c.seq < n.seq`;

/** The one session serves all groups of a process, and pg takes one question at a time. */
const turns = new WeakMap<pg.Client, Promise<unknown>>();

function ask<Row extends pg.QueryResultRow>(
  owner: pg.Client,
  text: string,
  group: string,
): Promise<pg.QueryResult<Row>> {
  const answer = (turns.get(owner) ?? Promise.resolve()).then(() => owner.query<Row>(text, [group]));
  turns.set(
    owner,
    answer.catch(() => undefined),
  );
  return answer;
}

/**
 * Joins a group: where no other process reads for it, this one does, and keeps its cursors. Losing the lock unnoticed
 * can at worst deliver an event twice, which the inbox notices.
 */
export function joinGroup(options: {
  pool: pg.Pool;
  group: string;
  topics: readonly string[];
  /** Reads from the given positions on. */
  read: (from: Parameters<typeof createReader>[0]['from'], onProgress: () => void) => Reader;
  /** The connection whose life is that of the lock; none while it is lost. */
  session: () => pg.Client | undefined;
  /** The groups that this session reads for already: to its own session, PostgreSQL gives a lock twice. */
  held: Set<string>;
  /** Tells the other members that the group is free. */
  announce: () => Promise<void>;
  log: Logger;
}): GroupMember {
  const { pool, group, session, held, log } = options;
  const topics = [...options.topics];
  let saved = new Map<Partition, number>();
  let reader: Reader | undefined;
  let left = false;
  let turn: Promise<void> = Promise.resolve();
  let saveTimer: NodeJS.Timeout | undefined;
  const look = setInterval(() => void takeOver(), lookEveryMs);

  function takeOver(): Promise<void> {
    if (reader || left) return turn;
    turn = turn.then(begin).catch((error) => log.warn({ err: error, group }, 'bus group cannot be read now'));
    return turn;
  }

  async function begin(): Promise<void> {
    const owner = session();
    if (reader || left || !owner || held.has(group)) return;
    held.add(group);
    try {
      const { rows } = await ask<{ locked: boolean }>(owner, lock, group);
      if (rows[0]?.locked) await beginAs(owner);
    } finally {
      if (!reader) held.delete(group);
    }
  }

  async function beginAs(owner: pg.Client): Promise<void> {
    try {
      const { rows } = await pool.query<{ topic: string; partition: number; seq: string }>(readCursors, [
        group,
        topics,
      ]);
      if (session() !== owner) return;
      const from = rows.map(({ topic, partition, seq }) => ({ topic, number: partition, seq: Number(seq) }));
      reader = options.read(from, saveSoon);
      saved = new Map(reader.partitions.map((partition) => [partition, partition.seq]));
    } finally {
      if (!reader && session() === owner) await ask(owner, unlock, group);
    }
  }

  async function save(partitions: readonly Partition[]): Promise<void> {
    const moved = partitions.filter((partition) => partition.seq > (saved.get(partition) ?? 0));
    if (moved.length === 0) return;
    const seqs = moved.map((partition) => partition.seq);
    await pool.query({
      name: 'bus-save-cursors',
      text: saveCursors,
      values: [group, moved.map((p) => p.topic), moved.map((p) => p.number), seqs],
    });
    for (const [index, partition] of moved.entries()) saved.set(partition, seqs[index] as number);
  }

  function saveSoon(): void {
    if (left) return;
    saveTimer ??= setTimeout(async () => {
      saveTimer = undefined;
      try {
        if (reader) await save(reader.partitions);
      } catch (error) {
        log.warn({ err: error, group }, 'cursors cannot be saved');
      }
    }, saveAfterMs);
  }

  return {
    takeOver,
    giveUp() {
      held.delete(group);
      const lost = reader;
      reader = undefined;
      turn = turn.then(() => lost?.stop());
    },
    nudge: (topic, types) => reader?.nudge(topic, types),
    async leave() {
      left = true;
      clearInterval(look);
      clearTimeout(saveTimer);
      await turn;
      if (!reader) return;
      await reader.stop();
      held.delete(group);
      try {
        await save(reader.partitions);
        const owner = session();
        if (owner) await ask(owner, unlock, group);
        await options.announce();
      } catch (error) {
        // Whoever comes next begins later, and a little earlier, than need be.
        log.warn({ err: error, group }, 'the group cannot be told about leaving');
      }
    },
  };
}
