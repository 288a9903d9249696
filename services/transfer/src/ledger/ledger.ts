import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { readClocks } from '../instant.ts';
import {
  type LedgerConnection,
  LedgerUnavailable,
  type Message,
  NotBelieved,
  openConnection,
  type Reply,
} from './connection.ts';
import {
  documentedFigures,
  type LedgerFigures,
  type LedgerState,
  readLedgerState,
  tolerableLag,
} from './ledger-state.ts';
import { createRests } from './rests.ts';
import { createSideConnections } from './side-connections.ts';

/** Something to ask a server, and how to read what it answers. */
export interface Question<Answer> {
  command: string;
  fields: Message;
  timeoutMs?: number;
  /** @throws NotBelieved when the reply contradicts itself or the question */
  read(reply: Reply, server: string): Answer;
}

export interface LedgerListener {
  /** A connection is open, perhaps after a gap: subscribe again and read what was missed. */
  connected(): void;
  /** A validated transaction of a subscribed account, as it was sent. */
  transaction(message: Message, server: string): void;
}

export interface Ledger {
  /** The newest validated ledger; null while no server tells of new ones. */
  state(): LedgerState | null;
  /** Reserve and fee as last heard, or as documented before the first ledger. */
  figures(): LedgerFigures;
  /** An answer from an older ledger than this is not believed. */
  oldestBelievable(): number;
  /**
   * Asks the connected server, and others when it fails.
   * @throws LedgerUnavailable when none of them can be read or believed
   */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
  /**
   * Asks a server other than this one; the same only where no other is configured.
   * @throws LedgerUnavailable when none of them can be read or believed
   */
  askAnother<Answer>(question: Question<Answer>, server: string): Promise<Answer>;
  /**
   * Asks the connected server and then another: whoever asks compares. One answer alone is all there is where no other
   * server is configured, or none answers soon.
   * @throws LedgerUnavailable when none of them can be read or believed
   */
  askTwo<Answer>(question: Question<Answer>): Promise<[Answer] | [Answer, Answer]>;
  /** Hears of the transactions of these accounts, for as long as this connection lasts. @throws LedgerUnavailable */
  subscribe(accounts: readonly string[]): Promise<void>;
  unsubscribe(accounts: readonly string[]): Promise<void>;
  /** Leaves a server alone for a while that told what is not so. */
  distrust(server: string): void;
  listen(listener: LedgerListener): void;
  start(): void;
  stop(): Promise<void>;
}

/** A server silent for several times what a ledger takes (3 to 5 s) is stalled. */
const defaultStalledMs = 15_000;
/** A server that served this long is forgiven what it did before. */
const goodConductMs = 60_000;
const firstConnectionMs = 3_000;
const subscribeTimeoutMs = 10_000;
const pingTimeoutMs = 2_000;
/** Somebody waits for the answer, and one server's word is better than none. */
const secondOpinionMs = 2_000;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;
/** Sent away: “threshold exceeded” (https://xrpl.org/docs/references/http-websocket-apis/api-conventions/rate-limiting). */
const policyViolation = 1008;

/**
 * One read-only connection to the XRP Ledger for everything in this process, over the first of `urls` that serves; when
 * a server fails, stalls, lags or lies, the next one takes over.
 * @param options.note is told how each server does, null for good
 */
