import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Quantiles, quantiles } from './measure.ts';

/** Something that is sent, and can be read once it was dealt with. */
export interface Delivery {
  send(): Promise<Response>;
  read(): Promise<Response>;
}

const patienceMs = 30_000;

/**
 * From sending until what was sent can be read: one after the other, or so many a second, whatever became of those
 * before.
 */
export async function timeDeliveries(deliveries: readonly Delivery[], perSecond?: number): Promise<Quantiles> {
  const durations: number[] = [];
  if (perSecond === undefined) {
    for (const each of deliveries) durations.push(await time(each));
    return quantiles(durations);
  }
  const begun = performance.now();
  const all = deliveries.map(async (each, index) => {
    await wait(Math.max(0, begun + (index * 1_000) / perSecond - performance.now()));
    durations.push(await time(each));
  });
  await Promise.all(all);
  return quantiles(durations);
}

async function time({ send, read }: Delivery): Promise<number> {
  const started = performance.now();
  const sent = await send();
  if (!sent.ok) throw new Error(`${sent.url} answered ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
  for (;;) {
    const answer = await read();
    await answer.arrayBuffer();
    if (answer.ok) return performance.now() - started;
    if (performance.now() - started > patienceMs) throw new Error(`${answer.url} was not there within 30 s`);
  }
}
