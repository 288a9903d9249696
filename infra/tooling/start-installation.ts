import { servicePortOffsets } from '@xrp-bridge/contracts/services';
import { startTestKafka, type TestKafka } from '../kafka/start.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type DistributedProduct, startDistributed } from '../process/distributed.ts';
import { startRedis } from './start-redis.ts';

export interface Installation extends DistributedProduct {
  databaseUrl: string;
  kafkaBrokers: string;
}

/**
 * Starts the product with a process for each target, on its own PostgreSQL, Kafka and Redis.
 * @param dataDir folder of the database
 * @throws Error if this machine has no Kafka or no Redis
 */
export async function startInstallation(options: {
  dataDir: string;
  settings?: Record<string, string>;
  mostInstances?: 1 | 2;
  startKafka?: () => Promise<TestKafka | undefined>;
}): Promise<Installation> {
  const { dataDir, settings, mostInstances = 1, startKafka = startTestKafka } = options;
  const started = new AsyncDisposableStack();
  try {
    const redis = await startRedis();
    if (!redis) throw new Error('There is no Redis on this machine: install redis-server or Docker.');
    started.defer(redis.stop);
    const kafka = await startKafka();
    if (!kafka) throw new Error('There is no Kafka on this machine: install Docker, or Java 17 and Maven.');
    started.defer(kafka.stop);
    const postgres = await startEmbeddedPostgres({ dataDir });
    started.defer(postgres.stop);
    const product = await startDistributed({
      services: servicePortOffsets,
      mostInstances,
      settings: {
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        KAFKA_BROKERS: kafka.brokers,
        REDIS_URL: redis.url,
        ...settings,
      },
    });
    started.defer(product.stop);
    const stop = () => started.disposeAsync();
    return { ...product, databaseUrl: postgres.url, kafkaBrokers: kafka.brokers, stop };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}
