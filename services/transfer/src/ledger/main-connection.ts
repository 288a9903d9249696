import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { readClocks } from '../instant.ts';
import {
  type LedgerConnection,
  LedgerUnavailable,
  type Message,
  openConnection,
  UntrustedReply,
} from './connection.ts';
import { type LedgerState, readLedgerState } from './ledger-state.ts';
import type { ServerBackoff } from './server-backoff.ts';
import { hostOf, nameOf } from './server-names.ts';

export interface LedgerListener {
  /**
   * Called for each new connection.
   * The caller must subscribe again, and read the transactions that were missed before the connection opened.
   */
  connected(): void;
  /** A transaction of a subscribed account, as received. */
  transaction(message: Message, server: string): void;
}

/** The connection that receives new ledgers and subscribed transactions. */
export interface MainConnection {
  /** Returns the newest validated ledger received from any server. */
  newest(): LedgerState | null;
  current(): LedgerConnection | undefined;
  /** Waits briefly for the first connection. @throws LedgerUnavailable */
  wait(): Promise<LedgerConnection>;
  /** Closes this connection, unless another has replaced it already. */
  drop(connection: LedgerConnection, why: string): void;
  listen(listener: LedgerListener): void;
  isRunning(): boolean;
  start(): void;
  stop(): Promise<void>;
}

/** Ledgers close every 3 to 5 seconds. A server that is silent for several times as long is stalled. */
const defaultStalledMs = 15_000;
/** Time without a failure after which a server's back-off is reset. */
const goodConductMs = 60_000;
const firstConnectionMs = 3_000;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;
/**
 * Close code of a server whose rate limit was exceeded.
 * See https://xrpl.org/docs/references/http-websocket-apis/api-conventions/rate-limiting
 */
export const policyViolation = 1008;

/**
 * Maintains one open connection, over the first of `urls` that works.
 * When a server fails, stalls, lags or sends false data, the next server replaces it.
 * @param options.report receives the state of each server: an error, or null for healthy
 */
export function openMainConnection(options: {
  urls: readonly string[];
  backoff: ServerBackoff;
  log: Logger;
  report(url: string, error: string | null): void;
  stalledMs?: number;
}): MainConnection {
  const { urls, backoff, log, report, stalledMs = defaultStalledMs } = options;
  const listeners: LedgerListener[] = [];
  let stopping: AbortController | undefined;
  let loop: Promise<void> | undefined;
  let newest: LedgerState | null = null;
  let main: { connection: LedgerConnection; drop(why: string): void } | undefined;
  let whenConnected = Promise.withResolvers<void>();
  /** True when every server has failed in turn. Requests then fail immediately. */
  let outage = urls.length === 0;
  /** Reason for which the previous server was dropped. */
  let dropReason: string | undefined;

  /** Logs an outage once, however often servers are tried. */
  function beginOutage(): void {
    if (!outage) log.warn({ why: dropReason }, 'no ledger server can be read, trying on');
    outage = true;
  }

  function logServer(url: string): void {
    const server = hostOf(url);
    if (outage) log.warn({ server }, 'the ledger can be read again');
    else if (dropReason) log.warn({ server, why: dropReason }, 'another ledger server took over');
    outage = false;
    dropReason = undefined;
  }

  /**
   * Opens a connection, and handles its messages until the connection is dropped.
   * @throws LedgerUnavailable, UntrustedReply
   */
  async function serve(url: string): Promise<void> {
    const gone = Promise.withResolvers<void>();
    // `gone` may be rejected before the await below. Without a handler, that would be an unhandled rejection.
    gone.promise.catch(() => undefined);
    let stalled: NodeJS.Timeout | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => gone.reject(new LedgerUnavailable('The ledger server stopped responding')), stalledMs);
    };
    const receiveLedger = (message: Message): LedgerState => {
      newest = readLedgerState(message, newest, readClocks());
      report(url, null);
      watch();
      return newest;
    };
    const connection = await openConnection(url, {
      message(message) {
        if (!main || main.connection !== connection) return;
        try {
          if (message.type === 'ledgerClosed') {
            receiveLedger(message);
          } else if (message.type === 'transaction') {
            for (const listener of listeners) listener.transaction(message, nameOf(url));
          }
        } catch (error) {
          gone.reject(error);
        }
      },
      closed(code) {
        if (code === policyViolation) backoff.start(url);
        gone.reject(new LedgerUnavailable(`The ledger server closed the connection (${code})`));
      },
    });
    const forgiven = setTimeout(() => backoff.reset(url), goodConductMs);
    try {
      if (stopping?.signal.aborted) return;
      const { error, body } = await connection.request('subscribe', { streams: ['ledger'] });
      if (error !== null) throw new LedgerUnavailable(`The ledger server returned ${error}`);
      receiveLedger(body);
      main = { connection, drop: (why) => gone.reject(new LedgerUnavailable(why)) };
      logServer(url);
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
      const asleep = backoff.msUntilAvailable(urls);
      if (asleep > 0) {
        beginOutage();
        await pause(asleep);
        continue;
      }
      const url = urls[turn++ % urls.length] as string;
      if (backoff.isBackedOff(url)) continue;
      const began = performance.now();
      try {
        await serve(url);
      } catch (error) {
        if (error instanceof UntrustedReply) backoff.start(url);
        if (signal.aborted) return;
        if (!(error instanceof LedgerUnavailable))
          log.error({ err: error, server: hostOf(url) }, 'the connection to a ledger server ended with an error');
        dropReason = error instanceof Error ? error.message : String(error);
        report(url, dropReason);
      }
      failures = performance.now() - began > stalledMs ? 0 : failures + 1;
      if (failures >= urls.length) beginOutage();
      // The first change of server is immediate. Each full round without success increases the wait.
      const round = Math.floor(failures / urls.length);
      if (round > 0) await pause(Math.min(shortestPauseMs * 2 ** round, longestPauseMs) * (0.5 + Math.random() / 2));
    }
  }

  async function waitForConnection(): Promise<LedgerConnection> {
    if (!main && !outage && stopping && !stopping.signal.aborted) {
      await Promise.race([whenConnected.promise, wait(firstConnectionMs, undefined, { ref: false })]);
    }
    if (!main) throw new LedgerUnavailable('We can’t reach any ledger server');
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
      main?.drop('We’ve stopped reading the XRP network');
      await Promise.race([loop, wait(1_000, undefined, { ref: false })]);
    },
  };
}
