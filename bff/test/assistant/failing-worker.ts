import { parentPort } from 'node:worker_threads';

/** Answers as it is told to: hangs, dies, fails, or repeats the question. */
parentPort?.on('message', ({ question }: { question: string }) => {
  if (question === 'hang') for (;;);
  if (question === 'die') process.exit(1);
  if (question === 'fail') throw new Error(`cannot read: ${question}`);
  parentPort?.postMessage({ response: question });
});
