import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { readClocks } from '../instant.ts';
import { type LedgerConnection, LedgerUnavailable, type Message, NotBelieved, openConnection } from './connection.ts';
import { type LedgerState, readLedgerState } from './ledger-state.ts';
import type { Rests } from './rests.ts';
import { hostOf, nameOf } from './server-names.ts';

export interface LedgerListener {
  /** A connection is open, perhaps after a gap: subscribe again and read what was missed. */
  connected(): void;
  /** A validated transaction of a subscribed account, as it was sent. */
  transaction(message: Message, server: string): void;
}

/** The connection that new ledgers and subscribed transactions come over. */
export interface MainConnection {
  /** The newest validated ledger that any server told of. */
  newest(): LedgerState | null;
  /** The connection that is open now. */
  current(): LedgerConnection | undefined;
  /** Waits a moment for the first one. @throws LedgerUnavailable */
  wait(): Promise<LedgerConnection>;
  /** Leaves this connection's server, unless another has taken over. */
  drop(connection: LedgerConnection, why: string): void;
  listen(listener: LedgerListener): void;
  isRunning(): boolean;
  start(): void;
  stop(): Promise<void>;
}

/** A server silent for several times what a ledger takes (3 to 5 s) is stalled. */
const defaultStalledMs = 15_000;
/** A server that served this long is forgiven what it did before. */
const goodConductMs = 60_000;
const firstConnectionMs = 3_000;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;
/** Sent away: “threshold exceeded” (https://xrpl.org/docs/references/http-websocket-apis/api-conventions/rate-limiting). */
export const policyViolation = 1008;

/**
 * Keeps one connection open, over the first of `urls` that serves; when a server fails, stalls, lags or lies, the next
 * one takes over.
 * @param options.note is told how each server does, null for good
 */
export function openMainConnection(options: {
  urls: readonly string[];
  rests: Rests;
  log: Logger;
  note(url: string, error: string | null): void;
  stalledMs?: number;
}): MainConnection {
  const { urls, rests, log, note, stalledMs = defaultStalledMs } = options;
  const listeners: LedgerListener[] = [];
  let stopping: AbortController | undefined;
  let loop: Promise<void> | undefined;
  let newest: LedgerState | null = null;
  let main: { connection: LedgerConnection; drop(why: string): void } | undefined;
  let whenConnected = Promise.withResolvers<void>();
  /** Every server has failed in turn: whoever asks is told at once. */
  let outage = urls.length === 0;
  /** Why the server before is not the one any more. */
  let left: string | undefined;

  /** However often servers are tried, the log says once that no server can be read, and once that one can be again. */
  function beginOutage(): void {
    if (!outage) log.warn({ why: left }, 'no ledger server can be read, trying on');
    outage = true;
  }

  function sayWhoServes(url: string): void {
    const server = hostOf(url);
    if (outage) log.warn({ server }, 'the ledger can be read again');
    else if (left) log.warn({ server, why: left }, 'another ledger server took over');
    outage = false;
    left = undefined;
  }

  /** Connects and stays until the connection is dropped. @throws LedgerUnavailable, NotBelieved */
  async function serve(url: string): Promise<void> {
    const gone = Promise.withResolvers<void>();
    // Dropped for a reason before anybody waits for it, that reason must not count as unhandled.
    gone.promise.catch(() => undefined);
    let stalled: NodeJS.Timeout | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => gone.reject(new LedgerUnavailable('The ledger server is silent')), stalledMs);
    };
    const hear = (message: Message): LedgerState => {
      newest = readLedgerState(message, newest, readClocks());
      note(url, null);
      watch();
      return newest;
    };
    const connection = await openConnection(url, {
      message(message) {
        if (!main || main.connection !== connection) return;
        try {
          if (message.type === 'ledgerClosed') {
            hear(message);
          } else if (message.type === 'transaction') {
            for (const listener of listeners) listener.transaction(message, nameOf(url));
          }
        } catch (error) {
          gone.reject(error);
        }
      },
      closed(code) {
        if (code === policyViolation) rests.rest(url);
        gone.reject(new LedgerUnavailable(`The ledger server closed the connection (${code})`));
      },
    });
    const forgiven = setTimeout(() => rests.forgive(url), goodConductMs);
    try {
      if (stopping?.signal.aborted) return;
      const { error, body } = await connection.request('subscribe', { streams: ['ledger'] });
      if (error !== null) throw new LedgerUnavailable(`The ledger server answered ${error}`);
      hear(body);
      main = { connection, drop: (why) => gone.reject(new LedgerUnavailable(why)) };
      sayWhoServes(url);
      whenConnected.resolve();
      for (const listener of listeners) listener.connected();
      await gone.promise;
    } finally {
      clearTimeout(stalled);
      clearTimeout(forgiven);
      if (main?.connection === connection) {
        main = undefined;
        whenConnected = Promise.withResolvers();
      }
      connection.close();
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    let turn = 0;
    for (let failures = 0; !signal.aborted; ) {
      const asleep = rests.untilAwake(urls);
      if (asleep > 0) {
        beginOutage();
        await pause(asleep);
        continue;
      }
      const url = urls[turn++ % urls.length] as string;
      if (rests.isResting(url)) continue;
      const began = performance.now();
      try {
        await serve(url);
      } catch (error) {
        if (error instanceof NotBelieved) rests.rest(url);
        if (signal.aborted) return;
        if (!(error instanceof LedgerUnavailable)) log.error({ err: error, server: hostOf(url) }, 'ledger server left');
        left = error instanceof Error ? error.message : String(error);
        note(url, left);
      }
      failures = performance.now() - began > stalledMs ? 0 : failures + 1;
      if (failures >= urls.length) beginOutage();
      // The first change of server is at once; a full round without success waits, longer each time.
      const round = Math.floor(failures / urls.length);
      if (round > 0) await pause(Math.min(shortestPauseMs * 2 ** round, longestPauseMs) * (0.5 + Math.random() / 2));
    }
  }

  async function waitForConnection(): Promise<LedgerConnection> {
    if (!main && !outage && stopping && !stopping.signal.aborted) {
      await Promise.race([whenConnected.promise, wait(firstConnectionMs, undefined, { ref: false })]);
    }
    if (!main) throw new LedgerUnavailable('No ledger server can be reached');
    return main.connection;
  }

  return {
    newest: () => newest,
    current: () => main?.connection,
    wait: waitForConnection,
    drop(connection, why) {
      if (main?.connection === connection) main.drop(why);
    },
    listen(listener) {
      listeners.push(listener);
    },
    isRunning: () => stopping !== undefined && !stopping.signal.aborted,
    start() {
      if (stopping || urls.length === 0) return;
      stopping = new AbortController();
      loop = run(stopping.signal);
    },
    async stop() {
      stopping?.abort();
      main?.drop('The ledger is no longer read');
      await Promise.race([loop, wait(1_000, undefined, { ref: false })]);
    },
  };
}
