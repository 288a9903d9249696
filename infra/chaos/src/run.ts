import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrowser } from '../../simulate/src/browser.ts';
import { createRandom, type Random } from '../../simulate/src/random.ts';
import { createCustomer, requestTimeoutMs, send, visit } from './customers.ts';
import { type Installation, operatorPassword } from './installation.ts';
import type { Turn } from './plan.ts';
import { findViolations, type Violation } from './violations.ts';

const providers = ['stripe', 'smtp', 'xrpl'] as const;
const providerFaults = ['down', 'slow', 'error', 'rate-limited'] as const;
const providerFaultSeconds = { pause: [5, 20], lasts: [3, 30] } as const;
const recoveryTimeoutMs = 180_000;
/** A request that has no answer after this time counts as not ready. */
const probeTimeoutMs = 5_000;
/**
 * Maximum time from the last fault to the end of the last visit, and from there until nothing waits.
 * Longer than the six minutes after which a mail is sent again whose process was killed.
 */
const settleTimeoutMs = 600_000;
/** The same for a short run, whose faults kill no process that sends a mail. */
const shortSettleTimeoutMs = 60_000;
/** Lost jobs are added again within a minute, so a second receipt may be that late. */
const repeatedAfterMs = 75_000;
const pollMs = 500;
const restPollMs = 2_000;

export interface Result {
  journeys: number;
  paid: number;
  arrived: number;
  refunded: number;
  /** Number of requests that customers repeated, by what the product had answered. */
  repeats: Record<string, number>;
  faults: number;
  providerFaults: number;
  /** Number of times that a process has ended by itself. */
  exits: number;
  /** Longest time from the end of a fault until the product was ready again. */
  recoverySeconds: number;
  /** Time from the end of the faults and journeys until nothing was waiting. */
  restSeconds: number;
  violations: string[];
}

export interface Options {
  seed: string;
  journeys: number;
  turns: readonly Turn[];
  signal: AbortSignal;
  /** Customers come at once and hardly pause, third parties do not fail, and the end is checked once. */
  isShort?: boolean;
}

/**
 * Runs customers and faults on a product, and checks the invariants at the end.
 * @throws Error if the product does not recover from a fault, or if the third parties end
 */
export async function runChaos(
  installation: Installation,
  { seed, journeys, turns, signal, isShort = false }: Options,
): Promise<Result> {
  const { url, sandboxUrl, countExits } = installation;
  const periodMs = turns.reduce((sum, { afterMs, forMs }) => sum + afterMs + forMs, 0);
  const pace = isShort ? 0.02 : 1;
  const timeoutMs = isShort ? shortSettleTimeoutMs : settleTimeoutMs;
  const operator = createBrowser(requestTimeoutMs);
  const signedIn = await send(operator, ['POST', `${url}/api/operator/session`, { password: operatorPassword }]);
  if (signedIn.status !== 204) throw new Error(`signing in answered ${signedIn.status}`);

  const people = Array.from({ length: journeys }, (_, place) => createCustomer(seed, place));
  const customers = people.map(({ customer }) => customer);
  const visiting = Promise.allSettled(
    people.map(async ({ customer, random }) => {
      await wait(pace * random.between(0, periodMs), undefined, { signal });
      await visit(customer, { url, sandboxUrl }, { operator, random, pace });
    }),
  );
  const ending = new AbortController();
  const eitherSignal = AbortSignal.any([signal, ending.signal]);
  const disturbing = isShort
    ? Promise.resolve(0)
    : disturbProviders(createRandom(`${seed} providers`), sandboxUrl, eitherSignal);
  disturbing.catch(() => ending.abort());
  const turning = runTurns(turns, installation, eitherSignal).finally(() => ending.abort());
  await Promise.allSettled([disturbing, turning]);
  const [providerFaults, recoveryMs] = [await disturbing, await turning];
  // Customers who are still waiting then are violations.
  await Promise.race([visiting, wait(timeoutMs, undefined, { signal, ref: false })]);

  // A process that cannot start may leave the product without a database.
  const find = () =>
    findViolations(installation, customers, operator).catch((error) => [{ text: String(error), isPermanent: false }]);
  const restedAt = performance.now();
  let violations = await waitForRest(find, timeoutMs, signal);
  const restSeconds = inSeconds(performance.now() - restedAt);
  if (violations.length === 0 && !isShort) {
    await wait(repeatedAfterMs, undefined, { signal });
    violations = await find();
  }
  return {
    journeys,
    paid: customers.filter(({ paid }) => paid > 0).length,
    arrived: customers.filter(({ hasArrived }) => hasArrived).length,
    refunded: customers.filter(({ isRefunded }) => isRefunded).length,
    repeats: addUp(customers.map(({ repeats }) => repeats)),
    faults: turns.length,
    providerFaults,
    exits: countExits(),
    recoverySeconds: inSeconds(recoveryMs),
    restSeconds,
    violations: violations.map(({ text }) => text),
  };
}

