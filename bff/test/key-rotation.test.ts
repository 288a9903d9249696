import { randomUUID } from 'node:crypto';
import { notificationService } from '@xrp-bridge/notification';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';
import { rotateSigningKeys } from '@xrp-bridge/runtime/signing-keys';
import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { bffService } from '../src/index.ts';
import { createBrowser } from './browser.ts';
import { eventually, operatorPassword, startBff, useSystem } from './harness.ts';

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };

const system = useSystem({}, { hasNoSchedules: true });
beforeAll(async () => {
  await system.sendWebhooks();
});

/** Makes the current keys an hour older, and rotates them as `npm run rotate-keys` does. */
async function rotateKeysOf(db: Parameters<typeof rotateSigningKeys>[0], { signingKeys = [] }: AnyService) {
  await sql`update secret set created_at = created_at - interval '1 hour'`.execute(db);
  await rotateSigningKeys(db, signingKeys);
}

async function rotate(): Promise<void> {
  await rotateKeysOf(system.bff.context.db, bffService);
  await rotateKeysOf((system.notification.context as typeof system.bff.context).db, notificationService);
}

/** Starts another BFF instance, which reads the new keys. */
async function startAnother() {
  const another = await startBff(system.urls, { database: system.database });
  onTestFinished(() => another.stop());
  return createBrowser(another.url);
}

it('a customer who returns between two key rotations stays the owner on every instance', async () => {
  const running = system.browser();
  const { id } = (await running.post('/api/transfers', order)).body;
  const path = `/api/transfers/${id}`;
  const first = `owner=${running.cookie('owner')}`;
  await rotate();
  const another = await startAnother();
  expect((await another.get(path, { cookie: first })).body.mine).toBe(true);
  const second = `owner=${another.cookie('owner')}`;
  expect(second).not.toBe(first);

  // This instance has not read the new key yet.
  expect((await system.browser().get(path, { cookie: second })).body.mine).toBe(true);

  await rotate();
  const last = await startAnother();
  expect((await last.get(path, { cookie: first })).body.mine).toBe(false);
  expect((await last.get(path, { cookie: second })).body.mine).toBe(true);
});

it('a link mailed before two key rotations still opens the transfer', async () => {
  const owner = system.browser();
  const email = `${randomUUID()}@example.com`;
  const { id } = (await owner.post('/api/transfers', { ...order, email })).body;
  const { body } = await owner.post('/api/create-payment-intent', { transferId: id });
  await system.confirm(body.clientSecret);
  const token = await eventually(async () => {
    const texts = (await system.mailsTo(email)).map(({ text }) => text).join('\n');
    const [, found] = /\/resume#t=([\w-]+)/.exec(texts) ?? [];
    expect(found).toBeDefined();
    return found;
  });
  await rotate();
  await rotate();
  const answer = await system.browser().post('/api/transfers/resume', { token });
  expect([answer.status, answer.body.id]).toEqual([200, id]);
});

it('one idempotency key names the same concierge order before and after a rotation of the signing keys', async () => {
  const key = randomUUID();
  const orderOf = async () => {
    const browser = await startAnother();
    expect((await browser.post('/api/concierge-checkout', { key })).status).toBe(200);
    return browser.setCookies.map((each) => /^concierge_([0-9a-f]{32})=/.exec(each)?.[1]).find(Boolean);
  };
  const before = await orderOf();
  expect(before).toBeDefined();
  await rotate();
  expect(await orderOf()).toBe(before);
});

it('an operator’s known device is recognised after one key rotation, but not after two', async () => {
  const bff = await startBff({ TRUST_PROXY: 'on' });
  onTestFinished(() => bff.stop());
  const browser = createBrowser(bff.url);
  await browser.post('/api/operator/session', { password: operatorPassword });
  const cookie = browser.cookiesFor('/');
  let from = 1;
  /** Sends six wrong passwords, each from another address: only a known device reaches the limit. */
  const guessSixTimes = async () => {
    let status = 0;
    for (let times = 0; times < 6; times++) {
      const headers = { cookie, 'x-forwarded-for': `198.51.100.${from++}` };
      const answer = await createBrowser(bff.url).post('/api/operator/session', { password: 'wrong' }, headers);
      status = answer.status;
    }
    return status;
  };
  await rotateKeysOf(bff.context.db, bffService);
  expect(await guessSixTimes()).toBe(429);
  await rotateKeysOf(bff.context.db, bffService);
  expect(await guessSixTimes()).toBe(401);
});
