import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { confirmIntent } from './calls.ts';
import { scaled } from './run.ts';

const throughput = { customers: 20, seconds: scaled(30, 5), warmUpSeconds: scaled(10, 2) };
/** The page polls at this interval while it receives no event (`useLiveTransfer`). */
const pollMs = 5_000;
/** A browser gives up a request after this time. */
const requestTimeoutMs = 20_000;
/** A paid journey without a guide, a receipt or a sale after this time is lost. */
export const lostAfterMs = 120_000;

export interface Journey {
  id: string;
  email: string;
  /** The time from the payment to the readable guide; undefined if there was none. */
  guideMs?: number;
}

/** Customers, and what happened to them. */
export interface Customers {
  /** Runs one journey with the requests of the pages: choose, pay, read the guide. */
  pay(): Promise<void>;
  /** The journeys that were paid at the provider. */
  paid: readonly Journey[];
  /** The requests without an answer, or with an answer that the customer did not cause. */
  dropped: readonly { at: number; message: string }[];
}

/** Creates the customers of a product, which sends their requests over HTTP. */
export function createCustomers({ url, sandboxUrl }: { url: string; sandboxUrl: string }): Customers {
  const paid: Journey[] = [];
  const dropped: { at: number; message: string }[] = [];
  let count = 0;

  /** Sends a request. @returns undefined if it was dropped */
  async function request(to: string, options: RequestInit, expected: readonly number[]): Promise<Response | undefined> {
    const drop = (message: string) => {
      dropped.push({ at: performance.now(), message: `${options.method ?? 'GET'} ${to}: ${message}` });
      return undefined;
    };
    try {
      const answer = await fetch(to, { ...options, signal: AbortSignal.timeout(requestTimeoutMs) });
      return expected.includes(answer.status) ? answer : drop(`${answer.status} ${await answer.text()}`);
    } catch (error) {
      return drop(String((error as Error).cause ?? error));
    }
  }

  const post = (body: unknown, cookie = ''): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

  async function pay(): Promise<void> {
    const email = `customer-${++count}@example.com`;
    const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00', email };
    const created = await request(`${url}/api/transfers`, post(order), [201]);
    if (!created) return;
    const cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { id } = (await created.json()) as { id: string };
    const transfer = `${url}/api/transfers/${id}`;
    await (await request(transfer, { headers: { cookie } }, [200]))?.arrayBuffer();
    const events = new EventSource(`${transfer}/events`, {
      fetch: (to, options) => fetch(to, { ...options, headers: { ...options.headers, cookie } }),
    });
    try {
      const opened = await request(`${url}/api/create-payment-intent`, post({ transferId: id }, cookie), [200]);
      if (!opened) return;
      const { clientSecret } = (await opened.json()) as { clientSecret: string };
      await confirmIntent(sandboxUrl, clientSecret);
      const journey: Journey = { id, email };
      paid.push(journey);
      const began = performance.now();
      await (await request(`${transfer}/complete`, { method: 'POST', headers: { cookie } }, [200]))?.arrayBuffer();
      while (performance.now() - began < lostAfterMs) {
        const changed = new Promise((resolve) => events.addEventListener('status', resolve, { once: true }));
        const answer = await request(`${url}/api/transfer-instructions/${id}`, { headers: { cookie } }, [200, 402]);
        await answer?.arrayBuffer();
        if (answer?.status === 200) {
          journey.guideMs = performance.now() - began;
          return;
        }
        await Promise.race([changed, wait(pollMs)]);
      }
    } finally {
      events.close();
    }
  }

  return { pay, paid, dropped };
}

/** Returns the paid journeys per second of customers who each begin the next journey when one ends. */
export async function measureThroughput({ pay, paid }: Customers): Promise<number> {
  const run = async (seconds: number) => {
    const before = paid.length;
    const end = performance.now() + seconds * 1_000;
    const began = performance.now();
    const loop = async () => {
      while (performance.now() < end) await pay();
    };
    await Promise.all(Array.from({ length: throughput.customers }, loop));
    return ((paid.length - before) * 1_000) / (performance.now() - began);
  };
  await run(throughput.warmUpSeconds);
  return run(throughput.seconds);
}

/** Starts customers at a fixed rate, and takes a sample at each interval. */
export function startLoad(
  { pay }: Customers,
  {
    perSecond,
    sampleEverySeconds,
    sample,
  }: { perSecond: number; sampleEverySeconds: number; sample: () => Promise<void> },
) {
  const ending = new AbortController();
  const underWay: Promise<void>[] = [];

  const repeat = async (everyMs: number, work: () => Promise<void> | void) => {
    const began = performance.now();
    for (let turn = 0; !ending.signal.aborted; ) {
      await work();
      // Turns that fall into the work are left out.
      turn = Math.max(turn + 1, Math.ceil((performance.now() - began) / everyMs));
      const dueMs = began + turn * everyMs - performance.now();
      await wait(Math.max(0, dueMs), undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const load = repeat(1_000 / perSecond, () => {
    const one = pay();
    // `end` throws the error.
    one.catch(() => undefined);
    underWay.push(one);
  });
  const sampling = repeat(sampleEverySeconds * 1_000, sample);
  // An unhandled rejection would end this process without stopping the product. `end` throws the error.
  sampling.catch(() => undefined);
  return {
    /** Ends the load and waits for its customers. */
    async end(): Promise<void> {
      ending.abort();
      await Promise.all([load, sampling]);
      await Promise.all(underWay);
    },
  };
}
