import { randomBytes } from 'node:crypto';
import { byUrlSetting, servicePortOffsets } from '@xrp-bridge/contracts/services';
import { type Environment, readSettings } from '@xrp-bridge/runtime/config';
import { ConfigError } from '@xrp-bridge/runtime/errors';
import { z } from 'zod';
import { type Target, targets } from './targets.ts';

const port = z.coerce.number().int().min(0).max(65_535);

/** A part of the product with separate tables: a service or the bus. */
export type Part = Target | 'bus';

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

export const runSettings = z.object({
  TARGET: z.string().default('all'),
  PORT: port.default(3000),
  SANDBOX_PORT: port.optional(),
  /** Address of a sandbox on another machine. */
  SANDBOX_URL: z.url({ protocol: /^http$/ }).optional(),
  DATA_DIR: z.string().default('.data'),
  MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  HOST: z.string().default('127.0.0.1'),
  /** The password of DATABASE_URL. Unlike in DATABASE_URL, special characters need no escapes here. */
  DATABASE_PASSWORD: z.string().optional(),
  /** Database URLs with separate roles, for each service and for the bus. */
  ...Object.fromEntries([...targets, 'bus' as const].map((part) => [databaseSettingOf(part), databaseUrl.optional()])),
});

/** Settings of `npm run backup` and `npm run restore` only. */
export const backupSettings = z.object({
  BACKUP_KEY: z.string().min(16, { error: 'must have 16 characters or more' }).optional(),
});

export type RunSettings = Omit<z.infer<typeof runSettings>, 'TARGET' | 'SANDBOX_PORT'> & {
  /**
   * True for TARGET=all: everything runs on one machine, and this process starts the database and the
   * sandbox.
   */
  all: boolean;
  services: Target[];
  sandbox: boolean;
  SANDBOX_PORT: number;
};

/**
 * Reads the settings of this process.
 * @throws ConfigError for an unknown target or an invalid port
 */
export function readRunSettings(environment: Environment): RunSettings {
  const { run } = readSettings({ run: runSettings }, environment);
  const { TARGET, SANDBOX_PORT, ...rest } = run;
  const named = TARGET.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const known = ['all', 'sandbox', ...targets];
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0 || named.length === 0) {
    throw new ConfigError(`TARGET must be one or more of ${known.join(', ')}`);
  }
  const all = named.includes('all');
  return {
    ...rest,
    SANDBOX_PORT: SANDBOX_PORT ?? (rest.PORT === 0 ? 0 : rest.PORT + 1),
    all,
    services: all ? [...targets] : targets.filter((name) => named.includes(name)),
    sandbox: all ? rest.MODE === 'sandbox' : named.includes('sandbox'),
  };
}

/** Returns the default URLs of the services, all on this machine. */
export function defaultUrls(settings: RunSettings): Environment {
  return byUrlSetting((service) => `http://127.0.0.1:${settings.PORT + servicePortOffsets[service]}`);
}

/** Returns the name of the setting with the URL of this part's own database. */
export function databaseSettingOf(part: string): string {
  return `${part.toUpperCase()}_DATABASE_URL`;
}

/** Returns DATABASE_URL, with DATABASE_PASSWORD inserted if the URL has no password. */
export function commonDatabaseUrl({ DATABASE_URL, DATABASE_PASSWORD }: Environment): string | undefined {
  const address = URL.parse(DATABASE_URL ?? '');
  if (!address || address.password || !DATABASE_PASSWORD) return DATABASE_URL;
  return Object.assign(address, { password: encodeURIComponent(DATABASE_PASSWORD) }).href;
}

/** Returns the database URL of each service and of the bus in PostgreSQL; undefined if not set. */
export function databaseUrlsOf(
  services: readonly Target[],
  environment: Environment,
): Partial<Record<string, string | undefined>> {
  const { DATABASE_URL, KAFKA_BROKERS } = environment;
  const parts: Part[] = KAFKA_BROKERS && !DATABASE_URL ? [...services] : [...services, 'bus'];
  return Object.fromEntries(parts.map((part) => [part, environment[databaseSettingOf(part)] || DATABASE_URL]));
}

