import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

// These ports are above the ports that people usually choose, and below the system's ephemeral ports (on Linux from
// 32768).
const single = { first: 10_000, count: 2_000 };
const blocks = { first: 12_000, count: 156, size: 128 };

/**
 * Finds a free port of 127.0.0.1:
 * `preferred` or the next free one, or a random port without `preferred`.
 */
export async function findFreePort(preferred?: number): Promise<number> {
  for (let port = preferred ?? single.first + randomInt(single.count); port <= 65_535; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${preferred} upwards is free.`);
}

/**
 * Finds a group of free ports of 127.0.0.1, for a process that derives its other ports from the first.
 * The ports are reserved for the caller while this process lives: they are in a separate block, other callers of this
 * function get another block, and the system does not assign these ports to other processes.
 *
 * @param offsets of each port from the returned one, at most 126
 */
export async function findFreePorts(offsets: readonly number[]): Promise<number> {
  for (let attempt = 1; attempt <= 1000; attempt++) {
    // Listening on the first port of a block marks the block as used.
    const sign = await listenOn(blocks.first + blocks.size * randomInt(blocks.count));
    if (!sign) continue;
    const first = sign.port + 1;
    const free = await Promise.all(offsets.map((offset) => isFree(first + offset)));
    if (free.every(Boolean)) {
      sign.server.unref();
      return first;
    }
    sign.server.close();
  }
  throw new Error(`No free ports were found from ${blocks.first} upwards.`);
}

async function isFree(port: number): Promise<boolean> {
  const taken = await listenOn(port);
  if (!taken) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  taken.server.close(() => resolve());
  await promise;
  return true;
}

/** Listens on a port. @returns undefined if the port is used or not permitted */
async function listenOn(port: number): Promise<{ server: Server; port: number } | undefined> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
    else reject(error);
  });
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true));
  return (await promise) ? { server, port } : undefined;
}
