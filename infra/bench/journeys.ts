import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startInstallation } from '../tooling/start-installation.ts';
import { createCustomers, lostAfterMs, startLoad } from './customers.ts';
import { observeLag, waitForLag } from './lag.ts';
import { findPostmaster, processorMsOf } from './processor-time.ts';
import { inRounds, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

const perSecond = 4;
const seconds = { warmUp: scaled(20, 3), idle: scaled(20, 2), load: scaled(40, 3) };
/** After this time, the receipts of the last journeys are sent. */
const jobsMs = 5_000;

/**
 * Measures the processor time of a paid journey, with one instance of each service.
 * The time that the same processes take without journeys is subtracted. Kafka, Redis, the sandbox and the customers are
 * not measured.
 * @throws Error if this machine has no Kafka or no Redis
 */
export async function benchJourneys(folder: string): Promise<void> {
  await stopping(async (started) => {
    const product = await started(startInstallation({ dataDir: path.join(folder, 'journeys') }));
    const lag = await started(Promise.resolve(observeLag(product)));
    const customers = createCustomers(product);
    const postmaster = await findPostmaster(product.databaseUrl);
    const targets = [...product.instances]
      .map(([name, { pid }]) => ({ name: name.split(' ')[0] as string, pid }))
      .filter(({ name }) => name !== 'sandbox');
    const measured = [...targets, { name: 'PostgreSQL', pid: postmaster }];

    /** Returns the processor time during `work`, by process, and the time that passed, in ms. */
    async function during(work: () => Promise<unknown>): Promise<{ of: Map<string, number>; ms: number }> {
      const began = performance.now();
      const before = measured.map(({ pid }) => processorMsOf(pid));
      await work();
      const of = new Map(measured.map(({ name, pid }, index) => [name, processorMsOf(pid) - (before[index] ?? 0)]));
      return { of, ms: performance.now() - began };
    }
    async function drive(forSeconds: number): Promise<void> {
      const load = startLoad(customers, { perSecond, sampleEverySeconds: forSeconds, sample: async () => {} });
      await wait(forSeconds * 1_000);
      await load.end();
      const left = await waitForLag(lag, lostAfterMs);
      if (left > 0) throw new Error(`${left} events still wait`);
      await wait(jobsMs);
    }

    await drive(seconds.warmUp);
    await inRounds(async () => {
      const idle = await during(() => wait(seconds.idle * 1_000));
      const before = customers.paid.length;
      const busy = await during(() => drive(seconds.load));
      if (customers.dropped.length > 0) throw new Error(JSON.stringify(customers.dropped.slice(0, 5)));
      const journeys = customers.paid.length - before;
      const idleShare = (name: string) => (idle.of.get(name) ?? 0) / idle.ms;
      const perJourney = (name: string) => ((busy.of.get(name) ?? 0) - idleShare(name) * busy.ms) / journeys;
      const total = (names: readonly { name: string }[], of: (name: string) => number) =>
        names.reduce((sum, { name }) => sum + of(name), 0);
      report({ name: 'journeys paid', value: journeys, unit: '' });
      report({ name: 'processor time of a journey', value: total(measured, perJourney), unit: 'ms' });
      report({ name: '… of which services and BFF', value: total(targets, perJourney), unit: 'ms' });
      report({ name: '… of which PostgreSQL', value: perJourney('PostgreSQL'), unit: 'ms' });
      for (const { name } of targets) report({ name: `… of which ${name}`, value: perJourney(name), unit: 'ms' });
      const percent = total(measured, idleShare) * 100;
      report({ name: 'share of one processor that is used without journeys', value: percent, unit: '%' });
    });
  });
}
