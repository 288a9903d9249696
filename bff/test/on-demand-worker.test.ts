import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAnswerThread } from '../src/assistant/answer-thread.ts';
import { createOnDemandWorker, type OnDemandWorker } from '../src/on-demand-worker.ts';

const logged: string[] = [];
const log = createLogger({ level: 'trace', to: { write: (line) => void logged.push(line) } });
let worker: OnDemandWorker<string, string>;
afterEach(async () => {
  await worker.close();
  logged.length = 0;
});

/** Creates a worker that hangs, exits or throws if the request is 'hang', 'die' or 'fail'. */
function createFailing(options: Partial<Parameters<typeof createOnDemandWorker>[0]> = {}) {
  const script = new URL('./failing-worker.ts', import.meta.url);
  const failure = 'no reply';
  worker = createOnDemandWorker({ script, log, failure, mostWaiting: 50, replyWithinMs: 60_000, ...options });
  return worker;
}

describe('the worker on demand', () => {
  it.each([
    ['makes it hang', 'hang', 'its time was up'],
    ['makes it exit', 'die', 'the thread ended'],
    ['makes it throw', 'fail', 'the thread failed'],
  ])('is replaced if a request %s, and the new thread handles the next request', async (_what, request, reason) => {
    createFailing(request === 'hang' ? { replyWithinMs: 500 } : {});
    await worker.request('one');
    expect(await Promise.all([worker.request(request), worker.request('two')])).toEqual([null, 'two']);
    expect(logged.map((line) => JSON.parse(line).reason)).toEqual([reason]);
    expect(logged.join()).not.toContain('cannot read');
  });

  it('does not block the main thread while it handles a request', async () => {
    createFailing({ replyWithinMs: 500 });
    await worker.request('one');
    let isAnswered = false;
    const reply = worker.request('hang').finally(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(isAnswered).toBe(false);
    await reply;
  });

  it('refuses a request immediately if its queue is full', async () => {
    createFailing({ mostWaiting: 3 });
    const pending = Array.from({ length: 4 }, () => worker.request('hang'));
    expect(await worker.request('one too many')).toBeNull();
    await worker.close();
    expect(await Promise.all(pending)).toEqual(Array(4).fill(null));
  });

  it('handles no request after it was closed', async () => {
    await createFailing().close();
    worker.start();
    expect(await worker.request('one')).toBeNull();
  });

  it('ends an idle thread, and starts another one for the next request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      createFailing({ idleMs: 60_000 });
      worker.start();
      const first = await worker.request('thread');
      await vi.advanceTimersByTimeAsync(59_000);
      expect(await worker.request('thread')).toBe(first);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await worker.request('thread')).not.toBe(first);
      expect(logged).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the answer thread', () => {
  it('answers from our guides', async () => {
    const product = {
      name: 'Some Bridge',
      support: { email: 'help@bridge.test', hours: '', response: '' },
      manualPayments: [],
      usesModel: false,
      conciergeOffered: true,
    };
    const thread = createAnswerThread(product, { log });
    const answer = await thread.request({ question: 'What do you do?' });
    expect(answer?.response).toMatch(/^Some Bridge guides you/);
    await thread.close();
  });
});
