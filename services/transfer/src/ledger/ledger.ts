import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { type LedgerConnection, LedgerUnavailable, type Message, NotBelieved, type Reply } from './connection.ts';
import { documentedFigures, type LedgerFigures, type LedgerState, tolerableLag } from './ledger-state.ts';
import { type LedgerListener, openMainConnection, policyViolation } from './main-connection.ts';
import { createRests } from './rests.ts';
import { hostOf, nameOf } from './server-names.ts';
import { createSideConnections } from './side-connections.ts';

/** Something to ask a server, and how to read what it answers. */
export interface Question<Answer> {
  command: string;
  fields: Message;
  timeoutMs?: number;
  /** @throws NotBelieved when the reply contradicts itself or the question */
  read(reply: Reply, server: string): Answer;
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

const subscribeTimeoutMs = 10_000;
const pingTimeoutMs = 2_000;
/** Somebody waits for the answer, and one server's word is better than none. */
const secondOpinionMs = 2_000;

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
  firstRestMs?: number;
}): Ledger {
  const { urls, log, note } = options;
  const rests = createRests({ firstRestMs: options.firstRestMs });
  const sides = createSideConnections((url, code) => {
    if (code !== policyViolation) return;
    rests.rest(url);
    note(url, 'The ledger server sent us away');
  });
  const main = openMainConnection({ ...options, rests });

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
      if (main.current() === connection) void reconsider(connection, error);
      // The one that has ended is told of where it ends.
      else if (error instanceof LedgerUnavailable && !connection.ended) note(connection.url, error.message);
      throw error;
    }
  }

  /** One late answer is no reason to leave a server that still answers a ping; a lie is. */
  async function reconsider(connection: LedgerConnection, error: unknown): Promise<void> {
    const drop = (reason: unknown) => main.drop(connection, messageOf(reason));
    if (error instanceof NotBelieved) return drop(error);
    await connection.request('ping', {}, pingTimeoutMs).catch(drop);
  }

  async function ask<Answer>(question: Question<Answer>): Promise<Answer> {
    const connection = await main.wait();
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
      if (rests.isResting(url) || !main.isRunning()) continue;
      try {
        const current = main.current();
        return await askOne(question, current?.url === url ? current : await openSide(url));
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
      await main.wait(),
    );
  }

  return {
    state: () => (main.current() ? main.newest() : null),
    figures: () => main.newest() ?? documentedFigures,
    oldestBelievable() {
      const newest = main.newest();
      return newest ? newest.ledgerIndex - tolerableLag : 0;
    },
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
      const current = main.current();
      if (current && nameOf(current.url) === server) main.drop(current, 'The ledger server is distrusted');
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
