import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Fault } from '../faults.ts';
import type { World } from '../provider.ts';
import { answer, errorBody, ledgerFacts, type Session, XrplError } from './commands.ts';
import { type Ledger, shown } from './ledger.ts';
import { asStreamed, distort, inventPayments, LIES, type Lie, whitewash } from './lies.ts';
import type { Json, Transaction } from './transactions.ts';

/** Two servers of the same ledger, each with its own faults: ws://…/xrpl/a and ws://…/xrpl/b. */
export const SERVERS = ['a', 'b'] as const;
export type ServerName = (typeof SERVERS)[number];

const MAX_REQUEST_BYTES = 1_000_000;
/** Default lag of a lagging server, in ledgers: 8 ledgers are about 25 s. */
const LAG = 8;
const THRESHOLD_EXCEEDED = 1008;
const OVERLOADED = 'Server is overloaded';

interface Connection extends Session {
  server: ServerName;
  socket: WebSocket;
}

export interface Servers {
  serve(app: FastifyInstance): void;
  /** Publishes closed ledgers to all subscribers. A lagging server publishes each ledger later. */
  publish(): void;
  /** Applies a new fault to open connections. */
  applyFaults(): void;
  /** Answered commands, open connections and their subscribed accounts, per server. */
  status(): Record<ServerName, { connections: number; accounts: number; commands: Record<string, number> }>;
  reset(): void;
  stop(): void;
}

const rpcRequest = z.object({ method: z.string(), params: z.array(z.record(z.string(), z.unknown())).default([]) });

