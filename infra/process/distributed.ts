import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer } from './balancer.ts';
import { findFreePorts } from './free-port.ts';
import { type Running, startTarget } from './target.ts';

/** Name of an instance, such as `transfer 1` or `bff 2`. */
export type Instance = `${string} ${1 | 2}`;

/** A product with a process for each target. The instances of the BFF are behind a load balancer. */
export interface DistributedProduct {
  /** The running instances, by name. */
  instances: ReadonlyMap<Instance, Running>;
  url: string;
  /** The URL that people open. Cookies and cross-origin rules apply to its host name. */
  publicUrl: string;
  sandboxUrl: string;
  /** Starts an instance, with these settings besides the common ones. Resolves when it is ready. */
  start(name: Instance, more?: Record<string, string>): Promise<void>;
  /** Stops an instance of the BFF after the load balancer, like pods with a preStop hook. */
  stopInstance(name: Instance): Promise<void>;
  /** Returns everything that all processes have printed, including those that have ended. */
  output(): string;
  stop(): Promise<void>;
}

/** Maximum time for which an instance of the BFF finishes its requests before it is stopped. */
const drainMs = 5_000;

/**
 * Starts the sandbox and one instance of every other target, all on one database.
 * @param services offset of each service's port
 * @param mostInstances number of instances of each service that the settings name; the second ones start later
 * @throws Error with the output of an instance that does not start
 */
export async function startDistributed(options: {
  services: Readonly<Record<string, number>>;
  mostInstances?: 1 | 2;
  settings: Record<string, string> & { DATABASE_URL: string; DATA_DIR: string };
}): Promise<DistributedProduct> {
  const { services, mostInstances = 1 } = options;
  const numbers = ([1, 2] as const).slice(0, mostInstances);
  const offsetOf = (target: string, number: number) =>
    target === 'bff' ? 2 + number : (services[target] as number) + 10 * (number - 1);
  const targets = ['bff', ...Object.keys(services)];
  const offsets = targets.flatMap((target) => numbers.map((number) => offsetOf(target, number)));
  const port = await findFreePorts([0, 1, 2, ...offsets]);
  const portOf = (target: string, number: number) => port + offsetOf(target, number);
  const urlOf = (target: string, number: number) => `http://127.0.0.1:${portOf(target, number)}`;
  const settings: Record<string, string> = {
    SANDBOX_PORT: String(port + 1),
    PUBLIC_URL: `http://localhost:${port}`,
    STRIPE_WEBHOOK_TARGET: `http://127.0.0.1:${port}/webhooks/stripe`,
    STRIPE_WEBHOOK_SECRET: 'whsec_shared_by_the_targets',
    INTERNAL_TOKEN: 'a-token-shared-by-the-targets',
    ...options.settings,
  };
  for (const name of Object.keys(services)) {
    settings[urlSettingOf(name)] = numbers.map((number) => urlOf(name, number)).join(',');
  }

  const balancer = await startBalancer(port);
  const instances = new Map<Instance, Running>();
  const bffs = new Set<string>();
  const everStarted: Running[] = [];

  async function start(name: Instance, more: Record<string, string> = {}): Promise<void> {
    const [target = '', number] = name.split(' ');
    const own: Record<string, string> = { TARGET: target };
    if (target === 'bff') own.PORT = String(portOf(target, Number(number)));
    if (target in services) own[urlSettingOf(target)] = urlOf(target, Number(number));
    const started = startTarget({ ...settings, ...more, ...own });
    instances.set(name, started);
    everStarted.push(started);
    await started.ready;
    if (target === 'bff') await balancer.sendTo(bffs.add(urlOf(target, Number(number))));
  }

  async function stopInstance(name: Instance): Promise<void> {
    const [target = '', number] = name.split(' ');
    const instance = instances.get(name);
    instances.delete(name);
    if (bffs.delete(urlOf(target, Number(number)))) await Promise.race([balancer.sendTo(bffs), wait(drainMs)]);
    await instance?.stop();
  }

  async function stop(): Promise<void> {
    const sandbox = instances.get('sandbox 1');
    await Promise.all([...instances.values()].map((instance) => instance !== sandbox && instance.stop()));
    await sandbox?.stop();
    await balancer.stop();
  }

  try {
    await Promise.all(['sandbox', ...targets].map((target) => start(`${target} 1`)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    instances,
    url: `http://127.0.0.1:${port}`,
    publicUrl: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${port + 1}`,
    start,
    stopInstance,
    output: () => everStarted.map((each) => each.output()).join('\n'),
    stop,
  };
}

function urlSettingOf(service: string): string {
  return `${service.toUpperCase()}_URL`;
}
