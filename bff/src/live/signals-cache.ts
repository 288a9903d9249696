import { createHash } from 'node:crypto';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Services } from '../clients.ts';
import { createStreams } from './streams.ts';

/** What the signals service says changes every four hours: its answers are kept here until it says that they changed. */
export interface SignalsCache {
  /**
   * Answers with what the service says to a call: from here where that is known, and not at all where the browser has it.
   * @throws ProblemError service_unavailable when nothing is known and the service cannot be reached
   */
  answer(route: RouteDefinition, request: FastifyRequest, reply: FastifyReply): Promise<never>;
  /** There is something new: open pages are told. */
  nudge(): void;
  /** Tells a page when there is something new, until it leaves. */
  stream(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  close(): void;
}

interface Kept {
  body: string;
  etag: string;
  /** When it is asked for again. */
  until: number;
}

/** An event can be lost with the bus' connection: after so long an answer is asked for again. */
const keptMs = 60_000;
/** It asks each time whether what it has is still right: a page that is told of something new must not find the old. */
const browserKeeps = 'public, no-cache';

export function createSignalsCache(services: Pick<Services, 'signals'>, clock: () => Date): SignalsCache {
  const known = new Map<RouteDefinition, Kept>();
  const asking = new Map<RouteDefinition, Promise<Kept>>();
  const streams = createStreams();
  const listeners = new Set<() => void>();
  let version = 0;

  /** Many who ask at a time make one call; while the service is away, what was known before is said, with its age. */
  async function read(route: RouteDefinition): Promise<Kept> {
    const before = known.get(route);
    if (before && clock().getTime() < before.until) return before;
    const call = asking.get(route) ?? ask(route);
    asking.set(route, call);
    try {
      return await call;
    } catch (error) {
      if (before) return before;
      throw error;
    } finally {
      if (asking.get(route) === call) asking.delete(route);
    }
  }

  async function ask(route: RouteDefinition): Promise<Kept> {
    const asked = version;
    const body = JSON.stringify(await services.signals.call(route));
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    // What has changed meanwhile is old already, and stands in no newer answer's place.
    const isCurrent = asked === version;
    const kept = { body, etag, until: isCurrent ? clock().getTime() + keptMs : 0 };
    if (isCurrent || !known.has(route)) known.set(route, kept);
    return kept;
  }

  return {
    async answer(route, request, reply) {
      const { body, etag } = await read(route);
      reply.headers({ etag, 'cache-control': browserKeeps });
      // Until it is out: compressing takes a moment, and what is not out yet would be sent again, with nothing in it.
      if (request.headers['if-none-match'] === etag) await reply.code(304).send();
      else await reply.type('application/json; charset=utf-8').send(body);
      // It is sent: whoever called has nothing left to say.
      return undefined as never;
    },
    nudge() {
      version++;
      // Whoever asks from now on shares no call that was made before.
      asking.clear();
      for (const kept of known.values()) kept.until = 0;
      for (const tell of listeners) tell();
    },
    async stream(request, reply) {
      const opened = await streams.open(request, reply, async () => {});
      if (!opened) return;
      const { stream } = opened;
      const tell = () => stream.send(`event: changed\nid: ${version}\ndata: {}\n\n`);
      listeners.add(tell);
      stream.onClose(() => listeners.delete(tell));
    },
    close: streams.close,
  };
}