/** Returns the name of the setting that determines this part's database. */
export function databaseSettingFor(part: Part, given: Environment): string {
  const own = databaseSettingOf(part);
  if (given[own]) return own;
  return given.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
}

/**
 * Generates the secrets that only this process needs.
 * In production, Stripe provides the webhook secret.
 */
export function generatedSecrets(mode: RunSettings['MODE']): Environment {
  const INTERNAL_TOKEN = randomBytes(32).toString('hex');
  if (mode === 'production') return { INTERNAL_TOKEN };
  return { INTERNAL_TOKEN, STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}` };
}

export interface SandboxUrls {
  url: string;
  smtpUrl: string;
  /** The URLs of both ledger servers, separated by a comma. */
  xrplUrl: string;
  /** The URL of the sources for prices, mentions and development activity. */
  signalSourcesUrl: string;
}

/** Returns the URLs of a sandbox in another process. Its SMTP port follows its HTTP port. */
export function sandboxElsewhere({
  SANDBOX_PORT,
  SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`,
}: RunSettings): SandboxUrls {
  const { host, hostname, port, origin } = new URL(SANDBOX_URL);
  return {
    url: origin,
    smtpUrl: `smtp://${hostname}:${Number(port) + 1}`,
    xrplUrl: `ws://${host}/xrpl/a,ws://${host}/xrpl/b`,
    signalSourcesUrl: `${origin}/signal-sources`,
  };
}

/**
 * Returns settings that direct every provider without a key to the sandbox.
 * Settings that are given to the process override them.
 */
export function sandboxProviders(sandbox: SandboxUrls, environment: Environment): Environment {
  return {
    ...(environment.STRIPE_SECRET_KEY
      ? {}
      : {
          STRIPE_SECRET_KEY: 'sk_sandbox_xrp_bridge',
          STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_xrp_bridge',
          STRIPE_API_BASE: sandbox.url,
        }),
    ...(environment.X_API_KEY
      ? {}
      : {
          X_API_BASE: sandbox.url,
          X_API_KEY: 'sandbox-key',
          X_API_SECRET: 'sandbox-secret',
          X_ACCESS_TOKEN: 'sandbox-token',
          X_ACCESS_SECRET: 'sandbox-token-secret',
        }),
    ...(environment.GOOGLE_ADS_DEVELOPER_TOKEN
      ? {}
      : {
          GOOGLE_ADS_API_BASE: sandbox.url,
          GOOGLE_OAUTH_BASE: sandbox.url,
          GOOGLE_ADS_DEVELOPER_TOKEN: 'sandbox-developer',
          GOOGLE_ADS_CLIENT_ID: 'sandbox-client',
          GOOGLE_ADS_CLIENT_SECRET: 'sandbox-secret',
          GOOGLE_ADS_REFRESH_TOKEN: 'sandbox-refresh',
          GOOGLE_ADS_CUSTOMER_ID: '1234567890',
        }),
    ...(environment.META_ACCESS_TOKEN
      ? {}
      : {
          META_API_BASE: sandbox.url,
          META_ACCESS_TOKEN: 'sandbox-token',
          META_AD_ACCOUNT_ID: '1234567890',
          META_PAGE_ID: '1234567890',
        }),
    ...(environment.X_API_KEY || environment.X_ADS_ACCOUNT_ID
      ? {}
      : { X_ADS_API_BASE: sandbox.url, X_ADS_ACCOUNT_ID: 'sandbox', X_ADS_FUNDING_ID: 'sandbox' }),
    ...(environment.COINZILLA_URL || environment.BITMEDIA_URL
      ? {}
      : {
          COINZILLA_URL: `${sandbox.url}/coinzilla/serve/native.php?z=1`,
          COINZILLA_REPORT_URL: `${sandbox.url}/coinzilla/report`,
          BITMEDIA_URL: `${sandbox.url}/bitmedia/1`,
          BITMEDIA_REPORT_URL: `${sandbox.url}/bitmedia/report`,
        }),
    SMTP_URL: sandbox.smtpUrl,
    PUSH_SANDBOX_URL: `${sandbox.url}/push/`,
    WEBHOOK_SANDBOX_URL: `${sandbox.url}/webhook/`,
    XRPL_WS_URL: sandbox.xrplUrl,
    SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl,
  };
}
