import { type BatchObservableResult, metrics, type Observable } from '@opentelemetry/api';
import type { MeasureName, measureSchema } from '@xrp-bridge/contracts/operations';
import type { z } from 'zod';
import { serviceLimits } from './load-gate.ts';

// The metrics of a service that the operators' system page shows. OpenTelemetry exports those that are read from the
// service's tables, queue and bus.

/** Events are sent within milliseconds, and a customer may wait 30 seconds for a paid guide. */
const mostOutboxSeconds = 30;
/** A group handles hundreds of events a second, so more wait only if the group is too slow. */
const mostLag = 100;
/** Within this time, 99 of 100 paid guides should open. */
const mostUnlockSeconds = 30;
/** The check runs each night, and a failed run is tried again. */
const mostUncheckedSeconds = 30 * 3_600;
/** At these limits, the load gate refuses calls. */
const { waiting: mostPendingRequests, loopDelayMs: mostLoopDelayMs } = serviceLimits;

interface Definition {
  /** The kind of the instrument; null if other code exports the metric. */
  kind: 'Gauge' | 'UpDownCounter' | null;
  unit: string;
  description: string;
  /** The attribute that distinguishes several values of a service. */
  attribute?: string;
  isWrong?(value: number, detail: string | null): boolean;
}

const definitions: Record<MeasureName, Definition> = {
  'xrp_bridge.outbox.age': {
    kind: 'Gauge',
    unit: 's',
    description: 'Age of the oldest event that is not sent to the bus.',
    isWrong: (seconds) => seconds > mostOutboxSeconds,
  },
  'xrp_bridge.outbox.rows': {
    kind: 'Gauge',
    unit: '{event}',
    description: 'Number of events that are not sent to the bus.',
  },
  'xrp_bridge.consumer.lag': {
    kind: 'Gauge',
    unit: '{event}',
    description: 'Number of events of a topic that the service has not handled.',
    attribute: 'topic',
    isWrong: (events) => events > mostLag,
  },
  'xrp_bridge.dead_letters': {
    kind: 'Gauge',
    unit: '{event}',
    description: 'Number of events that the service could not handle.',
    isWrong: (events) => events > 0,
  },
  'xrp_bridge.queue.jobs': {
    kind: 'Gauge',
    unit: '{job}',
    description: 'Number of jobs by state.',
    attribute: 'state',
    // Newsletters enqueue thousands of jobs, so only failed jobs are wrong.
    isWrong: (jobs, state) => state === 'failed' && jobs > 0,
  },
  'xrp_bridge.provider.up': {
    kind: 'Gauge',
    // Without a unit, because Prometheus appends `_ratio` to the name of a gauge with the unit 1.
    unit: '',
    description: 'Whether the last call to a provider succeeded (1) or failed (0).',
    attribute: 'provider',
    isWrong: (isUp) => isUp === 0,
  },
  'xrp_bridge.accounting.check.age': {
    kind: 'Gauge',
    unit: 's',
    description: 'Time since the last complete check of the accounting.',
    isWrong: (seconds) => seconds > mostUncheckedSeconds,
  },
  'xrp_bridge.accounting.difference': {
    kind: 'Gauge',
    unit: 'USD',
    description: 'Sum of the amounts by which the accounting does not balance or differs from the payment provider.',
    isWrong: (dollars) => dollars !== 0,
  },
  'xrp_bridge.unlock.duration': {
    kind: null,
    unit: 's',
    description: 'Time from the payment at the provider to the release of the guide.',
    isWrong: (seconds) => seconds > mostUnlockSeconds,
  },
  // https://opentelemetry.io/docs/specs/semconv/database/database-metrics/
  'db.client.connection.count': {
    kind: 'UpDownCounter',
    unit: '{connection}',
    description: 'Number of connections of the pool by state.',
    attribute: 'db.client.connection.state',
  },
  'db.client.connection.pending_requests': {
    kind: 'UpDownCounter',
    unit: '{request}',
    description: 'Number of queries that wait for a connection of the pool.',
    isWrong: (requests) => requests >= mostPendingRequests,
  },
  'nodejs.eventloop.delay.mean': {
    kind: null,
    unit: 's',
    description: 'Mean delay of the event loop.',
    isWrong: (seconds) => seconds > mostLoopDelayMs / 1_000,
  },
};

/** A value of a metric. `detail` is the value of the metric's attribute. */
export interface Measure {
  name: MeasureName;
  value: number;
  detail?: string;
  /** Time of the measurement, if the value is stored. */
  measuredAt?: Date;
}

/**
 * Exports the values of a service as metrics of OpenTelemetry.
 * `read` is called once per collection, and never without a reader of metrics.
 * @returns a function that stops the export
 */
export function observeMeasures(service: string, read: () => Promise<{ measures: readonly Measure[] }>): () => void {
  const meter = metrics.getMeter('xrp-bridge');
  const instruments = new Map<MeasureName, Observable>();
  for (const [name, { kind, unit, description }] of Object.entries(definitions)) {
    if (kind) instruments.set(name as MeasureName, meter[`createObservable${kind}`](name, { unit, description }));
  }
  const observe = async (result: BatchObservableResult) => {
    for (const { name, value, detail } of (await read()).measures) {
      const instrument = instruments.get(name);
      const { attribute } = definitions[name];
      const attributes = {
        service,
        ...(name.startsWith('db.client.') && { 'db.client.connection.pool.name': service }),
        ...(attribute && { [attribute]: detail }),
      };
      if (instrument) result.observe(instrument, value, attributes);
    }
  };
  const observed = [...instruments.values()];
  meter.addBatchObservableCallback(observe, observed);
  return () => meter.removeBatchObservableCallback(observe, observed);
}

/** Returns the values for the system page. `isWrong` marks a value that needs an operator. */
export function judgeMeasures(measures: readonly Measure[]): z.infer<typeof measureSchema>[] {
  return measures.map(({ name, value, detail = null, measuredAt }) => ({
    name,
    value,
    detail,
    measuredAt: measuredAt?.toISOString() ?? null,
    isWrong: definitions[name].isWrong?.(value, detail) ?? false,
  }));
}
