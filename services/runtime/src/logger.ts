import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secret = [
  'authorization',
  'cookie',
  'email',
  'phone',
  'password',
  'token',
  'secret',
  'clientSecret',
  'client_secret',
  'destinationAddress',
];

/** A JSON logger that never prints credentials, contact data or destination addresses, at any of the usual depths. */
export function createLogger(options: { level: string; name?: string }): Logger {
  return pino({
    level: options.level,
    ...(options.name ? { name: options.name } : {}),
    base: null,
    redact: {
      paths: secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.headers["${key}"]`]),
      censor: '[redacted]',
    },
  });
}
