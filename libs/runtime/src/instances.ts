import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Time for which an instance that failed gets no calls, unless all others failed later. */
const ejectedMs = 10_000;
/** Time after which a name is resolved again, so that new instances get calls. */
const resolvedForMs = 5_000;

export interface Instances {
  /** Returns the origin of the instance for the next attempt, e.g. `http://10.0.0.2:3010`. */
  next(): Promise<string>;
  /** Leaves out an instance that failed, for a while. */
  eject(origin: string): void;
  /** Ends an instance's ejection, because it responded. */
  restore(origin: string): void;
}

/** Resolves a host name to all its addresses of one family. */
async function resolveAll(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  // The other family leads to the same instances.
  return found
    .filter(({ family }) => family === found[0]?.family)
    .map(({ address, family }) => (family === 6 ? `[${address}]` : address));
}

/**
 * Distributes the calls to a service over its instances in turn (round robin).
 * @param urls one URL, or several with commas between. An `http:` URL whose name resolves to several addresses stands
 * for one instance each. An `https:` URL stays as it is, because its name must match the certificate.
 */
export function createInstances(urls: string, { now = () => performance.now(), resolve = resolveAll } = {}): Instances {
  const configured = urls.split(',').map((url) => new URL(url.trim()));
  const ejectedUntil = new Map<string, number>();
  let origins: string[] = [];
  let resolvedAt = Number.NEGATIVE_INFINITY;
  let resolving: Promise<void> | undefined;
  let turn = 0;

  async function originsOf({ protocol, hostname, port, origin }: URL): Promise<string[]> {
    if (protocol !== 'http:' || isIP(hostname.replace(/^\[|\]$/g, ''))) return [origin];
    const addresses = await resolve(hostname);
    return addresses.map((address) => `http://${address}${port && `:${port}`}`);
  }

  async function refresh(): Promise<void> {
    const found = await Promise.allSettled(configured.map(originsOf));
    // While the name server does not respond, the last addresses stay in use.
    if (found.every(({ status }) => status === 'rejected')) origins = origins.length > 0 ? origins : originsByName();
    else origins = [...new Set(found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])))];
    resolvedAt = now();
    resolving = undefined;
  }

  const originsByName = () => configured.map(({ origin }) => origin);

  return {
    async next() {
      if (now() - resolvedAt > resolvedForMs) resolving ??= refresh();
      if (origins.length === 0) await resolving;
      const untilOf = (origin: string) => ejectedUntil.get(origin) ?? 0;
      const healthy = origins.filter((origin) => untilOf(origin) <= now());
      if (healthy.length > 0) return healthy[turn++ % healthy.length] as string;
      // The instance that failed first has had the most time to start again.
      return origins.toSorted((a, b) => untilOf(a) - untilOf(b))[0] as string;
    },
    eject: (origin) => void ejectedUntil.set(origin, now() + ejectedMs),
    restore: (origin) => void ejectedUntil.delete(origin),
  };
}
