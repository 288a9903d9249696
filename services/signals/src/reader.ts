import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Reading } from './domain/reading.ts';

/** What is read: a title, a text and a language, as sources give them. */
export interface Readable {
  title: string;
  text: string;
  language: string;
}

/** Reads texts beside the event loop. */
export interface Reader {
  /** @throws Error when the thread ends before it has answered, or takes more than a minute */
  read(texts: readonly Readable[]): Promise<Reading[]>;
  close(): Promise<void>;
}

const patienceMs = 60_000;
/** So many texts go to the thread at a time. */
const batch = 200;

/** One thread, started when there is something to read, and again after it has failed. */
export function createReader(): Reader {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function ask(texts: readonly Readable[]): Promise<Reading[]> {
    if (isClosed) throw new Error('the reader is closed');
    worker ??= new Worker(new URL('./reader-thread.ts', import.meta.url));
    const thread = worker;
    thread.unref();
    thread.postMessage(texts);
    const answered = new AbortController();
    const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(patienceMs)]);
    try {
      // An error of the thread rejects both.
      const ended = once(thread, 'exit', { signal }).then(() => Promise.reject(new Error('the reader has ended')));
      const [readings] = await Promise.race([once(thread, 'message', { signal }), ended]);
      ended.catch(() => {});
      return readings;
    } catch (error) {
      worker = undefined;
      await thread.terminate();
      throw error;
    } finally {
      answered.abort();
    }
  }

  async function readAll(texts: readonly Readable[]): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (let from = 0; from < texts.length; from += batch)
      readings.push(...(await ask(texts.slice(from, from + batch))));
    return readings;
  }

  return {
    read(texts) {
      const answer = turn.then(() => readAll(texts));
      turn = answer.catch(() => {});
      return answer;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
