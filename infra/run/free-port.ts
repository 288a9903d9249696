import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Above what people choose by themselves, and below what systems hand out to any program (Linux: from 32768). */
const ownRange = [10_000, 32_000] as const;

/** Finds a free port of 127.0.0.1: `preferred` or the next one that is free; any free one without it. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred === undefined) return await findFreePorts([0]);
  for (let port = preferred; port <= 65_535; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${preferred} upwards is free.`);
}

/**
 * Finds ports of 127.0.0.1 that stand in a row and are free, all of them: a process takes the others by itself when it
 * is told the first. None is one that the system may give to another process a moment later.
 *
 * @param offsets of each port from the one that is returned
 */
export async function findFreePorts(offsets: readonly number[]): Promise<number> {
  for (let attempt = 1; attempt <= 1000; attempt++) {
    const first = randomInt(...ownRange);
    const free = await Promise.all(offsets.map((offset) => isFree(first + offset)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No free ports were found between ${ownRange.join(' and ')}.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
    else reject(error);
  });
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  return await promise;
}
