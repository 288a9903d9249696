import { readFileSync } from 'node:fs';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { type ProblemCode, problems } from '@xrp-bridge/contracts/problem';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, createBrowser } from './browser.ts';
import { operatorPassword, useSystem } from './harness.ts';
import { readText } from './routes.ts';

// Calls every route of the OpenAPI document with valid, nearly valid and hostile input, as each kind of caller. No call
// may cause a 5xx, and each answer matches the document. `npm run fuzz` makes 50,000 calls with a new seed.

// The script `fuzz` sets the number of calls.
const wanted = Number(process.env.FUZZ_CALLS ?? 0);
const seed = wanted ? Date.now() % 2 ** 31 : 20261128;

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

interface Operation {
  parameters?: { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, unknown>;
}

const documentUrl = new URL('../../contracts/generated/openapi.json', import.meta.url);
const { paths, components } = JSON.parse(readFileSync(documentUrl, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
);
const runs = wanted ? Math.ceil(wanted / operations.length) : 6;

// A caller's address for X-Forwarded-For, so that wrong passwords never block the sign-in below.
const system = useSystem({ TRUST_PROXY: 'on' }, { hasNoSchedules: true });
let owner: Browser;
let operator: Browser;
let signIns = 0;
const ids = { transfer: '', paid: '' };
const counts: Record<string, number> = {};

async function signIn(): Promise<void> {
  operator = createBrowser(system.url);
  const from = { 'x-forwarded-for': `198.18.${signIns >> 8}.${signIns++ % 256}` };
  await operator.post('/api/operator/session', { password: operatorPassword, name: 'Olga' }, from);
}

beforeAll(async () => {
  const started = await system.startTransfer({ email: 'ada@example.com' });
  owner = started.browser;
  ids.transfer = started.id;
  ids.paid = (await system.startPaid({ destinationAddress: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN' }, owner)).id;
  await system.payOn((await owner.post('/api/concierge-checkout', {})).body.url);
  await owner.post('/api/concierge/complete');
  await signIn();
});
afterAll(() => {
  if (wanted) console.log('seed', seed, counts);
});

/** Values that handlers accept, by the name of the field, which random values would almost never be. */
const known: Record<string, () => readonly unknown[]> = {
  id: () => [ids.transfer, ids.paid],
  transferId: () => [ids.transfer, ids.paid],
  transfer: () => [ids.transfer],
  email: () => ['ada@example.com', 'Ada+1@Example.COM'],
  phone: () => ['+1 555 0100'],
  destinationAddress: () => ['rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV'],
  address: () => ['rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'],
  destinationTag: () => ['7', 0],
  sourceAmount: () => ['50', 1.5],
  hash: () => ['A'.repeat(64)],
  wallet: () => ['trust', 'ledger'],
  exchange: () => ['kraken', 'coinbase'],
  // Addresses below .invalid never resolve, so no call leaves this machine.
  webhookUrl: () => ['https://hooks.invalid/a'],
};

const hostile: readonly unknown[] = [
  ...['', ' ', '\0', 'a\0b', '\u202e', '\ud800', '😀'.repeat(90), 'x'.repeat(5_000), '<script>alert(1)</script>'],
  ...["' or 1=1 --", '$' + '{7*7}', '../../etc/passwd', '%00', '__proto__', 'constructor', '\r\nX-Evil: 1', 'NaN'],
  ...[-1, 0, 1e308, 2 ** 53, 0.000_000_1, true, false, null, [], {}, [[[]]], { constructor: {} }],
];

/** Returns arbitrary values that match a schema, most of them. */
function valid(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const generic = matching(schema);
  const values = known[name];
  if (!values) return generic;
  const named = fc.nat(1).map((place) => values()[place] ?? values()[0]);
  return fc.oneof({ weight: 3, arbitrary: named }, { weight: 1, arbitrary: generic });
}

function matching(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return matching(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(matching));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => matching({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(matching(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return fields(schema);
    default:
      return fc.jsonValue();
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'date')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.constant('https://hooks.invalid/b');
  if (pattern && !/\\[0p]/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' });
}

function fields({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const record = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(schema, name)]));
  return fc.record(record, { requiredKeys: required });
}

/** Returns bodies, half of them with one hostile value, an additional field or another shape. */
function bodies(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const right = valid(schema);
  const broken = fc
    .tuple(right, fc.constantFrom(...names, 'unknown', '__proto__'), fc.constantFrom(...hostile))
    .map(([body, name, value]) => Object.defineProperty({ ...(body as object) }, name, { value, enumerable: true }));
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 4, arbitrary: broken },
    { weight: 1, arbitrary: fc.oneof(fc.jsonValue(), fc.constantFrom(...hostile)) },
  );
}

const words = (schema: Schema, name: string) =>
  fc
    .oneof({ weight: 4, arbitrary: valid(schema, name) }, { weight: 1, arbitrary: fc.constantFrom(...hostile) })
    .map((value) => encodeURIComponent(String(value).toWellFormed()));

interface Call {
  url: string;
  body: string | undefined;
  as: 'visitor' | 'owner' | 'operator' | 'owner and operator';
}

function calls(path: string, { parameters = [], requestBody }: Operation): fc.Arbitrary<Call> {
  const of = (place: string) => parameters.filter((one) => one.in === place);
  const query = fc.record(Object.fromEntries(of('query').map(({ name, schema }) => [name, words(schema, name)])), {
    requiredKeys: of('query').flatMap(({ name, required }) => (required ? [name] : [])),
  });
  const filled = fc.tuple(...of('path').map(({ name, schema }) => fc.tuple(fc.constant(name), words(schema, name))));
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema ? bodies(schema).map((value) => JSON.stringify(value)) : fc.constant(undefined);
  const as = fc.constantFrom(...(['visitor', 'owner', 'operator', 'owner and operator'] as const));
  return fc.tuple(filled, query, body, as).map(([values, search, sent, caller]) => ({
    url: `${values.reduce((url, [name, value]) => url.replace(`{${name}}`, value), path)}?${Object.entries(search)
      .map((pair) => pair.join('='))
      .join('&')}`,
    body: sent,
    as: caller,
  }));
}

function cookiesOf(as: Call['as']): string {
  const jars = { visitor: [], owner: [owner], operator: [operator], 'owner and operator': [owner, operator] }[as];
  return jars.map((browser) => browser.cookiesFor('/api/transfers')).join('; ');
}

/** Sends a call, and checks its answer against the document and the contract. */
async function check(method: string, path: string, operation: Operation, { url, body, as }: Call): Promise<void> {
  const answer = await fetch(system.url + url, {
    method,
    redirect: 'manual',
    headers: { cookie: cookiesOf(as), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const { status } = answer;
  counts[status] = (counts[status] ?? 0) + 1;
  const type = answer.headers.get('content-type') ?? '';
  const sent = await readText(answer);
  const shown = `${status} ${sent.slice(0, 300)}`;
  expect(status, shown).toBeLessThan(500);
  if (status >= 400) {
    expect(type, shown).toContain('application/problem+json');
    const { code } = JSON.parse(sent) as { code: ProblemCode };
    expect(problems[code]?.status, shown).toBe(status);
    return;
  }
  expect(operation.responses, shown).toHaveProperty(String(status));
  const route = (publicRoutes as readonly RouteDefinition[]).find((one) => one.method === method && one.path === path);
  // Event streams and pictures have no schema.
  if (!type.includes('json') && status !== 204) return;
  const reply = sent === '' ? undefined : JSON.parse(sent);
  expect(reply, shown).toEqual(route?.reply.parse(reply));
}

/** Undoes the effects that would end the tests of the other routes. */
const undo: Record<string, () => Promise<unknown>> = {
  'PUT /api/maintenance-status': () => operator.send('PUT', '/api/maintenance-status', { maintenanceMode: false }),
  'DELETE /api/operator/session': signIn,
  'DELETE /api/operator/sessions/{id}': signIn,
};

it.each(operations)(
  '%s %s answers every input as documented, and never with a 5xx',
  async (method, path, operation) => {
    const property = fc.asyncProperty(calls(path, operation), async (call) => {
      try {
        await check(method, path, operation, call);
      } finally {
        await undo[`${method} ${path}`]?.();
      }
    });
    await fc.assert(property, { numRuns: runs, seed, interruptAfterTimeLimit: 280_000 });
  },
);
