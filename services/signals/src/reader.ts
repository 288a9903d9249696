import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FeedEntry } from './domain/feed.ts';
import type { Reading } from './domain/reading.ts';

/** Title, text and language, as a source returns them. */
export interface Readable {
  title: string;
  text: string;
  language: string;
}

/** Reads texts in a worker thread, outside of the event loop. */
export interface Reader {
  /**
   * Reads texts.
   * @throws Error if the thread ends before it has answered, or takes more than a minute
   */
  read(texts: readonly Readable[]): Promise<Reading[]>;
  /**
   * Parses an Atom feed. @returns null for another document
   * @throws Error if parsing takes longer than the time limit; the thread is then terminated
   */
  parseFeed(xml: string): Promise<FeedEntry[] | null>;
  close(): Promise<void>;
}

const readBudgetMs = 60_000;
/**
 * Time limit for parsing a feed.
 * A feed of 512 kB takes about 30 ms.
 * The start of the thread takes a second, or several seconds on a busy machine.
 */
const feedBudgetMs = 30_000;
/**
 * Time without requests after which the thread ends, to free its memory of about 80 MB.
 * The requests of one run follow each other within a second or two, and the next run is hours later.
 */
const idleMs = 5_000;
/** The default young generation takes 20 MB more, without being faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };
/** Number of texts per message to the thread. */
const batch = 200;

/**
 * Creates a reader with one thread.
 * The thread starts at the first request, and ends after `endAfterMs` without requests. A new thread starts at the next
 * request, or after a failure.
 */
export function createReader(budgetMs: number = feedBudgetMs, endAfterMs: number = idleMs): Reader {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function request<Answer>(message: readonly Readable[] | string, ms: number): Promise<Answer> {
    if (isClosed) throw new Error('the reader is closed');
    clearTimeout(idle);
    worker ??= new Worker(new URL('./reader-thread.ts', import.meta.url), { resourceLimits });
    const thread = worker;
    thread.unref();
    thread.postMessage(message);
    const answered = new AbortController();
    const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(ms)]);
    try {
      // `once` also rejects when the thread emits `error`, so an error ends the race.
      const ended = once(thread, 'exit', { signal }).then(() => Promise.reject(new Error('the reader has ended')));
      const [answer] = await Promise.race([once(thread, 'message', { signal }), ended]);
      ended.catch(() => {});
      return answer;
    } catch (error) {
      await end();
      throw error;
    } finally {
      answered.abort();
      idle = setTimeout(() => void end(), endAfterMs).unref();
    }
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  async function readAll(texts: readonly Readable[]): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (let from = 0; from < texts.length; from += batch)
      readings.push(...(await request<Reading[]>(texts.slice(from, from + batch), readBudgetMs)));
    return readings;
  }

  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const answer = turn.then(work);
    turn = answer.catch(() => {});
    return answer;
  }

  return {
    read: (texts) => inTurn(() => readAll(texts)),
    parseFeed: (xml) => inTurn(() => request<FeedEntry[] | null>(xml, budgetMs)),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
}
