import { AsyncLocalStorage } from 'node:async_hooks';
import { createBrowser } from './browser.ts';
import type { SimulatedBus } from './bus.ts';
import type { Product } from './product.ts';
import { createRandom } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';
import { webhookUrl } from './system.ts';

const minuteMs = 60_000;
/** Mean time between two crashes, and between two faults of third parties, of webhooks and of handlers. */
const crashEveryMs = 60 * minuteMs;
const faultEveryMs = 60 * minuteMs;
const adFaultEveryMs = 20 * minuteMs;
const sourceFaultEveryMs = 90 * minuteMs;
const lossEveryMs = 90 * minuteMs;
const bugEveryMs = 90 * minuteMs;
/** Steps that begin work: an event, a job, a request. Most other moments of a day are idle. */
const moments = [
  /^[a-z]+\.[a-z_]+ to /,
  /^job (?!.*\.turn-)/,
  / events to the bus$/,
  / to the queue$/,
  /^network \d+ to 3000/,
];
/** Probability that all instances crash at once, as in a power failure. */
const powerFailureChance = 0.1;
/** Maximum time from such a moment to the crash. */
const soonMs = 12;
const downMs = { least: 1_000, most: 3 * minuteMs } as const;
const faultMs = { least: 10_000, most: 30 * minuteMs } as const;
/** The signals are refreshed every four hours, so shorter faults have no effect. */
const sourceFaultMs = { least: 60 * minuteMs, most: 14 * 60 * minuteMs } as const;
/** The provider sends a webhook again for four minutes, and then gives it up. */
const lossMs = { least: 5 * minuteMs, most: 30 * minuteMs } as const;
const bugMs = { least: minuteMs, most: 20 * minuteMs } as const;
/** An address at which no server listens. */
const nowhere = 'http://127.0.0.1:9/webhooks';

const providerFaults = [
  ...['down', 'slow', 'error', 'rate-limited'].flatMap((kind) => [
    { provider: 'stripe', kind },
    { provider: 'smtp', kind },
  ]),
  ...['down', 'slow', 'error', 'rate-limited', 'lying', 'stalled', 'lagging'].map((kind) => ({
    provider: 'xrpl',
    kind,
  })),
];

/** Lies of X and the campaign platforms are answers that are lost after the request was carried out. */
const adFaults = [
  ...['x', 'google-ads', 'meta', 'coinzilla', 'bitmedia'].flatMap((provider) =>
    ['down', 'slow', 'error', 'rate-limited'].map((kind) => ({ provider, kind })),
  ),
  ...['x', 'google-ads', 'meta'].flatMap((provider) =>
    ['unanswered', 'error-after'].map((lie) => ({ provider, kind: 'lying', lie })),
  ),
  { provider: 'x', kind: 'lying', lie: 'half' },
  ...['coinzilla', 'bitmedia'].map((provider) => ({ provider, kind: 'lying', lie: 'strings' })),
];

const sourceFaults = ['market', 'mentions'].flatMap((provider) => [
  ...['down', 'slow', 'error', 'rate-limited'].map((kind) => ({ provider, kind })),
  ...['html', 'half', 'error-text', 'strings', 'nan', 'future', 'script', 'entities'].map((lie) => ({
    provider,
    kind: 'lying',
    lie,
  })),
]);

/**
 * Crashes instances of the product and disturbs the third parties at random times.
 * Also loses webhooks, and breaks handlers of events.
 * @returns the counts, which grow during the run
 */
export function startFaults(options: {
  scheduler: Scheduler;
  product: Product;
  /** The bus whose handlers break; null while no operator handles dead letters again. */
  bus: SimulatedBus | null;
  /** True if webhooks are lost. A running subscription is compared with the provider only once a day. */
  losesWebhooks: boolean;
  /** True if X, the ad platforms and the ad networks also fail. */
  hasAds: boolean;
  /** True if the sources of signals also fail. */
  hasSignals: boolean;
  sandboxUrl: string;
  seed: string;
  periodMs: number;
}): { crashes: number; outages: number } {
  const { scheduler, product, bus, losesWebhooks, hasAds, hasSignals, sandboxUrl, seed, periodMs } = options;
  const random = createRandom(`${seed} faults`);
  const counts = { crashes: 0, outages: 0 };
  const between = ({ least, most }: { least: number; most: number }) => Math.round(random.between(least, most));
  const browser = createBrowser();

  function repeat(what: string, everyMs: number, run: () => Promise<void>): void {
    const times = Math.round(periodMs / everyMs);
    for (let time = 0; time < times; time++) scheduler.schedule(what, random.between(0, periodMs), run);
  }

  async function crash(): Promise<void> {
    const last = scheduler.lastLife();
    const isPowerFailure = random.chance(powerFailureChance);
    const crashed = product.instances.filter(({ isLiving }) => isLiving(isPowerFailure ? undefined : last));
    if (crashed.length > 0) counts.crashes++;
    for (const { start, crash } of crashed) {
      await crash();
      scheduler.schedule('an instance starts', between(downMs), () => void start());
    }
  }

  parts.run({ name: 'faults' }, () => {
    const inContext = AsyncLocalStorage.snapshot();
    repeat('a crash is near', crashEveryMs, async () => {
      scheduler.afterNext(random.pick(moments), () =>
        inContext(() => scheduler.schedule('an instance crashes', random.between(0, soonMs), crash)),
      );
    });
    const fail = (faults: readonly object[], range: typeof faultMs | typeof sourceFaultMs) => async () => {
      counts.outages++;
      const forMs = between(range);
      void browser.send('POST', `${sandboxUrl}/_sandbox/faults`, { ...random.pick(faults), forMs });
    };
    repeat('a third party fails', faultEveryMs, fail(providerFaults, faultMs));
    if (hasAds) repeat('an ad platform fails', adFaultEveryMs, fail(adFaults, faultMs));
    if (hasSignals) repeat('a source of signals fails', sourceFaultEveryMs, fail(sourceFaults, sourceFaultMs));
    if (losesWebhooks) {
      repeat('webhooks are lost', lossEveryMs, async () => {
        const setTarget = (target: string) => browser.send('PUT', `${sandboxUrl}/_sandbox/stripe/webhooks`, { target });
        void setTarget(nowhere);
        scheduler.schedule('webhooks arrive again', between(lossMs), () => void setTarget(webhookUrl));
      });
    }
    if (bus) repeat('a handler is broken', bugEveryMs, async () => bus.breakHandlers(between(bugMs)));
  });
  return counts;
}
