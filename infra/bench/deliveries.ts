import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** A request, and a read that succeeds once the request has been processed. */
export interface Delivery {
  send(): Promise<Response>;
  read(): Promise<Response>;
}

const timeoutMs = 30_000;
/**
 * Pause between two polls while many deliveries are pending.
 * Polling without a pause would take CPU time from the product and slow it down. A single delivery is polled without a
 * pause.
 */
const pauseMs = 3;

/**
 * Returns the milliseconds from each `send` until `read` succeeds.
 * Without `perSecond`, deliveries run one after the other. With `perSecond`, they start at this rate, independent of
 * earlier deliveries.
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
    if (ms > timeoutMs) throw new Error(`${answer.url} was not there within 30 s`);
  }
}
