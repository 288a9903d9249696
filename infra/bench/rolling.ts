import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { startTestKafka } from '../kafka/start.ts';
import type { Instance } from '../process/distributed.ts';
import { findFreePorts } from '../process/free-port.ts';
import { startRelay } from '../process/relay.ts';
import { type Installation, startInstallation } from '../tooling/start-installation.ts';
import { confirmIntent } from './calls.ts';
import { observeLag } from './lag.ts';
import { quantiles } from './measure.ts';
import { withClient } from './rates.ts';
import { scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

const seconds = scaled(600);
const perSecond = 2;
const kafkaAwaySeconds = 30;
const sampleEverySeconds = 5;
// The restarts begin at equal intervals in a first share of the time. Kafka is away afterwards.
const restartShare = 0.65;
const kafkaAwayShare = 0.7;
const throughput = { customers: 20, seconds: scaled(30, 5), warmUpSeconds: scaled(10, 2) };
const pollMs = 100;
/** A browser gives up a request after this time. */
const requestTimeoutMs = 20_000;
/** A paid journey without a guide, a receipt or a sale after this time is lost. */
const lostAfterMs = 120_000;

const targets = [...serviceNames, 'bff'];
const instancesOf = (number: 1 | 2) => targets.map((target): Instance => `${target} ${number}`);

interface Journey {
  id: string;
  email: string;
  /** The time from the payment to the readable guide; undefined if there was none. */
  guideMs?: number;
}

/** Customers, and what happened to them. */
interface Customers {
  /** Runs one journey: choose, pay, read the guide. */
  pay(): Promise<void>;
  /** The journeys that were paid at the provider. */
  paid: readonly Journey[];
  /** The requests without an answer, or with an answer that the customer did not cause. */
  dropped: readonly { at: number; message: string }[];
}

/**
 * Measures the product with a process for each target, on Kafka, Redis and PostgreSQL.
 * First the throughput of one and of two instances, and then what customers notice while each instance restarts in turn,
 * and while Kafka is away.
 * @throws Error if this machine has no Kafka or no Redis
 */
export async function benchRolling(folder: string): Promise<void> {
  await stopping(async (started) => {
    const kafkaPort = await findFreePorts([0, 1]);
    const relay = await started(startRelay(kafkaPort));
    const product = await started(
      startInstallation({
        dataDir: path.join(folder, 'rolling'),
        mostInstances: 2,
        startKafka: () => startTestKafka(kafkaPort, relay.port),
      }),
    );
    const lag = await started(Promise.resolve(observeLag(product)));
    const customers = createCustomers(product);

    const one = await measureThroughput(customers);
    report({ name: 'paid journeys, one instance of each service', value: one, unit: '/s' });
    for (const name of instancesOf(2)) await product.start(name);
    const two = await measureThroughput(customers);
    report({ name: 'paid journeys, two instances of each service', value: two, unit: '/s', baseline: one });
    // The customers of the throughput have left events behind.
    while ((await lag.read()) > 0) await wait(pollMs);

    const before = { paid: customers.paid.length, dropped: customers.dropped.length };
    if (before.dropped > 0) throw new Error(`without a restart: ${JSON.stringify(customers.dropped.slice(0, 5))}`);
    const began = performance.now();
    const load = startLoad(customers, () => lag.read());
    await restartInTurn(product, began);
    await wait(Math.max(0, began + seconds * kafkaAwayShare * 1_000 - performance.now()));
    const away = performance.now();
    relay.cut();
    await wait(kafkaAwaySeconds * 1_000);
    await relay.restore();
    // The load goes on, to measure how the lag falls.
    await wait(Math.max(kafkaAwaySeconds * 1_000, began + seconds * 1_000 - performance.now()));
    const samples = await load.end();

    const paid = customers.paid.slice(before.paid);
    const { lost, doubled } = await findWrong(product, customers.paid);
    for (const { at, message } of customers.dropped) console.error(`dropped at ${inSeconds(at - began)} s: ${message}`);
    for (const { id, guideMs } of lost) console.error(`lost: ${id}, guide after ${guideMs ?? 'never'} ms`);
    report({ name: 'journeys paid', value: paid.length, unit: '' });
    report({ name: 'instances restarted', value: 2 * targets.length, unit: '' });
    const droppedByRestarts = customers.dropped.filter(({ at }) => at < away).length;
    report({ name: 'requests dropped by the restarts', value: droppedByRestarts, unit: '', aim: { atMost: 0 } });
    const droppedLater = customers.dropped.length - droppedByRestarts;
    report({ name: 'requests dropped by the outage of Kafka', value: droppedLater, unit: '', aim: { atMost: 0 } });
    report({ name: 'journeys lost', value: lost.length, unit: '', aim: { atMost: 0 } });
    report({ name: 'journeys doubled', value: doubled, unit: '', aim: { atMost: 0 } });
    const { p50, p99, max } = quantiles(paid.flatMap(({ guideMs }) => guideMs ?? []));
    report({ name: 'payment → guide readable, p50', value: p50, unit: 'ms' });
    report({ name: 'payment → guide readable, p99', value: p99, unit: 'ms' });
    report({ name: 'payment → guide readable, max', value: max, unit: 'ms' });
    report({ name: 'Kafka away, from', value: inSeconds(away - began), unit: 's' });
    for (const { at, waiting } of samples) {
      report({ name: `events waiting at ${inSeconds(at - began)} s`, value: waiting, unit: '', group: 'lag' });
    }
  });
}

function createCustomers({ url, sandboxUrl }: Installation): Customers {
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
    const cookie = created.headers.getSetCookie()[0]?.split(';')[0];
    const { id } = (await created.json()) as { id: string };
    const opened = await request(`${url}/api/create-payment-intent`, post({ transferId: id }, cookie), [200]);
    if (!opened) return;
    const { clientSecret } = (await opened.json()) as { clientSecret: string };
    await confirmIntent(sandboxUrl, clientSecret);
    const journey: Journey = { id, email };
    paid.push(journey);
    const began = performance.now();
    while (performance.now() - began < lostAfterMs) {
      const answer = await request(`${url}/api/transfer-instructions/${id}`, {}, [200, 402]);
      await answer?.arrayBuffer();
      if (answer?.status === 200) {
        journey.guideMs = performance.now() - began;
        return;
      }
      await wait(pollMs);
    }
  }

  return { pay, paid, dropped };
}

