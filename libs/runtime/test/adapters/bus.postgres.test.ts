import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrateBus } from '../../src/bus/index.ts';
import type { Bus, Deliver } from '../../src/bus/port.ts';
import { withOwner } from '../../src/db.ts';
import { createOutbox } from '../../src/messaging/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import {
  counted,
  defineCounted,
  noQueue,
  openTestBus,
  Recorder,
  range,
  silent,
  unique,
  useBus,
} from './bus.harness.ts';
import { busSuite } from './bus.suite.ts';
import { busFailureSuite } from './bus-failure.suite.ts';
import { eventually, startChild } from './child.ts';

busSuite('PostgreSQL');
busFailureSuite('PostgreSQL');

describe('a consumer group on PostgreSQL', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateBus(database.url);
  });

  afterAll(async () => {
    await database?.drop();
  });

  function openBus(): Bus {
    const bus = openTestBus({ databaseUrl: database.url });
    onTestFinished(() => bus.stop());
    return bus;
  }

  /** Opens a reader and a standby that waits for the reader's lock, and records the events of each. */
  async function openPair() {
    const [topic, group] = [unique('pair'), unique('group')];
    const [reader, standby] = [new Recorder(), new Recorder()];
    const buses = [openBus(), openBus()] as const;
    const reading = await buses[0].subscribe({ group, topics: [topic], deliver: reader.deliver });
    const waiting = await buses[1].subscribe({ group, topics: [topic], deliver: standby.deliver });
    const publish = async (n: number) => {
      const events = range(48).map((subject) => counted(topic, `subject-${subject}`, n));
      await openBus().publish(topic, events);
      return events;
    };
    return { topic, group, reader, standby, reading, waiting, publish };
  }

  it('has one reader, and the standby takes over when the reader stops', async () => {
    const { reader, standby, reading, publish } = await openPair();
    const first = await publish(1);
    await eventually(() => expect(reader.ids().sort()).toEqual(first.map(({ id }) => id).sort()));
    await reading.stop();
    const second = await publish(2);
    await eventually(() => expect(standby.ids().sort()).toEqual(second.map(({ id }) => id).sort()));
    expect(reader.events).toHaveLength(48);
  });

  it('continues with the events in progress after its reader was killed', async () => {
    const [topic, group, standby] = [unique('killed'), unique('group'), new Recorder()];
    const child = startChild('consumer-process.ts', [JSON.stringify({ databaseUrl: database.url }), group, topic]);
    await child.printed('subscribed');
    const bus = openBus();
    await bus.subscribe({ group, topics: [topic], deliver: standby.deliver });
    const events = range(3).map((n) => counted(topic, 'a', n));
    await bus.publish(topic, events);
    await child.printed(events[0]?.id ?? '');
    expect(standby.events).toEqual([]);
    child.kill();
    await eventually(() => expect(standby.ids()).toEqual(events.map(({ id }) => id)));
  });

  it('has one reader again after the reader’s connection is lost, and misses no event', async () => {
    const { reader, standby, reading, waiting, publish } = await openPair();
    await publish(1);
    await eventually(() => expect(reader.events).toHaveLength(48));
    await withOwner(database.url, (owner) =>
      sql`select pg_terminate_backend(pid) from pg_locks where ${groupLocks}`.execute(owner),
    );
    await eventually(() => expect([reading.isHealthy(), waiting.isHealthy()]).toEqual([true, true]));
    const later = await publish(2);
    await eventually(() => {
      for (const event of later) expect(reader.has(event) || standby.has(event)).toBe(true);
    });
    // Both connections are open again, and there is still only one reader.
    await eventually(async () => expect(await countReaders(database.url)).toBe(1));
  });
});

