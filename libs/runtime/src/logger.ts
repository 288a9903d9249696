import { type DestinationStream, type Logger, pino } from 'pino';

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

// PostgreSQL repeats rows and parameters in these parts of its errors.
const databaseValues = ['err.detail', 'err.where', 'err.internalQuery'];

/** Creates a JSON logger that redacts credentials, contact data and destination addresses. */
export function createLogger(options: { level: string; name?: string; to?: DestinationStream }): Logger {
  const settings = {
    level: options.level,
    // pino drops a name of its own where there is no base.
    base: options.name ? { name: options.name } : null,
    redact: {
      paths: [...secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.headers["${key}"]`]), ...databaseValues],
      censor: '[redacted]',
    },
  };
  return options.to ? pino(settings, options.to) : pino(settings);
}
