import { openKafkaBus } from './kafka.ts';
import type { Bus, BusOptions } from './port.ts';
import { openPostgresBus } from './postgres.ts';

export type { Bus, Deliver, Subscription } from './port.ts';
export { busMigrations, grantBus, migrateBus } from './postgres-schema.ts';

/** Opens Kafka where brokers are given, else the bus inside PostgreSQL. Both connect when they are first used. */
export async function openBus(options: BusOptions): Promise<Bus> {
  return options.kafkaBrokers?.length ? openKafkaBus(options) : openPostgresBus(options);
}
