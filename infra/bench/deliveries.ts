import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Something that is sent, and can be read once it was dealt with. */
export interface Delivery {
  send(): Promise<Response>;
  read(): Promise<Response>;
}

const patienceMs = 30_000;
/**
 * Between two looks, where many are under way: to look without a pause takes the processor from what is looked for, and
 * the more of it the longer that takes. One that is alone is looked for without.
 */
const pauseMs = 3;

/**
 * Returns the milliseconds from sending until what was sent can be read: one after the other, or so many a second, whatever
 * became of those before.
 */
export async function timeDeliveries(deliveries: readonly Delivery[], perSecond?: number): Promise<number[]> {
  if (perSecond === undefined) {
    const timed: number[] = [];
    for (const each of deliveries) timed.push(await time(each));
    return timed;
  }
  const begun = performance.now();
  return Promise.all(
    deliveries.map(async (each, index) => {
      await wait(Math.max(0, begun + (index * 1_000) / perSecond - performance.now()));
      return time(each, pauseMs);
    }),
  );
}

async function time({ send, read }: Delivery, pauseMs = 0): Promise<number> {
  const started = performance.now();
  const sent = await send();
  if (!sent.ok) throw new Error(`${sent.url} answered ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
  for (;;) {
    const answer = await read();
    await answer.arrayBuffer();
    const ms = performance.now() - started;
    if (answer.ok) return ms;
    if (pauseMs > 0) await wait(pauseMs);
    if (ms > patienceMs) throw new Error(`${answer.url} was not there within 30 s`);
  }
}
