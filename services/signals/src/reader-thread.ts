import { parentPort } from 'node:worker_threads';
import { parseFeed } from './domain/feed.ts';
import { readText } from './domain/reading.ts';
import type { Readable } from './reader.ts';

parentPort?.on('message', (request: Readable[] | string) => {
  parentPort?.postMessage(
    typeof request === 'string'
      ? parseFeed(request)
      : request.map(({ title, text, language }) => readText(title, text, language)),
  );
});
