import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { problems } from '../src/problem.ts';
import { publicRoutes } from '../src/public-api/index.ts';

let out: string;

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'contracts-'));
  await generate();
});
afterAll(() => rm(out, { recursive: true }));

function generate(...flags: string[]): Promise<{ code: number; output: string }> {
  const script = join(import.meta.dirname, '..', 'generate.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '--out', out, ...flags], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

it('the OpenAPI document has every public route with its error codes', async () => {
  const document = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8'));
  const ids = new Set<string>();
  for (const route of publicRoutes) {
    const operation = document.paths[route.path][route.method.toLowerCase()];
    expect(operation.responses[route.status], route.path).toBeDefined();
    for (const code of route.errors) {
      const response = operation.responses[problems[code].status];
      expect(response.content['application/problem+json'].schema.allOf[1].properties.code.enum).toContain(code);
    }
    for (const [, name] of route.path.matchAll(/\{(\w+)\}/g)) {
      expect(operation.parameters).toContainEqual(expect.objectContaining({ in: 'path', name, required: true }));
    }
    ids.add(operation.operationId);
  }
  expect(ids.size).toBe(publicRoutes.length);
});

it('the patterns of the OpenAPI document work in languages without Unicode categories', async () => {
  expect(await readFile(join(out, 'openapi.json'), 'utf8')).not.toMatch(/\\p\{/i);
});

interface Schema {
  allOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  pattern?: string;
  maxLength?: number;
}

/** Returns the alternatives of a schema that have a pattern. */
function patternsOf(schema: Schema): Schema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(patternsOf)].filter(({ pattern, allOf }) => pattern ?? allOf);
}

function textsOf({ pattern, allOf = [], maxLength = Number.POSITIVE_INFINITY }: Schema): fc.Arbitrary<string> {
  const [first = '', ...others] = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  return fc
    .stringMatching(new RegExp(first))
    .filter((text) => text.length <= maxLength && others.every((other) => new RegExp(other).test(text)));
}

/** Lists the fields of the calls whose texts have a pattern in the OpenAPI document. */
async function listTextFields() {
  const { paths } = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8'));
  return publicRoutes.flatMap(({ path, method, query, body }) => {
    const { parameters = [], requestBody } = paths[path][method.toLowerCase()];
    const properties: Record<string, Schema> = requestBody?.content['application/json'].schema.properties ?? {};
    const inBody = Object.entries(properties).map(([name, schema]) => ({ name, schema, of: body }));
    const inQuery = (parameters as { in: string; name: string; schema: Schema }[])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => ({ name, schema, of: query }));
    return [...inBody, ...inQuery].flatMap(({ name, schema, of }) =>
      patternsOf(schema).map((one) => ({ call: `${method} ${path}`, name, of: of as z.ZodType, texts: textsOf(one) })),
    );
  });
}

/** The checksum of an address, and the largest tag, are not in the pattern. */
const looser = ['destinationAddress', 'address', 'destinationTag'];

it('each text that matches its pattern in the OpenAPI document is accepted', async () => {
  const fields = (await listTextFields()).filter(({ name }) => !looser.includes(name));
  expect(fields.length).toBeGreaterThan(40);
  for (const { call, name, of, texts } of fields) {
    const property = fc.property(texts, (text) => {
      const issues = of.safeParse({ [name]: text }).error?.issues ?? [];
      expect(
        issues.filter(({ path }) => path[0] === name),
        `${call} ${name}`,
      ).toEqual([]);
    });
    fc.assert(property, { numRuns: 100, seed: 1 });
  }
});

it('a text that is longer than the OpenAPI document allows is refused, even if its blanks would be removed', async () => {
  const { paths } = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8'));
  const texts = publicRoutes.flatMap(({ path, method, body }) => {
    const schema = paths[path][method.toLowerCase()].requestBody?.content['application/json'].schema;
    const fields = Object.entries<Schema>(schema?.properties ?? {});
    return fields.map(([name, { maxLength }]) => ({
      call: `${method} ${path}`,
      name,
      maxLength,
      body: body as z.ZodType,
    }));
  });
  const limited = texts.filter(({ maxLength }) => maxLength !== undefined);
  expect(limited.length).toBeGreaterThan(60);
  for (const { call, name, maxLength = 0, body } of limited) {
    const { error } = body.safeParse({ [name]: `a${' '.repeat(maxLength)}` });
    expect(error?.issues.map(({ path }) => path[0]) ?? [], call).toContain(name);
  }
});