/** Runs the turns one after the other. @returns the longest recovery, in milliseconds */
async function runTurns(turns: readonly Turn[], installation: Installation, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  let longestMs = 0;
  for (const turn of turns) {
    await runTurn(turn, startedAt, signal);
    longestMs = Math.max(longestMs, await timeRecovery(installation, turn.fault.name, signal));
  }
  return longestMs;
}

/** Waits, lets the fault happen, and repairs it. */
async function runTurn({ fault, afterMs, forMs }: Turn, startedAt: number, signal: AbortSignal): Promise<void> {
  await wait(afterMs, undefined, { signal });
  console.log(`  ${inSeconds(performance.now() - startedAt)} s: ${fault.name}, for ${inSeconds(forMs)} s`);
  try {
    await fault.begin();
    await wait(forMs, undefined, { signal });
  } finally {
    await fault.end();
  }
}

/**
 * Makes one third party after the other fail, and repairs all of them at the end.
 * Returns the number of failures.
 */
async function disturbProviders(random: Random, sandboxUrl: string, signal: AbortSignal): Promise<number> {
  const browser = createBrowser(requestTimeoutMs);
  const set = (provider: string, kind: string, forMs: number) =>
    browser.send('POST', `${sandboxUrl}/_sandbox/faults`, { provider, kind, forMs: Math.round(forMs) });
  const { pause, lasts } = providerFaultSeconds;
  let count = 0;
  for (; !signal.aborted; count++) {
    const forMs = 1_000 * random.between(...lasts);
    await set(random.pick(providers), random.pick(providerFaults), forMs);
    await wait(forMs + 1_000 * random.between(...pause), undefined, { signal }).catch(() => undefined);
  }
  for (const provider of providers) await set(provider, 'down', 0);
  return count;
}

/** Waits until the product is ready. @returns the milliseconds */
async function timeRecovery({ url }: Installation, fault: string, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  for (; ; await wait(pollMs, undefined, { signal })) {
    const timeout = AbortSignal.timeout(probeTimeoutMs);
    const isReady = await fetch(`${url}/readyz`, { signal: timeout }).then(
      ({ ok }) => ok,
      () => false,
    );
    const passedMs = performance.now() - began;
    if (isReady) return passedMs;
    if (passedMs > recoveryTimeoutMs) throw new Error(`not ready ${inSeconds(passedMs)} s after: ${fault}`);
  }
}

/** Waits until nothing can change, for a limited time. @returns the remaining violations */
async function waitForRest(
  find: () => Promise<Violation[]>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Violation[]> {
  for (const end = performance.now() + timeoutMs; ; await wait(restPollMs, undefined, { signal })) {
    const violations = await find();
    if (violations.every(({ isPermanent }) => isPermanent) || performance.now() > end) return violations;
  }
}

/** Adds up counts of the same names. */
function addUp(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(Object.entries<number>)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000);
}
