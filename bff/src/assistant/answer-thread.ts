import { Worker } from 'node:worker_threads';
import type { Answer, Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';
import type { Logger } from '@xrp-bridge/runtime';

export interface AnswerThread {
  /** Gives null where too many ask at once, and where no answer is found in time. */
  answer(question: Question): Promise<Answer | null>;
  close(): Promise<void>;
}

interface Asked {
  question: Question;
  resolve(answer: Answer | null): void;
}

/** For the first answer of a thread, which reads all that we know first. */
const startWithinMs = 20_000;
const mostWaiting = 50;

/**
 * Answers questions one after the other in a thread of its own, which the first question starts. A thread that hangs or
 * dies costs its question an answer, and the next question starts another.
 */
export function createAnswerThread(
  product: Product,
  { log }: { log: Logger },
  {
    script = new URL('./answer-worker.ts', import.meta.url),
    answerWithinMs = 2_000,
  }: {
    script?: URL;
    /** An answer takes some milliseconds on a machine with nothing else to do. */
    answerWithinMs?: number;
  } = {},
): AnswerThread {
  const waiting: Asked[] = [];
  let underWay: Asked | null = null;
  let worker: Worker | null = null;
  let deadline: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Worker {
    const started = new Worker(script, { workerData: product, execArgv: [] });
    const whileCurrent = (act: () => void) => () => started === worker && act();
    started.on('message', (answer: Answer) => started === worker && settle(answer));
    // Neither the question nor what was thrown, which may hold it, reaches the log.
    started.on(
      'error',
      whileCurrent(() => giveUp('the thread failed')),
    );
    started.on(
      'exit',
      whileCurrent(() => giveUp('the thread ended')),
    );
    started.unref();
    return started;
  }

  function giveUp(reason: string): void {
    log.warn({ reason }, 'a question stayed without an answer');
    void worker?.terminate();
    worker = null;
    settle(null);
  }

  function settle(answer: Answer | null): void {
    clearTimeout(deadline);
    underWay?.resolve(answer);
    underWay = null;
    next();
  }

  function next(): void {
    if (underWay || closed) return;
    underWay = waiting.shift() ?? null;
    if (!underWay) return;
    const isNew = worker === null;
    worker ??= start();
    worker.postMessage(underWay.question);
    deadline = setTimeout(() => giveUp('its time was up'), isNew ? startWithinMs : answerWithinMs);
  }

  return {
    answer(question) {
      if (closed || waiting.length >= mostWaiting) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting.push({ question, resolve });
        next();
      });
    },
    async close() {
      closed = true;
      const last = worker;
      worker = null;
      for (const { resolve } of waiting.splice(0)) resolve(null);
      settle(null);
      await last?.terminate();
    },
  };
}
