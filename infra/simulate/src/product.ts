import type { Logger } from '@xrp-bridge/runtime/logger';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';
import type { Sandbox } from '@xrp-bridge/sandbox';
import type { SimulatedBus } from './bus.ts';
import type { SimulatedDatabase } from './database.ts';
import type { SimulatedNetwork } from './network.ts';
import type { SimulatedQueues } from './queue.ts';
import { type Life, parts, type Scheduler } from './scheduler.ts';
import { prepareDatabase, startInstance } from './system.ts';

/** Maximum difference of an instance's clock from the database's at its start. */
const mostAheadUs = 2_000_000;
/** Maximum growth of that difference, in microseconds a second. */
const mostDrift = 20;

/** One instance of a service, which may crash and start again. */
export interface Instance {
  /** Starts the instance if it does not run. */
  start(): Promise<void>;
  /** Ends the instance as a deployment does: it finishes its work. */
  stop(): Promise<void>;
  /** Returns true if the instance runs, and if it is in this life where one is given. */
  isLiving(life?: Life): boolean;
  /** Ends the instance at once: its connections are cut, and its memory and its pending work are lost. */
  crash(): Promise<void>;
}

export interface Product {
  instances: readonly Instance[];
  /** Prepares the database, and starts all instances. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the instances of all services. The edge service is the last, because it calls the others. */
export function createProduct(options: {
  services: readonly AnyService[];
  instancesPerService: number;
  scheduler: Scheduler;
  network: SimulatedNetwork;
  database: SimulatedDatabase;
  sandbox: Sandbox;
  databaseUrl: string;
  bus: SimulatedBus;
  queues: SimulatedQueues;
  log: Logger;
}): Product {
  const { services, instancesPerService, scheduler, network, database, bus, queues } = options;
  const { random } = scheduler;
  /** The URL with which each service connects to the database. */
  const databaseUrls = new Map<AnyService, string>();

  function createInstance(service: AnyService, number: number): Instance {
    let life: Life = { isOver: true, clockUs: (nowUs) => nowUs };
    let started: Promise<() => Promise<void>>;
    return {
      async start() {
        if (!life.isOver) return;
        const startedUs = scheduler.nowUs();
        const aheadUs = random.between(-mostAheadUs, mostAheadUs);
        const drift = random.between(-mostDrift, mostDrift) / 1_000_000;
        life = { isOver: false, clockUs: (nowUs) => nowUs + aheadUs + drift * (nowUs - startedUs) };
        const databaseUrl = databaseUrls.get(service) as string;
        started = parts.run({ name: `${service.name} ${number}`, life }, () =>
          startInstance({ ...options, databaseUrl, service, number }),
        );
        await started;
      },
      async stop() {
        if (!life.isOver) await (await started)();
      },
      isLiving: (one = life) => !life.isOver && one === life,
      async crash() {
        life.isOver = true;
        network.drop(life);
        bus.drop(life);
        queues.drop(life);
        await database.drop(life);
      },
    };
  }

  const instances = services.flatMap((service) =>
    Array.from({ length: instancesPerService }, (_, place) => createInstance(service, place + 1)),
  );
  return {
    instances,
    async start() {
      for (const service of services) {
        databaseUrls.set(service, await prepareDatabase(service, options.databaseUrl));
      }
      for (const { start } of instances) await start();
    },
    async stop() {
      for (const { stop } of [...instances].reverse()) await stop();
    },
  };
}
