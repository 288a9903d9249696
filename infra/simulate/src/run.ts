import { pino } from 'pino';
import { createBus } from './bus.ts';
import { type Customer, startCustomers } from './customers.ts';
import { installDatabase } from './database.ts';
import { startFaults } from './faults.ts';
import { checkAlways, checkAtRest } from './invariants.ts';
import { type Marketer, startMarketers } from './marketers.ts';
import type { SimulatedNetwork } from './network.ts';
import { startOperator } from './operator.ts';
import { createProduct } from './product.ts';
import { createQueues } from './queue.ts';
import type { Scheduler } from './scheduler.ts';
import { startSubscribers } from './subscribers.ts';
import { startProviders } from './system.ts';
import type { SandboxState, World } from './world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time after the last arrival of a customer in which visits, late events and late jobs end. */
const restMs = 4 * hourMs;
/** Time after the operator's last read of the lists. */
const endMs = hourMs / 2;

export interface Outcome {
  violations: string[];
  /** Number of steps after which the invariants last held; null if they held until the end. */
  checkedSteps: number | null;
  customers: readonly Customer[];
  subscribers: number;
  marketers: number;
  posts: number;
  charges: number;
  mails: number;
  crashes: number;
  refunds: number;
  bypasses: number;
  redriven: number;
  /** Number of times that a third party was slow, down or wrong. */
  outages: number;
  /** Errors that the services logged, by message. */
  logged: Record<string, number>;
}

/**
 * Simulates customers over some days, and checks the invariants every hour and at the end.
 * Subscribers begin their trial before, so that they are charged for their second month on the first of these days.
 */
export async function runSimulation(options: {
  scheduler: Scheduler;
  network: SimulatedNetwork;
  databaseUrl: string;
  seed: string;
  days: number;
  customersPerDay: number;
  subscribersPerDay: number;
  marketersPerDay: number;
  /** The number of steps from which the invariants are checked after each step. */
  eachStepFrom: number;
}): Promise<Outcome> {
  const { scheduler, network, databaseUrl, seed, days, eachStepFrom } = options;
  const { customersPerDay, subscribersPerDay, marketersPerDay } = options;
  const database = await installDatabase(scheduler, databaseUrl);
  const bus = createBus(scheduler);
  const queues = createQueues(scheduler);
  const logged: Record<string, number> = {};
  const log = pino(
    { level: 'error' },
    {
      write(line: string) {
        const { msg, service } = JSON.parse(line) as { msg: string; service?: string };
        const words = `${service ?? 'system'}: ${msg}`;
        logged[words] = (logged[words] ?? 0) + 1;
      },
    },
  );
  const sandbox = await scheduler.runUntil(startProviders());
  const product = createProduct({ scheduler, network, database, sandbox, databaseUrl, bus, queues, log });
  await scheduler.runUntil(product.start());

  const nowMs = () => scheduler.nowUs() / 1_000;
  const readSandbox = () => sandbox.readState() as SandboxState;
  const trials = startSubscribers({
    scheduler,
    sandboxUrl: sandbox.url,
    seed,
    count: Math.ceil(days * subscribersPerDay),
    readMails: () => readSandbox().mails,
  });
  const { subscribers } = trials;
  const customers: Customer[] = [];
  const marketers: Marketer[] = [];
  const people = { customers, subscribers, marketers, operator: null };
  const world: World = { database, bus, queues, ...people, readSandbox };
  let violations: string[] = [];
  let checkedSteps = 0;
  let isAtRest = false;
  const checkEach = async (steps: number) => {
    if (steps >= eachStepFrom) violations = await checkAlways(world);
    return violations.length > 0;
  };

  /** Runs some hours, at whose end everything is at rest. Returns false after a violation. */
  async function runHours(hours: number): Promise<boolean> {
    const since = nowMs();
    for (let hour = 1; hour <= hours && violations.length === 0; hour++) {
      checkedSteps = scheduler.report().steps;
      await scheduler.runTo(since + hour * hourMs, checkEach);
      if (violations.length === 0) violations = await checkAlways(world);
    }
    isAtRest = violations.length === 0;
    if (isAtRest) violations = await checkAtRest(world, since);
    return violations.length === 0;
  }

  const faults: ReturnType<typeof startFaults>[] = [];
  const disturb = (what: string, periodMs: number, hasOperator: boolean) =>
    faults.push(
      startFaults({
        scheduler,
        product,
        bus: hasOperator ? bus : null,
        losesWebhooks: subscribers.length === 0,
        hasAds: marketersPerDay > 0,
        sandboxUrl: sandbox.url,
        seed: what,
        periodMs,
      }),
    );

  if (subscribers.length > 0) {
    await trials.pass((hours, hasFaults) => {
      if (hasFaults) disturb(`${seed} trials ${faults.length}`, (hours * hourMs) / 2, false);
      return runHours(hours);
    });
  }
  if (violations.length === 0) {
    const periodMs = days * dayMs - restMs;
    const count = Math.ceil(days * customersPerDay);
    customers.push(...startCustomers({ scheduler, sandboxUrl: sandbox.url, seed, count, periodMs }));
    marketers.push(...startMarketers({ scheduler, seed, count: Math.ceil(days * marketersPerDay), periodMs }));
    world.operator = startOperator({
      scheduler,
      sandboxUrl: sandbox.url,
      seed,
      periodMs: days * dayMs - endMs,
      listCharges: () => readSandbox().charges,
    });
    trials.startVisits(periodMs);
    disturb(seed, periodMs, true);
    await runHours(days * 24);
  }
  const { charges, mails, posts } = world.readSandbox();
  await database.stop();
  return {
    violations,
    checkedSteps: isAtRest ? null : checkedSteps,
    customers,
    subscribers: subscribers.length,
    marketers: marketers.length,
    posts: posts.length,
    charges: charges.filter(({ status }) => status === 'succeeded').length,
    mails: mails.length,
    refunds: world.operator?.refunds.size ?? 0,
    bypasses: world.operator?.bypassed.size ?? 0,
    redriven: world.operator?.redriven ?? 0,
    crashes: faults.reduce((sum, { crashes }) => sum + crashes, 0),
    outages: faults.reduce((sum, { outages }) => sum + outages, 0),
    logged,
  };
}
