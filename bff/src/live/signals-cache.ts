import { createHash } from 'node:crypto';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Services } from '../clients.ts';
import { createStreams } from './streams.ts';

/**
 * Caches the signals service's responses for at most `maxAgeMs`, and until a change.
 * The service emits a change about every four hours.
 */
export interface SignalsCache {
  /**
   * Sends a cached or new response, or 304 if the browser has the current one.
   * @throws ProblemError service_unavailable if nothing is cached and the service cannot be reached
   */
  answer(route: RouteDefinition, request: FastifyRequest, reply: FastifyReply): Promise<never>;
  /** Makes the cache read all responses again, and notifies open pages. */
  invalidate(): void;
  /** Opens a stream to a page, and sends an event whenever data may have changed. */
  stream(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  close(): void;
}

interface CacheEntry {
  body: string;
  etag: string;
  /** Time at which the entry expires, in milliseconds since 1970. */
  until: number;
}

/** Maximum age of an entry. Entries expire because an event can be lost with the bus connection. */
const maxAgeMs = 60_000;
/** Browsers revalidate each time, so that a page that receives an event never reads an old response. */
const cacheControl = 'public, no-cache';

export function createSignalsCache(services: Pick<Services, 'signals'>, clock: () => Date): SignalsCache {
  const entries = new Map<RouteDefinition, CacheEntry>();
  const pending = new Map<RouteDefinition, Promise<CacheEntry>>();
  const streams = createStreams();
  const listeners = new Set<() => void>();
  let version = 0;

  /** Returns an entry. Parallel requests share one call. If the call fails, returns the old entry. */
  async function read(route: RouteDefinition): Promise<CacheEntry> {
    const cached = entries.get(route);
    if (cached && clock().getTime() < cached.until) return cached;
    const call = pending.get(route) ?? fetchEntry(route);
    pending.set(route, call);
    try {
      return await call;
    } catch (error) {
      if (cached) return cached;
      throw error;
    } finally {
      if (pending.get(route) === call) pending.delete(route);
    }
  }

  async function fetchEntry(route: RouteDefinition): Promise<CacheEntry> {
    const versionBefore = version;
    const body = JSON.stringify(await services.signals.call(route));
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    // A response that was requested before a change must not replace a newer response.
    const isCurrent = versionBefore === version;
    const entry = { body, etag, until: isCurrent ? clock().getTime() + maxAgeMs : 0 };
    if (isCurrent || !entries.has(route)) entries.set(route, entry);
    return entry;
  }

  return {
    async answer(route, request, reply) {
      const { body, etag } = await read(route);
      reply.headers({ etag, 'cache-control': cacheControl });
      // The reply is awaited because it is compressed: if the handler returned earlier, Fastify would send an empty
      // response.
      if (request.headers['if-none-match'] === etag) await reply.code(304).send();
      else await reply.type('application/json; charset=utf-8').send(body);
      // The response is already sent.
      return undefined as never;
    },
    invalidate() {
      version++;
      // Later requests must not share a call that started before the change.
      pending.clear();
      for (const entry of entries.values()) entry.until = 0;
      for (const notify of listeners) notify();
    },
    async stream(request, reply) {
      const opened = await streams.open(request, reply, async () => {});
      if (!opened) return;
      const { stream } = opened;
      const notify = () => stream.send(`event: changed\nid: ${version}\ndata: {}\n\n`);
      listeners.add(notify);
      stream.onClose(() => listeners.delete(notify));
    },
    close: streams.close,
  };
}
