import { parentPort } from 'node:worker_threads';
import { parseFeed } from './domain/feed.ts';
import { readText } from './domain/reading.ts';
import type { Readable } from './reader.ts';

parentPort?.on('message', (asked: Readable[] | string) => {
  parentPort?.postMessage(
    typeof asked === 'string'
      ? parseFeed(asked)
      : asked.map(({ title, text, language }) => readText(title, text, language)),
  );
});
