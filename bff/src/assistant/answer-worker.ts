import { parentPort, workerData } from 'node:worker_threads';
import { answerQuestion, type Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';

// Reading a question takes too long for the thread that serves everybody: it is done in this one.
const product = workerData as Product;
parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerQuestion(question, product)));
