import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnswerThread, createAnswerThread } from '../../src/assistant/answer-thread.ts';

const product = {
  name: 'Some Bridge',
  support: { email: 'help@bridge.test', hours: '', response: '' },
  manualPayments: [],
  usesModel: false,
  conciergeOffered: true,
};
const logged: string[] = [];
let thread: AnswerThread | undefined;
afterEach(async () => {
  await thread?.close();
  logged.length = 0;
});

function startThread(options?: Parameters<typeof createAnswerThread>[2]): AnswerThread {
  const log = createLogger({ level: 'trace', to: { write: (line) => void logged.push(line) } });
  thread = createAnswerThread(product, { log }, options);
  return thread;
}

/** Starts a thread that hangs, exits or throws if the question is 'hang', 'die' or 'fail'. */
function startFailing(answerWithinMs = 500): AnswerThread {
  return startThread({ script: new URL('./failing-worker.ts', import.meta.url), answerWithinMs });
}

const ask = async (question: string) => (await thread?.answer({ question }))?.response;

describe('the answer thread', () => {
  it('answers from our guides', async () => {
    startThread();
    expect(await ask('What do you do?')).toMatch(/^Some Bridge guides you/);
  });

  it.each([
    ['makes it hang', 'hang', 'its time was up'],
    ['makes it exit', 'die', 'the thread ended'],
    ['makes it throw', 'fail', 'the thread failed'],
  ])('is replaced if a question %s, and the new thread answers the next question', async (_what, question, reason) => {
    startFailing(question === 'hang' ? 500 : 60_000);
    await thread?.answer({ question: 'one' });
    expect(await Promise.all([ask(question), ask('two')])).toEqual([undefined, 'two']);
    expect(logged.map((line) => JSON.parse(line).reason)).toEqual([reason]);
    expect(logged.join()).not.toContain('cannot read');
  });

  it('does not block the main thread while it computes an answer', async () => {
    startFailing();
    await ask('one');
    let isAnswered = false;
    const answer = ask('hang').finally(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(isAnswered).toBe(false);
    await answer;
  });

  it('refuses a question immediately if its queue is full', async () => {
    startFailing();
    const pending = Array.from({ length: 51 }, () => ask('hang'));
    expect(await ask('one too many')).toBeUndefined();
    await thread?.close();
    expect(await Promise.all(pending)).toEqual(Array(51).fill(undefined));
  });

  it('returns no answer after it was closed', async () => {
    await startFailing().close();
    expect(await ask('one')).toBeUndefined();
  });
});
