import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrateService, openDatabase, type ServiceDatabase } from '../src/db.ts';
import type { Logger } from '../src/logger.ts';
import { openProviders, providerMigrations } from '../src/providers.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

let database: TestDatabase;
let shop: ServiceDatabase<unknown>;
let now: Date;
let warnings: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'shop', migrations: providerMigrations });
});
beforeEach(async () => {
  shop = openShop();
  await sql`truncate provider_health`.execute(shop.db);
  now = new Date('2026-11-22T12:00:00Z');
  warnings = [];
  return () => shop.close();
});
afterAll(() => database?.drop());

const openShop = () => openDatabase({ url: database.url, service: 'shop', onError: () => {} });
const log = { warn: (_facts: unknown, words: string) => warnings.push(words) } as unknown as Logger;
/** Opens the providers of one instance of the service. */
const open = () => openProviders({ db: shop.db, clock: () => now, log });
const after = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

it('a provider is listed before its first call', async () => {
  const providers = open();
  providers.add('Bank');
  providers.add('Post', false);
  const notCalled = { goodAt: null, failedAt: null, failingSince: null, lastError: null, failures: 0 };
  expect(await providers.list()).toEqual([
    { name: 'Bank', configured: true, ...notCalled },
    { name: 'Post', configured: false, ...notCalled },
  ]);
});

it('failures are counted until the next success, and the last error stays stored after the success', async () => {
  const providers = open();
  const report = providers.add('Bank');
  report(null);
  after(60);
  report('It is closed');
  after(60);
  report('Nobody answers');
  expect(await providers.list()).toEqual([
    {
      name: 'Bank',
      configured: true,
      goodAt: '2026-11-22T12:00:00.000Z',
      failedAt: '2026-11-22T12:02:00.000Z',
      failingSince: '2026-11-22T12:01:00.000Z',
      lastError: 'Nobody answers',
      failures: 2,
    },
  ]);
  after(1);
  report(null);
  expect(await providers.list()).toMatchObject([
    {
      goodAt: '2026-11-22T12:02:01.000Z',
      failedAt: '2026-11-22T12:02:00.000Z',
      failingSince: null,
      lastError: 'Nobody answers',
      failures: 0,
    },
  ]);
});

it('a success is stored twice a minute at most, but at once after a failure', async () => {
  const providers = open();
  const report = providers.add('Bank');
  const goodAt = async () => (await providers.list())[0]?.goodAt;
  report(null);
  after(29);
  report(null);
  expect(await goodAt()).toBe('2026-11-22T12:00:00.000Z');
  after(1);
  report(null);
  expect(await goodAt()).toBe('2026-11-22T12:00:30.000Z');
  report('It is closed');
  after(1);
  report(null);
  expect(await goodAt()).toBe('2026-11-22T12:00:31.000Z');
});

it('an instance lists only the providers that were added to it, with the outcomes of all instances', async () => {
  const [one, two] = [open(), open()];
  const reportOne = one.add('Bank');
  one.add('Old bank')('It is closed');
  const reportTwo = two.add('Bank');
  reportOne('It is closed');
  await one.settled();
  reportTwo('It is closed');
  expect(await two.list()).toMatchObject([{ name: 'Bank', failures: 2 }]);
  reportTwo(null);
  await two.settled();
  expect(await one.list()).toMatchObject([
    { name: 'Bank', failures: 0 },
    { name: 'Old bank', failures: 1 },
  ]);
});

it('the last error is stored without NUL characters and cut to its maximum length', async () => {
  const providers = open();
  providers.add('Bank')(`\0${'x'.repeat(5_000)}`);
  expect(await providers.list()).toMatchObject([{ lastError: 'x'.repeat(500) }]);
});

it('a failure to store an outcome is logged and does not throw', async () => {
  const away = openShop();
  const providers = openProviders({ db: away.db, clock: () => now, log });
  const report = providers.add('Bank');
  await away.close();
  report(null);
  report('It is closed');
  await providers.settled();
  expect(warnings).toEqual(Array(2).fill('the health of a provider cannot be stored'));
});
