/** The ledger cannot be read now: no server answered in time. Says nothing about the account or transaction asked for. */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable';
}

/** The server's own answer that something is not there or not right, for example `actNotFound`. */
export class LedgerAnswer extends Error {
  override name = 'LedgerAnswer';
  readonly code: string;

  constructor(code: string) {
    super(`The ledger server answered ${code}`);
    this.code = code;
  }
}

/** Answers that mean “ask another server”, not “this is so” (https://xrpl.org/docs/references/http-websocket-apis/api-conventions/error-formatting). */
const serverTroubles = new Set(['slowDown', 'tooBusy', 'noNetwork', 'noCurrent', 'noClosed', 'notReady', 'amendmentBlocked', 'internal', 'lgrNotFound', 'unknown']);

export type Message = Record<string, unknown>;

export interface LedgerConnection {
  readonly url: string;
  /**
   * @throws LedgerAnswer with the server's error
   * @throws LedgerUnavailable when it does not answer in time or the connection ends
   */
  request(command: string, fields?: Message): Promise<Message>;
  close(): void;
}

const connectTimeoutMs = 5_000;
const answerTimeoutMs = 5_000;

/**
 * Opens one WebSocket to a rippled or Clio server. Read-only: it knows no command that changes anything.
 * @param handlers.message what the server sends by itself
 * @param handlers.closed called once when the connection ends, with the WebSocket close code
 * @throws LedgerUnavailable when it cannot be opened in time
 */
export async function openConnection(
  url: string,
  handlers: { message(message: Message): void; closed(code: number): void },
): Promise<LedgerConnection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve(result: Message): void; reject(error: Error): void; timer: NodeJS.Timeout }>();
  let nextId = 1;
  let ended = false;

  function end(code: number): void {
    if (ended) return;
    ended = true;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new LedgerUnavailable(`The ledger server closed the connection (${code})`));
    }
    waiting.clear();
    handlers.closed(code);
  }

  await new Promise<void>((resolve, reject) => {
    const fail = () => {
      reject(new LedgerUnavailable('The ledger server cannot be reached'));
      ended = true;
      socket.close();
    };
    const timer = setTimeout(fail, connectTimeoutMs);
    socket.addEventListener('open', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
  });
  socket.addEventListener('close', (event) => end(event.code));
  socket.addEventListener('error', () => end(1006));
  socket.addEventListener('message', (event) => {
    let message: Message;
    try {
      message = JSON.parse(String(event.data)) as Message;
    } catch {
      return;
    }
    const pending = typeof message.id === 'number' ? waiting.get(message.id) : undefined;
    if (!pending) {
      handlers.message(message);
      return;
    }
    waiting.delete(message.id as number);
    clearTimeout(pending.timer);
    if (message.status === 'success' && typeof message.result === 'object' && message.result !== null) {
      pending.resolve(message.result as Message);
    } else {
      const code = typeof message.error === 'string' ? message.error : 'unknown';
      pending.reject(serverTroubles.has(code) ? new LedgerUnavailable(`The ledger server answered ${code}`) : new LedgerAnswer(code));
    }
  });

  return {
    url,
    request(command, fields = {}) {
      if (ended) return Promise.reject(new LedgerUnavailable('The ledger server closed the connection'));
      const id = nextId++;
      return new Promise<Message>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new LedgerUnavailable(`The ledger server did not answer ${command} in time`));
        }, answerTimeoutMs);
        waiting.set(id, { resolve, reject, timer });
        socket.send(JSON.stringify({ ...fields, id, command, api_version: 2 }));
      });
    },
    close() {
      socket.close();
      end(1000);
    },
  };
}
