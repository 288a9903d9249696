/**
 * Thrown when no server answered in time.
 * The error gives no information about the requested account or transaction.
 */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable';
}

/**
 * Thrown when a reply contradicts itself, the request, or other replies.
 * Another server is queried instead.
 */
export class UntrustedReply extends LedgerUnavailable {
  override name = 'UntrustedReply';
}

export type Message = Record<string, unknown>;

/** A server's reply. `error` is the server's code (`actNotFound`); null for success. */
export interface Reply {
  error: string | null;
  body: Message;
}

export interface LedgerConnection {
  readonly url: string;
  readonly ended: boolean;
  /**
   * Sends a request.
   * @throws LedgerUnavailable if the server fails, is too slow, or the connection ends
   */
  request(command: string, fields?: Message, timeoutMs?: number): Promise<Reply>;
  close(): void;
}

/**
 * Errors of a server that is busy, out of step or without the requested ledgers.
 * Another server may answer.
 * See https://xrpl.org/docs/references/http-websocket-apis/api-conventions/error-formatting
 */
const serverTroubles = new Set([
  'slowDown',
  'tooBusy',
  'noNetwork',
  'noCurrent',
  'noClosed',
  'notReady',
  'notSynced',
  'amendmentBlocked',
  'internal',
  'lgrNotFound',
  'lgrIdxMalformed',
  'lgrIdxsInvalid',
  'invalidLgrRange',
  'unknown',
]);

const connectTimeoutMs = 4_000;
const answerTimeoutMs = 2_500;

/**
 * Opens a read-only WebSocket to a rippled or Clio server.
 * @param handlers.message receives the messages that the server sends without a request
 * @param handlers.closed called once when the connection ends, with the WebSocket's close code
 * @throws LedgerUnavailable when the connection does not open in time
 */
export async function openConnection(
  url: string,
  handlers: { message?(message: Message): void; closed?(code: number): void } = {},
): Promise<LedgerConnection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void; timer: NodeJS.Timeout }>();
  const opening = Promise.withResolvers<void>();
  let lastId = 0;
  let ended = false;

  function end(code: number): void {
    if (ended) return;
    ended = true;
    opening.reject(new LedgerUnavailable('We can’t reach the ledger server'));
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new LedgerUnavailable(`The ledger server closed the connection (${code})`));
    }
    waiting.clear();
    handlers.closed?.(code);
  }

  function receive(data: unknown): void {
    const message = parseMessage(data);
    if (!message) return;
    const { id } = message;
    const pending = typeof id === 'number' ? waiting.get(id) : undefined;
    if (!pending) {
      handlers.message?.(message);
      return;
    }
    waiting.delete(id as number);
    clearTimeout(pending.timer);
    const reply = toReply(message);
    if (reply.error !== null && serverTroubles.has(reply.error)) {
      pending.reject(new LedgerUnavailable(`The ledger server returned ${reply.error}`));
    } else pending.resolve(reply);
  }

  socket.addEventListener('open', () => opening.resolve());
  socket.addEventListener('message', (event) => receive(event.data));
  socket.addEventListener('close', (event) => end(event.code));
  socket.addEventListener('error', () => end(1006));

  const timer = setTimeout(() => {
    socket.close();
    end(1006);
  }, connectTimeoutMs);
  try {
    await opening.promise;
  } finally {
    clearTimeout(timer);
  }

  return {
    url,
    get ended() {
      return ended;
    },
    request(command, fields = {}, timeoutMs = answerTimeoutMs) {
      if (ended) return Promise.reject(new LedgerUnavailable('The ledger server closed the connection'));
      const id = ++lastId;
      return new Promise<Reply>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new LedgerUnavailable(`The ledger server didn’t respond to ${command} in time`));
        }, timeoutMs);
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

function parseMessage(data: unknown): Message | null {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? (value as Message) : null;
  } catch {
    return null;
  }
}

function toReply(message: Message): Reply {
  const { result } = message;
  if (message.status === 'success' && typeof result === 'object' && result !== null) {
    return { error: null, body: result as Message };
  }
  return { error: typeof message.error === 'string' ? message.error : 'unknown', body: message };
}