describe('a batch that this process moves to the bus on PostgreSQL', () => {
  const { openBus, openService, address } = useBus(['writer_0']);

  /** Opens a subscription, an outbox in the same process, and one in another process, all of one topic. */
  async function openHandOver(deliver: Deliver) {
    const [topic, bus, elsewhere] = [unique('handed'), openBus(), openBus()];
    const { db, pool } = openService('writer_0');
    const { transact, emit } = createOutbox({ db, pool, bus, queues: noQueue, source: topic, log: silent });
    const subscribe = () => bus.subscribe({ group: topic, topics: [topic], deliver });
    const subscription = await subscribe();
    const moveFrom = async (from: Bus, n: number) => {
      await transact(async (tx) => emit(tx, defineCounted(topic), 'a', { n }));
      await from.moveOutbox?.(pool, topic, 10);
    };
    return {
      bus,
      topic,
      subscribe,
      subscription,
      move: (n: number) => moveFrom(bus, n),
      moveElsewhere: (n: number) => moveFrom(elsewhere, n),
    };
  }

  /** Locks the cursors, so that no reader can read. Returns a function that unlocks them. */
  async function stopReading(): Promise<() => Promise<void>> {
    const [locked, mayRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = withOwner(address().databaseUrl, (owner) =>
      owner.transaction().execute(async (tx) => {
        await sql`lock table bus.cursor`.execute(tx);
        locked.resolve();
        await mayRead.promise;
      }),
    );
    await Promise.race([locked.promise, locking]);
    const startReading = async () => {
      mayRead.resolve();
      await locking;
    };
    onTestFinished(startReading);
    return startReading;
  }

  it('is delivered in this process without being read', async () => {
    const seen = new Recorder();
    const { move } = await openHandOver(seen.deliver);
    const startReading = await stopReading();
    await move(1);
    await move(2);
    await eventually(() => expect(seen.numbersOf('a')).toEqual([1, 2]));
    await startReading();
  });

  it('does not overtake an event of another process that is still unread', async () => {
    const seen = new Recorder();
    const { move, moveElsewhere } = await openHandOver(seen.deliver);
    const startReading = await stopReading();
    await move(1);
    await moveElsewhere(2);
    await move(3);
    await eventually(() => expect(seen.numbersOf('a')).toEqual([1]));
    await startReading();
    await eventually(() => expect(seen.ids()).toHaveLength(3));
    expect(seen.numbersOf('a')).toEqual([1, 2, 3]);
  });

  it('does not overtake an event that waited for the same lock', async () => {
    const seen = new Recorder();
    const { topic, move, moveElsewhere } = await openHandOver(seen.deliver);
    await move(1);
    const startReading = await stopReading();
    // Both batches wait for the topic’s lock. The statement of the second one begins before the first one is committed.
    await withOwner(address().databaseUrl, async (owner) => {
      await sql`select pg_advisory_lock(hashtext('bus topic ' || ${topic}))`.execute(owner);
      const moves = moveElsewhere(2);
      await eventually(async () => expect(await countWaiting(owner)).toBe(1));
      const later = move(3);
      await eventually(async () => expect(await countWaiting(owner)).toBe(2));
      await sql`select pg_advisory_unlock(hashtext('bus topic ' || ${topic}))`.execute(owner);
      await Promise.all([moves, later]);
    });
    await startReading();
    await eventually(() => expect(seen.numbersOf('a')).toHaveLength(3));
    expect(seen.numbersOf('a')).toEqual([1, 2, 3]);
  });

  it('waits for an earlier event of the subject whose handler fails', async () => {
    const seen = new Recorder();
    let tries = 0;
    let healed = false;
    const { move } = await openHandOver(async (event) => {
      tries += 1;
      if (!healed) throw new Error('not now');
      await seen.deliver(event);
    });
    await move(1);
    await move(2);
    await eventually(() => expect(tries).toBeGreaterThan(2));
    expect(seen.events).toEqual([]);
    healed = true;
    await eventually(() => expect(seen.ids()).toHaveLength(2));
    expect(seen.numbersOf('a')).toEqual([1, 2]);
  });

  it('is delivered after the next start if the subscription is stopping', async () => {
    const seen = new Recorder();
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { move, subscription, subscribe } = await openHandOver(async (event) => {
      begun.resolve();
      await mayEnd.promise;
      await seen.deliver(event);
    });
    await move(1);
    await begun.promise;
    const stopping = subscription.stop();
    await move(2);
    mayEnd.resolve();
    await stopping;
    expect(seen.numbersOf('a')).toEqual([1]);
    await subscribe();
    await eventually(() => expect(seen.ids()).toHaveLength(2));
    expect(seen.numbersOf('a')).toEqual([1, 2]);
  });

  it('is delivered later to a group that may wait', async () => {
    const order: string[] = [];
    const deliverAs = (name: string) => async () => void order.push(name);
    const { bus, topic, move } = await openHandOver(deliverAs('first'));
    const late = { group: unique('late'), topics: [topic], mayWait: true, deliver: deliverAs('later') };
    await bus.subscribe(late);
    await bus.subscribe({ ...late, group: unique('prompt'), mayWait: false, deliver: deliverAs('first') });
    const startReading = await stopReading();
    await move(1);
    await eventually(() => expect(order).toEqual(['first', 'first', 'later']));
    await startReading();
  });
});

/** Counts the sessions that wait for a topic's lock. */
async function countWaiting(owner: Parameters<Parameters<typeof withOwner>[1]>[0]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(owner);
  return rows[0]?.n ?? -1;
}

const groupLocks = sql`locktype = 'advisory' and classid = hashtext('bus group')::oid
  and database = (select oid from pg_database where datname = current_database())`;

async function countReaders(url: string): Promise<number> {
  return withOwner(url, async (owner) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where ${groupLocks}`.execute(owner);
    return rows[0]?.n ?? -1;
  });
}
