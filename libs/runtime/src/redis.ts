import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

/**
 * Opens a Redis client for counters that all instances share.
 * While the connection is down, a command fails at once. If Redis hangs, a command fails after 500 ms.
 */
export function openRedis(url: string, log: Pick<Logger, 'warn'>): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: 500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  let isAway = false;
  redis.on('ready', () => {
    isAway = false;
  });
  // Without a listener, ioredis prints each error. Each attempt to connect fails, so only the first error is logged.
  redis.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is unavailable');
    isAway = true;
  });
  return redis;
}
