import { type BaseSettings, ConfigError, type Logger } from '@xrp-bridge/runtime';
import { withOwner } from '@xrp-bridge/runtime/db';
import { sql } from 'kysely';

/** Connections of a queue: BullMQ's pool on PostgreSQL, and its worker's listening connection. */
const perQueue = 5;
/** Connections of the bus in PostgreSQL: a publisher, one per subscribing service, two for the BFF. */
const perBus = 6;

/**
 * Compares this process's maximum number of PostgreSQL connections with each server's limit.
 * Warns if fewer connections are free at the moment.
 * @param urls database URL of each service in this process, and of `bus`
 * @throws ConfigError if a server's limit is too low
 */
export async function checkConnections(
  urls: Readonly<Record<string, string>>,
  settings: Pick<BaseSettings, 'DATABASE_CONNECTIONS' | 'KAFKA_BROKERS' | 'REDIS_URL'>,
  log: Logger,
): Promise<void> {
  const ofService = settings.DATABASE_CONNECTIONS + (settings.REDIS_URL ? 0 : perQueue);
  const ofBus = settings.KAFKA_BROKERS?.length ? 0 : perBus;
  const servers = new Map<string, { url: string; wanted: number }>();
  for (const [part, url] of Object.entries(urls)) {
    const { host } = new URL(url);
    const before = servers.get(host)?.wanted ?? 0;
    servers.set(host, { url, wanted: before + (part === 'bus' ? ofBus : ofService) });
  }
  for (const [host, { url, wanted }] of servers) {
    const { most, used } = await countConnections(url);
    if (wanted > most) {
      throw new ConfigError(
        `This process opens up to ${wanted} connections to PostgreSQL at ${host}, which takes ${most}. ` +
          `Lower DATABASE_CONNECTIONS (${settings.DATABASE_CONNECTIONS} for each service), or raise its max_connections.`,
      );
    }
    if (wanted > most - used) {
      log.warn({ host, wanted, most, used }, 'PostgreSQL may run out of connections: see DATABASE_CONNECTIONS');
    }
  }
}

/** Counts the other connections, without pg_stat_activity, which hides details of other roles. */
async function countConnections(url: string): Promise<{ most: number; used: number }> {
  return withOwner(url, async (db) => {
    const { rows } = await sql<{ most: number; used: number }>`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as most,
        (select sum(numbackends)::int - 1 from pg_stat_database) as used`.execute(db);
    return rows[0] ?? { most: 0, used: 0 };
  });
}
