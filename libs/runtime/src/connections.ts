import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = [request: IncomingMessage, response: ServerResponse];

export interface ConnectionLimits {
  /** Requests of one connection beyond the one that is being answered. */
  pipelined: number;
  /** Bytes of all answers that clients have not read yet. */
  unreadBytes: number;
  /** The time of a client to send the headers, and the whole request. */
  headersMs: number;
  requestMs: number;
  /** The time of a client to read a complete answer. */
  unreadMs: number;
  /** The idle time of a connection with an open or unread answer. */
  idleMs: number;
  keepAliveMs: number;
}

export const connectionLimits: ConnectionLimits = {
  // Browsers and proxies send none: https://developer.mozilla.org/docs/Web/HTTP/Guides/Connection_management_in_HTTP_1.x
  pipelined: 16,
  unreadBytes: 64 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 15_000,
  unreadMs: 60_000,
  idleMs: 20_000,
  keepAliveMs: 72_000,
};

/** The period of Node's checks of these times. Its default of 30 s would treble them. */
const checkedEveryMs = 2_000;

/**
 * Creates an HTTP server that a client cannot fill with answers that it does not read.
 * Node alone answers all pipelined requests of a 64 kB chunk at once. Here a connection's next request waits until the
 * operating system has the answer before; more than `pipelined` waiting requests close the connection. When all unread
 * answers exceed `unreadBytes`, the connections that have waited longest are closed.
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
    // The answer is written, but the operating system may not have all of it.
    response.once('prefinish', () => addUnread(socket, socket.writableLength));
    response.once('close', () => {
      removeUnread(socket);
      const queue = waiting.get(socket);
      const next = queue?.shift();
      if (!next) waiting.delete(socket);
      else if (!socket.destroyed) answer(socket, next);
      // Node closes only the response whose turn it was.
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
