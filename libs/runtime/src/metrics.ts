import { metrics } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Measure } from './metric-definitions.ts';

/** Bucket boundaries in seconds: https://opentelemetry.io/docs/specs/semconv/http/http-metrics/ */
const durationBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Bucket boundaries in seconds. The longest timeout of a job is some minutes. */
const jobBoundaries = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** Bucket boundaries in seconds. A guide is late after 30 seconds. */
const unlockBoundaries = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3_600];

/**
 * Records the histogram `http.server.request.duration` for each response of the server.
 * The attribute `http.route` is the route's pattern, because a path may contain an address or a transfer's id.
 */
export function recordRequestDurations(app: FastifyInstance): void {
  const histogram = metrics.getMeter('xrp-bridge').createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: durationBoundaries },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    const { statusCode } = reply;
    histogram.record(reply.elapsedTime / 1_000, {
      'http.request.method': request.method,
      'http.response.status_code': statusCode,
      ...(route && { 'http.route': route }),
      ...(statusCode >= 500 && { 'error.type': String(statusCode) }),
    });
    done();
  });
}

/**
 * Creates the histogram `xrp_bridge.job.duration` of a service.
 * Its attribute is `job.name`, because Prometheus overwrites a label `job`.
 * @returns a function that records one run
 */
export function createJobDuration(service: string): (job: string, ms: number, errorType?: string) => void {
  const histogram = metrics.getMeter('xrp-bridge').createHistogram('xrp_bridge.job.duration', {
    description: 'Duration of one run of a job.',
    unit: 's',
    advice: { explicitBucketBoundaries: jobBoundaries },
  });
  return (job, ms, errorType) =>
    histogram.record(ms / 1_000, { service, 'job.name': job, ...(errorType && { 'error.type': errorType }) });
}

/** Bounds the memory and the time of a record, also in a busy hour. */
const mostRecent = 1_000;

export interface UnlockDuration {
  /** Records the seconds from a payment to its guide. */
  record(seconds: number): void;
  /** Returns the seconds within which 99 % of the last hour's guides opened (at most the last 1,000). */
  measure(): Measure[];
}

/** Creates the histogram `xrp_bridge.unlock.duration` of a service. */
export function createUnlockDuration(service: string, now = () => performance.now()): UnlockDuration {
  const histogram = metrics.getMeter('xrp-bridge').createHistogram('xrp_bridge.unlock.duration', {
    description: 'Time from the payment at the provider to the release of the guide.',
    unit: 's',
    advice: { explicitBucketBoundaries: unlockBoundaries },
  });
  const recent: { at: number; seconds: number }[] = [];
  const deleteOld = () => {
    while (recent[0] && recent[0].at < now() - 3_600_000) recent.shift();
  };
  return {
    record(given) {
      const seconds = Math.max(0, given);
      histogram.record(seconds, { service });
      deleteOld();
      if (recent.length === mostRecent) recent.shift();
      recent.push({ at: now(), seconds });
    },
    measure() {
      deleteOld();
      const ascending = recent.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
      const value = ascending[Math.ceil(ascending.length * 0.99) - 1];
      return value === undefined ? [] : [{ name: 'xrp_bridge.unlock.duration', value }];
    },
  };
}
