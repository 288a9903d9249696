import type pg from 'pg';
import type { Logger } from '../logger.ts';
import { partitionCount } from './port.ts';
import type { Partition, Reader } from './postgres-reader.ts';

export interface GroupMember {
  /** Looks again who is there, takes and gives partitions; call it when the membership has changed. */
  rebalance(): Promise<void>;
  /** Writes the cursors soon. */
  saveSoon(): void;
  leave(): Promise<void>;
}

const saveAfterMs = 100;

// One member at a time decides about a group, so that two never take the same partition.
const lockGroup = `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('bus group ' || $1))`;

const stayAlive = `
  insert into bus.member (consumer_group, member, topics, listener_pid, alive_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))
  on conflict (consumer_group, member) do update
  set topics = excluded.topics, listener_pid = excluded.listener_pid, alive_until = excluded.alive_until`;

// A killed process is known by its listening connection at once; the lease is for one that hangs or is cut off.
const buryTheDead = `
  with dead as (
    delete from bus.member m
    where m.consumer_group = $1
      and (m.alive_until < now() or not exists (select from pg_stat_activity a where a.pid = m.listener_pid))
    returning m.member
  )
  update bus.cursor c set owner = null
  where c.consumer_group = $1 and c.owner is not null
    and (c.owner in (select member from dead)
      or not exists (select from bus.member m where m.consumer_group = $1 and m.member = c.owner))`;

const claim = `
  with share as (
    select topic, ceil(${partitionCount}.0 / count(*))::int as size
    from bus.member, unnest(topics) as topic where consumer_group = $1 group by topic
  ), free as (
    select topic, partition, row_number() over (partition by topic order by partition) as place
    from bus.cursor where consumer_group = $1 and topic = any ($3) and owner is null
  ), held as (
    select topic, count(*) as size from bus.cursor where consumer_group = $1 and owner = $2 group by topic
  )
  update bus.cursor c set owner = $2
  from free join share using (topic) left join held using (topic)
  where c.consumer_group = $1 and c.topic = free.topic and c.partition = free.partition
    and free.place <= share.size - coalesce(held.size, 0)`;

const readOwn = `
  select c.topic, c.partition, c.seq,
    ceil(${partitionCount}.0 / (select count(*) from bus.member m where m.consumer_group = $1 and c.topic = any (m.topics)))::int as share
  from bus.cursor c where c.consumer_group = $1 and c.owner = $2 order by c.topic, c.partition`;

const save = `
  update bus.cursor c set seq = n.seq
  from unnest($3::text[], $4::smallint[], $5::bigint[]) as n (topic, partition, seq)
  where c.consumer_group = $1 and c.owner = $2 and c.topic = n.topic and c.partition = n.partition and c.seq < n.seq`;

const release = `
  update bus.cursor c set owner = null
  from unnest($3::text[], $4::smallint[]) as n (topic, partition)
  where c.consumer_group = $1 and c.owner = $2 and c.topic = n.topic and c.partition = n.partition`;

/**
 * Joins a group: this member's fair share of each topic's partitions is leased to it and read by `reader`,
 * and their cursors are kept. Losing a lease can at worst deliver an event twice, which the inbox notices.
 */
