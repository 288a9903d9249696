import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openRedis } from '../src/redis.ts';

const refusal = '-OOM command not allowed when used memory is greater than maxmemory\r\n';

/**
 * Starts a server that speaks Redis's protocol.
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
async function startRedis(answerToIncrement: () => string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const command of bytes
        .toString()
        .split(/^\*\d+\r\n/m)
        .filter(Boolean)) {
        const [, name] = command.split('\r\n');
        if (name === 'info') socket.write('$17\r\nredis_version:8.0\r\n');
        else socket.write(name === 'incr' ? answerToIncrement() : '+OK\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const log = { warn: vi.fn() };
  const redis = openRedis(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, log);
  onTestFinished(() => {
    redis.disconnect();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await expect.poll(() => redis.status).toBe('ready');
  return { redis, log };
}

it('a refused command is logged once until a command succeeds again', async () => {
  let isFull = true;
  const { redis, log } = await startRedis(() => (isFull ? refusal : ':1\r\n'));
  for (let command = 0; command < 3; command++) await expect(redis.incr('calls')).rejects.toThrow('OOM');
  expect(log.warn).toHaveBeenCalledTimes(1);
  isFull = false;
  expect(await redis.incr('calls')).toBe(1);
  isFull = true;
  await expect(redis.incr('calls')).rejects.toThrow('OOM');
  expect(log.warn).toHaveBeenCalledTimes(2);
});

it('commands fail at once after a command without a response', async () => {
  const { redis } = await startRedis(() => '');
  await expect(redis.incr('calls')).rejects.toThrow('Command timed out');
  await expect(redis.incr('calls')).rejects.toThrow('enableOfflineQueue');
});
