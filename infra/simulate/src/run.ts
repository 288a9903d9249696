import { pino } from 'pino';
import { createBus } from './bus.ts';
import { type Customer, startCustomers } from './customers.ts';
import { installDatabase, type SimulatedDatabase } from './database.ts';
import { startFaults } from './faults.ts';
import { checkAlways, checkAtRest } from './invariants.ts';
import { type Marketer, startMarketers } from './marketers.ts';
import type { SimulatedNetwork } from './network.ts';
import { startOperator } from './operator.ts';
import { createProduct } from './product.ts';
import { createQueues } from './queue.ts';
import { startReaders } from './readers.ts';
import type { SavedWorld } from './saved.ts';
import type { Scheduler } from './scheduler.ts';
import { startSubscribers } from './subscribers.ts';
import { listServices, startProviders } from './system.ts';
import { startVisitors } from './visitors.ts';
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
  counts: {
    customers: number;
    subscribers: number;
    marketers: number;
    posts: number;
    readers: number;
    issues: number;
    visitors: number;
    /** Maximum number of coins that a visitor has seen on the hot meter. */
    hotCoins: number;
    charges: number;
    mails: number;
    refunds: number;
    bypasses: number;
    redriven: number;
    crashes: number;
    /** Number of times that a third party was slow, down or wrong. */
    outages: number;
    /** Errors that the services logged, by message. */
    logged: Record<string, number>;
  };
  /** Number of rows of each table that is not empty. */
  rows: Record<string, number>;
  /** Returns the world for the next day. */
  save(): Omit<SavedWorld, 'seed' | 'traceHash' | 'totals'>;
}

/**
 * Simulates a day, or a part of a day, and checks the invariants every hour and at the end.
 * The first subscribers begin their trial before the first day, so that they are charged for their second month on it.
 */
