import { baseSettings } from '@xrp-bridge/runtime';
import { openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { createTestDatabase, testToken } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { checkConnections } from '../connection-budget.ts';

const reserved = 3;

async function createServer() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { db, close } = openDatabase<unknown>({ url: database.url, service: 'shop', onError: () => {} });
  onTestFinished(close);
  const { rows } = await sql<{ most: number }>`select current_setting('max_connections')::int as most`.execute(db);
  const { url } = database;
  const logged: string[] = [];
  const check = (urls: Record<string, string>, DATABASE_CONNECTIONS: number, more: Record<string, string> = {}) => {
    const given = { DATABASE_URL: url, INTERNAL_TOKEN: testToken, DATABASE_CONNECTIONS, ...more };
    const log = createLogger({ level: 'warn', to: { write: (line: string) => void logged.push(line) } });
    return checkConnections(urls, baseSettings.parse(given), log);
  };
  return { url, most: (rows[0]?.most ?? 0) - reserved, check, logged };
}

const outside = { KAFKA_BROKERS: 'kafka:9092', REDIS_URL: 'redis://redis' };

it('a start that needs more connections than PostgreSQL allows is refused, and the error names the setting', async () => {
  const { url, most, check } = await createServer();
  const each = Math.floor(most / 2);
  await expect(check({ shop: url, bus: url, till: url }, each)).rejects.toThrow(
    `opens up to ${2 * each + 16} connections to PostgreSQL at ${new URL(url).host}, which takes ${most}. Lower DATABASE_CONNECTIONS (${each} for each service)`,
  );
  await check({ shop: url, bus: url, till: url }, each, outside);
});

it('the start warns when too few connections are free, even for a role that cannot see other roles’ connections', async () => {
  const { url, most, check, logged } = await createServer();
  const shop = await provideRole(url, 'shop');
  expect(new URL(shop).username).not.toBe(new URL(url).username);
  await check({ shop }, 10, outside);
  expect(logged).toEqual([]);
  await check({ shop }, most, outside);
  expect(logged).toMatchObject([expect.stringContaining('may run out of connections')]);
});
