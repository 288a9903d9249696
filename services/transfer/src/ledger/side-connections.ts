import { type LedgerConnection, openConnection } from './connection.ts';

const idleMs = 30_000;

export interface SideConnections {
  /** Returns a connection to a server. @throws LedgerUnavailable */
  get(url: string): Promise<LedgerConnection>;
  close(): void;
}

/** Opens connections to other servers for a second opinion, and closes them when they are idle. */
export function createSideConnections(onClosed: (url: string, code: number) => void): SideConnections {
  const opened = new Map<string, { connection: Promise<LedgerConnection>; idle: NodeJS.Timeout }>();

  function drop(url: string): void {
    const side = opened.get(url);
    if (!side) return;
    opened.delete(url);
    clearTimeout(side.idle);
    side.connection.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  return {
    get(url) {
      const side = opened.get(url);
      if (side) {
        side.idle.refresh();
        return side.connection;
      }
      const connection = openConnection(url, {
        closed(code) {
          drop(url);
          onClosed(url, code);
        },
      });
      connection.catch(() => drop(url));
      opened.set(url, { connection, idle: setTimeout(drop, idleMs, url).unref() });
      return connection;
    },
    close() {
      for (const url of opened.keys()) drop(url);
    },
  };
}
