import { signalsApi } from '@xrp-bridge/contracts/signals';
import type { ServiceContext } from '@xrp-bridge/runtime';
import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { listen } from './event-stream.ts';
import { eventually, startBff, useSystem } from './harness.ts';

const system = useSystem({}, { hasSignalSources: true });

const paths = ['/api/hot-meter', '/api/signals', '/api/market', '/api/leader-highlights', '/api/trending-cryptos'];

describe('signals:', () => {
  it('the first data are fetched without a request, and open pages are notified', async () => {
    const stream = await listen(`${system.url}/api/signals/events`);
    expect(stream.status).toBe(200);
    await eventually(async () => expect((await system.browser().get('/api/hot-meter')).body.coins).toHaveLength(20));
    await eventually(() => expect(stream.frames.some((frame) => frame.event === 'changed')).toBe(true));
    stream.leave();
  });

  it.each(paths)('%s needs no session, and answers 304 to a request with the current ETag', async (path) => {
    const answer = await fetch(system.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const etag = answer.headers.get('etag') as string;
    const again = await fetch(system.url + path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('the answers have the specified fields and formats', async () => {
    const get = async (path: string) => (await system.browser().get(path)).body;
    expect((await get('/api/leader-highlights')).length).toBeLessThanOrEqual(3);
    const trending = await get('/api/trending-cryptos');
    expect(trending.length).toBeLessThanOrEqual(5);
    for (const { velocityPercentage } of trending) expect(typeof velocityPercentage).toBe('number');
    const [coin] = (await get('/api/hot-meter')).coins;
    expect(coin.priceChange).toMatch(/^[+-]\d+\.\d%$/);
  });

  it('a compressed answer has the same content as an uncompressed answer', async () => {
    const readEncoded = (encoding: string) => system.browser().get('/api/hot-meter', { 'accept-encoding': encoding });
    const plain = await readEncoded('identity');
    for (const encoding of ['br', 'gzip']) {
      const { headers, text } = await readEncoded(encoding);
      expect([headers.get('content-encoding'), text]).toEqual([encoding, plain.text]);
    }
    expect(plain.text.length).toBeGreaterThan(1_000);
  });

  it('the ETag changes only after a refresh with new data', async () => {
    // Waits until the first refresh has ended and the BFF serves its result.
    const { queues } = system.signals.context as ServiceContext;
    await eventually(async () => {
      expect(await queues.count()).toMatchObject({ waiting: 0, active: 0 });
      const { body } = await system.browser().get('/api/hot-meter');
      expect(body).toEqual(await system.signals.client.call(signalsApi.readHotMeter));
    });
    const read = async () => (await fetch(`${system.url}/api/hot-meter`)).headers.get('etag');
    const before = await read();
    const title = 'A Swiss insurer settled its first claims on the XRP Ledger';
    await system.control('POST', 'mentions', { coin: 'XRP', title });
    expect(await read()).toBe(before);
    await system.signals.client.call(signalsApi.refresh);
    await eventually(async () => expect(await read()).not.toBe(before));
  });

  it('links to a publisher disappear as soon as an operator blocks the publisher', async () => {
    const operator = await system.signIn();
    const linkedSites = async (): Promise<string[]> =>
      (await system.browser().get('/api/signals')).body.signals.flatMap(
        ({ sources }: { sources: { site: string; url: string | null }[] }) =>
          sources.filter(({ url }) => url !== null).map(({ site }) => site),
      );
    const [site] = await linkedSites();
    const domain = site?.split('.').slice(-2).join('.');
    const answer = await operator.post(`/api/admin/publishers/${domain}`, { state: 'blocked' });
    expect(answer.body).toMatchObject({ success: true });
    expect(await linkedSites()).not.toContain(site);
  });

  it('operators can list the sources and start a refresh', async () => {
    const operator = await system.signIn();
    expect((await operator.get('/api/admin/signal-sources')).body.sources).not.toEqual([]);
    expect((await operator.post('/api/admin/signals/refresh', { reason: 'old prices' })).body).toEqual({
      started: true,
    });
  });

  it('the last answers are served while the signals service is down', async () => {
    const { body } = await system.browser().get('/api/market');
    await system.signals.service.stop();
    system.bff.context.signals.invalidate();
    expect((await system.browser().get('/api/market')).body).toEqual(body);
  });
});

it('the signals routes answer 503 while the signals service is down and nothing is cached', async () => {
  const alone = await startBff();
  try {
    for (const path of paths) {
      const answer = await fetch(alone.url + path);
      expect([path, answer.status]).toEqual([path, 503]);
    }
  } finally {
    await alone.stop();
  }
});

it('a signal subscription is confirmed once, by the link in a mail', async () => {
  const browser = system.browser();
  const path = '/api/signal-subscriptions';
  for (const email of ['ann@example.com', 'ANN@example.com']) {
    expect((await browser.post(path, { email })).body).toEqual({ ok: true });
  }
  await eventually(async () => expect(await system.mailsTo('ann@example.com')).toHaveLength(1));
  const [mail] = await system.mailsTo('ann@example.com');
  const token = mail?.text.match(/#confirm=([\w-]+)/)?.[1];
  expect(refusal(await browser.post(`${path}/confirm`, { token: 'x'.repeat(43) }))).toEqual([410, 'link_expired']);
  for (let press = 0; press < 2; press++) {
    expect((await browser.post(`${path}/confirm`, { token })).body).toEqual({ ok: true });
  }
  expect(await system.notification.published('subscription.confirmed')).toHaveLength(1);
  // A confirmed address receives no second confirmation mail.
  await browser.post(path, { email: 'ann@example.com' });
  expect(await system.mailsTo('ann@example.com')).toHaveLength(1);
  const wrong = await browser.post(path, { email: 'ann' });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'email']);
});