export async function runDay(options: {
  scheduler: Scheduler;
  network: SimulatedNetwork;
  databaseUrl: string;
  seed: string;
  /** The world after the day before; null on the first day. */
  world: SavedWorld | null;
  days: number;
  customersPerDay: number;
  subscribersPerDay: number;
  marketersPerDay: number;
  readersPerDay: number;
  visitorsPerDay: number;
  instancesPerService: number;
  /** The number of steps from which the invariants are checked after each step. */
  eachStepFrom: number;
}): Promise<Outcome> {
  const { scheduler, network, databaseUrl, seed, days, eachStepFrom } = options;
  const { customersPerDay, subscribersPerDay, marketersPerDay, readersPerDay, visitorsPerDay } = options;
  const earlier = options.world;
  const database = await installDatabase(scheduler, databaseUrl);
  const bus = createBus(scheduler);
  const queues = createQueues(scheduler, earlier?.queues);
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
  const sandbox = await scheduler.runUntil(startProviders(earlier?.sandbox));
  const services = listServices(visitorsPerDay > 0);
  const product = createProduct({
    services,
    instancesPerService: options.instancesPerService,
    scheduler,
    network,
    database,
    sandbox,
    databaseUrl,
    bus,
    queues,
    log,
  });
  await scheduler.runUntil(product.start());

  const nowMs = () => scheduler.nowUs() / 1_000;
  const earlierMails = earlier?.mails ?? [];
  const readSandbox = () => {
    const state = sandbox.readState() as SandboxState;
    return { ...state, mails: [...earlierMails, ...state.mails] };
  };
  const periodMs = days * dayMs - restMs;
  const trials = startSubscribers({
    scheduler,
    sandboxUrl: sandbox.url,
    seed,
    earlier: earlier?.subscribers ?? [],
    count: Math.ceil(days * subscribersPerDay),
    periodMs,
    readMails: () => (sandbox.readState() as SandboxState).mails,
  });
  const { subscribers } = trials;
  const customers: Customer[] = [...(earlier?.customers ?? [])];
  const marketers: Marketer[] = [...(earlier?.marketers ?? [])];
  const newsletters = earlier?.newsletters ?? { readers: [], issues: [] };
  const people = { customers, subscribers, marketers, newsletters, visitors: [], operator: earlier?.operator ?? null };
  const running = { services: services.map(({ name }) => name), since: nowMs() };
  const world: World = { ...running, database, bus, queues, ...people, readSandbox };
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
        hasSignals: visitorsPerDay > 0,
        sandboxUrl: sandbox.url,
        seed: what,
        periodMs,
      }),
    );

  if (!earlier && subscribers.length > 0) {
    await trials.pass((hours, hasFaults) => {
      if (hasFaults) disturb(`${seed} trials ${faults.length}`, (hours * hourMs) / 2, false);
      return runHours(hours);
    });
  }
  if (violations.length === 0) {
    const count = Math.ceil(days * customersPerDay);
    const arrivals = { earlier: customers.length, count, periodMs };
    customers.push(...startCustomers({ scheduler, sandboxUrl: sandbox.url, seed, ...arrivals }));
    const visits = { earlier: marketers.length, count: Math.ceil(days * marketersPerDay), periodMs };
    marketers.push(...startMarketers({ scheduler, seed, ...visits }));
    world.operator = startOperator({
      scheduler,
      sandboxUrl: sandbox.url,
      seed,
      periodMs: days * dayMs - endMs,
      earlier: world.operator,
      listCharges: () => readSandbox().charges,
    });
    world.newsletters = startReaders({
      scheduler,
      bus: bus.open(log),
      sandboxUrl: sandbox.url,
      seed,
      earlier: world.newsletters,
      count: Math.ceil(days * readersPerDay),
      periodMs,
      readMails: () => (sandbox.readState() as SandboxState).mails,
    });
    world.visitors = startVisitors({ scheduler, seed, count: Math.ceil(days * visitorsPerDay), periodMs });
    trials.startVisits();
    disturb(seed, periodMs, true);
    await runHours(days * 24);
  }
  if (isAtRest && violations.length === 0) {
    await scheduler.runUntil(product.stop());
    // Autovacuum is off, so the space of dead rows becomes free here.
    await database.read('vacuum');
  }
  const { charges, mails, posts } = world.readSandbox();
  const rows = await countRows(database);
  await database.stop();
  return {
    violations,
    checkedSteps: isAtRest ? null : checkedSteps,
    rows,
    counts: {
      customers: customers.length,
      subscribers: subscribers.length,
      marketers: marketers.length,
      posts: posts.length,
      readers: world.newsletters.readers.length,
      issues: world.newsletters.issues.length,
      visitors: world.visitors.length,
      hotCoins: Math.max(0, ...world.visitors.map(({ coins }) => coins)),
      charges: charges.filter(({ status }) => status === 'succeeded').length,
      mails: mails.length,
      refunds: world.operator?.refunds.size ?? 0,
      bypasses: world.operator?.bypassed.size ?? 0,
      redriven: world.operator?.redriven ?? 0,
      crashes: faults.reduce((sum, { crashes }) => sum + crashes, 0),
      outages: faults.reduce((sum, { outages }) => sum + outages, 0),
      logged,
    },
    save: () => ({
      nowMs: nowMs(),
      // The sandbox stores only the last 10,000 mails.
      sandbox: { ...sandbox.save(), smtp: [] },
      queues: queues.save(),
      mails: mails.map(({ to, subject, messageId, at }) => ({ to, subject, messageId, at, text: '' })),
      customers,
      subscribers: [...subscribers],
      marketers,
      newsletters: world.newsletters,
      operator: world.operator,
    }),
  };
}

/** Counts the rows of each table that is not empty. */
async function countRows({ read }: SimulatedDatabase): Promise<Record<string, number>> {
  const tables = await read<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const found = await read<{ name: string; rows: number }>(`${counts.join(' union all ')} order by 1`);
  return Object.fromEntries(found.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
}
