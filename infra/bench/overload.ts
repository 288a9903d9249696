import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Product, startProduct } from '../process/product.ts';
import { call } from './calls.ts';
import {
  createTransfer,
  holdWebhooks,
  json,
  makePayments,
  order,
  timeDeliveries,
  webhookSecret,
} from './deliveries.ts';
import { quantiles } from './measure.ts';
import { type Answers, openLoad } from './open-load.ts';
import { withClient } from './rates.ts';
import { inRounds, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

const multiples = [1, 2, 10];
const seconds = scaled(30, 2);
const baselineSeconds = scaled(8, 2);
const connections = 50;
const probeEveryMs = 100;
const restMs = 3_000;
/** The product has recovered when this many consecutive creates succeed, each within this time. */
const normal = { inARow: 5, withinMs: 100 };
const longestRecoveryMs = 60_000;

interface Probe {
  name: string;
  ask(): Promise<Response>;
  /** Aim for the slowest answer. */
  slowestMs?: number;
}

/**
 * Measures one instance of each service at 1, 2 and 10 times its capacity of creates, and the recovery
 * afterwards.
 */
export async function benchOverload(folder: string): Promise<void> {
  await stopping(async (started) => {
    const dataDir = path.join(folder, 'overload');
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, STRIPE_WEBHOOK_SECRET: webhookSecret };
    const product = await started(startProduct(settings));
    await holdWebhooks(product);
    const probes = await makeProbes(product);
    await loadToCapacity(product);
    await inRounds(async () => {
      for (const multiple of multiples) {
        const capacity = await loadToCapacity(product);
        await measureMultiple({ product, probes, databaseUrl: postgres.url, multiple, capacity });
      }
    });
  });
}

/**
 * Creates the requests that must succeed under overload: health, a paid guide, payment of an existing
 * transfer.
 */
async function makeProbes(product: Product): Promise<Probe[]> {
  const [paid] = await makePayments(product, 1);
  if (!paid) throw new Error('there is no paid transfer');
  await timeDeliveries([paid]);
  const { id, cookie } = await createTransfer(product);
  const intent = { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify({ transferId: id }) };
  return [
    { name: '/livez', ask: () => fetch(`${product.url}/livez`), slowestMs: 1_000 },
    { name: 'a paid guide', ask: paid.read },
    { name: 'opening a payment', ask: () => fetch(`${product.url}/api/create-payment-intent`, intent) },
  ];
}

/**
 * Returns the successful creates per second of 50 customers.
 * Each customer waits for the previous answer.
 */
async function loadToCapacity({ url }: Product): Promise<number> {
  const creating = { url: `${url}/api/transfers`, method: 'POST', headers: json, body: order } as const;
  const result = await autocannon({ ...creating, connections, duration: baselineSeconds });
  return result['2xx'] / result.duration;
}

async function measureMultiple(round: {
  product: Product;
  probes: readonly Probe[];
  databaseUrl: string;
  multiple: number;
  capacity: number;
}): Promise<void> {
  const { product, probes, databaseUrl, multiple, capacity } = round;
  const creating = { url: product.url, path: '/api/transfers', headers: json, body: order };
  const load = await openLoad({ ...creating, perSecond: capacity * multiple, seconds });
  // The product may still process requests of the previous round.
  await wait(restMs);
  const before = await countTransfers(databaseUrl);
  const ended = Promise.withResolvers<void>();
  const probing = probes.map((probe) => askUntil(probe, ended.promise));
  const answered = load.send();
  // Recovery is measured from the end of the load, which may be long before the last answers.
  await wait(seconds * 1_000);
  ended.resolve();
  const normalAgainMs = await timeUntilNormal(product.url);
  const answers = await answered;
  const probed = await Promise.all(probing);
  const made = (await countTransfers(databaseUrl)) - before - normalAgainMs.created;
  reportMultiple(`${multiple}×`, capacity, answers, made);
  probes.forEach(({ name, slowestMs }, index) => {
    const { ms = [], sent = 0 } = probed[index] ?? {};
    const answeredShare = (ms.length / sent) * 100;
    report({ name: `${multiple}×: ${name}, answered`, value: answeredShare, unit: '%', aim: { atLeast: 100 } });
    report({ name: `${multiple}×: ${name}, p99`, value: quantiles(ms).p99, unit: 'ms' });
    if (slowestMs) {
      const aim = { atMost: slowestMs };
      report({ name: `${multiple}×: ${name}, slowest`, value: quantiles(ms).max, unit: 'ms', aim });
    }
  });
  report({ name: `${multiple}×: normal again after`, value: normalAgainMs.ms / 1_000, unit: 's', aim: { atMost: 2 } });
}

function reportMultiple(name: string, capacity: number, answers: Answers, made: number): void {
  const { sent, msByStatus, withoutRetryAfter } = answers;
  const created = msByStatus[201]?.length ?? 0;
  const unanswered = msByStatus[0]?.length ?? 0;
  const { 201: _created, 503: refused = [], 0: _unanswered, ...others } = msByStatus;
  report({ name: `${name}: creates sent`, value: sent / seconds, unit: '/s', baseline: capacity });
  report({ name: `${name}: creates that succeed`, value: created / seconds, unit: '/s', baseline: capacity });
  report({ name: `${name}: creates refused with 503`, value: refused.length / seconds, unit: '/s' });
  if (refused.length > 0) {
    report({ name: `${name}: 503, p99`, value: quantiles(refused).p99, unit: 'ms', aim: { atMost: 100 } });
  }
  report({ name: `${name}: creates without an answer`, value: (unanswered / sent) * 100, unit: '%' });
  report({ name: `${name}: transfers made for each answer`, value: made / created, unit: '', aim: { atMost: 1.01 } });
  const strange = Object.keys(others);
  if (withoutRetryAfter > 0) throw new Error(`${withoutRetryAfter} refusals at ${name} had no Retry-After`);
  if (strange.length > 0) throw new Error(`creates at ${name} were answered with ${strange.join(', ')}`);
}

/**
 * Sends requests until the promise `ended` resolves, without waiting for earlier answers, and times
 * the successful requests.
 */
async function askUntil({ ask }: Probe, ended: Promise<void>): Promise<{ sent: number; ms: number[] }> {
  const ms: number[] = [];
  const underWay: Promise<void>[] = [];
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    const one = ask().then(
      async (answer) => {
        await answer.arrayBuffer();
        if (answer.ok) ms.push(performance.now() - began);
      },
      () => {},
    );
    underWay.push(one);
    await wait(probeEveryMs);
  }
  await Promise.all(underWay);
  return { sent: underWay.length, ms };
}

/**
 * Measures the time until consecutive creates succeed quickly.
 * @returns the time and the number of created transfers
 */
async function timeUntilNormal(url: string): Promise<{ ms: number; created: number }> {
  const began = performance.now();
  let created = 0;
  for (let inARow = 0, rowBegan = began; ; ) {
    const at = performance.now();
    if (at - began > longestRecoveryMs) return { ms: longestRecoveryMs, created };
    const made = await call(`${url}/api/transfers`, { method: 'POST', body: JSON.parse(order) }).then(
      () => true,
      () => false,
    );
    if (made) created++;
    if (inARow === 0) rowBegan = at;
    inARow = made && performance.now() - at <= normal.withinMs ? inARow + 1 : 0;
    if (inARow >= normal.inARow) return { ms: rowBegan - began, created };
  }
}

async function countTransfers(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from transfer.transfer');
    return rows[0]?.count ?? 0;
  });
}
