import { randomBytes, randomUUID } from 'node:crypto';
import { type CloudEvent, defineEvent } from '@xrp-bridge/contracts/define';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import { grantBus, migrateBus } from '../../src/bus/index.ts';
import { openKafkaBus } from '../../src/bus/kafka.ts';
import type { Bus } from '../../src/bus/port.ts';
import { openPostgresBus } from '../../src/bus/postgres.ts';
import { migrateService, openDatabase, provideRole } from '../../src/db.ts';
import { listDeadLetters } from '../../src/messaging/dead-letters.ts';
import { messagingMigrations } from '../../src/messaging/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';

/** Options that open the same bus in this process or, as JSON, in another one. */
export interface BusAddress {
  databaseUrl: string;
  kafkaBrokers?: string[];
  /**
   * Removes dead members as soon as the adapter can.
   * On a slow machine, this may also remove live members.
   */
  shortTimeouts?: boolean;
}

export const silent = pino({ level: 'silent' });

/** A bus for services that emit no events. */
export const noBus: Bus = {
  moveOutbox: async () => 0,
  publish: () => Promise.reject(new Error('there is no bus')),
  subscribe: () => Promise.reject(new Error('there is no bus')),
  broadcast: () => Promise.reject(new Error('there is no bus')),
  fetchLag: () => Promise.reject(new Error('there is no bus')),
  stop: async () => {},
};

/** A queue for services that enqueue nothing. */
export const noQueue = {
  add: () => Promise.reject(new Error('there is no queue')),
  addLost: () => Promise.reject(new Error('there is no queue')),
};

export function openTestBus(address: BusAddress): Bus {
  const options = { ...address, instance: `test-${randomUUID().slice(0, 8)}`, log: silent };
  if (!address.kafkaBrokers) return openPostgresBus(options);
  return openKafkaBus({ ...options, ...(address.shortTimeouts ? { sessionTimeoutMs: 6_000 } : {}) });
}

/** Returns a name that is unique even on brokers that outlive the test. */
export function unique(name: string): string {
  return `${name}-${randomBytes(5).toString('hex')}`;
}

/** Defines an event with its own context. */
export function defineCounted(context: string) {
  return defineEvent('stock.counted', 1, z.object({ n: z.int() }), { summary: 'Something was counted', context });
}

export function counted(
  context: string,
  subject: string,
  n: number,
  more: Partial<CloudEvent> = {},
): CloudEvent<{ n: number }> {
  return {
    specversion: '1.0',
    id: randomUUID(),
    type: 'stock.counted',
    dataversion: 1,
    source: context,
    subject,
    time: new Date().toISOString(),
    data: { n },
    ...more,
  } as CloudEvent<{ n: number }>;
}

/** Stores the events that were delivered. */
export class Recorder {
  readonly events: CloudEvent<{ n: number }>[] = [];
  readonly deliver = async (event: CloudEvent): Promise<void> => {
    this.events.push(event as CloudEvent<{ n: number }>);
  };

  ids(): string[] {
    return this.events.map((event) => event.id);
  }

  has(event: CloudEvent): boolean {
    return this.events.some(({ id }) => id === event.id);
  }

  /** Returns the numbers of a subject's events, in the order of their first delivery. */
  numbersOf(subject: string): number[] {
    return [...new Set(this.events.filter((event) => event.subject === subject).map((event) => event.data.n))];
  }
}

export function range(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index);
}

/** Lists the dead letters of a service, newest first. */
export async function parked(db: Parameters<typeof listDeadLetters>[0]) {
  return (await listDeadLetters(db, 'reader', { limit: 200, sort: '-parkedAt' })).rows;
}

/** Creates the bus's database with these services, and stops the buses that a test opened. */
export function useBus(services: readonly string[], brokers?: () => string[]) {
  let database: TestDatabase;
  let address: BusAddress;
  const urls = new Map<string, string>();
  const open: Bus[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const busUrl = await provideRole(database.url, 'bus');
    await migrateBus(busUrl);
    for (const service of services) {
      const url = await provideRole(database.url, service);
      await migrateService({ url, service, migrations: messagingMigrations });
      await grantBus(busUrl, url);
      urls.set(service, url);
    }
    address = { databaseUrl: busUrl, ...(brokers ? { kafkaBrokers: brokers() } : {}) };
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.stop()));
  });

  afterAll(async () => {
    await database?.drop();
  });

  function openMore(at = address): Bus {
    const bus = openTestBus(at);
    open.push(bus);
    return bus;
  }

  function openService(service: string) {
    const opened = openDatabase<unknown>({ url: urls.get(service) ?? '', service, onError: () => {} });
    onTestFinished(() => opened.close());
    return opened;
  }

  return { openBus: openMore, openService, address: () => address };
}
