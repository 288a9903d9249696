import { type Command, Redis } from 'ioredis';
import type { Logger } from './logger.ts';

type Log = Pick<Logger, 'warn'>;

/** A Redis client that logs the first failure of each outage. */
class ReportingRedis extends Redis {
  #isWorking = true;
  readonly #log: Log;

  constructor(url: string, log: Log) {
    super(url, { connectTimeout: 2_000, commandTimeout: 500, maxRetriesPerRequest: 0, enableOfflineQueue: false });
    this.#log = log;
    // Without a listener, ioredis prints each error.
    this.on('error', (error) => this.#report(error));
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const sent = super.sendCommand(command, stream);
    command.promise.then(
      () => {
        this.#isWorking = true;
      },
      (error: Error) => {
        this.#report(error);
        // Until the new connection is ready, commands fail at once instead of waiting for a server that hangs.
        if (error.message === 'Command timed out') this.disconnect(true);
      },
    );
    return sent;
  }

  #report(error: Error): void {
    if (this.#isWorking) this.#log.warn({ err: error }, 'Redis does not work');
    this.#isWorking = false;
  }
}

/**
 * Opens a Redis client for counters that all instances share.
 * While Redis is unavailable, a command fails at once. If Redis stops responding, the first command fails after 500 ms.
 */
export function openRedis(url: string, log: Log): Redis {
  return new ReportingRedis(url, log);
}
