import type { ServerResponse } from 'node:http';
import { normalizeIP } from '@fastify/rate-limit';
import { type FastifyReply, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';

/** One browser that listens. */
export interface Stream {
  /** Sends a message, or keeps it until the socket takes more: of several that wait, only the last is sent. */
  send(message: string): void;
  /** Ends it; the browser comes back by itself. */
  end(): void;
  /** Calls back once it is over, whoever ended it. */
  onClose(listener: () => void): void;
}

export interface Streams {
  /**
   * Answers with server-sent events until the browser leaves, or the stream is ended.
   *
   * @param prepare runs before anything is sent: what it throws is answered as an error
   * @returns the stream and what was prepared; null for who has left meanwhile, or asked for the head alone
   * @throws ProblemError rate_limited when the caller or the server has too many open
   */
  open<Prepared>(
    request: FastifyRequest,
    reply: FastifyReply,
    prepare: () => Promise<Prepared>,
  ): Promise<{ stream: Stream; prepared: Prepared } | null>;
  /** How many are open. */
  size(): number;
  /** Ends every stream; browsers come back by themselves to whoever answers next. */
  close(): void;
}

interface Connection {
  response: ServerResponse;
  /** The newest message that did not fit into the socket's buffer; older ones are skipped. */
  waiting: string | undefined;
  /** True while the socket takes no more. */
  blocked: boolean;
  missedHeartbeats: number;
}

const retryMs = 2_000;

/** Server-sent events for many browsers: limits, heartbeats, and no memory for those that do not read. */
export function createStreams({
  heartbeatMs = 15_000,
  maxStreams = 10_000,
  maxStreamsPerClient = 20,
}: {
  heartbeatMs?: number | undefined;
  maxStreams?: number | undefined;
  maxStreamsPerClient?: number | undefined;
} = {}): Streams {
  const connections = new Set<Connection>();
  const openByClient = new Map<string, number>();
  let open = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  function write(connection: Connection, text: string): void {
    if (connection.response.writableEnded || connection.response.write(text)) return;
    connection.blocked = true;
    connection.response.once('drain', () => {
      connection.blocked = false;
      connection.missedHeartbeats = 0;
      const { waiting } = connection;
      connection.waiting = undefined;
      if (waiting) write(connection, waiting);
    });
  }

  function beat(): void {
    for (const connection of connections) {
      if (!connection.blocked) write(connection, ': still here\n\n');
      else if (++connection.missedHeartbeats >= 2) connection.response.destroy();
    }
  }

  function count(client: string, change: 1 | -1): void {
    open += change;
    const left = (openByClient.get(client) ?? 0) + change;
    if (left > 0) openByClient.set(client, left);
    else openByClient.delete(client);
  }

  function start(reply: FastifyReply, onClose: () => void): Stream {
    const response = reply.raw;
    const connection: Connection = { response, waiting: undefined, blocked: false, missedHeartbeats: 0 };
    connections.add(connection);
    heartbeat ??= setInterval(beat, heartbeatMs).unref();
    response.once('close', () => {
      connections.delete(connection);
      if (connections.size === 0) {
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
    write(connection, `retry: ${retryMs}\n\n`);
    return {
      send(message) {
        if (connection.blocked) connection.waiting = message;
        else write(connection, message);
      },
      end: () => response.end(),
      onClose: (listener) => void response.once('close', listener),
    };
  }

  return {
    async open(request, reply, prepare) {
      // Whoever has an IPv6 address has as many as they like within one /64.
      const client = normalizeIP(request.ip);
      if (open >= maxStreams || (openByClient.get(client) ?? 0) >= maxStreamsPerClient) {
        throw new ProblemError('rate_limited', 'Too many live connections are open. Please close a tab.');
      }
      count(client, 1);
      let streaming = false;
      try {
        const prepared = await prepare();
        if (request.method === 'HEAD') {
          reply.type('text/event-stream');
          return null;
        }
        reply.hijack();
        // Who left meanwhile has closed already, and would never be forgotten.
        if (reply.raw.destroyed) return null;
        streaming = true;
        return { stream: start(reply, () => count(client, -1)), prepared };
      } finally {
        if (!streaming) count(client, -1);
      }
    },
    size: () => open,
    close() {
      for (const { response } of connections) response.end();
    },
  };
}
