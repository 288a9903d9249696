import type { Bus, BusOptions } from './port.ts';
import { openPostgresBus } from './postgres.ts';

export type { Bus, Deliver, Subscription } from './port.ts';
export { busMigrations, grantBus, migrateBus } from './postgres-schema.ts';

/** Opens the bus on Kafka if brokers are configured, else on PostgreSQL. The bus connects at first use. */
export async function openBus(options: BusOptions): Promise<Bus> {
  if (!options.kafkaBrokers?.length) return openPostgresBus(options);
  // The module is imported only if needed, because an installation without brokers should not wait for kafkajs to load.
  const { openKafkaBus } = await import('./kafka.ts');
  return openKafkaBus(options);
}
