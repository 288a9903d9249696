import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

/** A load at a fixed rate. Like many independent customers, it does not wait for answers. */
export interface OpenLoad {
  url: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  perSecond: number;
  seconds: number;
}

export interface Answers {
  /**
   * The number of sent requests.
   * The load generator shares the CPU with the product and may not reach `perSecond`.
   */
  sent: number;
  /** Milliseconds until the answer, by status. The status 0 means that there was no answer. */
  msByStatus: Record<number, number[]>;
  /** The number of answers with the status 503 and without a `Retry-After`. */
  withoutRetryAfter: number;
}

const timeoutMs = 20_000;
/**
 * Number of connections, each with one request at a time.
 * Like a reverse proxy, the load opens them before it begins. Otherwise the bench would measure how fast Node accepts
 * connections: one per iteration of the event loop.
 */
const connections = 1_000;
const tickMs = 5;

/** Prepares a load in a worker thread, so that other measurements do not delay it. */
export async function openLoad(load: OpenLoad): Promise<{ send(): Promise<Answers> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  const receive = async <Message>() => {
    const [message] = await once(worker, 'message');
    return message as Message;
  };
  await receive();
  return {
    send() {
      worker.postMessage('send');
      return receive<Answers>();
    },
  };
}

async function send({ url, path, headers, body, perSecond, seconds }: OpenLoad): Promise<Answers> {
  const pool = new Pool(url, { connections, keepAliveTimeout: 60_000 });
  const open = async () => (await pool.request({ method: 'GET', path: '/livez' })).body.dump();
  await Promise.all(Array.from({ length: connections }, open));
  const answers: Answers = { sent: 0, msByStatus: {}, withoutRetryAfter: 0 };
  const underWay = new Set<Promise<void>>();

  async function sendOne(): Promise<void> {
    const began = performance.now();
    let status = 0;
    try {
      const answer = await pool.request({
        method: 'POST',
        path,
        headers,
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body.dump();
      status = answer.statusCode;
      if (status === 503 && !answer.headers['retry-after']) answers.withoutRetryAfter++;
    } catch {}
    const times = answers.msByStatus[status] ?? [];
    answers.msByStatus[status] = times;
    times.push(performance.now() - began);
  }

  parentPort?.postMessage('open');
  await once(parentPort as MessagePort, 'message');
  const began = performance.now();
  let due = 0;
  for (;;) {
    const elapsedS = (performance.now() - began) / 1_000;
    if (elapsedS >= seconds) break;
    for (const target = elapsedS * perSecond; due < target; due++) {
      if (underWay.size >= connections) continue;
      answers.sent++;
      const one = sendOne().finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await wait(tickMs);
  }
  await Promise.all(underWay);
  await pool.destroy();
  return answers;
}

if (!isMainThread) parentPort?.postMessage(await send(workerData as OpenLoad));
