import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { withTimeout } from './timeout.ts';

/** Time for which a failed instance gets no calls, unless all instances have failed. */
const ejectedMs = 10_000;
/** Time after which a name is resolved again, so that new instances get calls. */
const resolvedForMs = 5_000;
/** Timeout for the name server. The first call to a service waits for the response. */
const resolveTimeoutMs = 2_000;

export interface Instances {
  /** Returns the origin of the instance for the next attempt, e.g. `http://10.0.0.2:3010`. */
  next(): Promise<string>;
  /** Lists the origins of all instances. */
  list(): Promise<readonly string[]>;
  /** Excludes a failed instance for 10 s, unless all instances have failed. */
  eject(origin: string): void;
  /** Ends an instance's exclusion, because the instance responded. */
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
 * @param urls one URL, or several with commas between. An `http:` URL whose name resolves to several addresses counts as
 * one instance per address. An `https:` URL stays as it is, because its name must match the certificate.
 */
export function createInstances(urls: string, { now = () => performance.now(), resolve = resolveAll } = {}): Instances {
  const configured = urls.split(',').map((url) => new URL(url.trim()));
  const ejectedUntil = new Map<string, number>();
  /** The origins of each configured URL. Until a name is resolved, the name itself is the origin. */
  let resolved = configured.map(({ origin }) => [origin]);
  let resolvedAt = Number.NEGATIVE_INFINITY;
  let resolving: Promise<void> | undefined;
  let turn = 0;

  async function originsOf({ protocol, hostname, port, origin }: URL): Promise<string[]> {
    if (protocol !== 'http:' || isIP(hostname.replace(/^\[|\]$/g, ''))) return [origin];
    const addresses = await withTimeout(resolve(hostname), resolveTimeoutMs, () => new Error('no response'));
    return addresses.map((address) => `http://${address}${port && `:${port}`}`);
  }

  async function refresh(): Promise<void> {
    // While the name server does not respond, the last addresses stay in use.
    resolved = await Promise.all(configured.map((url, place) => originsOf(url).catch(() => resolved[place] ?? [])));
    resolvedAt = now();
    resolving = undefined;
  }

  async function list(): Promise<string[]> {
    if (now() - resolvedAt > resolvedForMs) resolving ??= refresh();
    if (resolvedAt === Number.NEGATIVE_INFINITY) await resolving;
    return [...new Set(resolved.flat())];
  }

  return {
    list,
    async next() {
      const origins = await list();
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
