import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { sql } from 'kysely';
import type { Bus, BusPosition } from '../bus/port.ts';
import type { Logger } from '../logger.ts';
import { batchSize } from './relay.ts';
import type { AnyDatabase, AnyTransaction } from './tables.ts';

/** Time for which a bus that has just responded cannot have been emptied. */
const recentMs = 1_000;
/** Pause between two checks for lost events while there is nothing to publish. */
const idleCheckMs = 10_000;

interface Row {
  id: string;
  envelope: CloudEvent;
}

/**
 * Creates the function that publishes the oldest events of a service on a bus outside the database.
 *
 * Such a bus may lose events that it has accepted: its disk is lost, or an empty cluster replaces it. The offsets of a
 * topic only ascend, so a stored offset that is not below the current one shows the loss. All stored events are then
 * published again in order. Receivers ignore events that they have handled.
 * The events of the outbox wait until the replay has ended, because an event must not overtake a lost event of its
 * subject. There is one exception: within `recentMs` of the bus's last response, only the offsets of the next batch show
 * the loss. Receivers may handle that batch before the lost events.
 *
 * @returns a function that returns the number of events; `batchSize` if there may be more
 */
export function createPublisher(options: { db: AnyDatabase; bus: Bus; topic: string; log: Logger }) {
  const { db, bus, topic, log } = options;
  let respondedAt = Number.NEGATIVE_INFINITY;

  async function publishBatch(tx: AnyTransaction): Promise<number> {
    await lockRelay(tx, topic);
    const { rows } = await sql<Row>`select id, envelope from outbox order by id limit ${batchSize}`.execute(tx);
    if (await hasLostEvents(tx, rows.length > 0 ? recentMs : idleCheckMs)) return startReplay(tx);
    const replayed = await findReplayBatch(tx);
    const next = replayed ?? rows;
    if (next.length === 0) return 0;
    const positions = await bus.publish(
      topic,
      next.map(({ envelope }) => envelope),
    );
    respondedAt = performance.now();
    if (await isBehind(tx, positions)) return startReplay(tx);
    await upsertPositions(tx, positions);
    const lastId = next.at(-1)?.id;
    if (replayed) await sql`update bus_repeat set last_id = ${lastId}`.execute(tx);
    else await moveToSent(tx, rows);
    return replayed ? batchSize : rows.length;
  }

  async function hasLostEvents(tx: AnyTransaction, pauseMs: number): Promise<boolean> {
    if (!bus.readEnds || performance.now() - respondedAt < pauseMs) return false;
    const ends = await bus.readEnds(topic);
    respondedAt = performance.now();
    return isBehind(tx, ends);
  }

  /**
   * Inserts the range of stored events that are published again.
   * Returns `batchSize`, because more batches follow.
   */
  async function startReplay(tx: AnyTransaction): Promise<number> {
    log.error({ topic }, 'the bus has lost events: the events of the last 7 days are sent again');
    await sql`
      with positions as (delete from bus_position), earlier as (delete from bus_repeat)
      insert into bus_repeat select 0, max(id) from sent_event having count(*) > 0`.execute(tx);
    return batchSize;
  }

  return () => db.transaction().execute(publishBatch);
}

/** Locks the relay of a service, because two relays could mix up the order of a subject's events. */
async function lockRelay(tx: AnyTransaction, topic: string): Promise<void> {
  // The commit is asynchronous: if it is lost, the events are only sent twice.
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('relay ' || ${topic}))`.execute(
    tx,
  );
}

/** Returns true if an offset of the bus is not above the stored offset. */
async function isBehind(tx: AnyTransaction, positions: readonly BusPosition[]): Promise<boolean> {
  if (positions.length === 0) return false;
  const { rows } = await sql`
    select from bus_position
    join jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as position (partition int, "offset" bigint)
      using (partition) where "offset" <= last_offset limit 1`.execute(tx);
  return rows.length > 0;
}

/** Upserts the offsets of a published batch. */
async function upsertPositions(tx: AnyTransaction, positions: readonly BusPosition[]): Promise<void> {
  if (positions.length === 0) return;
  await sql`
    insert into bus_position
    select * from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as position (partition int, "offset" bigint)
    on conflict (partition) do update set last_offset = excluded.last_offset`.execute(tx);
}

/** Finds the next batch of the replay. Deletes the range and returns undefined after the last batch. */
async function findReplayBatch(tx: AnyTransaction): Promise<Row[] | undefined> {
  const { rows: repeats } = await sql`select from bus_repeat`.execute(tx);
  if (repeats.length === 0) return undefined;
  const { rows } = await sql<Row>`
    select event.id, envelope from bus_repeat join sent_event event on event.id > last_id and event.id <= end_id
    order by event.id limit ${batchSize}`.execute(tx);
  if (rows.length > 0) return rows;
  await sql`delete from bus_repeat`.execute(tx);
  return undefined;
}

/** Moves published events to `sent_event`. After a crash before the commit, the events are sent twice. */
async function moveToSent(tx: AnyTransaction, rows: readonly Row[]): Promise<void> {
  await sql`
    with gone as (delete from outbox where id = any (${rows.map((row) => row.id)}::bigint[]) returning id, envelope)
    insert into sent_event (envelope) select envelope from gone order by id`.execute(tx);
}
