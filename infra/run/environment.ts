import { readFileSync } from 'node:fs';
import type { Environment } from '@xrp-bridge/runtime/config';
import { ConfigError } from '@xrp-bridge/runtime/errors';

/** Settings that a process may read from a file, because their values are secret. */
export const secretSettings = [
  'ADS_DATABASE_URL',
  'AI_API_KEY',
  'BACKUP_KEY',
  'BFF_DATABASE_URL',
  'BITMEDIA_REPORT_URL',
  'BITMEDIA_URL',
  'BUS_DATABASE_URL',
  'COINGECKO_API_KEY',
  'COINZILLA_REPORT_URL',
  'COINZILLA_URL',
  'DATABASE_PASSWORD',
  'DATABASE_URL',
  'GITHUB_TOKEN',
  'GOOGLE_ADS_CLIENT_SECRET',
  'GOOGLE_ADS_DEVELOPER_TOKEN',
  'GOOGLE_ADS_REFRESH_TOKEN',
  'INTERNAL_TOKEN',
  'META_ACCESS_TOKEN',
  'NOTIFICATION_DATABASE_URL',
  'OPERATOR_PASSWORD',
  'PAYMENT_DATABASE_URL',
  'REDDIT_TOKEN',
  'REDIS_URL',
  'SIGNALS_DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TRANSFER_DATABASE_URL',
  'VAPID_PRIVATE_KEY',
  'XRPL_WS_URL',
  'X_ACCESS_SECRET',
  'X_ACCESS_TOKEN',
  'X_API_KEY',

  'X_API_SECRET',
  'X_BEARER_TOKEN',
];

/**
 * Returns the environment with the secrets from files.
 * `STRIPE_SECRET_KEY_FILE` is the path of a file that contains `STRIPE_SECRET_KEY`, like the secrets of Docker.
 * @throws ConfigError with the name of every setting that is given twice, or whose file cannot be read
 */
export function withSecretFiles(given: Environment): Environment {
  const environment = { ...given };
  const mistakes: string[] = [];
  for (const name of secretSettings) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    if (given[name]) mistakes.push(`${name}_FILE: ${name} is set too`);
    try {
      environment[name] = readFileSync(path, 'utf8').trimEnd();
    } catch (error) {
      mistakes.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  if (mistakes.length > 0) {
    throw new ConfigError(`These settings need your attention:\n${mistakes.map((line) => `  ${line}`).join('\n')}`);
  }
  return environment;
}
