import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { allow, openRedis } from '@xrp-bridge/runtime';
import { createHttpServer } from '@xrp-bridge/runtime/http';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { expect, inject, onTestFinished, test } from 'vitest';
import type {} from '../../infra/tooling/vitest-adapters-setup.ts';
import { addRateLimits } from '../src/access/rate-limits.ts';

const redisUrl = inject('redisUrl');
const log = createLogger({ level: 'silent' });
const path = '/api/save-contact';

/** Starts an edge server with one route, which allows 20 calls per minute. */
async function startInstance(url: string) {
  const app = createHttpServer({ log, guards: { open: allow }, trustProxy: '127.0.0.1' });
  const redis = openRedis(url, log);
  await addRateLimits(app, redis);
  app.post(path, { config: { access: 'open' } }, async () => ({}));
  await app.ready();
  onTestFinished(() => app.close());
  const post = async (ip: string) => {
    const answer = await app.inject({ method: 'POST', url: path, headers: { 'x-forwarded-for': ip } });
    return answer.statusCode;
  };
  return { redis, post };
}

test('all instances share one rate limit for each caller', async ({ skip }) => {
  if (!redisUrl) return skip('no Redis on this machine');
  // A new caller for each run, because the Redis may be shared.
  const ip = `198.18.${randomInt(256)}.${randomInt(256)}`;
  const [first, second] = [await startInstance(redisUrl), await startInstance(redisUrl)];
  for (const { redis } of [first, second]) await expect.poll(() => redis.status).toBe('ready');
  for (let call = 1; call <= 10; call++) {
    expect(await first.post(ip)).toBe(200);
    expect(await second.post(ip)).toBe(200);
  }
  expect([await first.post(ip), await second.post(ip)]).toEqual([429, 429]);
  expect(await second.post(`198.19.${randomInt(256)}.${randomInt(256)}`)).toBe(200);
});

test('a call is not refused while Redis is unavailable', async () => {
  const silent: Server = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  await new Promise((resolve) => silent.close(resolve));
  const { post } = await startInstance(`redis://127.0.0.1:${port}`);
  expect(await post('203.0.113.7')).toBe(200);
});
