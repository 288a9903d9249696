import { startTestKafka, type TestKafka } from '../../kafka/start.ts';
import { hasDocker } from '../../tooling/docker.ts';
import { createOpenFolder } from './installation.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A broker on a small disk, and the faults of this disk. */
export interface RestartingKafka extends SmallDisk {
  brokers: string;
}

/**
 * Starts a broker on a small disk, and starts it again whenever it ends, as a process manager does.
 * @param options.advertised the port at which clients find the broker
 * @param options.folder folder of the broker's events
 * @throws Error if this machine has no Kafka, or if the broker does not start for the first time
 */
export async function startRestartingKafka(options: {
  port: number;
  advertised: number;
  folder: string;
}): Promise<RestartingKafka> {
  const folder = await createOpenFolder(options.folder);
  const disk = (await hasDocker()) ? undefined : await mountSmallDisk(folder, 'the disk of Kafka is full');
  const launch = () => startTestKafka(options.port, options.advertised, folder);
  const first = await launch();
  if (!first) throw new Error('There is no Kafka on this machine: install Docker, or Java 17 and Maven.');
  let current: Promise<TestKafka | undefined> = Promise.resolve(first);
  let isStopping = false;

  /** Starts the broker until it runs. It cannot start while its disk is full. */
  async function launchAgain(): Promise<TestKafka | undefined> {
    while (!isStopping) {
      try {
        return await launch();
      } catch (error) {
        console.log(`  ${(error as Error).message.split('\n')[0]}`);
      }
    }
  }

  async function restartWhenEnded(): Promise<void> {
    for (let running = await current; running; running = await current) {
      const output = await running.ended;
      if (isStopping) return;
      console.log(`  Kafka has ended by itself:\n${output.slice(-500)}`);
      current = launchAgain();
    }
  }

  void restartWhenEnded();
  return {
    brokers: first.brokers,
    faults: (disk?.faults ?? []).map((fault) => ({
      ...fault,
      async end() {
        await fault.end();
        await current;
      },
    })),
    async stop() {
      isStopping = true;
      await (await current)?.stop();
      await disk?.stop();
    },
  };
}
