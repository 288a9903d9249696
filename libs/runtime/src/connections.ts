import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = [request: IncomingMessage, response: ServerResponse];

export interface ConnectionLimits {
  /** Maximum number of requests that wait on one connection, in addition to the request in progress. */
  pipelined: number;
  /** Maximum bytes of unread responses, over all connections. */
  unreadBytes: number;
  /** Time limits for a client to send the headers and the whole request. */
  headersMs: number;
  requestMs: number;
  /** Time limit for a client to read a complete response. */
  unreadMs: number;
  /** Time without traffic after which a connection with an open or unread response is closed. */
  idleMs: number;
  keepAliveMs: number;
}

export const connectionLimits: ConnectionLimits = {
  // The value is generous, because browsers and proxies do not pipeline:
  // https://developer.mozilla.org/docs/Web/HTTP/Guides/Connection_management_in_HTTP_1.x
  pipelined: 16,
  unreadBytes: 64 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 15_000,
  unreadMs: 60_000,
  idleMs: 20_000,
  keepAliveMs: 72_000,
};

/**
 * The interval at which Node checks these limits.
 * With Node's default of 30 s, a limit of 15 s could become 45 s.
 */
const checkedEveryMs = 2_000;

/**
 * Creates an HTTP server whose memory does not fill with responses that a client does not read.
 * Node itself handles all pipelined requests of a 64 kB chunk at once. Here, the next request of a connection waits
 * until the operating system has the whole previous response. A connection with more than `pipelined` waiting requests
 * is closed. If all unread responses exceed `unreadBytes`, the connections that have waited longest are closed.
 */
export function createBoundedServer(handler: Handler, limits: ConnectionLimits = connectionLimits): Server {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const unread = new Map<Socket, { bytes: number; timeout: NodeJS.Timeout }>();
  let unreadBytes = 0;

  function addUnread(socket: Socket, bytes: number): void {
    if (bytes === 0) return;
    unread.set(socket, { bytes, timeout: setTimeout(() => socket.destroy(), limits.unreadMs).unref() });
    unreadBytes += bytes;
    for (const [oldest] of unread) {
      if (unreadBytes <= limits.unreadBytes) return;
      removeUnread(oldest);
      oldest.destroy();
    }
  }

  function removeUnread(socket: Socket): void {
    const entry = unread.get(socket);
    if (!entry) return;
    clearTimeout(entry.timeout);
    unreadBytes -= entry.bytes;
    unread.delete(socket);
  }

  function answer(socket: Socket, [request, response]: Exchange): void {
    // The response is written, but the operating system may not have all of it yet.
    response.once('prefinish', () => addUnread(socket, socket.writableLength));
    response.once('close', () => {
      removeUnread(socket);
      const queue = waiting.get(socket);
      const next = queue?.shift();
      if (!next) waiting.delete(socket);
      else if (!socket.destroyed) answer(socket, next);
      // The socket is destroyed. Node emits 'close' only for the pipelined response that was being sent, so this code
      // emits the event for the queued responses.
      else for (const [, dropped] of [next, ...(queue as Exchange[]).splice(0)]) dropped.emit('close');
    });
    handler(request, response);
  }

  const server = createServer(
    { headersTimeout: limits.headersMs, requestTimeout: limits.requestMs, connectionsCheckingInterval: checkedEveryMs },
    (request, response) => {
      const { socket } = request;
      if (socket.destroyed) return;
      const queue = waiting.get(socket);
      if (!queue) {
        waiting.set(socket, []);
        answer(socket, [request, response]);
      } else if (queue.length < limits.pipelined) queue.push([request, response]);
      else socket.destroy();
    },
  );
  server.keepAliveTimeout = limits.keepAliveMs;
  server.setTimeout(limits.idleMs);
  return server;
}
