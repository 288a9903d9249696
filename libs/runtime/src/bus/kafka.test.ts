import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../test/adapters/bus.harness.ts';
import { openKafkaBus } from './kafka.ts';

const timeoutMs = 50;
const event = {
  specversion: '1.0',
  id: 'e_1',
  type: 'shop.sold',
  dataversion: 1,
  source: 'shop',
  subject: 'a',
  time: '2026-11-28T12:00:00.000Z',
  data: {},
} as const;

const sockets = new Set<Socket>();
/** A broker that accepts connections and never responds. */
const broker = createServer((socket) => sockets.add(socket));

beforeAll(async () => {
  await once(broker.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  broker.close();
});

it.each([
  ['publish', (bus) => bus.publish('shop', [event])],
  ['readEnds', (bus) => bus.readEnds?.('shop')],
  ['broadcast', (bus) => bus.broadcast({ topics: ['shop'], deliver: async () => {} })],
  ['fetchLag', (bus) => bus.fetchLag({ group: 'shop', topics: ['shop'] })],
] satisfies [string, (bus: ReturnType<typeof openKafkaBus>) => unknown][])(
  '%s rejects at the timeout while the broker does not respond',
  async (_name, call) => {
    const kafkaBrokers = [`127.0.0.1:${(broker.address() as AddressInfo).port}`];
    const bus = openKafkaBus({ databaseUrl: '', kafkaBrokers, instance: 'test', log: silent, timeoutMs });
    onTestFinished(() => bus.stop());
    await expect(call(bus)).rejects.toThrow(`Kafka has not answered within ${timeoutMs} ms`);
  },
);
