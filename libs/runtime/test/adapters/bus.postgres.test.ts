import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrateBus } from '../../src/bus/index.ts';
import type { Bus } from '../../src/bus/port.ts';
import { withOwner } from '../../src/db.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import { counted, openTestBus, Recorder, range, unique } from './bus.harness.ts';
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

const groupLocks = sql`locktype = 'advisory' and classid = hashtext('bus group')::oid
  and database = (select oid from pg_database where datname = current_database())`;

async function countReaders(url: string): Promise<number> {
  return withOwner(url, async (owner) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where ${groupLocks}`.execute(owner);
    return rows[0]?.n ?? -1;
  });
}
