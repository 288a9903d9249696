import { createHmac } from 'node:crypto';
import * as contracts from '@xrp-bridge/contracts';
import type { Access, RouteDefinition } from '@xrp-bridge/contracts/define';
import {
  GetAdPicture,
  GetAds,
  GetHotMeter,
  GetLeaderHighlights,
  GetMarket,
  GetSignals,
  GetTrendingCryptos,
  GetWalletGuide,
  publicRoutes,
  ReadTransfer,
} from '@xrp-bridge/contracts/public-api';
import { type ServiceName, serviceNames } from '@xrp-bridge/contracts/services';
import type { TestService } from '@xrp-bridge/runtime/testing';
import { beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { reservedForOwners } from '../src/access/entitlement.ts';
import { reservedForOperators } from '../src/access/operator-gate.ts';
import { bffService } from '../src/index.ts';
import { alike } from '../src/pages/compression.ts';
import { useSystem } from './harness.ts';
import { type Called, readText, sendTo } from './routes.ts';

// Every route of the contracts is called as whoever might call it. A new route is walked by being exported; a new kind
// of access does not compile before its callers are named here.

let cookiesRead: MockInstance;
beforeAll(() => {
  const prepare = bffService.http;
  vi.spyOn(bffService, 'http').mockImplementationOnce(async (app, ...rest) => {
    await prepare?.(app, ...rest);
    cookiesRead = vi.spyOn(app, 'parseCookie');
  });
});
const system = useSystem();
let transferId: string;
const cookies = { owner: '', stranger: '', forged: '', operator: '', expired: '', concierge: '', forgedConcierge: '' };

async function startTransfer(): Promise<{ id: string; cookie: string }> {
  const { browser, id } = await system.startTransfer();
  return { id, cookie: browser.cookiesFor('/api/transfers') };
}

const signIn = async () => (await system.signIn()).cookiesFor('/api/admin');

/** Buys the concierge without a transfer. */
async function buyConcierge(): Promise<string> {
  const browser = system.browser();
  await system.payOn((await browser.post('/api/concierge-checkout', {})).body.url);
  expect((await browser.post('/api/concierge/complete')).body.state).toBe('owned');
  return browser.cookiesFor('/api/concierge/me');
}

beforeAll(async () => {
  cookies.concierge = await buyConcierge();
  const [packed] = /concierge=([\w-]+)/.exec(cookies.concierge)?.slice(1) ?? [];
  const guess = createHmac('sha256', 'a guess').update(`concierge:${packed}`).digest('base64url');
  cookies.forgedConcierge = `concierge=${packed}.${guess}`;
  const { id, cookie } = await startTransfer();
  transferId = id;
  cookies.owner = cookie;
  cookies.stranger = (await startTransfer()).cookie;
  const held = Buffer.from(id, 'hex').toString('base64url');
  cookies.forged = `owner=${held}.${createHmac('sha256', 'a guess').update(`owner:${held}`).digest('base64url')}`;
  cookies.expired = await signIn();
  const { db } = system.bff.context;
  const { id: expiring } = await db.selectFrom('operator_session').select('id').executeTakeFirstOrThrow();
  // Whoever signs in sweeps away what has expired: this one is still there.
  cookies.operator = await signIn();
  await db
    .updateTable('operator_session')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', expiring)
    .execute();
});

const send = (url: string, route: Called, headers: Record<string, string>) => sendTo(url, route, transferId, headers);

/** @returns what comes of such a call: its status, and the code of a refusal */
async function call(url: string, route: Called, headers: Record<string, string>): Promise<string> {
  const answer = await send(url, route, headers);
  // Of what changes something, nothing is kept, whatever comes of it.
  if (url === system.url && route.method !== 'GET') expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await readText(answer);
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return code ? `${answer.status} ${code}` : `${answer.status}`;
}

/** Who is let in, and with which words the others are kept out. */
const callers: Record<Exclude<Access, 'internal'>, () => { in: string[]; out: [cookie: string, refusal: string][] }> = {
  open: () => ({ in: ['', cookies.stranger, cookies.forged, cookies.expired, cookies.operator], out: [] }),
  owner: () => ({
    in: [cookies.owner],
    out: [
      ['', '403 not_your_transfer'],
      [cookies.stranger, '403 not_your_transfer'],
      [cookies.forged, '403 not_your_transfer'],
      [cookies.operator, '403 not_your_transfer'],
    ],
  }),
  entitled: () => ({
    in: [cookies.concierge],
    out: [
      ['', '402 concierge_required'],
      [cookies.owner, '402 concierge_required'],
      [cookies.forgedConcierge, '402 concierge_required'],
      [cookies.operator, '402 concierge_required'],
    ],
  }),
  operator: () => ({
    in: [cookies.operator],
    out: [
      ['', '401 operator_required'],
      [cookies.owner, '401 operator_required'],
      [cookies.expired, '401 operator_required'],
      ['operator_session=a-guess', '401 operator_required'],
    ],
  }),
};

// Whatever comes of the call, nobody was kept out of it, and somebody answers it.
const letIn = expect.not.stringMatching(
  /^401 operator_required|^402 concierge_required|^403|not_found|method_not_allowed|^5/,
);

describe.each(publicRoutes.map((route) => [`${route.method} ${route.path}`, route as RouteDefinition] as const))(
  '%s',
  (_name, route) => {
    it(`is for the kind ‘${route.access}’`, async () => {
      if (route.access === 'internal') throw new Error('The browser is none of our services');
      const { in: allowed, out } = callers[route.access]();
      // Nothing is paid for our transfer, so nobody gets anything back: everybody hears that first.
      const forAll = route.access === 'owner' && route.errors?.includes('not_refundable') && '409 not_refundable';
      for (const [cookie, refusal] of out) expect(await call(system.url, route, { cookie })).toBe(forAll || refusal);
      // Signing out ends what the others still need.
      const fresh = route.path === '/api/operator/session' && route.method === 'DELETE' ? await signIn() : undefined;
      for (const cookie of allowed) {
        const answer = await call(system.url, route, { cookie: fresh ?? cookie });
        // There is no transfer, event or picture of the id that these are called with.
        const asksForIds = route.access === 'operator' || route === GetAdPicture;
        if (asksForIds && /^404 \w+_not_found$/.test(answer)) continue;
        expect(answer).toEqual(letIn);
      }
    });
  },
);

const readings: Called[] = [
  ...publicRoutes.filter(({ method }) => method === 'GET'),
  { method: 'GET', path: '/api/openapi.json', ownerOf: undefined },
];

it('what may be kept, and what is compressed, reads the same for everybody', async () => {
  const kept: Record<string, string | null> = {};
  const compressed: string[] = [];
  const personal: string[] = [];
  for (const route of readings) {
    const texts = new Set<string>();
    for (const cookie of ['', cookies.owner, cookies.stranger, cookies.concierge, cookies.operator]) {
      const answer = await send(system.url, route, { cookie, 'accept-encoding': 'br, gzip' });
      const mayBeKept = answer.headers.get('cache-control');
      if (mayBeKept !== 'no-store') kept[route.path] = mayBeKept;
      if (answer.headers.has('content-encoding')) compressed.push(route.path);
      texts.add(await readText(answer));
    }
    if (texts.size > 1) personal.push(route.path);
  }
  const asksEachTime = 'public, no-cache';
  expect(kept).toEqual({
    [GetAds.path]: 'public, max-age=60, stale-while-revalidate=300',
    [GetHotMeter.path]: asksEachTime,
    [GetLeaderHighlights.path]: asksEachTime,
    [GetMarket.path]: asksEachTime,
    [GetSignals.path]: asksEachTime,
    [GetTrendingCryptos.path]: asksEachTime,
  });
  // However short it is today: nothing of anybody is in what would be compressed once it is longer.
  const shared = new Set([...Object.keys(kept), ...compressed, ...alike.map(({ path }) => path)]);
  expect(personal.filter((path) => shared.has(path))).toEqual([]);
  // There are both.
  expect(compressed).toEqual(expect.arrayContaining([GetWalletGuide.path, '/api/openapi.json']));
  expect(personal).toContain(ReadTransfer.path);
});

describe('what is compressed', () => {
  const everyCookie = () => ({ cookie: Object.values(cookies).join('; ') });

  it.each(alike.map((route) => [route.path, route as RouteDefinition] as const))(
    '%s is for everybody, and looks at no cookie',
    async (_path, route) => {
      expect(route).toMatchObject({ method: 'GET', access: 'open', ownerOf: undefined });
      cookiesRead.mockClear();
      await readText(await send(system.url, route, everyCookie()));
      expect(cookiesRead).not.toHaveBeenCalled();
    },
  );

  it('is not what looks at one', async () => {
    cookiesRead.mockClear();
    await readText(await send(system.url, ReadTransfer, everyCookie()));
    expect(cookiesRead).toHaveBeenCalled();
  });
});

// Whoever it is for, another site must not make their browser send it. The provider’s webhooks are signed instead.
it.each(
  publicRoutes
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
    .map((route) => [`${route.method} ${route.path}`, route as RouteDefinition] as const),
)('%s is not called from a foreign origin', async (_name, route) => {
  for (const cookie of [cookies.operator, cookies.owner]) {
    const answer = await call(system.url, route, { cookie, origin: 'https://evil.example' });
    expect(answer).toBe('403 cross_site_refused');
  }
});

describe('a call that is open with a field', () => {
  const some = (publicRoutes as readonly RouteDefinition[]).filter(({ publicIfBodyHas }) => publicIfBodyHas.length > 0);

  it.each(
    some.flatMap((route) =>
      route.publicIfBodyHas.map((field) => [`${route.method} ${route.path}`, field, route] as const),
    ),
  )('%s is open with %s alone, whatever else it says', async (_name, field, route) => {
    for (const cookie of ['', cookies.owner, cookies.expired, cookies.operator]) {
      const answer = await fetch(system.url + route.path, {
        method: route.method,
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ [field]: 'x', unknown: true }),
      });
      expect([cookie, answer.status]).toEqual([cookie, 400]);
    }
    const foreign = await fetch(system.url + route.path, {
      method: route.method,
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ [field]: 'x' }),
    });
    expect(foreign.status).toBe(403);
  });
});

