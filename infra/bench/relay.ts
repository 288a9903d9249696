import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePorts } from '../process/free-port.ts';

export interface Relay {
  port: number;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  /** Accepts connections again. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a TCP relay on 127.0.0.1, whose clients find the server away while the relay is cut. */
export async function startRelay(serverPort: number): Promise<Relay> {
  const port = await findFreePorts([0]);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket.setNoDelay());
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const restore = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  await restore();
  return { port, cut, restore, stop: async () => cut() };
}
