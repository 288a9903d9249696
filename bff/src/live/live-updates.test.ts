import { connect, type Socket } from 'node:net';
import { allow, createHttpServer } from '@xrp-bridge/runtime/http';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TransferRecord } from '../clients.ts';
import { createLiveUpdates, type LiveUpdates } from './live-updates.ts';

const id = 'a'.repeat(32);
const log = createLogger({ level: 'silent' });

function record(version: number, destinationAddress = 'pending'): TransferRecord {
  return {
    id,
    fromExchange: 'coinbase',
    toWallet: 'xumm',
    sourceAmount: '0',
    testFirst: true,
    destinationAddress,
    destinationTag: null,
    cryptoType: 'XRP',
    serviceFee: '4.00',
    status: 'pending',
    access: { guide: false, concierge: 'none' },
    arrivals: [],
    arrivalClaimedAt: null,
    watch: null,
    addressChangedAt: null,
    refundRequestedAt: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    version,
  };
}

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(live: LiveUpdates, options: { trustProxy?: string } = {}): Promise<number> {
  const app = createHttpServer({ log, ...options, guards: { open: allow } });
  app.get('/', { config: { access: 'open' } }, async (request, reply) => {
    await live.stream(request, reply, { transferId: id, mine: request.headers.cookie === 'owner' });
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  cleanUps.push(() => app.close());
  return (app.server.address() as { port: number }).port;
}

interface Client {
  socket: Socket;
  text: string;
  ids(): number[];
  closed: boolean;
}

/** Opens a stream whose socket can be paused, like that of a browser with a bad connection. */
async function open(
  port: number,
  options: { paused?: boolean; visitor?: boolean; from?: string } = {},
): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  cleanUps.push(() => socket.destroy());
  const client: Client = {
    socket,
    text: '',
    ids: () => [...client.text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1])),
    closed: false,
  };
  socket.on('data', (data) => {
    client.text += data;
  });
  socket.on('close', () => {
    client.closed = true;
  });
  if (options.paused) socket.pause();
  const forwarded = options.from ? `X-Forwarded-For: ${options.from}\r\n` : '';
  const cookie = `Cookie: ${options.visitor ? 'none' : 'owner'}\r\n`;
  socket.write(`GET / HTTP/1.1\r\nHost: test\r\n${cookie}${forwarded}\r\n`);
  return client;
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 150_000, interval: 10 });

