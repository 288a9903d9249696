import { parentPort, workerData } from 'node:worker_threads';
import { answerQuestion, type Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';

// Runs in a worker thread, because a search would block all other requests of the main thread.
const product = workerData as Product;
parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerQuestion(question, product)));
