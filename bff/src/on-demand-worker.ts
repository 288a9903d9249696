import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Logger } from '@xrp-bridge/runtime';

export interface OnDemandWorker<Request, Reply> {
  /** Starts the thread, so that the next request need not wait for it. */
  start(): void;
  /** Returns null if too many requests are waiting, or if there is no reply in time. */
  request(request: Request): Promise<Reply | null>;
  close(): Promise<void>;
}

interface PendingRequest<Request, Reply> {
  request: Request;
  resolve(reply: Reply | null): void;
}

/** Time limit of a thread's first reply, which includes loading its code. */
const startWithinMs = 20_000;
/** The thread ends after this time without a request, so that its memory is returned. */
const endAfterMs = 5 * 60_000;

/**
 * Handles requests one by one in a worker thread, which the first request starts.
 * The thread posts one message per request. If the thread hangs or dies, its current request gets no reply and the next
 * request starts a new thread.
 */
export function createOnDemandWorker<Request, Reply>({
  script,
  options,
  log,
  failure,
  mostWaiting,
  replyWithinMs,
  idleMs = endAfterMs,
}: {
  script: URL | string;
  options?: WorkerOptions;
  log: Logger;
  /** The log message about a request without a reply. */
  failure: string;
  mostWaiting: number;
  replyWithinMs: number;
  idleMs?: number;
}): OnDemandWorker<Request, Reply> {
  const waiting: PendingRequest<Request, Reply>[] = [];
  let current: PendingRequest<Request, Reply> | null = null;
  let worker: Worker | null = null;
  let hasReplied = false;
  let deadline: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function startWorker(): Worker {
    const started = new Worker(script, { execArgv: [], ...options });
    const whileCurrent = (act: () => void) => () => started === worker && act();
    hasReplied = false;
    started.on('message', (reply: Reply) => started === worker && settle(reply));
    // The log gets neither the request nor the error, which may contain the request.
    started.on(
      'error',
      whileCurrent(() => giveUp('the thread failed')),
    );
    started.on(
      'exit',
      whileCurrent(() => giveUp('the thread ended')),
    );
    // The thread must not prevent the process from ending.
    started.unref();
    return started;
  }

  function giveUp(reason: string): void {
    log.warn({ reason }, failure);
    endWorker();
    settle(null);
  }

  function endWorker(): void {
    const last = worker;
    worker = null;
    void last?.terminate();
  }

  function settle(reply: Reply | null): void {
    clearTimeout(deadline);
    hasReplied ||= reply !== null;
    current?.resolve(reply);
    current = null;
    next();
  }

  function next(): void {
    if (current || closed) return;
    current = waiting.shift() ?? null;
    clearTimeout(idle);
    if (!current) {
      if (worker) idle = setTimeout(endWorker, idleMs).unref();
      return;
    }
    worker ??= startWorker();
    worker.postMessage(current.request);
    deadline = setTimeout(() => giveUp('its time was up'), hasReplied ? replyWithinMs : startWithinMs);
  }

  return {
    start() {
      if (closed || current) return;
      worker ??= startWorker();
      next();
    },
    request(request) {
      if (closed || waiting.length >= mostWaiting) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting.push({ request, resolve });
        next();
      });
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const last = worker;
      worker = null;
      for (const { resolve } of waiting.splice(0)) resolve(null);
      settle(null);
      await last?.terminate();
    },
  };
}