/** Returns the paid journeys per second of customers who each begin the next journey when one ends. */
async function measureThroughput({ pay, paid }: Customers): Promise<number> {
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

/** Starts customers at a fixed rate, and samples of the lag. */
function startLoad({ pay }: Customers, readLag: () => Promise<number>) {
  const ending = new AbortController();
  const samples: { at: number; waiting: number }[] = [];
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
  const sampling = repeat(sampleEverySeconds * 1_000, async () => {
    samples.push({ at: performance.now(), waiting: await readLag() });
  });
  return {
    /** Ends the load and waits for its customers. @returns the samples */
    async end() {
      ending.abort();
      await Promise.all([load, sampling]);
      await Promise.all(underWay);
      return samples;
    },
  };
}

/** Stops and starts one instance after another, at equal intervals or as fast as they start. */
async function restartInTurn(product: Installation, began: number): Promise<void> {
  const names = targets.flatMap((target): Instance[] => [`${target} 1`, `${target} 2`]);
  for (const [index, name] of names.entries()) {
    const dueMs = began + ((index + 0.5) * seconds * restartShare * 1_000) / names.length - performance.now();
    await wait(Math.max(0, dueMs));
    console.log(`  ${inSeconds(performance.now() - began)} s: ${name} restarts`);
    await product.stopInstance(name);
    await product.start(name);
  }
}

/**
 * Finds the paid journeys that lack something, and counts the doubled ones.
 * A lost journey lacks a guide, a receipt or a sale in the accounting. A doubled one has two receipts or two sales.
 * Waits for receipts that are still on their way.
 */
async function findWrong(
  { databaseUrl, sandboxUrl }: Installation,
  paid: readonly Journey[],
): Promise<{ lost: Journey[]; doubled: number }> {
  for (const end = performance.now() + lostAfterMs; ; await wait(5_000)) {
    const state = (await (await fetch(`${sandboxUrl}/_sandbox/state`)).json()) as { mails: { to: string }[] };
    const receipts = countBy(state.mails.map(({ to }) => to));
    const { rows } = await withClient(databaseUrl, (client) =>
      client.query<{ id: string }>(
        `select p.order_id as id from payment.accounting_entry e join payment.payment p on p.id = e.payment_id
         where e.account = 'stripe_clearing'`,
      ),
    );
    const sales = countBy(rows.map(({ id }) => id));
    const lost = paid.filter(({ id, email, guideMs }) => !(guideMs && receipts.has(email) && sales.has(id)));
    if (lost.length > 0 && performance.now() < end) continue;
    const isDoubled = ({ id, email }: Journey) => (receipts.get(email) ?? 0) > 1 || (sales.get(id) ?? 0) > 1;
    return { lost, doubled: paid.filter(isDoubled).length };
  }
}

function countBy(values: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000);
}
