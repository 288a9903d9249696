import { parentPort } from 'node:worker_threads';

/**
 * A worker that hangs, exits or throws if the question is 'hang', 'die' or 'fail', and otherwise
 * repeats the question.
 */
parentPort?.on('message', ({ question }: { question: string }) => {
  if (question === 'hang') for (;;);
  if (question === 'die') process.exit(1);
  if (question === 'fail') throw new Error(`cannot read: ${question}`);
  parentPort?.postMessage({ response: question });
});
