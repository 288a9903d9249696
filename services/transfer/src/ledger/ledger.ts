import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { LedgerUnavailable, openConnection, type LedgerConnection, type Message } from './connection.ts';

/** The newest validated ledger, with what it costs to be on it. Amounts are drops. */
export interface LedgerState {
  ledgerIndex: number;
  baseFeeDrops: bigint;
  reserveBaseDrops: bigint;
  reserveIncrementDrops: bigint;
  seenAt: Date;
}

export interface LedgerListener {
  /** A connection is open, perhaps after a gap: subscribe again and read what was missed. */
  connected(): void;
  ledgerClosed(state: LedgerState): void;
  /** A validated transaction of a subscribed account. */
  transaction(message: Message): void;
}

export interface Ledger {
  /** Null while no server tells of new ledgers. */
  state(): LedgerState | null;
  /**
   * Asks the connected server, and once more another one when it fails.
   * @throws LedgerAnswer, LedgerUnavailable
   */
  request(command: string, fields?: Message): Promise<Message>;
  listen(listener: LedgerListener): void;
  start(): void;
  stop(): Promise<void>;
}

const ledgerMessage = z.object({
  ledger_index: z.int().positive(),
  fee_base: z.union([z.int(), z.string()]),
  reserve_base: z.union([z.int(), z.string()]),
  reserve_inc: z.union([z.int(), z.string()]),
});

/** Ledgers close every 3 to 5 seconds (https://xrpl.org/docs/concepts/ledgers/ledger-close-times); a server silent for longer is stalled. */
const stalledAfterMs = 15_000;
/** A server this many ledgers behind what we have seen is out of step with the network. */
const tolerableLag = 20;
/** After “threshold exceeded” (close code 1008) a server is left alone this long. */
const restAfterRefusalMs = 60_000;

/**
 * One read-only connection to the XRP Ledger for everything in this process, over the first of `urls` that answers;
 * when a server fails, stalls or lags, the next one takes over.
 */
export function createLedger(options: {
  urls: readonly string[];
  log: Logger;
  clock: () => Date;
  stalledAfterMs?: number;
}): Ledger {
  const { urls, log, clock } = options;
  const stalledMs = options.stalledAfterMs ?? stalledAfterMs;
  const listeners: LedgerListener[] = [];
  const restingUntil = new Map<string, number>();
  let connection: LedgerConnection | undefined;
  let current: LedgerState | null = null;
  let highest = 0;
  let started = false;
  let next = 0;
  let loop: Promise<void> | undefined;
  let lost: (() => void) | undefined;
  let whenConnected = Promise.withResolvers<void>();

  function accept(message: unknown): void {
    const parsed = ledgerMessage.safeParse(message);
    if (!parsed.success) throw new LedgerUnavailable('The ledger server’s ledger message is not one');
    const { ledger_index, fee_base, reserve_base, reserve_inc } = parsed.data;
    if (ledger_index < highest - tolerableLag) throw new LedgerUnavailable('The ledger server is behind the network');
    highest = Math.max(highest, ledger_index);
    current = {
      ledgerIndex: ledger_index,
      baseFeeDrops: BigInt(fee_base),
      reserveBaseDrops: BigInt(reserve_base),
      reserveIncrementDrops: BigInt(reserve_inc),
      seenAt: clock(),
    };
  }

  /** Connects and stays until the connection fails; returns then. */
  async function serve(url: string): Promise<void> {
    const gone = Promise.withResolvers<void>();
    let stalled: NodeJS.Timeout | undefined;
    const watchdog = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        log.warn({ server: url }, 'ledger server is silent, taking another');
        gone.resolve();
      }, stalledMs);
    };
    const opened = await openConnection(url, {
      message(message) {
        try {
          if (message.type === 'ledgerClosed') {
            accept(message);
            watchdog();
            for (const listener of listeners) listener.ledgerClosed(current as LedgerState);
          } else if (message.type === 'transaction' && message.validated === true) {
            for (const listener of listeners) listener.transaction(message);
          }
        } catch (error) {
          log.warn({ err: error, server: url }, 'ledger server is not to be believed, taking another');
          gone.resolve();
        }
      },
      closed(code) {
        if (code === 1008) restingUntil.set(url, Date.now() + restAfterRefusalMs);
        gone.resolve();
      },
    });
    try {
      watchdog();
      accept(await opened.request('subscribe', { streams: ['ledger'] }));
      connection = opened;
      lost = gone.resolve;
      whenConnected.resolve();
      for (const listener of listeners) listener.connected();
      await gone.promise;
    } finally {
      clearTimeout(stalled);
      letGo(opened);
      opened.close();
    }
  }

  /** From here on nobody is given this connection; those who ask wait for the next. */
  function letGo(of: LedgerConnection): void {
    if (connection !== of) return;
    connection = undefined;
    whenConnected = Promise.withResolvers();
    lost?.();
    lost = undefined;
  }

  async function run(): Promise<void> {
    for (let failures = 0; started; ) {
      const url = urls[next++ % urls.length] as string;
      if ((restingUntil.get(url) ?? 0) > Date.now() && urls.length > 1 && failures < urls.length) {
        failures++;
        continue;
      }
      const began = Date.now();
      try {
        await serve(url);
      } catch (error) {
        log.debug({ err: error, server: url }, 'ledger server does not serve');
      }
      if (!started) return;
      failures = Date.now() - began > stalledMs * 2 ? 0 : failures + 1;
      // The first change of server is at once; a full round without success waits, ever longer.
      const round = Math.floor(failures / urls.length);
      if (round > 0) await wait(Math.min(250 * 2 ** round, 10_000) * (0.5 + Math.random() / 2));
    }
  }

  async function connected(): Promise<LedgerConnection> {
    if (connection) return connection;
    const timedOut = wait(3_000, 'late' as const);
    if ((await Promise.race([whenConnected.promise, timedOut])) === 'late' || !connection) {
      throw new LedgerUnavailable('No ledger server can be reached');
    }
    return connection;
  }

  return {
    state() {
      return connection && current && clock().getTime() - current.seenAt.getTime() <= stalledMs * 2 ? current : null;
    },
    async request(command, fields) {
      for (let attempt = 0; ; attempt++) {
        const using = await connected();
        try {
          return await using.request(command, fields);
        } catch (error) {
          if (!(error instanceof LedgerUnavailable)) throw error;
          // It may only be this server: let the next one answer.
          letGo(using);
          if (attempt > 0) throw error;
        }
      }
    },
    listen(listener) {
      listeners.push(listener);
    },
    start() {
      if (started) return;
      started = true;
      loop = run();
    },
    async stop() {
      started = false;
      if (connection) letGo(connection);
      await Promise.race([loop, wait(1_000)]);
    },
  };
}
