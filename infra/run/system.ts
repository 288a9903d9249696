import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { byUrlSetting, type ServiceName, urlSettingOf } from '@xrp-bridge/contracts/services';
import { openBus } from '@xrp-bridge/runtime/bus/index';
import {
  type BaseSettings,
  baseSettings,
  type Environment,
  readSettings,
  topicSettingsOf,
} from '@xrp-bridge/runtime/config';
import { UnreleasedSchemaError } from '@xrp-bridge/runtime/db';
import { ConfigError } from '@xrp-bridge/runtime/errors';
import type { ServiceClient } from '@xrp-bridge/runtime/http-client';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { createInstanceName, startService } from '@xrp-bridge/runtime/service';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';
import { version } from '@xrp-bridge/runtime/version';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { checkConnections } from './connection-budget.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import {
  commonDatabaseUrl,
  databaseSettingFor,
  databaseUrlsOf,
  defaultUrls,
  generatedSecrets,
  type Part,
  type RunSettings,
  readRunSettings,
  runSettings,
  sandboxElsewhere,
  sandboxProviders,
} from './settings.ts';
import { loadService, type Target } from './targets.ts';

export interface System {
  /** The line that is printed once all services answer. */
  readyLine: string;
  /** The generated password of the first run. It is shown once, and only its hash is stored. */
  operatorPassword: string | null;
  stop(): Promise<void>;
}

/** Parts that stop together. The stages stop in reverse order of their start. */
type Stage = (() => Promise<unknown>)[];

/**
 * Starts the targets: database and sandbox if this process provides them, migrations, then the
 * services.
 * @param onLost called if a required part ends unexpectedly
 * @throws ConfigError with all invalid settings
 */
