import type { ServerResponse } from 'node:http';
import { normalizeIP } from '@fastify/rate-limit';
import { type FastifyReply, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';

/** The stream of server-sent events to one browser. */
export interface Stream {
  /** Sends a message. While the socket is blocked, only the newest message waits; older ones are dropped. */
  send(message: string): void;
  /** Ends the stream. The browser reconnects automatically. */
  end(): void;
  /** Adds a listener that is called when either side ends the stream. */
  onClose(listener: () => void): void;
}

export interface Streams {
  /**
   * Opens a stream of server-sent events.
   *
   * @param prepare runs before the response begins, so that its errors become an error response
   * @returns the stream and the result of `prepare`; null for a HEAD request or a client that has disconnected
   * @throws ProblemError rate_limited if the caller or the server has too many open streams
   */
  open<Prepared>(
    request: FastifyRequest,
    reply: FastifyReply,
    prepare: () => Promise<Prepared>,
  ): Promise<{ stream: Stream; prepared: Prepared } | null>;
  /** Returns the number of open streams. */
  size(): number;
  /** Ends all streams. Browsers reconnect automatically, possibly to another instance. */
  close(): void;
}

interface Connection {
  response: ServerResponse;
  /** The newest message that did not fit into the socket's buffer. */
  waiting: string | undefined;
  /** True while the socket's buffer is full. */
  blocked: boolean;
  missedHeartbeats: number;
}

const retryMs = 2_000;

/** Creates streams with limits and heartbeats, and at most one waiting message per slow browser. */
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
      // The address is normalized, because one IPv6 customer can use every address of a /64.
      const client = normalizeIP(request.ip);
      if (open >= maxStreams || (openByClient.get(client) ?? 0) >= maxStreamsPerClient) {
        throw new ProblemError('rate_limited', 'Too many pages are open right now. Please close some of your tabs.');
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
        // A connection that has already closed emits no further `close`, so its stream would be counted forever.
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
