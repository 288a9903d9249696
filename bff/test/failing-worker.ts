import { parentPort, threadId } from 'node:worker_threads';

/**
 * A worker that hangs, exits or throws if the request is 'hang', 'die' or 'fail'.
 * Replies to 'thread' with its id, and repeats any other request.
 */
parentPort?.on('message', (request: string) => {
  if (request === 'hang') for (;;);
  if (request === 'die') process.exit(1);
  if (request === 'fail') throw new Error(`cannot read: ${request}`);
  parentPort?.postMessage(request === 'thread' ? `thread ${threadId}` : request);
});
