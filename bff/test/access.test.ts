import { createHash, createHmac, randomBytes } from 'node:crypto';
import * as contracts from '@xrp-bridge/contracts';
import { type Access, operatorRoles, type RouteDefinition } from '@xrp-bridge/contracts/define';
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

// Calls every route of the contracts as each kind of caller: visitor, owner, owner of another transfer, buyer of the
// concierge, operators of each role, and service. A new exported route is covered without a change here; a new kind of
// access does not compile until its callers are listed in `callers`.

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

/** The account of each role except the first owner's. */
const accounts = { staff: '', invited: '' };

/** Inserts an operator who is set up, or an invited operator. @returns the id of the account */
async function insertOperator(name: keyof typeof accounts): Promise<string> {
  const totp_secret = name === 'staff' ? 'JBSWY3DPEHPK3PXP' : null;
  const { id } = await system.bff.context.db
    .insertInto('operator_account')
    .values({ name, role: 'staff', password_hash: 'not used', totp_secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens a session without the calls of a sign-in. @returns its cookie */
async function openSession(role: keyof typeof accounts): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest();
  const expires_at = new Date(Date.now() + 3600_000);
  const session = { token_hash, account_id: accounts[role], name: role, ip: '127.0.0.1', expires_at };
  await system.bff.context.db.insertInto('operator_session').values(session).execute();
  return `operator_session=${token}`;
}

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
  for (const role of ['staff', 'invited'] as const) accounts[role] = await insertOperator(role);
  cookies.expired = await signIn();
  const { db } = system.bff.context;
  const { id: expiring } = await db.selectFrom('operator_session').select('id').executeTakeFirstOrThrow();
  // A sign-in deletes expired sessions, so the first session expires only after the second sign-in.
  cookies.operator = await signIn();
  await db
    .updateTable('operator_session')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', expiring)
    .execute();
});

const send = (url: string, route: Called, headers: Record<string, string>) => sendTo(url, route, transferId, headers);

/** Calls a route. @returns the status of the answer, followed by its error code if there is one */
async function call(url: string, route: Called, headers: Record<string, string>): Promise<string> {
  const answer = await send(url, route, headers);
  // No answer to a state-changing call may be cached, not even an error.
  if (url === system.url && route.method !== 'GET') expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await readText(answer);
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return code ? `${answer.status} ${code}` : `${answer.status}`;
}

/** The cookies that each kind of access accepts, and those that it refuses, with the expected refusal. */
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

// Matches the status of a call that reached a handler, which may still refuse the call for another reason.
const passedAccessCheck = expect.not.stringMatching(
  /^401 operator_required|^402 concierge_required|^403|not_found|method_not_allowed|^5/,
);

describe.each(publicRoutes.map((route) => [`${route.method} ${route.path}`, route as RouteDefinition] as const))(
  '%s',
  (_name, route) => {
    it(`enforces the access kind ‘${route.access}’`, async () => {
      if (route.access === 'internal') throw new Error('A public route must not have the access kind internal');
      const { in: allowed, out } = callers[route.access]();
      // The transfer is unpaid, and `not_refundable` takes precedence over the access check, so every caller receives it.
      const precedingRefusal =
        route.access === 'owner' && route.errors?.includes('not_refundable') && '409 not_refundable';
      for (const [cookie, refusal] of out)
        expect(await call(system.url, route, { cookie })).toBe(precedingRefusal || refusal);
      // The token of our services opens nothing here.
      const authorization = `Bearer ${system.bff.token}`;
      if (out[0]) expect(await call(system.url, route, { authorization })).toBe(precedingRefusal || out[0][1]);
      // This case needs a separate session, because signing out ends the session and later calls need the shared one.
      const fresh = route.path === '/api/operator/session' && route.method === 'DELETE' ? await signIn() : undefined;
      for (const cookie of allowed) {
        const answer = await call(system.url, route, { cookie: fresh ?? cookie });
        // The id in these calls belongs to no transfer, event or picture.
        const asksForIds = route.access === 'operator' || route === GetAdPicture;
        if (asksForIds && /^404 \w+_not_found$/.test(answer)) continue;
        expect(answer).toEqual(passedAccessCheck);
      }
    });
  },
);

describe.each(
  (publicRoutes as readonly RouteDefinition[])
    .filter(({ access }) => access === 'operator')
    .map((route) => [`${route.method} ${route.path}`, route.role ?? 'staff', route] as const),
)('%s', (_name, lowest, route) => {
  it(`admits operators from the role ‘${lowest}’ on`, async () => {
    for (const role of ['invited', 'staff'] as const) {
      const answer = await call(system.url, route, { cookie: await openSession(role) });
      const isAdmitted = operatorRoles.indexOf(role) >= operatorRoles.indexOf(lowest);
      if (!isAdmitted) expect(answer).toBe(role === 'invited' ? '403 set_up_required' : '403 owner_required');
      // The id in these calls belongs to no transfer, event or picture.
      else if (!/^404 \w+_not_found$/.test(answer)) expect(answer).toEqual(passedAccessCheck);
    }
  });
});

const readings: Called[] = [
  ...publicRoutes.filter(({ method }) => method === 'GET'),
  { method: 'GET', path: '/api/openapi.json', ownerOf: undefined },
];

