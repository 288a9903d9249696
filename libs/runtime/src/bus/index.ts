import type { Bus, BusOptions } from './port.ts';
import { openPostgresBus } from './postgres.ts';

export type { Bus, Deliver, Subscription } from './port.ts';
export { grantBus, migrateBus } from './postgres-schema.ts';

/** Opens Kafka where brokers are given, else the bus inside PostgreSQL. Connects at first use. */
export async function openBus(options: BusOptions): Promise<Bus> {
  if (!options.kafkaBrokers?.length) return openPostgresBus(options);
  // Loaded where it is used: one machine without brokers need not wait for it.
  const { openKafkaBus } = await import('./kafka.ts');
  return openKafkaBus(options);
}
