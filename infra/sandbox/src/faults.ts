import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';

/** The third parties that this sandbox plays. */
export const PROVIDERS = [
  'stripe',
  'smtp',
  'xrpl',
  'market',
  'mentions',
  'x',
  'google-ads',
  'meta',
  'coinzilla',
  'bitmedia',
] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * Those after the first four are for some only: lying, stalled and lagging for ledger servers, which have to be believed
 * and which send by themselves; bouncing for the mail server, which then refuses every recipient for good.
 */
export const FAULT_KINDS = [
  'down',
  'slow',
  'error',
  'rate-limited',
  'lying',
  'stalled',
  'lagging',
  'bouncing',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const SLOW_MS = 20_000;

export interface Fault {
  kind: FaultKind;
  /** What a lying provider lies about; everything if it is not said. */
  lie?: string | undefined;
  /** How many ledgers a lagging server is behind. */
  ledgers?: number | undefined;
}

export interface Faults {
  /**
   * Makes a provider, or one of its servers, misbehave for `forMs` of sandbox time; 0 heals it and lets its waiting
   * requests go on.
   */
  set(provider: ProviderName, fault: Fault, forMs: number, server?: string): void;
  /** The fault of a server, or that of the whole provider. */
  of(provider: ProviderName, server?: string): Fault | undefined;
  current(provider: ProviderName, server?: string): FaultKind | undefined;
  /** Resolves at once, or after 20 s while the provider is slow. */
  delay(provider: ProviderName, server?: string): Promise<void>;
  reset(): void;
}

export function createFaults(clock: Clock): Faults {
  const active = new Map<string, Fault & { until: number }>();
  const waiting = new Set<{ key: string; release(): void }>();

  const of = (provider: ProviderName, server?: string) =>
    [keyOf(provider, server), provider]
      .map((key) => active.get(key))
      .find((fault) => fault !== undefined && fault.until > clock.now());
  const current = (provider: ProviderName, server?: string) => of(provider, server)?.kind;
  const heal = (healed: string) => {
    const belongs = (key: string) => key === healed || key.startsWith(`${healed}/`);
    for (const key of active.keys()) if (belongs(key)) active.delete(key);
    for (const { key, release } of waiting) if (belongs(key)) release();
  };

  return {
    set(provider, fault, forMs, server) {
      const key = keyOf(provider, server);
      heal(key);
      if (forMs > 0) active.set(key, { ...fault, until: clock.now() + forMs });
    },
    of,
    current,
    async delay(provider, server) {
      if (current(provider, server) !== 'slow') return;
      await new Promise<void>((resolve) => {
        const waiter = {
          key: keyOf(provider, server),
          release() {
            cancel();
            waiting.delete(waiter);
            resolve();
          },
        };
        const cancel = clock.schedule(SLOW_MS, waiter.release);
        waiting.add(waiter);
      });
    },
    reset: () => PROVIDERS.forEach(heal),
  };
}

function keyOf(provider: ProviderName, server?: string): string {
  return server === undefined ? provider : `${provider}/${server}`;
}

/**
 * A Fastify onRequest hook that plays a provider's fault over HTTP: a broken connection, or the provider's own error
 * body. Slowness is left to the caller (`faults.delay`), so that it can begin after a request was accepted.
 */
export function refuseOnFault(
  faults: Faults,
  provider: ProviderName,
  respond: (kind: 'error' | 'rate-limited', reply: FastifyReply) => FastifyReply,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const fault = faults.current(provider);
    if (fault === 'down') {
      reply.hijack();
      request.raw.socket.destroy();
    } else if (fault === 'error' || fault === 'rate-limited') {
      return respond(fault, reply);
    }
  };
}
