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

// Fields of PostgreSQL's errors that contain values of rows and parameters.
const databaseValues = ['err.detail', 'err.where', 'err.internalQuery'];

/** Creates a JSON logger that redacts credentials, contact data and destination addresses. */
export function createLogger(options: { level: string; name?: string; to?: DestinationStream }): Logger {
  const settings = {
    level: options.level,
    // pino ignores its `name` option if `base` is null.
    base: options.name ? { name: options.name } : null,
    redact: {
      paths: [...secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.headers["${key}"]`]), ...databaseValues],
      censor: '[redacted]',
    },
  };
  return options.to ? pino(settings, options.to) : pino(settings);
}