/** Creates the ledger's servers, which answer over WebSocket and JSON-RPC. */
export function createServers(world: World, ledger: Ledger): Servers {
  const { faults, log } = world;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST_BYTES });
  const connections = new Set<Connection>();
  const invented = new Map<string, Json>();
  let counts = newCounts();
  /** The last ledger that each server has published. */
  const shownTo: Record<ServerName, number> = { a: ledger.header.ledgerIndex, b: ledger.header.ledgerIndex };

  const faultOf = (server: ServerName) => faults.of('xrpl', server);
  const liesOf = (fault: Fault | undefined): readonly Lie[] => {
    if (fault?.kind !== 'lying') return [];
    return fault.lie ? [fault.lie as Lie] : LIES;
  };

  function send(connection: Connection, message: Json): void {
    const fault = faultOf(connection.server);
    if (fault?.kind === 'stalled') return;
    const lies = liesOf(fault);
    connection.socket.send(JSON.stringify(lies.length > 0 ? distort(message, lies) : message));
  }

  /** Returns a command's answer in JSON-RPC's form. WebSocket answers have a different structure. */
  async function run(server: ServerName, command: unknown, request: Json, session: Session | null): Promise<Json> {
    if (typeof command === 'string') counts[server][command] = (counts[server][command] ?? 0) + 1;
    await faults.delay('xrpl', server);
    try {
      const fault = faultOf(server);
      if (fault?.kind === 'error') throw new XrplError('internal');
      if (fault?.kind === 'rate-limited') throw new XrplError('slowDown');
      const lies = liesOf(fault);
      const lie = command === 'tx' && lies.includes('payment') && invented.get(String(request.transaction));
      const lied = command === 'account_info' && lies.includes('account');
      const known = ledger.at(shownTo[server]);
      const seen = lied ? whitewash(known, request.account) : known;
      return { ...(lie || answer(seen, command, request, session)), status: 'success' };
    } catch (error) {
      if (error instanceof XrplError) return { ...errorBody(error), request };
      log(`xrpl: ${error instanceof Error ? error.stack : error}`);
      return { ...errorBody(new XrplError('internal')), request };
    }
  }

  function open(server: ServerName, socket: WebSocket): void {
    const connection: Connection = { server, socket, accounts: new Set(), ledgerStream: false };
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
    socket.on('error', (error) => log(`xrpl: ${error.message}`));
    socket.on('message', async (data) => {
      const request = parseJson(String(data));
      if (!request) return socket.send(JSON.stringify({ error: 'jsonInvalid', status: 'error', type: 'response' }));
      const { id, command } = request;
      const { status, ...result } = await run(server, command ?? request.method, request, connection);
      const body = status === 'success' ? { result, status } : { ...result, status };
      send(connection, { api_version: 2, id, ...body, type: 'response' });
      if (faultOf(server)?.kind === 'rate-limited') socket.close(THRESHOLD_EXCEEDED, 'threshold exceeded');
    });
  }

  function publishNext(server: ServerName): void {
    const index = ++shownTo[server];
    const view = ledger.at(index);
    const transactions = ledger.closedIn(index);
    const messages = transactions.map((transaction) => ({ affected: affectedBy(transaction), transaction }));
    for (const connection of connections) {
      if (connection.server !== server) continue;
      if (connection.ledgerStream) {
        send(connection, { type: 'ledgerClosed', ...ledgerFacts(view), txn_count: transactions.length });
      }
      // rippled sends the message about the ledger first, then the messages about its transactions.
      for (const { affected, transaction } of messages) {
        if (affected.some((address) => connection.accounts.has(address))) {
          send(connection, asStreamed(shown(transaction)));
        }
      }
      if (liesOf(faultOf(server)).includes('payment')) {
        for (const payment of inventPayments(view, connection)) {
          invented.set(payment.hash as string, payment);
          send(connection, asStreamed(payment));
        }
      }
    }
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const server = SERVERS.find((name) => request.url?.split('?')[0] === `/xrpl/${name}`);
    const fault = server && faultOf(server)?.kind;
    if (!server || fault === 'down') {
      socket.destroy();
    } else if (fault === 'error') {
      socket.end(
        `HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${OVERLOADED}`,
      );
    } else {
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        open(server, webSocket);
        if (fault === 'rate-limited') webSocket.close(THRESHOLD_EXCEEDED, 'threshold exceeded');
      });
    }
  }

  return {
    serve(app) {
      app.server.on('upgrade', upgrade);
      app.register(async (rpc) => {
        rpc.removeAllContentTypeParsers();
        rpc.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
        for (const server of SERVERS) {
          rpc.post(`/xrpl/${server}`, async (request, reply) => {
            const fault = faultOf(server)?.kind;
            if (fault === 'down') {
              reply.hijack();
              request.raw.socket.destroy();
              return;
            }
            if (fault === 'error' || fault === 'rate-limited') {
              return reply.code(503).type('text/plain').send(OVERLOADED);
            }
            if (fault === 'stalled') return new Promise(() => {});
            const call = rpcRequest.safeParse(parseJson(String(request.body ?? '')));
            if (!call.success) return reply.code(400).type('text/plain').send('Unable to parse request');
            const { method, params } = call.data;
            return distort({ result: await run(server, method, params[0] ?? {}, null) }, liesOf(faultOf(server)));
          });
        }
      });
    },

    publish() {
      for (const server of SERVERS) {
        const fault = faultOf(server);
        const behind = fault?.kind === 'lagging' ? (fault.ledgers ?? LAG) : 0;
        while (shownTo[server] < ledger.header.ledgerIndex - behind) publishNext(server);
      }
    },

    applyFaults() {
      for (const { server, socket } of connections) {
        const fault = faultOf(server)?.kind;
        if (fault === 'down') socket.terminate();
        else if (fault === 'rate-limited') socket.close(THRESHOLD_EXCEEDED, 'threshold exceeded');
      }
    },

    status() {
      const of = (server: ServerName) => {
        const own = [...connections].filter((connection) => connection.server === server);
        const accounts = own.reduce((sum, connection) => sum + connection.accounts.size, 0);
        return { connections: own.length, accounts, commands: { ...counts[server] } };
      };
      return { a: of('a'), b: of('b') };
    },

    reset() {
      invented.clear();
      counts = newCounts();
      for (const server of SERVERS) shownTo[server] = ledger.header.ledgerIndex;
    },

    stop() {
      for (const { socket } of connections) socket.terminate();
      sockets.close();
    },
  };
}

const newCounts = (): Record<ServerName, Record<string, number>> => ({ a: {}, b: {} });

/**
 * Returns the accounts that a transaction's metadata contains.
 * A failed payment changes only its sender.
 */
function affectedBy({ order, closed }: Transaction): string[] {
  return closed?.result === 'tesSUCCESS' ? [order.from, order.destination] : [order.from];
}

function parseJson(text: string): Json | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
