import { trace } from '@opentelemetry/api';
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

/**
 * Creates a JSON logger that redacts credentials, contact data and destination addresses.
 * With `telemetryOn`, each line that is logged inside a span has the ids of the trace and the span.
 */
export function createLogger(options: {
  level: string;
  name?: string;
  to?: DestinationStream;
  telemetryOn?: boolean;
}): Logger {
  const settings = {
    level: options.level,
    // pino ignores its `name` option if `base` is null.
    base: options.name ? { name: options.name } : null,
    redact: {
      paths: [...secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.headers["${key}"]`]), ...databaseValues],
      censor: '[redacted]',
    },
    ...(options.telemetryOn && { mixin: readTraceIds }),
  };
  return options.to ? pino(settings, options.to) : pino(settings);
}

/**
 * Returns the ids of the active span.
 * The names of the fields: https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
function readTraceIds(): object {
  const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {};
  return traceId ? { trace_id: traceId, span_id: spanId } : {};
}
