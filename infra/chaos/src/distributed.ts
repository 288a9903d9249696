import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { serviceNames, servicePortOffsets } from '@xrp-bridge/contracts/services';
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts';
import { type DistributedProduct, type Instance, startDistributed } from '../../process/distributed.ts';
import { findFreePorts } from '../../process/free-port.ts';
import { type Relay, startRelay } from '../../process/relay.ts';
import type { Running } from '../../process/target.ts';
import { startRedis } from '../../tooling/start-redis.ts';
import {
  commonSettings,
  createOpenFolder,
  type Installation,
  type RestartingProcess,
  services,
  startRestarting,
  stop,
} from './installation.ts';
import type { Fault } from './plan.ts';
import { postgresFaults, repeatEvents } from './postgres-faults.ts';
import { startRestartingKafka } from './restarting-kafka.ts';
import { mountSmallDisk } from './small-disk.ts';

/** Services with two instances, of which one takes over the work of the other. */
const doubled = ['transfer', 'payment', 'notification'] as const;
/** Instances that freeze. The second instance takes over, before the first one continues. */
const freezing: readonly Instance[] = ['bff 1', ...doubled.map((name): Instance => `${name} 1`)];

/**
 * Starts a process for each service, on Kafka, Redis and PostgreSQL, which they reach through relays.
 * @param started receives all that must be stopped, also after an error
 */
export async function startDistributedInstallation(
  folder: string,
  started: AsyncDisposableStack,
): Promise<Installation> {
  const dataDir = await createOpenFolder(join(folder, 'distributed'));
  const redis = await startRedis();
  if (!redis) throw new Error('There is no Redis on this machine: install redis-server or Docker.');
  started.defer(redis.stop);
  const kafkaPort = await findFreePorts([0, 1]);
  const kafkaRelay = started.adopt(await startRelay(kafkaPort), stop);
  const kafka = started.adopt(
    await startRestartingKafka({ port: kafkaPort, advertised: kafkaRelay.port, folder: join(folder, 'kafka') }),
    stop,
  );
  const databaseDir = await createOpenFolder(join(folder, 'database'));
  const disk = started.adopt(await mountSmallDisk(databaseDir, 'the disk of PostgreSQL is full'), stop);
  const postgres = started.adopt(await startEmbeddedPostgres({ dataDir: databaseDir }), stop);
  const postgresRelay = started.adopt(await startRelay(postgres.port), stop);
  const redisPort = Number(new URL(redis.url).port);
  const redisRelay = started.adopt(await startRelay(redisPort), stop);
  const product = started.adopt(
    await startDistributed({
      services: servicePortOffsets,
      mostInstances: 2,
      settings: {
        ...commonSettings,
        DATA_DIR: dataDir,
        DATABASE_URL: Object.assign(new URL(postgres.url), { port: postgresRelay.port }).href,
        KAFKA_BROKERS: kafka.brokers,
        REDIS_URL: `redis://127.0.0.1:${redisRelay.port}`,
      },
    }),
    stop,
  );
  const processes = new Map<Instance, RestartingProcess>();
  const second = doubled.map((name): Instance => `${name} 2`);
  for (const name of ['bff 1', ...serviceNames.map((each): Instance => `${each} 1`), ...second] as Instance[]) {
    processes.set(name, started.adopt(await adoptInstance(product, name), stop));
  }
  const networks = { Kafka: kafkaRelay, Redis: redisRelay, PostgreSQL: postgresRelay };
  const findDatabase = async () => postgres.url;
  const events = services.map((name) => `select envelope from ${name}.sent_event`).join(' union all ');
  return {
    url: product.url,
    sandboxUrl: product.sandboxUrl,
    events,
    faults: [
      ...[...processes].map(([name, { kill, start }]) => ({
        name: `${name} is killed`,
        seconds: [1, 8] as const,
        begin: kill,
        end: start,
      })),
      ...freezing.map((name) => freeze(name, processes)),
      ...Object.entries(networks).flatMap(([name, relay]) => networkFaults(name, relay)),
      ...postgresFaults(findDatabase),
      fullRedis(redisPort),
      ...disk.faults,
      ...kafka.faults,
      repeatEvents(findDatabase, events),
    ],
    findDatabase,
    countExits: () => [...processes.values()].reduce((sum, each) => sum + each.countExits(), 0),
    output: product.output,
  };
}

/** Restarts an instance whenever it ends. The first launch returns the instance that already runs. */
function adoptInstance(product: DistributedProduct, name: Instance): Promise<RestartingProcess> {
  let isFirst = true;
  return startRestarting(name, () => {
    const present = isFirst ? product.instances.get(name) : undefined;
    isFirst = false;
    // `startRestarting` awaits the instance itself.
    if (!present) product.start(name).catch(() => {});
    return product.instances.get(name) as Running;
  });
}

function freeze(name: Instance, processes: ReadonlyMap<Instance, RestartingProcess>): Fault {
  return {
    // The time is longer than Kafka's session, and than a job's lock, after which another instance may take both.
    name: `${name} freezes`,
    seconds: [40, 50],
    begin: async () => processes.get(name)?.signal('SIGSTOP'),
    end: async () => processes.get(name)?.signal('SIGCONT'),
  };
}

function networkFaults(server: string, relay: Relay): Fault[] {
  return [
    { name: `${server} refuses connections`, seconds: [10, 20], begin: async () => relay.cut(), end: relay.restore },
    { name: `${server} does not answer`, seconds: [15, 40], begin: async () => relay.hang(), end: relay.restore },
    {
      name: `${server} resets all connections`,
      seconds: [1, 3],
      begin: async () => relay.reset(),
      end: async () => {},
    },
  ];
}

/** Returns a fault in which Redis has no memory left and refuses all writes. */
function fullRedis(port: number): Fault {
  const set = async (bytes: number) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(`CONFIG SET maxmemory ${bytes}\r\n`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    if (!String(answer).startsWith('+OK')) throw new Error(`Redis answered ${answer}`);
  };
  return { name: 'the memory of Redis is full', seconds: [15, 30], begin: () => set(1), end: () => set(0) };
}
