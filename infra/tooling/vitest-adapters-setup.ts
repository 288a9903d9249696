import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startRedis } from './start-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The URL of Redis; undefined if this machine cannot run Redis, so that the tests for Redis are
     * skipped.
     */
    redisUrl: string | undefined;
    /** The URL of another Redis, for the one file that fills it, empties it and makes it read-only. */
    redisToBreakUrl: string | undefined;
    kafkaBrokers: string | undefined;
  }
}

interface Started {
  stop(): Promise<void>;
}

const kafkaStarter = new URL('../kafka/start.ts', import.meta.url);

/** Provides Redis and Kafka for the adapters' tests: from the environment, or started here. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: Started[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
  try {
    const [redisUrl, redisToBreak, kafkaBrokers] = await Promise.all([
      provideRedis(started),
      startRedis(),
      provideKafka(started),
    ]);
    if (redisToBreak) started.push(redisToBreak);
    project.provide('redisUrl', redisUrl);
    project.provide('redisToBreakUrl', redisToBreak?.url);
    project.provide('kafkaBrokers', kafkaBrokers);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function provideRedis(started: Started[]): Promise<string | undefined> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  const redis = await startRedis();
  if (!redis) {
    console.warn('NO REDIS: the tests on Redis are skipped. Set REDIS_URL, or install redis-server or Docker.');
    return undefined;
  }
  started.push(redis);
  return redis.url;
}

async function provideKafka(started: Started[]): Promise<string | undefined> {
  if (process.env.KAFKA_BROKERS) return process.env.KAFKA_BROKERS;
  if (!existsSync(kafkaStarter)) return undefined;
  const { startTestKafka } = await import(kafkaStarter.href);
  const kafka: (Started & { brokers: string }) | undefined = await startTestKafka();
  if (!kafka) {
    console.warn('NO KAFKA: the tests on Kafka are skipped. Set KAFKA_BROKERS, or install Docker or Java and Maven.');
    return undefined;
  }
  started.push(kafka);
  return kafka.brokers;
}
