import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';

/** The third parties that this sandbox plays. */
export const PROVIDERS = ['stripe', 'smtp'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const FAULT_KINDS = ['down', 'slow', 'error', 'rate-limited'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const SLOW_MS = 20_000;

export interface Faults {
  /** Makes a provider misbehave for `forMs` of sandbox time; 0 heals it and lets its waiting requests go on. */
  set(provider: ProviderName, kind: FaultKind, forMs: number): void;
  current(provider: ProviderName): FaultKind | undefined;
  /** Resolves at once, or after 20 s while the provider is slow. */
  delay(provider: ProviderName): Promise<void>;
  reset(): void;
}

export function createFaults(clock: Clock): Faults {
  const active = new Map<ProviderName, { kind: FaultKind; until: number }>();
  const waiting = new Map<ProviderName, Set<() => void>>(PROVIDERS.map((name) => [name, new Set()]));

  const current = (provider: ProviderName) => {
    const fault = active.get(provider);
    return fault && fault.until > clock.now() ? fault.kind : undefined;
  };
  const heal = (provider: ProviderName) => {
    active.delete(provider);
    for (const release of waiting.get(provider) ?? []) release();
  };

  return {
    set(provider, kind, forMs) {
      heal(provider);
      if (forMs > 0) active.set(provider, { kind, until: clock.now() + forMs });
    },
    current,
    async delay(provider) {
      if (current(provider) !== 'slow') return;
      const queue = waiting.get(provider) as Set<() => void>;
      await new Promise<void>((resolve) => {
        const release = () => {
          cancel();
          queue.delete(release);
          resolve();
        };
        const cancel = clock.schedule(SLOW_MS, release);
        queue.add(release);
      });
    },
    reset: () => PROVIDERS.forEach(heal),
  };
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