describe('routes beside the contracts', () => {
  const reserved = [
    ...reservedForOperators.map((path) => [path, 'operator'] as const),
    ...reservedForOwners.map((path) => [path, 'entitled'] as const),
  ];

  it.each(reserved)('%s is for the kind ‘%s’, also where nothing is', async (path, access) => {
    const { in: allowed, out } = callers[access]();
    const anything = path.replace('*', 'anything');
    for (const method of ['GET', 'POST'] as const) {
      const route = { method, path: anything, ownerOf: undefined };
      for (const [cookie, refusal] of out) expect(await call(system.url, route, { cookie })).toBe(refusal);
      for (const cookie of allowed) expect(await call(system.url, route, { cookie })).toBe('404 not_found');
    }
  });

  it.each(['/livez', '/readyz', '/api/openapi.json', '/api/docs'])('%s is open', async (path) => {
    expect((await fetch(system.url + path)).status).toBe(200);
  });
});

/** The calls of our own services: `xApi` is served by the service x, and operationsApi by each. */
/** The services whose contracts have another name. */
const servers: Record<string, ServiceName> = { concierge: 'payment', subscription: 'payment', task: 'notification' };

const internal = Object.entries(contracts).flatMap(([name, value]) => {
  if (!/^[a-z]+Api$/.test(name)) return [];
  const service = name.slice(0, -'Api'.length);
  const servedBy = service === 'operations' ? serviceNames : [servers[service] ?? (service as ServiceName)];
  return servedBy.flatMap((one) =>
    Object.values(value as Record<string, RouteDefinition>).map(
      (route) => [`${one} ${route.method} ${route.path}`, one, route] as const,
    ),
  );
});

describe.each(internal)('%s', (_name, service, route) => {
  it('is for our own services', async () => {
    const { url, token } = system[service] as TestService<unknown>;
    expect(route.access).toBe('internal');
    for (const authorization of ['', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
      const answer = await call(url, route, { authorization, cookie: cookies.operator });
      expect(answer).toBe('401 internal_token_required');
    }
    const answer = await call(url, route, { authorization: `Bearer ${token}` });
    expect(answer).not.toMatch(/^401|^403|^404 not_found|^405|^500/);
  });
});

it('no call of the contracts is left out', () => {
  const isRoute = (value: unknown): value is RouteDefinition =>
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
  const walked = new Set<unknown>([...publicRoutes, ...internal.map(([, , route]) => route)]);
  const left = Object.entries(contracts).filter(([, value]) => isRoute(value) && !walked.has(value));
  expect(left.map(([name]) => name)).toEqual([]);
  expect(internal.length).toBeGreaterThan(15);
});