export async function joinGroup(options: {
  pool: pg.Pool;
  group: string;
  member: string;
  topics: readonly string[];
  reader: Reader;
  leaseMs: number;
  /** The process id of the listening connection, which stands for this process being alive. */
  listenerPid: () => number;
  /** Tells the other members that something has changed. */
  announce: (group: string) => Promise<void>;
  log: Logger;
}): Promise<GroupMember> {
  const { pool, group, member, reader, log } = options;
  const topics = [...options.topics];
  const leaving = new Set<string>();
  const saved = new Map<string, number>();
  let left = false;
  let turn: Promise<void> = Promise.resolve();
  let turnWaiting = false;
  let saveTimer: NodeJS.Timeout | undefined;

  const keyOf = (partition: { topic: string; number: number }) => `${partition.topic}/${partition.number}`;

  function rebalance(): Promise<void> {
    if (turnWaiting) return turn;
    turnWaiting = true;
    turn = turn.then(takeTurn).catch((error) => log.warn({ err: error, group }, 'bus group cannot be reached'));
    return turn;
  }

  async function takeTurn(): Promise<void> {
    turnWaiting = false;
    if (left) return;
    const own = await inTransaction(pool, async (client) => {
      await client.query(lockGroup, [group]);
      await client.query(stayAlive, [group, member, topics, options.listenerPid(), options.leaseMs / 1000]);
      await client.query(buryTheDead, [group]);
      await client.query(claim, [group, member, topics]);
      const result = await client.query<{ topic: string; partition: number; seq: string; share: number }>(readOwn, [
        group,
        member,
      ]);
      return result.rows;
    });

    if (left) return;

    const ownKeys = new Set(own.map((row) => `${row.topic}/${row.partition}`));
    for (const partition of reader.partitions()) if (!ownKeys.has(keyOf(partition))) void reader.remove(partition);

    const surplus: Partition[] = [];
    const kept = new Map<string, number>();
    for (const row of own) {
      const key = `${row.topic}/${row.partition}`;
      if (leaving.has(key)) continue;
      const count = (kept.get(row.topic) ?? 0) + 1;
      kept.set(row.topic, count);
      const present = reader.partitions().find((partition) => keyOf(partition) === key);
      if (count > row.share) {
        if (present) surplus.push(present);
      } else if (!present) {
        saved.set(key, Number(row.seq));
        reader.add(row.topic, row.partition, Number(row.seq));
      }
    }
    if (surplus.length > 0) void giveBack(surplus);
  }

  async function giveBack(partitions: Partition[]): Promise<void> {
    for (const partition of partitions) leaving.add(keyOf(partition));
    await Promise.all(partitions.map((partition) => reader.remove(partition)));
    turn = turn.then(async () => {
      try {
        await saveCursors(partitions);
        await pool.query(release, [group, member, partitions.map((p) => p.topic), partitions.map((p) => p.number)]);
      } catch (error) {
        // They stay ours on paper, and the next turn reads them again.
        log.warn({ err: error, group }, 'partitions cannot be given back');
      }
      for (const partition of partitions) leaving.delete(keyOf(partition));
    });
    await turn;
    await options.announce(group);
  }

  async function saveCursors(partitions: Partition[]): Promise<void> {
    const moved = partitions.filter((partition) => partition.seq > (saved.get(keyOf(partition)) ?? 0));
    if (moved.length === 0) return;
    const seqs = moved.map((partition) => partition.seq);
    await pool.query({
      name: 'bus-save-cursors',
      text: save,
      values: [group, member, moved.map((p) => p.topic), moved.map((p) => p.number), seqs],
    });
    for (const [index, partition] of moved.entries()) saved.set(keyOf(partition), seqs[index] as number);
  }

  function saveSoon(): void {
    if (saveTimer || left) return;
    saveTimer = setTimeout(async () => {
      saveTimer = undefined;
      try {
        await saveCursors(reader.partitions());
      } catch (error) {
        log.warn({ err: error, group }, 'cursors cannot be saved');
      }
    }, saveAfterMs);
  }

  await pool.query(
    `insert into bus.cursor (consumer_group, topic, partition)
     select $1, topic, partition from unnest($2::text[]) as topic, generate_series(0, ${partitionCount - 1}) as partition
     on conflict do nothing`,
    [group, topics],
  );
  const heartbeat = setInterval(() => void rebalance(), options.leaseMs / 3);
  await rebalance();
  await options.announce(group);

  return {
    rebalance,
    saveSoon,
    async leave() {
      left = true;
      clearInterval(heartbeat);
      clearTimeout(saveTimer);
      const last = reader.partitions();
      await Promise.all([reader.stop(), turn]);
      try {
        await saveCursors(last);
        await pool.query('update bus.cursor set owner = null where consumer_group = $1 and owner = $2', [
          group,
          member,
        ]);
        await pool.query('delete from bus.member where consumer_group = $1 and member = $2', [group, member]);
      } catch (error) {
        // The lease runs out by itself.
        log.warn({ err: error, group }, 'the group cannot be told about leaving');
      }
      await options.announce(group);
    },
  };
}

async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    // A failed transaction's connection is thrown away, and with it the transaction.
    client.release(broken);
  }
}
