import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { startTestKafka } from '../kafka/start.ts';
import type { Instance } from '../process/distributed.ts';
import { findFreePorts } from '../process/free-port.ts';
import { startRelay } from '../process/relay.ts';
import { type Installation, startInstallation } from '../tooling/start-installation.ts';
import { createCustomers, type Journey, lostAfterMs, measureThroughput, startLoad } from './customers.ts';
import { observeLag, waitForLag } from './lag.ts';
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
/** Lost jobs are added again within a minute, so a second receipt may be that late. */
const repeatedAfterMs = 90_000;

const targets = [...serviceNames, 'bff'];
const instancesOf = (number: 1 | 2) => targets.map((target): Instance => `${target} ${number}`);

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
    const left = await waitForLag(lag, lostAfterMs);
    if (left > 0) throw new Error(`${left} events still wait after the throughput was measured`);

    const before = { paid: customers.paid.length, dropped: customers.dropped.length };
    if (before.dropped > 0) throw new Error(`without a restart: ${JSON.stringify(customers.dropped.slice(0, 5))}`);
    const began = performance.now();
    const samples: { at: number; waiting: number }[] = [];
    const load = startLoad(customers, {
      perSecond,
      sampleEverySeconds,
      sample: async () => void samples.push({ at: performance.now(), waiting: await lag.read() }),
    });
    await restartInTurn(product, began);
    await wait(Math.max(0, began + seconds * kafkaAwayShare * 1_000 - performance.now()));
    const away = performance.now();
    relay.cut();
    await wait(kafkaAwaySeconds * 1_000);
    await relay.restore();
    // The load goes on, to measure how the lag falls.
    await wait(Math.max(kafkaAwaySeconds * 1_000, began + seconds * 1_000 - performance.now()));
    await load.end();

    const paid = customers.paid.slice(before.paid);
    report({ name: 'journeys paid', value: paid.length, unit: '' });
    report({ name: 'instances restarted', value: 2 * targets.length, unit: '' });
    const droppedByRestarts = customers.dropped.filter(({ at }) => at < away).length;
    report({ name: 'requests dropped by the restarts', value: droppedByRestarts, unit: '', aim: { atMost: 0 } });
    const droppedLater = customers.dropped.length - droppedByRestarts;
    report({ name: 'requests dropped by the outage of Kafka', value: droppedLater, unit: '', aim: { atMost: 0 } });
    const { p50, p99, max } = quantiles(paid.flatMap(({ guideMs }) => guideMs ?? []));
    report({ name: 'payment → guide readable, p50', value: p50, unit: 'ms' });
    report({ name: 'payment → guide readable, p99', value: p99, unit: 'ms' });
    report({ name: 'payment → guide readable, max', value: max, unit: 'ms' });
    report({ name: 'Kafka away, from', value: inSeconds(away - began), unit: 's' });
    for (const { at, waiting } of samples) {
      report({ name: `events waiting at ${inSeconds(at - began)} s`, value: waiting, unit: '', group: 'lag' });
    }
    for (const { at, message } of customers.dropped) console.error(`dropped at ${inSeconds(at - began)} s: ${message}`);

    await waitForReceipts(product, customers.paid);
    const waiting = await waitForLag(lag, lostAfterMs);
    report({ name: 'events that still wait two minutes later', value: waiting, unit: '', aim: { atMost: 0 } });
    await wait(repeatedAfterMs);
    const { lost, doubled } = await countEffects(product, customers.paid);
    for (const { id, guideMs } of lost) console.error(`lost: ${id}, guide after ${guideMs ?? 'never'} ms`);
    report({ name: 'journeys lost', value: lost.length, unit: '', aim: { atMost: 0 } });
    report({ name: 'journeys doubled', value: doubled, unit: '', aim: { atMost: 0 } });
  });
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

/** Waits for receipts and sales that are still on their way, at most two minutes. */
async function waitForReceipts(product: Installation, paid: readonly Journey[]): Promise<void> {
  const end = performance.now() + lostAfterMs;
  while ((await countEffects(product, paid)).lost.length > 0 && performance.now() < end) await wait(5_000);
}

/**
 * Finds the paid journeys that lack something, and counts the doubled ones.
 * A lost journey lacks a guide, a receipt or a sale in the accounting. A doubled one has two receipts or two sales.
 */
async function countEffects(
  { databaseUrl, sandboxUrl }: Installation,
  paid: readonly Journey[],
): Promise<{ lost: Journey[]; doubled: number }> {
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
  const isDoubled = ({ id, email }: Journey) => (receipts.get(email) ?? 0) > 1 || (sales.get(id) ?? 0) > 1;
  return { lost, doubled: paid.filter(isDoubled).length };
}

function countBy(values: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000);
}
