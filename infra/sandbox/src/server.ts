import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createAdProviders } from './ads/index.ts';
import { createClock } from './clock.ts';
import { serveControl } from './control.ts';
import { createFaults } from './faults.ts';
import { type Provider, readState, type SandboxState, type World } from './provider.ts';
import { createPush } from './push/index.ts';
import { createMarketProvider, createMentionsProvider, signalSourcesPath } from './signals/index.ts';
import { startSmtp } from './smtp.ts';
import { openSnapshots, type Saved } from './snapshots.ts';
import { createStripe } from './stripe/index.ts';
import { newRequestId } from './stripe/routes.ts';
import { createWebhook } from './webhook.ts';
import { createX } from './x/index.ts';
import { createXrpl } from './xrpl/index.ts';
import { SERVERS } from './xrpl/servers.ts';

const MAX_BODY_BYTES = 512 * 1024;
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

export interface SandboxOptions {
  /** The HTTP port; 0 selects a free port. */
  port: number;
  /** Address to listen on; 127.0.0.1 by default. */
  host?: string;
  /**
   * URL of the web app, whose pages may call the API.
   * The URLs of hosted pages contain the web app's host name.
   */
  publicUrl: string;
  /**
   * URL for signed webhooks.
   * Without a URL no webhook is sent until PUT /_sandbox/stripe/webhooks sets one.
   */
  webhookTarget?: string;
  webhookSecret: string;
  /** The SMTP port; 0 (the default) selects a free port. */
  smtpPort?: number;
  /** The file that stores the state between runs. Without a file, the state is in memory only. */
  stateFile?: string;
  /** The result of an earlier sandbox's `save`. By default the file's state. */
  saved?: Saved;
  log?: (message: string) => void;
}

export interface Sandbox {
  /** URL of Stripe's API and of /_sandbox/ for callers on this machine. */
  url: string;
  port: number;
  smtpUrl: string;
  smtpPort: number;
  /** The ledger's servers, in the format of `XRPL_WS_URL`. */
  xrplUrl: string;
  /** The URL of prices, mentions and development activity, in the format of `SIGNAL_SOURCES_URL`. */
  signalSourcesUrl: string;
  /** Returns the same as `GET /_sandbox/state`. */
  readState(): SandboxState;
  /** Returns the state for a later sandbox. */
  save(): Saved;
  stop(): Promise<void>;
}

/**
 * Starts the providers on one HTTP port and one SMTP port, and restores the state file.
 * @throws Error if a port cannot be opened
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', publicUrl } = options;
  const log = options.log ?? (() => {});
  const snapshots = openSnapshots(options.stateFile, log);
  const saved = options.saved ?? snapshots.saved;
  const clock = createClock(saved.clock as number | undefined);
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true, genReqId: newRequestId });
  const portOf = () => (app.server.address() as AddressInfo).port;
  const world: World = {
    clock,
    faults: createFaults(clock),
    publicUrl,
    url: () => `http://${new URL(publicUrl).hostname}:${portOf()}`,
    changed: snapshots.changed,
    save: snapshots.flush,
    log,
  };

  const smtp = await startSmtp(world, { host, port: options.smtpPort ?? 0 });
  const providers: Provider[] = [
    createStripe(world, options as Required<SandboxOptions>),
    smtp,
    createXrpl(world),
    createMarketProvider(world),
    createMentionsProvider(world),
    createX(world),
    createPush(world),
    createWebhook(world),
    ...createAdProviders(world),
  ];
  for (const { name, restore } of providers) {
    if (restore && name in saved) restore(saved[name]);
  }
  const save = () => ({
    clock: clock.ahead(),
    ...Object.fromEntries(providers.flatMap(({ name, save }) => (save ? [[name, save()]] : []))),
  });
  snapshots.start(save);
  const stop = async () => {
    world.faults.reset();
    await Promise.all([app.close(), ...providers.map((provider) => provider.stop?.())]);
    await snapshots.flush();
    clock.reset();
  };

  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') world.changed();
  });
  for (const provider of providers) provider.routes?.(app);
  app.register(async (control) => serveControl(control, world, providers), { prefix: '/_sandbox' });
  for (const path of ['/livez', '/readyz']) app.get(path, async () => ({ status: 'ok' }));
  try {
    await app.listen({ port: options.port, host });
  } catch (error) {
    await stop();
    throw error;
  }

  // A caller on this machine uses the loopback address, even if the sandbox listens on every interface.
  const reachable = LOOPBACK.includes(host) || ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return {
    url: `http://${reachable}:${portOf()}`,
    port: portOf(),
    smtpUrl: `smtp://${reachable}:${smtp.port}`,
    smtpPort: smtp.port,
    xrplUrl: SERVERS.map((server) => `ws://${reachable}:${portOf()}/xrpl/${server}`).join(','),
    signalSourcesUrl: `http://${reachable}:${portOf()}${signalSourcesPath}`,
    readState: () => readState(providers),
    save,
    stop,
  };
}
