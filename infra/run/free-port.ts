import { createServer } from 'node:net';

/** Finds a free port of 127.0.0.1: `preferred` or the next one that is free; any free one without it. */
export async function findFreePort(preferred = 0): Promise<number> {
  for (let port = preferred; port <= 65_535; port++) {
    const free = await tryToListen(port);
    if (free) return free;
  }
  throw new Error(`No port from ${preferred} upwards is free.`);
}

async function tryToListen(port: number): Promise<number | undefined> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
    else reject(error);
  });
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
  });
  return await promise;
}
