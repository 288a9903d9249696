import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

// All of them above what people choose by themselves, and below what systems hand out to any program (Linux: from 32768).
const single = { first: 10_000, count: 2_000 };
const blocks = { first: 12_000, count: 156, size: 128 };

/** Finds a free port of 127.0.0.1: `preferred` or the next one that is free; any free one without it. */
export async function findFreePort(preferred?: number): Promise<number> {
  for (let port = preferred ?? single.first + randomInt(single.count); port <= 65_535; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${preferred} upwards is free.`);
}

/**
 * Finds ports of 127.0.0.1 that are free, all of them: a process takes the others by itself when it is told the first.
 * They stay the caller's for as long as this process lives: they lie in a block, whoever else looks for ports here looks
 * in another one, and none is one that the system may give to another process a moment later.
 *
 * @param offsets of each port from the one that is returned, at most 126
 */
export async function findFreePorts(offsets: readonly number[]): Promise<number> {
  for (let attempt = 1; attempt <= 1000; attempt++) {
    // The first port of a block is listened on to say that the block is taken.
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

/** @returns nothing where the port is taken, or not ours to take */
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
