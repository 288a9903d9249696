import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';

/** The providers in this sandbox. */
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
  'push',
  'webhook',
] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * The first four kinds apply to every provider.
 * `lying` applies to providers with `lies`, `stalled` and `lagging` to ledger servers, and `bouncing` to the mail
 * server, which then refuses every recipient permanently.
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
  /** The kind of false answer of a `lying` provider; all kinds if missing. */
  lie?: string | undefined;
  /** Number of ledgers that a `lagging` server is behind. */
  ledgers?: number | undefined;
}

export interface Faults {
  /**
   * Sets a fault of a provider or of one of its servers for `forMs` of sandbox time.
   * A `forMs` of 0 clears the fault and releases delayed requests.
   */
  set(provider: ProviderName, fault: Fault, forMs: number, server?: string): void;
  /** Returns the fault of a server, or else the fault of the whole provider. */
  of(provider: ProviderName, server?: string): Fault | undefined;
  current(provider: ProviderName, server?: string): FaultKind | undefined;
  /** Resolves at once, or after 20 s if the provider is slow. */
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
 * Creates a Fastify onRequest hook for a provider's HTTP fault: a closed connection or the provider's
 * error body. The caller applies the fault `slow` (`faults.delay`), because the delay may have to begin after a request was accepted.
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
