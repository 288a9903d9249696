import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import packageJson from './package.json' with { type: 'json' };
import type { EventDefinition, RouteDefinition } from './src/define.ts';
import { type ProblemCode, problems } from './src/problem.ts';
import * as publicApi from './src/public-api/index.ts';

/** Writes generated/openapi.json and generated/events.md; with --check it only says whether they are fresh. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      out: { type: 'string', default: join(import.meta.dirname, 'generated') },
    },
  });
  const files = { 'openapi.json': describePublicApi(), 'events.md': describeEvents(await findEvents()) };
  const stale = Object.entries(files).filter(([name, text]) => readIfPresent(join(values.out, name)) !== text);
  if (!values.check) {
    for (const [name, text] of stale) writeFileSync(join(values.out, name), text);
    console.log(stale.length > 0 ? `Wrote ${stale.map(([name]) => name).join(', ')}` : 'Generated files are fresh');
  } else if (stale.length === 0) {
    console.log('Generated files are fresh');
  } else {
    console.error(
      `contracts/generated is out of date: ${stale.map(([name]) => name).join(', ')}. Run: npm run docs, and commit the result.`,
    );
    process.exitCode = 1;
  }
}

/** The public calls as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
function describePublicApi(): string {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of publicApi.publicRoutes as readonly RouteDefinition[]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: 'XRP Bridge',
      version: packageJson.version,
      description:
        'The calls of the web application. Errors are problem details (RFC 9457) with a code of a closed list.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [
      { name: 'Customers', description: 'Open calls, and calls of the browser that started a transfer' },
      { name: 'Operators', description: 'Need an operator’s session' },
    ],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        operatorSession: { type: 'apiKey', in: 'cookie', name: 'operator_session', description: 'Set by signing in' },
      },
    },
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

function describeRoute(route: RouteDefinition): ZodOpenApiOperationObject {
  return {
    operationId: nameOf(route),
    summary: route.summary,
    tags: [route.access === 'operator' ? 'Operators' : 'Customers'],
    ...accessNotes[route.access],
    ...describeParams(route),
    ...(isNothing(route.body)
      ? {}
      : {
          requestBody: {
            required: !route.body.safeParse(undefined).success,
            content: { 'application/json': { schema: route.body } },
          },
        }),
    responses: {
      [`${route.status}`]: isNothing(route.reply)
        ? { description: 'Done' }
        : { description: 'Done', content: { [replyType(route.reply)]: { schema: route.reply } } },
      ...describeProblems(route.errors),
      default: {
        description: 'Any other problem',
        content: { 'application/problem+json': { schema: problemReference } },
      },
    },
  };
}

function describeParams({ params, query }: RouteDefinition): Pick<ZodOpenApiOperationObject, 'requestParams'> {
  const requestParams = { ...(hasFields(params) ? { path: params } : {}), ...(hasFields(query) ? { query } : {}) };
  return Object.keys(requestParams).length > 0 ? { requestParams } : {};
}

/** One response per status, each with the codes it can have. */
function describeProblems(codes: readonly ProblemCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      `${status}`,
      {
        description: group.map((code) => `\`${code}\`: ${problems[code].title}`).join('. '),
        content: {
          'application/problem+json': {
            schema: { allOf: [problemReference, { properties: { code: { enum: group } } }] },
          },
        },
      },
    ]),
  );
}

const problemReference = { $ref: '#/components/schemas/Problem' };

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'A sentence for the person in front of the screen' }),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    requestId: z.string(),
    errors: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'What is wrong with which field; the value itself is never repeated' }),
  })
  .meta({ id: 'Problem' });

const accessNotes: Record<RouteDefinition['access'], Pick<ZodOpenApiOperationObject, 'description' | 'security'>> = {
  open: {},
  owner: { description: 'Needs the cookie that starting (or resuming) the transfer set.' },
  entitled: { description: 'Needs the cookie that buying the concierge set.' },
  operator: { description: 'Needs an operator’s session cookie.', security: [{ operatorSession: [] }] },
  internal: { description: 'For our own services.' },
};

/** CreateTransfer → createTransfer: the name under which the contract is exported. */
function nameOf(route: RouteDefinition): string {
  const name = Object.entries(publicApi).find(([, value]) => value === route)?.[0];
  if (!name) throw new Error(`${route.method} ${route.path} is in publicRoutes, but not exported by public-api`);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function isNothing(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUndefined;
}

function hasFields(schema: z.ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length > 0;
}

/** Every reply is JSON, but for the stream of server-sent events, which is text. */
function replyType(reply: z.ZodType): string {
  return reply instanceof z.ZodString ? 'text/event-stream' : 'application/json';
}

/** Every event definition that a file of src exports. */
async function findEvents(): Promise<EventDefinition[]> {
  const sources = readdirSync(join(import.meta.dirname, 'src')).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(sources.sort().map((file) => import(`./src/${file}`)));
  const events = new Set(modules.flatMap((module) => Object.values(module)).filter(isEventDefinition));
  return [...events].sort((a, b) => compare(a.context, b.context) || compare(a.type, b.type) || a.version - b.version);
}

function isEventDefinition(value: unknown): value is EventDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'context' in value &&
    'data' in value &&
    value.data instanceof z.ZodType
  );
}

function describeEvents(events: readonly EventDefinition[]): string {
  const contexts = [...Map.groupBy(events, (event) => event.context)];
  return [
    '# Events',
    'Written by `npm run docs` from the contracts. Each context emits its own events on the topic of its name; the key is the event’s subject, so the events of one subject stay in order. The envelope is CloudEvents 1.0, and `dataversion` is the version below.',
    ...contexts.flatMap(([context, group]) => [`## ${context}`, eventTable(group)]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function eventTable(events: readonly EventDefinition[]): string {
  const rows = events.map(
    (event) => `| \`${event.type}\` | ${event.version} | ${escapeCell(event.summary)} | ${fieldList(event.data)} |`,
  );
  return ['| event | version | what happened | fields |', '|---|---|---|---|', ...rows].join('\n');
}

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function fieldList(data: z.ZodType): string {
  const schema = z.toJSONSchema(data) as JsonSchema;
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => `\`${name}${schema.required?.includes(name) ? '' : '?'}\` ${escapeCell(typeName(field))}`)
    .join('<br>');
}

function typeName(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  return [schema.type ?? 'anything'].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function readIfPresent(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

await main();