export async function startSystem(given: Environment, onLost: () => void): Promise<System> {
  const run = await readRun(given);
  const stages: Stage[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    for (const stage of stages.splice(0).reverse()) await Promise.all(stage.map((stopPart) => stopPart()));
  };
  const lost = (part: string) => {
    if (stopping) return;
    console.error(`${part} has ended by itself, so everything stops.`);
    onLost();
  };
  try {
    return await startTargets(run, given, stages, stop, lost);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTargets(
  run: RunSettings,
  given: Environment,
  stages: Stage[],
  stop: () => Promise<void>,
  lost: (part: string) => void,
): Promise<System> {
  if (run.services.includes('bff')) await expectFreePort(run.PORT, given.HOST || '127.0.0.1');
  const bffUrl = `http://127.0.0.1:${run.PORT}`;
  let environment: Environment = {
    ...(run.all ? generatedSecrets(run.MODE) : defaultUrls(run)),
    ...(run.MODE === 'production' ? {} : { PUBLIC_URL: `http://localhost:${run.PORT}` }),
    STRIPE_WEBHOOK_TARGET: `${bffUrl}/webhooks/stripe`,
    ...withoutEmpty(given),
    PORT: String(run.PORT),
    SANDBOX_PORT: String(run.SANDBOX_PORT),
    DATABASE_URL: commonDatabaseUrl(given),
  };

  if (run.services.length === 0) {
    const sandbox = await startSandboxProcess({ SANDBOX_SMTP_PORT: String(run.SANDBOX_PORT + 1), ...environment }, () =>
      lost('The sandbox'),
    );
    stages.push([sandbox.stop]);
    return { readyLine: `Ready on ${sandbox.url}`, operatorPassword: null, stop };
  }

  const needsSandbox = run.sandbox && !(environment.STRIPE_SECRET_KEY && environment.SMTP_URL && given.XRPL_WS_URL);
  const bringsDatabase = !hasDatabase(run.services, environment);
  // The sandbox stores its state in DATA_DIR only if the embedded database does too: rows refer to the sandbox's ids,
  // so one without the other would be inconsistent.
  if (bringsDatabase) environment.DATA_DIR = run.DATA_DIR;
  const { promise: launched, resolve: onLaunch } = Promise.withResolvers<void>();
  const database = !bringsDatabase
    ? Promise.resolve(null)
    : startEmbeddedPostgres({ dataDir: path.resolve(run.DATA_DIR), notice: console.error, onLaunch });
  const [postgres, sandbox, services] = await Promise.all([
    database,
    needsSandbox ? startSandboxProcess(environment, () => lost('The sandbox')) : null,
    // Loading modules blocks this process for a while, so it begins only when the database needs nothing from it.
    Promise.race([launched, database]).then(() => Promise.all(run.services.map((name) => loadService[name]()))),
  ]);
  const outside: Stage = [];
  stages.push(outside);
  if (postgres) {
    outside.push(postgres.stop);
    void postgres.exited.then(() => lost('PostgreSQL'));
    environment.DATABASE_URL = postgres.url;
  }
  if (sandbox) outside.push(sandbox.stop);
  const providers = sandbox ?? (run.all || run.MODE === 'production' ? null : sandboxElsewhere(run));
  if (providers) {
    environment = {
      ...environment,
      ...sandboxProviders(providers, environment),
      ...withoutEmpty(given),
      DATABASE_URL: environment.DATABASE_URL,
    };
  }

  const base = readEverySetting(services, environment);
  const telemetryOn = Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
  const log = createLogger({ level: base.LOG_LEVEL, telemetryOn });
  log.info({ version, commit: base.GIT_COMMIT, services: run.services }, 'starting');
  const databaseUrls = databaseUrlsOf(run.services, environment);
  const urls = await migrateAll(services, (part) => databaseUrls[part]).catch((error) => {
    throw error instanceof UnreleasedSchemaError ? refuseDatabase(error, run, given) : error;
  });
  if (Object.values(urls).includes(environment.DATABASE_URL ?? '')) {
    log.warn('The role of DATABASE_URL may not create roles: nothing but our code keeps the services’ tables apart.');
  }
  await checkConnections(urls, base, log);
  const bus = await openBus({
    databaseUrl: urls.bus ?? '',
    kafkaBrokers: base.KAFKA_BROKERS,
    topicSettings: topicSettingsOf(base),
    instance: createInstanceName(),
    log,
  });
  stages.push([() => bus.stop()]);

  // Services behind the BFF start first, because with `all` their ports are random and the BFF needs their addresses.
  const behind = services.filter((service) => service.kind === 'internal');
  const localServices = new Map<string, ServiceClient>();
  const start = async (service: AnyService, port: number, stage: Stage) => {
    // With `all`, only this process calls the services behind the BFF, so they listen on loopback only.
    const onlyHere = run.all && service.kind === 'internal' ? { HOST: '127.0.0.1' } : {};
    const running = await startService(service, {
      settings: { ...settingsOf(service, { ...environment, DATABASE_URL: urls[service.name] }), ...onlyHere },
      bus,
      port,
      log,
      telemetryOn,
      localServices,
    });
    stage.push(() => running.stop());
    if (run.all) environment[urlSettingOf(service.name as ServiceName)] = running.url;
    // Calls within the process are possible only with `all`: otherwise other instances may run elsewhere, so calls use
    // the service's address.
    if (run.all && running.localClient) localServices.set(service.name, running.localClient);
    return running;
  };
  const stageBehind: Stage = [];
  stages.push(stageBehind);
  const running = await Promise.all(
    behind.map((service) => start(service, run.all ? 0 : ownPort(service, environment), stageBehind)),
  );
  const front = services.find((service) => service.kind === 'edge');
  if (!front) return { readyLine: `Ready on ${running[0]?.url}`, operatorPassword: null, stop };
  const stageFront: Stage = [];
  stages.push(stageFront);
  const { context } = await start(front, run.PORT, stageFront);
  const { ensureOperatorPassword } = await import('@xrp-bridge/bff');
  const operatorPassword = await ensureOperatorPassword(context.db, context.settings, context.clock());
  return { readyLine: `Ready on ${environment.PUBLIC_URL}`, operatorPassword, stop };
}

/** Throws EADDRINUSE for a taken port before the database and the services start, which takes seconds. */
async function expectFreePort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Creates an error that names the setting of a database from before the first release. */
function refuseDatabase({ message, schema }: UnreleasedSchemaError, run: RunSettings, given: Environment): ConfigError {
  const setting = databaseSettingFor(schema as Part, given);
  const advice =
    setting === 'DATA_DIR'
      ? `set DATA_DIR to a new folder, or move ${run.DATA_DIR} away.`
      : `set ${setting} to the address of a new one.`;
  return new ConfigError(`${message} Start with an empty database: ${advice}`);
}

/**
 * Reads the settings that determine what runs.
 * @throws ConfigError with all invalid settings, not only the first one
 */
async function readRun(given: Environment): Promise<RunSettings> {
  let run: RunSettings;
  try {
    run = readRunSettings(given);
  } catch (error) {
    await refuseSettings(given);
    throw error;
  }
  const databaseIsThere = run.all || run.services.length === 0 || hasDatabase(run.services, given);
  // In sandbox mode, the check when the parts load is enough, so the start does not wait for the check below.
  if (databaseIsThere && run.MODE === 'sandbox') return run;
  try {
    await refuseSettings(given);
  } catch (error) {
    if (error instanceof ConfigError && !databaseIsThere) {
      error.message += '\nOnly TARGET=all brings a database of its own.';
    }
    throw error;
  }
  return run;
}

/**
 * Checks the settings of all parts without starting one.
 * Parts that this process starts count as configured.
 */
async function refuseSettings(given: Environment): Promise<void> {
  const MODE = given.MODE === 'production' ? 'production' : 'sandbox';
  const run = readRunSettings({ TARGET: given.TARGET, MODE });
  const services = await Promise.all(run.services.map((name) => loadService[name]()));
  const unusedUrl = 'http://127.0.0.1:1';
  const nowhere = {
    url: unusedUrl,
    smtpUrl: 'smtp://127.0.0.1:1',
    xrplUrl: 'ws://127.0.0.1:1',
    signalSourcesUrl: unusedUrl,
  };
  const environment = {
    ...(run.all ? { ...generatedSecrets(MODE), DATABASE_URL: 'postgres://127.0.0.1' } : {}),
    ...(MODE === 'sandbox' ? sandboxProviders(nowhere, given) : {}),
    ...withoutEmpty(given),
  };
  if (services.length > 0) readEverySetting(services, environment);
}

/** Validates the settings of all services before the first start, so that one error lists all problems. */
function readEverySetting(services: readonly AnyService[], environment: Environment): BaseSettings {
  const urlsComeLater = byUrlSetting(() => 'http://127.0.0.1:1');
  const schemas = Object.fromEntries(services.map((service) => [service.name, service.settings]));
  const names = services.map(({ name }) => name as Target);
  const databaseComesLater = hasDatabase(names, environment) ? { DATABASE_URL: 'postgres://127.0.0.1' } : {};
  const read = readSettings(
    { ...schemas, base: baseSettings, run: runSettings },
    { ...urlsComeLater, ...databaseComesLater, ...withoutEmpty(environment) },
  );
  return (read as unknown as { base: BaseSettings }).base;
}

function hasDatabase(services: readonly Target[], environment: Environment): boolean {
  return Object.values(databaseUrlsOf(services, environment)).every(Boolean);
}

function settingsOf(service: AnyService, environment: Environment): BaseSettings & Record<string, unknown> {
  const { base, own } = readSettings({ base: baseSettings, own: service.settings }, environment);
  return { ...base, ...(own as object) };
}

function ownPort(service: AnyService, environment: Environment): number {
  const url = environment[urlSettingOf(service.name as ServiceName)];
  return url ? Number(new URL(url.split(',')[0] as string).port || 80) : 0;
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}
