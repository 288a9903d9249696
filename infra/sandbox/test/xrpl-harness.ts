import { once } from 'node:events';
import { afterEach, beforeEach } from 'vitest';
import { WebSocket } from 'ws';
import { type Json, useHarness } from './harness.ts';

export const wallet = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
export const other = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
export const unknownHash = 'A'.repeat(64);

interface Client {
  socket: WebSocket;
  /** The stream messages of a type that the server has sent. */
  received(type: string): Json[];
  request(command: string, fields?: object): Promise<Json>;
  closed: Promise<number>;
}

/**
 * Starts the sandbox's ledger for the tests of a file.
 * A ledger closes only when a test calls `closeLedger`.
 */
export function useLedger() {
  const sandbox = useHarness();
  const open: Client[] = [];
  beforeEach(async () => {
    await sandbox.control('POST', 'reset');
    await hold(true);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.socket.terminate();
  });

  async function connect(server = 'a'): Promise<Client> {
    const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/xrpl/${server}`);
    const messages: Json[] = [];
    const waiting = new Map<number, (answer: Json) => void>();
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'response') waiting.get(message.id)?.(message);
      else messages.push(message);
    });
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await once(socket, 'open');
    let id = 0;
    const client: Client = {
      socket,
      received: (type) => messages.filter((message) => message.type === type),
      request(command, fields = {}) {
        const requestId = ++id;
        socket.send(JSON.stringify({ id: requestId, command, api_version: 2, ...fields }));
        return new Promise((resolve) => waiting.set(requestId, resolve));
      },
      closed,
    };
    open.push(client);
    return client;
  }

  const pay = async (order: object) =>
    (await sandbox.control('POST', 'xrpl/payments', { destination: wallet, drops: '25000000', ...order })).body;
  const fund = (address: string, drops: string, more: object = {}) =>
    sandbox.control('POST', 'xrpl/accounts', { address, drops, ...more });
  const closeLedger = () => sandbox.control('POST', 'xrpl/ledgers');
  const hold = (held: boolean) => sandbox.control('PUT', 'xrpl', { held });
  const fault = (kind: string, more: object = {}) =>
    sandbox.control('POST', 'faults', { provider: 'xrpl', kind, forMs: 60_000, ...more });

  /** Returns the result code of a payment after its ledger has closed. */
  async function resultOf(order: object): Promise<string> {
    const { hash } = await pay(order);
    await closeLedger();
    const client = await connect();
    return (await client.request('tx', { transaction: hash })).result.meta.TransactionResult;
  }

  return { sandbox, connect, pay, fund, closeLedger, hold, fault, resultOf };
}
