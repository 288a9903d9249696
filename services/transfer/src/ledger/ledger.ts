import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { type LedgerConnection, LedgerUnavailable, type Message, type Reply, UntrustedReply } from './connection.ts';
import { documentedFees, type LedgerFees, type LedgerState, tolerableLag } from './ledger-state.ts';
import { type LedgerListener, openMainConnection, policyViolation } from './main-connection.ts';
import { createServerBackoff } from './server-backoff.ts';
import { hostOf, nameOf } from './server-names.ts';
import { createSideConnections } from './side-connections.ts';

/** A request to a ledger server, with the parser of its reply. */
export interface LedgerRequest<Answer> {
  command: string;
  fields: Message;
  timeoutMs?: number;
  /** Parses a reply. @throws UntrustedReply if the reply contradicts itself or the request */
  read(reply: Reply, server: string): Answer;
}

export interface Ledger {
  /** Returns the newest validated ledger; null while no server sends ledgers. */
  state(): LedgerState | null;
  /** Returns the last received reserve and fee; before the first ledger, the documented values. */
  fees(): LedgerFees;
  /** Returns the oldest ledger index that a reply may come from. */
  oldestTrusted(): number;
  /**
   * Queries the connected server, then others if it fails.
   * @throws LedgerUnavailable when no server returns a trusted reply
   */
  query<Answer>(request: LedgerRequest<Answer>): Promise<Answer>;
  /**
   * Queries a server other than `server`, or `server` itself if no other server is configured.
   * @throws LedgerUnavailable if no server returns a trusted reply
   */
  queryAnother<Answer>(request: LedgerRequest<Answer>, server: string): Promise<Answer>;
  /**
   * Queries the connected server and then another server, so that the caller can compare the answers.
   * Returns only the first answer if no other server is configured, or if the other server does not answer within
   * `secondOpinionMs`.
   * @throws LedgerUnavailable if no server returns a trusted reply
   */
  queryTwo<Answer>(request: LedgerRequest<Answer>): Promise<[Answer] | [Answer, Answer]>;
  /** Subscribes to the accounts' transactions on the current connection. @throws LedgerUnavailable */
  subscribe(accounts: readonly string[]): Promise<void>;
  unsubscribe(accounts: readonly string[]): Promise<void>;
  /** Backs off from a server that sent false data. */
  distrust(server: string): void;
  listen(listener: LedgerListener): void;
  start(): void;
  stop(): Promise<void>;
}

const subscribeTimeoutMs = 10_000;
const pingTimeoutMs = 2_000;
/**
 * The wait is short, because a customer waits for the reply, and one server's answer is better than
 * none.
 */
const secondOpinionMs = 2_000;

/**
 * Opens read-only access to the XRP Ledger over the first of `urls` that works.
 * When a server fails, stalls, lags or sends false data, the next server replaces it.
 * @param options.report receives the state of each server: an error, or null for healthy
 */
export function createLedger(options: {
  urls: readonly string[];
  log: Logger;
  report(url: string, error: string | null): void;
  stalledMs?: number;
  firstBackoffMs?: number;
}): Ledger {
  const { urls, log, report } = options;
  const backoff = createServerBackoff({ firstBackoffMs: options.firstBackoffMs });
  const sides = createSideConnections((url, code) => {
    if (code !== policyViolation) return;
    backoff.start(url);
    report(url, 'The ledger server refused our requests');
  });
  const main = openMainConnection({ ...options, backoff });

  /** Queries one server, and backs off from it when its reply is not trusted. */
  async function queryOne<Answer>(request: LedgerRequest<Answer>, connection: LedgerConnection): Promise<Answer> {
    const { command, fields, timeoutMs } = request;
    try {
      const answer = request.read(await connection.request(command, fields, timeoutMs), nameOf(connection.url));
      report(connection.url, null);
      return answer;
    } catch (error) {
      if (error instanceof UntrustedReply) {
        backoff.start(connection.url);
        log.warn({ why: error.message, server: hostOf(connection.url) }, 'the reply of a ledger server is not trusted');
      }
      if (main.current() === connection) void reconsider(connection, error);
      // If the connection has ended, `openMainConnection` reports the failure.
      else if (error instanceof LedgerUnavailable && !connection.ended) report(connection.url, error.message);
      throw error;
    }
  }

  /** Drops a server whose reply is not trusted. Drops a slow server only if it does not answer a ping. */
  async function reconsider(connection: LedgerConnection, error: unknown): Promise<void> {
    const drop = (reason: unknown) => main.drop(connection, messageOf(reason));
    if (error instanceof UntrustedReply) return drop(error);
    await connection.request('ping', {}, pingTimeoutMs).catch(drop);
  }

  async function query<Answer>(request: LedgerRequest<Answer>): Promise<Answer> {
    const connection = await main.wait();
    try {
      return await queryOne(request, connection);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      return await queryAnother(request, nameOf(connection.url));
    }
  }

  /**
   * Opens a connection for a second opinion.
   * Backs off from a server that cannot be reached, so that a second opinion does not wait for that server again.
   */
  async function openSide(url: string): Promise<LedgerConnection> {
    try {
      return await sides.get(url);
    } catch (error) {
      backoff.start(url);
      report(url, messageOf(error));
      throw error;
    }
  }

  async function queryAnother<Answer>(request: LedgerRequest<Answer>, server: string): Promise<Answer> {
    const others = urls.filter((url) => nameOf(url) !== server);
    let failure = new LedgerUnavailable('No other ledger server is available');
    for (const url of others.length > 0 ? others : urls) {
      if (backoff.isBackedOff(url) || !main.isRunning()) continue;
      try {
        const current = main.current();
        return await queryOne(request, current?.url === url ? current : await openSide(url));
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  async function change(command: 'subscribe' | 'unsubscribe', accounts: readonly string[]): Promise<void> {
    await queryOne(
      {
        command,
        fields: { accounts: [...accounts] },
        timeoutMs: subscribeTimeoutMs,
        read({ error }) {
          if (error !== null) throw new LedgerUnavailable(`The ledger server returned ${error}`);
        },
      },
      await main.wait(),
    );
  }

  return {
    state: () => (main.current() ? main.newest() : null),
    fees: () => main.newest() ?? documentedFees,
    oldestTrusted() {
      const newest = main.newest();
      return newest ? newest.ledgerIndex - tolerableLag : 0;
    },
    query,
    queryAnother,
    async queryTwo(request) {
      const signed = {
        ...request,
        read: (reply: Reply, server: string) => ({ answer: request.read(reply, server), server }),
      };
      const first = await query(signed);
      if (urls.length === 1) return [first.answer];
      const late = new AbortController();
      const second = await Promise.race([
        queryAnother(signed, first.server).catch((error: unknown) => {
          if (!(error instanceof LedgerUnavailable)) throw error;
        }),
        wait(secondOpinionMs, undefined, { ref: false, signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      return second ? [first.answer, second.answer] : [first.answer];
    },
    subscribe: (accounts) => change('subscribe', accounts),
    unsubscribe: (accounts) => change('unsubscribe', accounts),
    distrust(server) {
      for (const url of urls) if (nameOf(url) === server) backoff.start(url);
      const current = main.current();
      if (current && nameOf(current.url) === server) main.drop(current, 'We no longer trust this ledger server');
    },
    listen: main.listen,
    start: main.start,
    async stop() {
      const stopped = main.stop();
      sides.close();
      await stopped;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
