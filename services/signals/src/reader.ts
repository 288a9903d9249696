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

/** One thread, started when there is something to read, and again after it has failed. */
export function createReader(): Reader {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function ask(texts: readonly Readable[]): Promise<Reading[]> {
    const thread = (worker ??= new Worker(new URL('./reader-thread.ts', import.meta.url)));
    thread.unref();
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => fail(new Error('reading takes too long')), patienceMs);
      const done = () => {
        clearTimeout(giveUp);
        thread.removeAllListeners();
      };
      const fail = (error: Error) => {
        done();
        worker = undefined;
        void thread.terminate();
        reject(error);
      };
      thread.once('error', fail);
      thread.once('exit', (code) => fail(new Error(`the reader ended with ${code}`)));
      thread.once('message', (readings: Reading[]) => {
        done();
        resolve(readings);
      });
      thread.postMessage(texts);
    });
  }

  return {
    read(texts) {
      const answer = turn.then(() => (texts.length === 0 ? [] : ask(texts)));
      turn = answer.catch(() => {});
      return answer;
    },
    async close() {
      await turn;
      await worker?.terminate();
    },
  };
}
