import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePorts } from '../process/free-port.ts';
import { type SupervisedProcess, supervise } from '../process/supervisor.ts';
import { hasDocker, startContainer } from '../tooling/docker.ts';
import { findOnPath } from '../tooling/find-on-path.ts';

export interface TestKafka {
  /** The broker's address, in the format of KAFKA_BROKERS. */
  brokers: string;
  /** Resolves with the node's last output when it has ended. Does not resolve for a container. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const pom = fileURLToPath(new URL('pom.xml', import.meta.url));
// Stops Java from leaving a folder in the temporary folder. For Maven, .mvn/jvm.config has the same option.
const noTraces = '-XX:-UsePerfData';
const oldestJava = 17;
const fetchTimeoutMs = 600_000;
const startTimeoutMs = 120_000;

/**
 * Starts one Apache Kafka node (KRaft, broker and controller) on free ports of 127.0.0.1.
 * Uses Docker if an engine answers, or else Java and Maven, which downloads the broker (see pom.xml). The node ends
 * with this process and leaves no files.
 *
 * @param at a free port of 127.0.0.1, for example that of a stopped node, which an empty node replaces
 * @param advertised the port at which clients find the node, for example that of a relay
 * @param logDir an existing folder for the node's events, which remains. Docker ignores it.
 * @returns undefined if neither Docker nor Java with Maven is available
 * @throws Error if the node does not start (with its last output)
 */
export async function startTestKafka(
  at?: number,
  advertised?: number,
  logDir?: string,
): Promise<TestKafka | undefined> {
  const port = at ?? (await findFreePorts([0, 1]));
  const brokers = `127.0.0.1:${advertised ?? port}`;
  if (await hasDocker()) return { brokers, ...(await startInDocker(port, brokers)) };
  const java = await findJava();
  const maven = findOnPath('mvn');
  return java && maven ? { brokers, ...(await startWithJava({ java, maven, port, brokers, logDir })) } : undefined;
}

type StartedNode = Omit<TestKafka, 'brokers'>;

async function startInDocker(port: number, advertised: string): Promise<StartedNode> {
  const settings = nodeSettings({
    listen: '0.0.0.0',
    port: 9092,
    controllerPort: 9093,
    advertised,
  });
  const container = await startContainer({
    image: `apache/kafka:${await kafkaVersion()}`,
    port: { container: 9092, host: port },
    environment: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`KAFKA_${name.replaceAll('.', '_').toUpperCase()}`, value]),
    ),
    readyLine: /Kafka Server started/,
  });
  return { stop: container.stop, ended: new Promise(() => {}) };
}

async function startWithJava(options: {
  java: string;
  maven: string;
  port: number;
  brokers: string;
  logDir: string | undefined;
}): Promise<StartedNode> {
  const { java, maven, port, brokers: advertised } = options;
  const classpath = await fetchBroker(maven);
  const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-kafka-'));
  try {
    const controllerPort = port + 1;
    const settings = {
      ...nodeSettings({ listen: '127.0.0.1', port, controllerPort, advertised }),
      'log.dirs': options.logDir ?? join(folder, 'data'),
    };
    const file = join(folder, 'server.properties');
    await writeFile(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const small = [
      noTraces,
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    ];
    const clusterId = 'xrpBridgeTestCluster00';
    const format = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', clusterId, '-c', file];
    await run(java, ['-Xmx256m', ...small, '-cp', classpath, ...format], { timeout: startTimeoutMs });
    const command = [java, '-Xmx512m', ...small, '-cp', classpath, 'kafka.Kafka', file];
    return await waitUntilReady(port, (onLine) =>
      supervise(command, { removeAfter: folder, signal: 'TERM', graceMs: 20_000, onLine }),
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function nodeSettings(at: { listen: string; port: number; controllerPort: number; advertised: string }) {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${at.controllerPort}`,
    listeners: `PLAINTEXT://${at.listen}:${at.port},CONTROLLER://127.0.0.1:${at.controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${at.advertised}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    // There is only one node, so the replication factor is 1 instead of 3.
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    // The adapter creates its topics itself, because a managed broker may not create them automatically.
    'auto.create.topics.enable': 'false',
  };
}

/** Downloads the jars into Maven's cache and returns their class path. */
async function fetchBroker(maven: string): Promise<string> {
  const folder = join(fileURLToPath(new URL('.', import.meta.url)), 'target');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'classpath');
  if (await isFresh(file)) return await readFile(file, 'utf8');
  const goal = ['-B', '-q', '-f', pom, 'dependency:build-classpath', `-Dmdep.outputFile=${file}`];
  await run(maven, goal, { timeout: fetchTimeoutMs }).catch((error) => {
    throw new Error(`Maven could not fetch the Kafka broker:\n${error.stdout ?? error.message}`);
  });
  return await readFile(file, 'utf8');
}

/** Returns true if the stored class path is still valid. Maven would take long to verify it. */
async function isFresh(classpath: string): Promise<boolean> {
  try {
    if ((await stat(classpath)).mtimeMs < (await stat(pom)).mtimeMs) return false;
    await Promise.all((await readFile(classpath, 'utf8')).split(delimiter).map((jar) => access(jar)));
    return true;
  } catch {
    return false;
  }
}

async function kafkaVersion(): Promise<string> {
  const [, version] =
    (await readFile(pom, 'utf8')).match(/<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\d.]+)</) ?? [];
  if (!version) throw new Error(`${pom} names no version of kafka`);
  return version;
}

async function findJava(): Promise<string | undefined> {
  const java = findOnPath('java');
  if (!java) return undefined;
  const { stderr } = await run(java, [noTraces, '-version'], { timeout: 30_000 }).catch(() => ({ stderr: '' }));
  return Number(stderr.match(/version "(\d+)/)?.[1] ?? 0) >= oldestJava ? java : undefined;
}

async function waitUntilReady(
  port: number,
  start: (onLine: (line: string) => void) => SupervisedProcess,
): Promise<StartedNode> {
  const lines: string[] = [];
  const server = start((line) => lines.push(line));
  let hasEnded = false;
  const ended = server.exited.then(() => {
    hasEnded = true;
    return lines.slice(-20).join('\n');
  });
  // The broker opens its port last, when it is ready.
  for (const deadline = Date.now() + startTimeoutMs; !hasEnded && Date.now() < deadline; await delay(100)) {
    if (await accepts(port)) return { ended, stop: server.stop };
  }
  await server.stop();
  throw new Error(`Kafka did not start:\n${await ended}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}
