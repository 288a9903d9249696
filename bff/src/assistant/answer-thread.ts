import { Worker } from 'node:worker_threads';
import type { Answer, Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';
import type { Logger } from '@xrp-bridge/runtime';

export interface AnswerThread {
  /** Returns null if too many questions are waiting, or if no answer is found in time. */
  answer(question: Question): Promise<Answer | null>;
  close(): Promise<void>;
}

interface PendingQuestion {
  question: Question;
  resolve(answer: Answer | null): void;
}

/** Time limit of a thread's first answer, which includes loading all content. */
const startWithinMs = 20_000;
const mostWaiting = 50;

/**
 * Answers questions one by one in a worker thread, which the first question starts.
 * If the thread hangs or dies, its current question gets no answer and the next question starts a new thread.
 */
export function createAnswerThread(
  product: Product,
  { log }: { log: Logger },
  {
    script = new URL('./answer-worker.ts', import.meta.url),
    answerWithinMs = 2_000,
  }: {
    script?: URL;
    /** The default is generous: an answer takes only some milliseconds on an idle machine. */
    answerWithinMs?: number;
  } = {},
): AnswerThread {
  const waiting: PendingQuestion[] = [];
  let current: PendingQuestion | null = null;
  let worker: Worker | null = null;
  let deadline: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Worker {
    const started = new Worker(script, { workerData: product, execArgv: [] });
    const whileCurrent = (act: () => void) => () => started === worker && act();
    started.on('message', (answer: Answer) => started === worker && settle(answer));
    // The log gets neither the question nor the error, which may contain the question.
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
    log.warn({ reason }, 'question not answered');
    void worker?.terminate();
    worker = null;
    settle(null);
  }

  function settle(answer: Answer | null): void {
    clearTimeout(deadline);
    current?.resolve(answer);
    current = null;
    next();
  }

  function next(): void {
    if (current || closed) return;
    current = waiting.shift() ?? null;
    if (!current) return;
    const isNew = worker === null;
    worker ??= start();
    worker.postMessage(current.question);
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
