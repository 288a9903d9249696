import type { Answer, Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';
import type { Logger } from '@xrp-bridge/runtime';
import { createOnDemandWorker, type OnDemandWorker } from '../on-demand-worker.ts';

export type AnswerThread = OnDemandWorker<Question, Answer>;

/** Answers questions in a worker thread, which the first question starts. */
export function createAnswerThread(product: Product, { log }: { log: Logger }): AnswerThread {
  return createOnDemandWorker({
    script: new URL('./answer-worker.ts', import.meta.url),
    options: { workerData: product },
    log,
    failure: 'question not answered',
    mostWaiting: 50,
    // The limit is generous: an answer takes only some milliseconds on an idle machine.
    replyWithinMs: 2_000,
  });
}
