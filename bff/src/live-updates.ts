import type { ServerResponse } from 'node:http';
import { normalizeIP } from '@fastify/rate-limit';
import { type FastifyReply, type FastifyRequest, type Logger, ProblemError } from '@xrp-bridge/runtime';
import { type TransferRecord, toTransfer } from './clients.ts';

/** One browser that watches a transfer. */
interface Stream {
  response: ServerResponse;
  /** Its browser owns the transfer. */
  mine: boolean;
  sentVersion: number;
  /** The newest state that did not fit into the socket's buffer; older ones are skipped. */
  waiting: TransferRecord | undefined;
  /** True while the socket takes no more. */
  blocked: boolean;
  missedHeartbeats: number;
}

/** A transfer somebody here watches or waits for. */
interface Watched {
  streams: Set<Stream>;
  waiters: Set<() => void>;
  reading: boolean;
  nudgedAgain: boolean;
}

export interface LiveUpdates {
  /** Tells that something about a transfer may have changed. */
  nudge(transferId: string): void;
  /**
   * Answers with server-sent events, for its owner or for others, until the browser leaves or `close` is called.
   * @throws ProblemError transfer_not_found, or rate_limited when the caller or the server has too many open.
   */
  stream(request: FastifyRequest, reply: FastifyReply, watched: { transferId: string; mine: boolean }): Promise<void>;
  /** Reads a transfer until `isSettled` says so, after each nudge; gives the last state when the time is up. */
  waitFor(
    transferId: string,
    isSettled: (record: TransferRecord) => boolean,
    timeoutMs: number,
  ): Promise<TransferRecord>;
  /** How many streams are open. */
  size(): number;
  /** Ends every stream; browsers come back by themselves to whoever answers next. */
  close(): void;
}

const retryMs = 2_000;
// A nudge can get lost with the bus' connection; whoever waits looks again after this time.
const lookAgainMs = 250;

/**
 * Sends transfers to the browsers that watch them. An event from the bus is only a nudge: the transfer is read again,
 * and sent if its version is newer than what that browser has.
 */