export function createLedger(options: {
  urls: readonly string[];
  log: Logger;
  note(url: string, error: string | null): void;
  stalledMs?: number;
}): Ledger {
  const { urls, log, note, stalledMs = defaultStalledMs } = options;
  const listeners: LedgerListener[] = [];
  const rests = createRests();
  const sides = createSideConnections((url, code) => {
    if (code !== policyViolation) return;
    rests.rest(url);
    note(url, 'The ledger server sent us away');
  });
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
        left = messageOf(error);
        note(url, left);
      }
      failures = performance.now() - began > stalledMs ? 0 : failures + 1;
      if (failures >= urls.length) beginOutage();
      // The first change of server is at once; a full round without success waits, longer each time.
      const round = Math.floor(failures / urls.length);
      if (round > 0) await pause(Math.min(shortestPauseMs * 2 ** round, longestPauseMs) * (0.5 + Math.random() / 2));
    }
  }

  async function connected(): Promise<LedgerConnection> {
    if (!main && !outage && stopping && !stopping.signal.aborted) {
      await Promise.race([whenConnected.promise, wait(firstConnectionMs, undefined, { ref: false })]);
    }
    if (!main) throw new LedgerUnavailable('No ledger server can be reached');
    return main.connection;
  }

  /** Asks one server, and remembers if it is not to be believed. */
  async function askOne<Answer>(question: Question<Answer>, connection: LedgerConnection): Promise<Answer> {
    const { command, fields, timeoutMs } = question;
    try {
      const answer = question.read(await connection.request(command, fields, timeoutMs), nameOf(connection.url));
      note(connection.url, null);
      return answer;
    } catch (error) {
      if (error instanceof NotBelieved) {
        rests.rest(connection.url);
        log.warn({ why: error.message, server: hostOf(connection.url) }, 'ledger server is not believed');
      }
      if (main?.connection === connection) void reconsider(connection, error);
      // The one that has ended is told of where it ends.
      else if (error instanceof LedgerUnavailable && !connection.ended) note(connection.url, error.message);
      throw error;
    }
  }

  /** One late answer is no reason to leave a server that still answers a ping; a lie is. */
  async function reconsider(connection: LedgerConnection, error: unknown): Promise<void> {
    const drop = (reason: unknown) => {
      if (main?.connection === connection) main.drop(messageOf(reason));
    };
    if (error instanceof NotBelieved) return drop(error);
    await connection.request('ping', {}, pingTimeoutMs).catch(drop);
  }

  async function ask<Answer>(question: Question<Answer>): Promise<Answer> {
    const connection = await connected();
    try {
      return await askOne(question, connection);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      return await askAnother(question, nameOf(connection.url));
    }
  }

  /** Whoever waits for a second opinion shall not wait for a server that was away a moment ago. */
  async function openSide(url: string): Promise<LedgerConnection> {
    try {
      return await sides.get(url);
    } catch (error) {
      rests.rest(url);
      note(url, messageOf(error));
      throw error;
    }
  }

  async function askAnother<Answer>(question: Question<Answer>, server: string): Promise<Answer> {
    const others = urls.filter((url) => nameOf(url) !== server);
    let failure = new LedgerUnavailable('No other ledger server can be asked');
    for (const url of others.length > 0 ? others : urls) {
      if (rests.isResting(url) || !stopping || stopping.signal.aborted) continue;
      try {
        return await askOne(question, main?.connection.url === url ? main.connection : await openSide(url));
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  async function change(command: 'subscribe' | 'unsubscribe', accounts: readonly string[]): Promise<void> {
    await askOne(
      {
        command,
        fields: { accounts: [...accounts] },
        timeoutMs: subscribeTimeoutMs,
        read({ error }) {
          if (error !== null) throw new LedgerUnavailable(`The ledger server answered ${error}`);
        },
      },
      await connected(),
    );
  }

  return {
    state: () => (main ? newest : null),
    figures: () => newest ?? documentedFigures,
    oldestBelievable: () => (newest ? newest.ledgerIndex - tolerableLag : 0),
    ask,
    askAnother,
    async askTwo(question) {
      const signed = {
        ...question,
        read: (reply: Reply, server: string) => ({ answer: question.read(reply, server), server }),
      };
      const first = await ask(signed);
      if (urls.length === 1) return [first.answer];
      const late = new AbortController();
      const second = await Promise.race([
        askAnother(signed, first.server).catch((error: unknown) => {
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
      for (const url of urls) if (nameOf(url) === server) rests.rest(url);
      if (main && nameOf(main.connection.url) === server) main.drop('The ledger server is distrusted');
    },
    listen(listener) {
      listeners.push(listener);
    },
    start() {
      if (stopping || urls.length === 0) return;
      stopping = new AbortController();
      loop = run(stopping.signal);
    },
    async stop() {
      stopping?.abort();
      main?.drop('The ledger is no longer read');
      sides.close();
      await Promise.race([loop, wait(1_000, undefined, { ref: false })]);
    },
  };
}

/** What a server is called where its address, which may carry an access key, is nobody's business. */
export function nameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 8);
}

/** A server's address may carry an access key in its path. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
