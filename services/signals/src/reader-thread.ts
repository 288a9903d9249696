import { parentPort } from 'node:worker_threads';
import { readText } from './domain/reading.ts';
import type { Readable } from './reader.ts';

parentPort?.on('message', (texts: Readable[]) => {
  parentPort?.postMessage(texts.map(({ title, text, language }) => readText(title, text, language)));
});