export function createLiveUpdates(options: {
  read(transferId: string): Promise<TransferRecord>;
  log: Logger;
  heartbeatMs?: number;
  maxStreams?: number;
  maxStreamsPerClient?: number;
}): LiveUpdates {
  const { read, log, heartbeatMs = 15_000, maxStreams = 10_000, maxStreamsPerClient = 20 } = options;
  const watched = new Map<string, Watched>();
  const streams = new Set<Stream>();
  const openByClient = new Map<string, number>();
  let open = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  function watch(transferId: string): Watched {
    const existing = watched.get(transferId);
    if (existing) return existing;
    const entry: Watched = { streams: new Set(), waiters: new Set(), reading: false, nudgedAgain: false };
    watched.set(transferId, entry);
    return entry;
  }

  function unwatchIfUnused(transferId: string): void {
    const entry = watched.get(transferId);
    if (entry && entry.streams.size === 0 && entry.waiters.size === 0) watched.delete(transferId);
  }

  function nudge(transferId: string): void {
    const entry = watched.get(transferId);
    if (!entry) return;
    for (const wake of entry.waiters) wake();
    if (entry.streams.size === 0) return;
    if (entry.reading) entry.nudgedAgain = true;
    else void refresh(transferId, entry);
  }

  /** Many nudges during one read make one more read. */
  async function refresh(transferId: string, entry: Watched): Promise<void> {
    entry.reading = true;
    try {
      do {
        entry.nudgedAgain = false;
        const record = await read(transferId);
        for (const stream of entry.streams) send(stream, record);
      } while (entry.nudgedAgain);
    } catch (error) {
      // The browsers come back, and get the state of then.
      log.warn({ err: error }, 'could not read a transfer for its live updates');
      for (const stream of entry.streams) stream.response.end();
    } finally {
      entry.reading = false;
    }
  }

  function send(stream: Stream, record: TransferRecord): void {
    if (record.version <= stream.sentVersion) return;
    if (stream.blocked) {
      stream.waiting = record;
      return;
    }
    stream.sentVersion = record.version;
    const data = JSON.stringify(toTransfer(record, stream.mine));
    write(stream, `event: status\nid: ${record.version}\ndata: ${data}\n\n`);
  }

  function write(stream: Stream, text: string): void {
    if (stream.response.writableEnded || stream.response.write(text)) return;
    stream.blocked = true;
    stream.response.once('drain', () => {
      stream.blocked = false;
      stream.missedHeartbeats = 0;
      const { waiting } = stream;
      stream.waiting = undefined;
      if (waiting) send(stream, waiting);
    });
  }

  function beat(): void {
    for (const stream of streams) {
      if (!stream.blocked) write(stream, ': still here\n\n');
      else if (++stream.missedHeartbeats >= 2) stream.response.destroy();
    }
  }

  function count(client: string, change: 1 | -1): void {
    open += change;
    const left = (openByClient.get(client) ?? 0) + change;
    if (left > 0) openByClient.set(client, left);
    else openByClient.delete(client);
  }

  /** Reads a transfer, and tells whether it may have changed since. */
  async function readNoticing(transferId: string): Promise<{ record: TransferRecord; nudged: boolean }> {
    const entry = watch(transferId);
    let nudged = false;
    const notice = () => {
      nudged = true;
    };
    entry.waiters.add(notice);
    try {
      const record = await read(transferId);
      return { record, nudged };
    } finally {
      entry.waiters.delete(notice);
      unwatchIfUnused(transferId);
    }
  }

  function start(
    reply: FastifyReply,
    { transferId, mine }: { transferId: string; mine: boolean },
    record: TransferRecord,
    onClose: () => void,
  ): void {
    const response = reply.raw;
    const stream: Stream = { response, mine, sentVersion: 0, waiting: undefined, blocked: false, missedHeartbeats: 0 };
    const entry = watch(transferId);
    entry.streams.add(stream);
    streams.add(stream);
    heartbeat ??= setInterval(beat, heartbeatMs).unref();
    response.once('close', () => {
      entry.streams.delete(stream);
      streams.delete(stream);
      unwatchIfUnused(transferId);
      if (streams.size === 0) {
        clearInterval(heartbeat);
        heartbeat = undefined;
      }
      onClose();
    });
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    write(stream, `retry: ${retryMs}\n\n`);
    send(stream, record);
  }

  return {
    nudge,
    async stream(request, reply, watched) {
      const { transferId } = watched;
      // Whoever has an IPv6 address has as many as they like within one /64.
      const client = normalizeIP(request.ip);
      if (open >= maxStreams || (openByClient.get(client) ?? 0) >= maxStreamsPerClient) {
        throw new ProblemError('rate_limited', 'Too many live connections are open. Please close a tab.');
      }
      count(client, 1);
      let streaming = false;
      try {
        const { record, nudged } = await readNoticing(transferId);
        if (request.method === 'HEAD') {
          reply.type('text/event-stream');
          return;
        }
        reply.hijack();
        // Who left meanwhile has closed already, and would never be forgotten.
        if (reply.raw.destroyed) return;
        streaming = true;
        start(reply, watched, record, () => count(client, -1));
        if (nudged) nudge(transferId);
      } finally {
        if (!streaming) count(client, -1);
      }
    },
    async waitFor(transferId, isSettled, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      const entry = watch(transferId);
      let nudged = Promise.withResolvers<void>();
      const wake = () => nudged.resolve();
      entry.waiters.add(wake);
      try {
        for (;;) {
          nudged = Promise.withResolvers<void>();
          const record = await read(transferId);
          const leftMs = deadline - performance.now();
          if (isSettled(record) || leftMs <= 0) return record;
          const timer = setTimeout(wake, Math.min(leftMs, lookAgainMs));
          await nudged.promise;
          clearTimeout(timer);
        }
      } finally {
        entry.waiters.delete(wake);
        unwatchIfUnused(transferId);
      }
    },
    size: () => open,
    close() {
      for (const stream of streams) stream.response.end();
    },
  };
}
