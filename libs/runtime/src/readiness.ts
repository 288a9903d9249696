import { metrics } from '@opentelemetry/api';
import { withTimeout } from './timeout.ts';

/** Checks of the parts that a service needs. */
export type Needs = Record<'database' | 'bus' | 'queue', () => Promise<boolean>>;

type State = 'ready' | 'not ready';

/**
 * `status` depends only on the database.
 * `degraded` is true if only the bus or the queue is unavailable.
 */
export type Readiness = { status: State; degraded: boolean } & Record<keyof Needs, State>;

const answerWithinMs = 2_000;

/** Runs the checks. A check that does not finish in time counts as failed. */
export async function checkNeeds(needs: Needs): Promise<Readiness> {
  const [database, bus, queue] = await Promise.all([
    isThere(needs.database()),
    isThere(needs.bus()),
    isThere(needs.queue()),
  ]);
  const stateOf = (isReady: boolean): State => (isReady ? 'ready' : 'not ready');
  return {
    status: stateOf(database),
    degraded: database && !(bus && queue),
    database: stateOf(database),
    bus: stateOf(bus),
    queue: stateOf(queue),
  };
}

/** Returns the result of a check. Returns false if the check rejects or does not finish in time. */
export function isThere(check: Promise<boolean>, withinMs = answerWithinMs): Promise<boolean> {
  return withTimeout(check, withinMs, () => new Error('no answer')).catch(() => false);
}

/**
 * Publishes the gauge `xrp_bridge.part.up`: 1 or 0 for each part that the service needs.
 * @returns a function that removes the gauge's callback
 */
export function observeParts(service: string, read: () => Promise<Record<string, boolean>>): () => void {
  const gauge = metrics.getMeter('xrp-bridge').createObservableGauge('xrp_bridge.part.up', {
    description: 'Whether a part that a service works with is there (1) or away (0)',
  });
  const observe: Parameters<typeof gauge.addCallback>[0] = async (result) => {
    for (const [part, isUp] of Object.entries(await read())) result.observe(isUp ? 1 : 0, { service, part });
  };
  gauge.addCallback(observe);
  return () => gauge.removeCallback(observe);
}