it('the OpenAPI document requires exactly the fields without which a body is refused', async () => {
  const { paths } = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8'));
  for (const { path, method, body } of publicRoutes) {
    const { requestBody } = paths[path][method.toLowerCase()];
    const issues = (body as z.ZodType).safeParse({}).error?.issues ?? [];
    const required = requestBody?.content['application/json'].schema.required ?? [];
    if (requestBody) expect(required, path).toEqual(issues.map((issue) => issue.path[0]));
  }
});

it('every $ref of the OpenAPI document resolves, and operator routes require the session', async () => {
  const document = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8'));
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string);
  expect(references.length).toBeGreaterThan(publicRoutes.length);
  for (const reference of references) {
    const found = reference.split('/').reduce((part, key) => part?.[key], document);
    expect(found, reference).toBeDefined();
  }
  for (const route of publicRoutes) {
    const { security } = document.paths[route.path][route.method.toLowerCase()];
    const session = { operatorSession: [] };
    const needed = route.publicIfBodyHas.length > 0 ? [{}, session] : [session];
    expect(security, route.path).toEqual(route.access === 'operator' ? needed : undefined);
  }
  expect(document.components.securitySchemes).toHaveProperty('operatorSession');
});

it('events.md lists each event with version and fields', async () => {
  const catalogue = await readFile(join(out, 'events.md'), 'utf8');
  expect(catalogue).toMatch(/^## payment$/m);
  expect(catalogue).toMatch(/^\| .`payment\.succeeded`.+ \| 1 \| .+ \| `paymentId` string<br>/m);
  expect(catalogue).toMatch(/^\| .`transfer\.created`.+ \| 1 \|/m);
});

it('events.md names the emitters and readers of each event', async () => {
  const rows = (await readFile(join(out, 'events.md'), 'utf8')).split('\n').filter((line) => line.startsWith('| [`'));
  const flows = rows.map((row) => row.split(' | ')).map(([name, , , emitters, readers]) => [name, emitters, readers]);
  expect(flows).toContainEqual([expect.stringContaining('payment.succeeded'), 'payment', 'notification, transfer']);
  expect(flows).toContainEqual([expect.stringContaining('transfer.updated'), 'transfer', 'bff, notification, payment']);
  expect(flows).toContainEqual([expect.stringContaining('transfer.created'), 'transfer', '–']);
});

it('the generator refuses a change that breaks released events, with and without --check', async () => {
  const file = join(out, 'events', 'payment.succeeded.v1.json');
  const released = await readFile(file, 'utf8');
  const gone = join(out, 'events', 'payment.counted.v1.json');
  try {
    // Simulates a release in which the code had one more field and one more event.
    const schema = JSON.parse(released);
    schema.properties.cardBrand = { type: 'string' };
    await writeFile(file, JSON.stringify(schema));
    await writeFile(gone, '{}');
    for (const flags of [[], ['--check']]) {
      const { code, output } = await generate(...flags);
      expect(code).toBe(1);
      expect(output).toContain('payment.succeeded.v1.json: data.cardBrand is gone');
      expect(output).toContain('payment.counted.v1.json: is defined no more');
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(schema);
    }
  } finally {
    await rm(gone);
    await writeFile(file, released);
  }
});

it('the generated files are reproducible, and --check reports a stale file', async () => {
  expect(await generate('--check')).toEqual({ code: 0, output: 'Generated files are fresh\n' });
  await appendFile(join(out, 'events.md'), 'edited by hand');
  const stale = await generate('--check');
  expect(stale.code).toBe(1);
  expect(stale.output).toMatch(/out of date: events\.md.*npm run docs/);
});
