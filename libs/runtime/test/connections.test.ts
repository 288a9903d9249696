import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ConnectionLimits, connectionLimits, createBoundedServer } from '../src/connections.ts';
import { allow, createHttpServer } from '../src/http.ts';

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 150_000, interval: 10 });
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(
  limits: Partial<ConnectionLimits>,
  handler: (response: ServerResponse, path: string) => void,
): Promise<() => Socket> {
  const server = createBoundedServer((request, response) => handler(response, request.url ?? ''), {
    ...connectionLimits,
    ...limits,
  });
  return listen(server);
}

async function listen(server: Server): Promise<() => Socket> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    stops.push(() => socket.destroy());
    return socket;
  };
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bridge.example\r\n\r\n`;
}

describe('pipelined requests', () => {
  it('are answered one after the other', async () => {
    const open: ServerResponse[] = [];
    const connectTo = await serve({}, (response, path) => {
      response.write(path);
      open.push(response);
    });
    const socket = connectTo().setEncoding('utf8');
    let read = '';
    socket.on('data', (text) => {
      read += text;
    });
    socket.write(get('/one') + get('/two') + get('/three'));
    for (const [index, path] of ['/one', '/two', '/three'].entries()) {
      await eventually(() => expect(read).toContain(path));
      expect(open).toHaveLength(index + 1);
      open[index]?.end();
    }
  });

  it('close the connection after a few responses when there are too many', async () => {
    const app = createHttpServer({ log: pino({ level: 'silent' }), guards: { open: allow } });
    let answered = 0;
    app.get('/', { config: { access: 'open' } }, async () => {
      answered++;
      return 'a'.repeat(50_000);
    });
    await app.ready();
    const connectTo = await listen(app.server);
    const socket = connectTo().resume();
    socket.write(get('/').repeat(1_600));
    await eventually(() => expect(socket.closed || answered === 1_600).toBe(true));
    expect(answered).toBeLessThanOrEqual(connectionLimits.pipelined + 1);
  });

  it('are not answered after the connection has closed', async () => {
    const paths: string[] = [];
    let first: ServerResponse | undefined;
    const connectTo = await serve({}, (response, path) => {
      paths.push(path);
      if (path === '/first') first = response;
      else response.end();
    });
    const socket = connectTo();
    socket.write(get('/first') + get('/second'));
    await eventually(() => expect(first).toBeDefined());
    socket.destroy();
    await once(first as ServerResponse, 'close');
    const other = connectTo();
    other.write(get('/third'));
    await once(other, 'data');
    expect(paths).toEqual(['/first', '/third']);
  });
});

describe('responses that the client does not read', () => {
  const large = Buffer.alloc(24 * 1024 * 1024);
  /** Switches the other limits off, so that only unread responses close a connection. */
  const patient = { idleMs: 0, keepAliveMs: 0 };

  /** Serves a large body for each request. Also returns the connections as the server sees them. */
  async function serveLarge(limits: Partial<ConnectionLimits>) {
    const served: Socket[] = [];
    const connectTo = await serve({ ...patient, ...limits }, (response) => {
      served.push(response.socket as Socket);
      response.end(large);
    });
    const isClosed = (index: number) => eventually(() => expect(served[index]?.closed).toBe(true));
    return { connectTo, isClosed };
  }

  it('close the connection that has waited longest when all unread responses exceed the limit', async () => {
    const { connectTo, isClosed } = await serveLarge({ unreadBytes: 30 * 1024 * 1024 });
    const slow = connectTo().pause();
    slow.write(get('/'));
    await once(slow, 'readable');
    const reader = connectTo();
    reader.write(get('/'));
    let bytes = 0;
    reader.on('data', (chunk) => {
      bytes += chunk.length;
    });
    await isClosed(0);
    await eventually(() => expect(bytes).toBeGreaterThan(large.length));
  });

  it('close their connection after a timeout', async () => {
    const { connectTo, isClosed } = await serveLarge({ unreadMs: 50 });
    connectTo().pause().write(get('/'));
    await isClosed(0);
  });
});

describe('a request that arrives too slowly', () => {
  it('is ended with 408', async () => {
    const connectTo = await serve({ headersMs: 50, requestMs: 100 }, () => {});
    const socket = connectTo().setEncoding('utf8');
    socket.write('POST / HTTP/1.1\r\nHost: bridge.example\r\nContent-Length: 10\r\n\r\n{');
    expect(await once(socket, 'data')).toEqual([expect.stringContaining('408')]);
    await once(socket, 'close');
  });
});