describe('live updates', () => {
  it('read the transfer only once more after a read, however many changes arrived during that read', async () => {
    let version = 1;
    let release = Promise.withResolvers<void>();
    release.resolve();
    const read = vi.fn(async () => {
      await release.promise;
      return record(version);
    });
    const live = createLiveUpdates({ read, log });
    const client = await open(await serve(live));
    await eventually(() => expect(client.ids()).toEqual([1]));
    read.mockClear();
    release = Promise.withResolvers<void>();
    for (let change = 0; change < 50; change++) live.notify(id);
    version = 2;
    release.resolve();
    await eventually(() => expect(client.ids()).toEqual([1, 2]));
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('read a transfer once for all viewers, and send each viewer only the fields that the viewer may see', async () => {
    let version = 1;
    const read = vi.fn(async () => record(version, 'rOwn'));
    const live = createLiveUpdates({ read, log });
    const port = await serve(live);
    const [owner, visitor] = await Promise.all([open(port), open(port, { visitor: true })]);
    await eventually(() => expect(live.size()).toBe(2));
    read.mockClear();
    version = 2;
    live.notify(id);
    await eventually(() =>
      expect([owner.ids(), visitor.ids()]).toEqual([
        [1, 2],
        [1, 2],
      ]),
    );
    expect(read).toHaveBeenCalledTimes(1);
    expect(owner.text.match(/"destinationAddress":"rOwn"/g)).toHaveLength(2);
    expect(
      visitor.text.match(/"mine":false,.*"destinationAddress":"hidden"|"destinationAddress":"hidden".*"mine":false/g),
    ).toHaveLength(2);
    expect(visitor.text).not.toContain('rOwn');
  });

  it('include a change that happens during the first read', async () => {
    let version = 1;
    const live: LiveUpdates = createLiveUpdates({
      log,
      read: async () => {
        const found = record(version);
        if (version === 1) {
          version = 2;
          live.notify(id);
        }
        return found;
      },
    });
    const client = await open(await serve(live));
    await eventually(() => expect(client.ids()).toEqual([1, 2]));
  });

  it('skip states for a slow reader, but always send the last state', async () => {
    let version = 1;
    const large = 'r'.repeat(1_000_000);
    const live = createLiveUpdates({ log, read: async () => record(version, large) });
    const slow = await open(await serve(live), { paused: true });
    await eventually(() => expect(live.size()).toBe(1));
    for (version = 2; version <= 40; version++) {
      live.notify(id);
      await new Promise(setImmediate);
    }
    version = 40;
    slow.socket.resume();
    await eventually(() => expect(slow.ids().at(-1)).toBe(40));
    expect(slow.ids().length).toBeLessThan(30);
  });

  it('disconnect a client that never reads', async () => {
    let version = 1;
    const live = createLiveUpdates({
      log,
      heartbeatMs: 20,
      read: async () => record(version++, 'r'.repeat(5_000_000)),
    });
    await open(await serve(live), { paused: true });
    await eventually(() => expect(live.size()).toBe(1));
    for (let change = 0; change < 5; change++) live.notify(id);
    await eventually(() => expect(live.size()).toBe(0));
  });

  it('send comments as heartbeats', async () => {
    const live = createLiveUpdates({ log, heartbeatMs: 10, read: async () => record(1) });
    const client = await open(await serve(live));
    await eventually(() => expect(client.text.match(/^: /gm)?.length).toBeGreaterThan(2));
    expect(client.ids()).toEqual([1]);
  });

  it('close when the transfer cannot be read, so that the browser reconnects', async () => {
    let broken = false;
    const read = async () => (broken ? Promise.reject(new Error('away')) : record(1));
    const live = createLiveUpdates({ log, read });
    const client = await open(await serve(live));
    await eventually(() => expect(client.ids()).toEqual([1]));
    broken = true;
    live.notify(id);
    await eventually(() => expect(client.text).toMatch(/\r\n0\r\n\r\n$/));
    await eventually(() => expect(live.size()).toBe(0));
  });

  it('are limited in number per address and in total', async () => {
    const port = await serve(createLiveUpdates({ log, read: async () => record(1), maxStreamsPerClient: 2 }));
    const clients = await Promise.all([open(port), open(port), open(port)]);
    await eventually(() => {
      const refused = clients.filter((client) => client.text.startsWith('HTTP/1.1 429'));
      expect(refused).toHaveLength(1);
      expect(refused[0]?.text).toContain('rate_limited');
    });
    const all = await serve(createLiveUpdates({ log, read: async () => record(1), maxStreams: 1 }));
    const two = await Promise.all([open(all), open(all)]);
    await eventually(() => expect(two.filter((client) => client.text.startsWith('HTTP/1.1 429'))).toHaveLength(1));
  });

  it('count all addresses of an IPv6 /64 as one client', async () => {
    const live = createLiveUpdates({ log, read: async () => record(1), maxStreamsPerClient: 1 });
    const port = await serve(live, { trustProxy: '127.0.0.1' });
    const from = (address: string) => open(port, { from: address });
    const first = await from('2001:db8:1:2::1');
    await eventually(() => expect(first.ids()).toEqual([1]));
    const [same, other] = await Promise.all([from('2001:db8:1:2:ffff::7'), from('2001:db8:1:3::1')]);
    await eventually(() => expect(same.text).toMatch(/^HTTP\/1\.1 429/));
    await eventually(() => expect(other.ids()).toEqual([1]));
  });

  it('do not count a client that could not be served', async () => {
    const live = createLiveUpdates({
      log,
      read: async () => Promise.reject(new Error('away')),
      maxStreamsPerClient: 1,
    });
    const port = await serve(live);
    for (let call = 0; call < 3; call++) {
      const client = await open(port);
      await eventually(() => expect(client.text).toMatch(/^HTTP\/1\.1 500/));
    }
    expect(live.size()).toBe(0);
  });
});

describe('waiting for a transfer’s state', () => {
  it('ends as soon as the state is reached', async () => {
    let version = 1;
    const read = vi.fn(async () => record(version));
    const live = createLiveUpdates({ log, read });
    const waiting = live.waitFor(id, (now) => now.version === 3, 60_000);
    await eventually(() => expect(read).toHaveBeenCalledTimes(1));
    version = 3;
    live.notify(id);
    expect((await waiting).version).toBe(3);
  });

  it('polls when no event arrives', async () => {
    let version = 0;
    const live = createLiveUpdates({ log, read: async () => record(++version) });
    expect((await live.waitFor(id, (now) => now.version === 3, 60_000)).version).toBe(3);
  });

  it('ends with the last state when the time is up', async () => {
    const live = createLiveUpdates({ log, read: async () => record(1) });
    expect((await live.waitFor(id, () => false, 30)).version).toBe(1);
  });
});
