import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePorts } from './free-port.ts';

export interface Relay {
  port: number;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  /** Resets all connections, and accepts new ones. */
  reset(): void;
  /** Accepts connections, but passes no more bytes, like a network that drops all packets. */
  hang(): void;
  /** Accepts connections and passes bytes again. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

type Pair = readonly [client: Socket, upstream: Socket];

/** Starts a TCP relay on 127.0.0.1, which can fail like a network between its clients and the server. */
export async function startRelay(serverPort: number): Promise<Relay> {
  const port = await findFreePorts([0]);
  const pairs = new Set<Pair>();
  let hangs = false;

  const server = createServer((client) => {
    const pair: Pair = [client, connect(serverPort, '127.0.0.1')];
    pairs.add(pair);
    for (const socket of pair) {
      const close = () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      };
      socket.setNoDelay().on('error', close).once('close', close);
    }
    if (!hangs) join(pair);
  });

  function join([client, upstream]: Pair): void {
    client.pipe(upstream);
    upstream.pipe(client);
  }

  function cut(): void {
    server.close();
    for (const socket of [...pairs].flat()) socket.destroy();
  }

  async function restore(): Promise<void> {
    if (hangs) for (const pair of pairs) join(pair);
    hangs = false;
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
  }

  await restore();
  return {
    port,
    cut,
    reset() {
      for (const socket of [...pairs].flat()) socket.resetAndDestroy();
    },
    hang() {
      hangs = true;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
    restore,
    stop: async () => cut(),
  };
}
