import { adsApi } from '@xrp-bridge/contracts/ads';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { type System, startBff, useOperator, useSystem } from './harness.ts';

const banner = { source: 'xrp-bridge-cpc', amount: 0.2, currency: 'USD', adNetwork: 'coinzilla' };

// The tests choose the visitor's IP address with `x-forwarded-for`.
const system = useSystem({ TRUST_PROXY: 'on' });
const operator = useOperator(system);

const click = (body: object, ip = '203.0.113.7', agent = 'a browser') =>
  system.browser().post('/api/ad-revenue', body, { 'x-forwarded-for': ip, 'user-agent': agent });
const estimated = async () => Math.round(Number((await system.ads.client.call(adsApi.readEstimates)).total) * 100);
const total = async () => (await system.ads.client.call(adsApi.readAdTotals)).adRevenueCents + (await estimated());

async function gain(work: () => Promise<unknown>): Promise<number> {
  const before = await total();
  await work();
  return (await total()) - before;
}

describe('ads on our pages:', () => {
  it.each(['banner', 'inline', 'sidebar'])(
    'GET /api/ads returns three ads for the placement %s, cacheable for a minute',
    async (placement) => {
      const answer = await system.browser().get(`/api/ads?placement=${placement}`);
      expect(answer.body.ads).toHaveLength(3);
      expect(answer.headers.get('cache-control')).toContain('public, max-age=60');
      for (const { clickUrl, imageUrl, source } of answer.body.ads) {
        expect([source, clickUrl.startsWith('/'), imageUrl.startsWith('/pictures/')]).toEqual(['house', true, true]);
      }
    },
  );

  it.each(['', '?placement=popup', '?placement='])('GET /api/ads refuses the query “%s”', async (query) => {
    expect(refusal(await system.browser().get(`/api/ads${query}`))).toEqual([400, 'invalid_input']);
  });

  it('the pictures of network ads are served from our own origin', async () => {
    const id = 'a'.repeat(32);
    const { db } = system.ads.context as { db: System['bff']['context']['db'] };
    await db
      .insertInto('picture' as never)
      .values({ id, bytes: Buffer.from('RIFF....WEBP'), used_at: new Date() } as never)
      .execute();
    const answer = await fetch(`${system.url}/api/ad-pictures/${id}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe('RIFF....WEBP');
    expect(refusal(await system.browser().get('/api/ad-pictures/nope'))).toEqual([404, 'ad_not_found']);
    expect(refusal(await system.browser().get('/api/ad-pictures/%00'))).toEqual([400, 'invalid_input']);
  });

  it('GET /api/ads answers 503 while the ads service is unavailable, and other routes still respond', async () => {
    const alone = await startBff();
    try {
      expect((await fetch(`${alone.url}/api/ads?placement=banner`)).status).toBe(503);
      expect((await fetch(`${alone.url}/api/config`)).status).toBe(200);
    } finally {
      await alone.stop();
    }
  });
});

describe('a click', () => {
  it('is accepted without a session, and earns the amount that the server sets (0 for our own ads)', async () => {
    const worthMore = { ...banner, amount: 999_999 };
    expect(await gain(() => click(worthMore))).toBe(20);
    expect(await gain(() => click({ ...banner, adId: 'house-tag' }))).toBe(0);
    const card = { source: 'house', amount: 2.5, currency: 'USD', campaignId: 'house-tag' };
    expect(await gain(() => click(card, '203.0.113.8'))).toBe(0);
    expect((await click(banner)).body).toEqual({ success: true, id: null });
  });

  it('counts once per IP address, ad and day, whatever the user agent', async () => {
    const mine = '203.0.113.20';
    expect(await gain(() => Promise.all(Array.from({ length: 30 }, () => click(banner, mine))))).toBe(20);
    const flood = () => Promise.all(Array.from({ length: 30 }, (_, n) => click(banner, mine, `another browser, ${n}`)));
    expect(await gain(flood)).toBe(0);
    expect(await gain(() => click(banner, '203.0.113.21'))).toBe(20);
    // One IPv6 subscriber has a whole /64 network, so its addresses count as one visitor.
    const network = () =>
      Promise.all(Array.from({ length: 20 }, (_, n) => click(banner, `2001:db8:1:2::${(n + 1).toString(16)}`)));
    expect(await gain(network)).toBe(20);
  });

  it('adds none of the caller’s texts to the revenue list', async () => {
    const words = 'call 0800 for your refund';
    await click({ ...banner, campaignId: words, adId: 'house-tag' }, '203.0.113.25');
    await click({ ...banner, adNetwork: words, adId: words }, '203.0.113.25');
    const list = async (query: string) => (await operator.get(`/api/admin/ad-revenue?${query}`)).body.revenue;
    expect(await list(`search=${encodeURIComponent(words)}`)).toEqual([]);
    const booked = (await list('limit=200')).map((record: Record<string, string | null>) => [
      record.amount,
      record.adNetwork,
      record.campaignId,
    ]);
    expect(JSON.stringify(booked)).not.toContain(words);
  });

  it('stores neither the IP address nor the user agent', async () => {
    const ip = '198.51.100.77';
    await click(banner, ip, 'a very rare browser');
    const { db } = system.ads.context as { db: System['bff']['context']['db'] };
    const stored = JSON.stringify(
      await db
        .selectFrom('revenue_record' as never)
        .selectAll()
        .execute(),
    );
    expect(stored).toContain('click ');
    expect(stored).not.toContain(ip);
    expect(stored).not.toContain('rare');
    const secrets = await system.bff.context.db.selectFrom('secret').select('name').execute();
    const days = secrets.filter(({ name }) => name.startsWith('visitors '));
    expect(days).toEqual([{ name: `visitors ${new Date().toISOString().slice(0, 10)}` }]);
  });

  it('adds no entry to the audit trail, because no operator acts', async () => {
    const countEntries = async () => {
      const { entries } = (await operator.get('/api/admin/audit?search=/api/ad-revenue')).body;
      return entries.length;
    };
    const before = await countEntries();
    await click(banner, '203.0.113.30');
    expect(await countEntries()).toBe(before);
  });

  it.each([
    [{ ...banner, adNetwork: 'x'.repeat(61) }, 'adNetwork'],
    [{ ...banner, currency: 'EUR' }, 'currency'],
    [{ ...banner, amount: 'a lot' }, 'amount'],
    [{ ...banner, extra: true }, 'extra'],
    [{ adNetwork: 'coinzilla' }, 'source'],
  ])('is refused, and the error names the field $1', async (body, field) => {
    const answer = await click(body);
    expect(refusal(answer)).toEqual([400, 'invalid_input']);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

describe('click revenue', () => {
  it('counts as an estimate until an operator confirms all estimates with one call', async () => {
    await click(banner, '203.0.113.40');
    expect(refusal(await system.browser().get('/api/admin/ad-revenue/estimates'))).toEqual([401, 'operator_required']);
    expect(refusal(await system.browser().post('/api/admin/ad-revenue/confirmation'))).toEqual([
      401,
      'operator_required',
    ]);
    const waiting = (await operator.get('/api/admin/ad-revenue/estimates')).body;
    expect(waiting.records).toBeGreaterThan(0);
    const booked = (await operator.get('/api/admin/dashboard')).body.adRevenue;
    expect((await operator.post('/api/admin/ad-revenue/confirmation', { reason: 'October statement' })).body).toEqual(
      waiting,
    );
    const adRevenue = (await operator.get('/api/admin/dashboard')).body.adRevenue;
    expect(Number(adRevenue) - Number(booked)).toBeCloseTo(Number(waiting.total));
    expect((await operator.get('/api/admin/ad-revenue/estimates')).body).toEqual({ records: 0, total: '0.00' });
    const [entry] = (await operator.get('/api/admin/audit?search=October statement')).body.entries;
    expect(entry).toMatchObject({ operator: 'Olga', what: 'Confirm click revenue', outcome: 'done' });
  });
});

describe('a revenue record', () => {
  const record = { source: 'Sponsor', amount: '12.50', currency: 'USD' };

  it('can be added only by an operator, and the audit trail contains the reason and the record’s id', async () => {
    expect(refusal(await system.browser().post('/api/ad-revenue', record))).toEqual([401, 'operator_required']);
    const answer = await operator.post('/api/ad-revenue', { ...record, reason: 'the invoice of October' });
    expect(answer.body).toEqual({ success: true, id: expect.stringMatching(/^revenue_/) });
    const [entry] = (await operator.get('/api/admin/audit?search=invoice of October')).body.entries;
    const audited = { action: 'POST /api/ad-revenue', subject: answer.body.id, outcome: 'done' };
    expect(entry).toMatchObject({ operator: 'Olga', ...audited });
  });

  it('is added once, however many requests have the same key', async () => {
    const key = crypto.randomUUID();
    const send = () => operator.post('/api/ad-revenue', { ...record, key });
    expect(await gain(() => Promise.all([send(), send(), send()]))).toBe(1_250);
    expect(refusal(await operator.post('/api/ad-revenue', { ...record, key, amount: 1 }))).toEqual([
      409,
      'already_exists',
    ]);
  });

  it('is listed as unreinvested until an operator reinvests that record or all records', async () => {
    await operator.post('/api/ad-campaigns', { platform: 'rumble', campaignName: 'Taker', budget: 20 });
    await operator.post('/api/ad-revenue', { ...record, amount: 30 });
    const { revenue } = (await operator.get('/api/ad-revenue/unreinvested')).body;
    expect(revenue.length).toBeGreaterThan(1);
    const [first] = revenue;
    const preview = (await operator.get('/api/admin/reinvestment')).body;
    expect(preview).toMatchObject({ possible: true, records: revenue.length });
    const would = (await operator.get(`/api/admin/reinvestment?recordId=${first.id}`)).body;
    expect(would).toMatchObject({ possible: true, records: 1, total: first.amount });
    expect(refusal(await operator.get('/api/admin/reinvestment?recordId=nope'))).toEqual([404, 'revenue_not_found']);
    expect(refusal(await operator.get('/api/admin/reinvestment?recordId=%00'))).toEqual([400, 'invalid_input']);
    const one = (await operator.post(`/api/ad-revenue/${first.id}/reinvest`)).body;
    expect(one).toMatchObject({ records: 1, total: first.amount });
    const rest = (await operator.post('/api/admin/reinvestment', { reason: 'as every month' })).body;
    expect(rest.records).toBe(revenue.length - 1);
    expect((await operator.get('/api/ad-revenue/unreinvested')).body.revenue).toEqual([]);
    const all = (await operator.get('/api/admin/ad-revenue?unreinvested=false')).body.revenue;
    expect(all.length).toBe(revenue.length);
    expect(refusal(await operator.post('/api/ad-revenue/nope/reinvest'))).toEqual([404, 'revenue_not_found']);
    expect(refusal(await operator.post('/api/ad-revenue/%00/reinvest'))).toEqual([400, 'invalid_input']);
    const none = await operator.post('/api/admin/reinvestment', { reason: 'nothing is left' });
    expect(none).toMatchObject({ status: 200, body: { possible: false } });
    const outcomes = async (reason: string) =>
      (await operator.get(`/api/admin/audit?search=${reason}`)).body.entries.map(
        ({ outcome }: { outcome: string }) => outcome,
      );
    expect(await outcomes('as every month')).toEqual(['done']);
    expect(await outcomes('nothing is left')).toEqual(['not_done']);
  });
});

it('clicks over the rate limit are refused with 429 and Retry-After', async () => {
  const alone = await startBff({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
  try {
    const send = (ip: string) => createBrowser(alone.url).post('/api/ad-revenue', banner, { 'x-forwarded-for': ip });
    // The click passes the rate limit, and then fails because the ads service is unavailable.
    for (let times = 0; times < 20; times++) {
      expect(refusal(await send('203.0.113.7'))).toEqual([503, 'service_unavailable']);
    }
    const flood = await send('203.0.113.7');
    expect(refusal(flood)).toEqual([429, 'rate_limited']);
    expect(Number(flood.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal(await send('203.0.113.8'))).toEqual([503, 'service_unavailable']);
  } finally {
    await alone.stop();
  }
});

describe('the visitor hash', () => {
  it('is the same on every instance during a day, and changes with the next day', async () => {
    const database = await createTestDatabase();
    let now = new Date('2026-11-22T23:59:00Z');
    const options = { database, clock: () => now };
    const [one, two] = [await startBff({}, options), await startBff({}, options)];
    try {
      const hashOf = (bff: typeof one, ip = '203.0.113.7', agent = 'a browser') =>
        bff.context.visitors.hashOf({ ip, headers: { 'user-agent': agent } } as never);
      const hash = await hashOf(one);
      expect(await hashOf(two)).toBe(hash);
      expect(await hashOf(one, '203.0.113.8')).not.toBe(hash);
      expect(await hashOf(one, '203.0.113.7', 'another')).toBe(hash);
      expect(await hashOf(one, '2001:db8::1')).toBe(await hashOf(two, '2001:db8::2'));
      now = new Date('2026-11-23T00:00:00Z');
      expect(await hashOf(two)).not.toBe(hash);
      expect(await hashOf(one)).toBe(await hashOf(two));
      const secrets = await one.context.db
        .selectFrom('secret')
        .select('name')
        .where('name', 'like', 'visitors %')
        .execute();
      expect(secrets).toEqual([{ name: 'visitors 2026-11-23' }]);
    } finally {
      await one.stop();
      await two.stop();
      await database.drop();
    }
  });
});
