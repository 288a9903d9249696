import type { Logger } from '@xrp-bridge/runtime/logger';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';
import type { Sandbox } from '@xrp-bridge/sandbox';
import type { SimulatedBus } from './bus.ts';
import type { SimulatedDatabase } from './database.ts';
import type { SimulatedNetwork } from './network.ts';
import type { SimulatedQueues } from './queue.ts';
import type { Life, Scheduler } from './scheduler.ts';
import { startProduct } from './system.ts';

/** The product's process, which may crash and start again. */
export interface Product {
  start(): Promise<void>;
  /** Ends the process as a deployment does: it finishes its work. */
  stop(): Promise<void>;
  /** Ends the process at once: its connections are cut, and its memory and its pending work are lost. */
  crash(): Promise<void>;
}

/** Creates the product's process. It does not run until `start` is called. */
export function createProduct(options: {
  services: readonly AnyService[];
  scheduler: Scheduler;
  network: SimulatedNetwork;
  database: SimulatedDatabase;
  sandbox: Sandbox;
  databaseUrl: string;
  bus: SimulatedBus;
  queues: SimulatedQueues;
  log: Logger;
}): Product {
  const { network, database, bus, queues } = options;
  let life: Life = { isOver: true };
  let stop = async () => {};
  return {
    async start() {
      life = { isOver: false };
      stop = await startProduct({ ...options, life });
    },
    stop: () => stop(),
    async crash() {
      life.isOver = true;
      network.drop(life);
      bus.drop(life);
      queues.drop(life);
      await database.drop(life);
    },
  };
}