it('cacheable and compressed answers are the same for every caller', async () => {
  const cacheable: Record<string, string | null> = {};
  const compressed: string[] = [];
  const personal: string[] = [];
  for (const route of readings) {
    const texts = new Set<string>();
    for (const cookie of ['', cookies.owner, cookies.stranger, cookies.concierge, cookies.operator]) {
      const answer = await send(system.url, route, { cookie, 'accept-encoding': 'br, gzip' });
      const cacheControl = answer.headers.get('cache-control');
      if (cacheControl !== 'no-store') cacheable[route.path] = cacheControl;
      if (answer.headers.has('content-encoding')) compressed.push(route.path);
      texts.add(await readText(answer));
    }
    if (texts.size > 1) personal.push(route.path);
  }
  const revalidated = 'public, no-cache';
  expect(cacheable).toEqual({
    [GetAds.path]: 'public, max-age=60, stale-while-revalidate=300',
    [GetHotMeter.path]: revalidated,
    [GetLeaderHighlights.path]: revalidated,
    [GetMarket.path]: revalidated,
    [GetSignals.path]: revalidated,
    [GetTrendingCryptos.path]: revalidated,
  });
  // The set includes routes of `alike` whose answers are too short to be compressed today, because they may become
  // longer.
  const shared = new Set([...Object.keys(cacheable), ...compressed, ...alike.map(({ path }) => path)]);
  expect(personal.filter((path) => shared.has(path))).toEqual([]);
  // Without compressed and personal answers, the comparison above would pass on empty lists.
  expect(compressed).toEqual(expect.arrayContaining([GetWalletGuide.path, '/api/openapi.json']));
  expect(personal).toContain(ReadTransfer.path);
});

describe('the use of cookies:', () => {
  const everyCookie = () => ({ cookie: Object.values(cookies).join('; ') });

  it.each(alike.map((route) => [route.path, route as RouteDefinition] as const))(
    'the compressible route %s is public and reads no cookie',
    async (_path, route) => {
      expect(route).toMatchObject({ method: 'GET', access: 'open', ownerOf: undefined });
      cookiesRead.mockClear();
      await readText(await send(system.url, route, everyCookie()));
      expect(cookiesRead).not.toHaveBeenCalled();
    },
  );

  it('a route that is not compressible, such as reading a transfer, reads the cookies', async () => {
    cookiesRead.mockClear();
    await readText(await send(system.url, ReadTransfer, everyCookie()));
    expect(cookiesRead).toHaveBeenCalled();
  });
});

// Another site must not make a browser send these calls. Webhooks are excluded, because the provider signs them.
it.each(
  publicRoutes
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
    .map((route) => [`${route.method} ${route.path}`, route as RouteDefinition] as const),
)('%s refuses a call from a foreign origin', async (_name, route) => {
  for (const cookie of [cookies.operator, cookies.owner]) {
    const answer = await call(system.url, route, { cookie, origin: 'https://evil.example' });
    expect(answer).toBe('403 cross_site_refused');
  }
});

describe('publicIfBodyHas:', () => {
  const some = (publicRoutes as readonly RouteDefinition[]).filter(({ publicIfBodyHas }) => publicIfBodyHas.length > 0);

  it.each(
    some.flatMap((route) =>
      route.publicIfBodyHas.map((field) => [`${route.method} ${route.path}`, field, route] as const),
    ),
  )('%s needs no session if the body has “%s”, but refuses calls from another site', async (_name, field, route) => {
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

describe('routes outside the contracts:', () => {
  const reserved = [
    ...reservedForOperators.map((path) => [path, 'operator'] as const),
    ...reservedForOwners.map((path) => [path, 'entitled'] as const),
  ];

  it.each(reserved)('%s enforces the access kind ‘%s’, also on paths without a route', async (path, access) => {
    const { in: allowed, out } = callers[access]();
    const anything = path.replace('*', 'anything');
    for (const method of ['GET', 'POST'] as const) {
      const route = { method, path: anything, ownerOf: undefined };
      for (const [cookie, refusal] of out) expect(await call(system.url, route, { cookie })).toBe(refusal);
      for (const cookie of allowed) expect(await call(system.url, route, { cookie })).toBe('404 not_found');
    }
  });

  it.each(['/livez', '/readyz', '/api/openapi.json', '/api/docs'])('%s needs no session', async (path) => {
    expect((await fetch(system.url + path)).status).toBe(200);
  });
});

/** The service of each API that is not named after its service. All services serve `operationsApi`. */
const servers: Record<string, ServiceName> = {
  concierge: 'payment',
  subscription: 'payment',
  task: 'notification',
  alert: 'notification',
};

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
  it('requires the internal token', async () => {
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

it('every route of the contracts is covered by the access tests', () => {
  const isRoute = (value: unknown): value is RouteDefinition =>
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
  const walked = new Set<unknown>([...publicRoutes, ...internal.map(([, , route]) => route)]);
  const missing = Object.entries(contracts).filter(([, value]) => isRoute(value) && !walked.has(value));
  expect(missing.map(([name]) => name)).toEqual([]);
  expect(internal.length).toBeGreaterThan(15);
});
