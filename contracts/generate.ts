import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import packageJson from '../package.json' with { type: 'json' };
import { describeEvents, describeSchemas, findEvents, refuseChanges } from './docs/events.ts';
import type { RouteDefinition } from './src/define.ts';
import { type ProblemCode, problems } from './src/problem.ts';
import * as publicApi from './src/public-api/index.ts';

/**
 * Writes the files in generated/: the OpenAPI document, the event catalogue and the event schemas.
 * With --check it compares them only. Both modes refuse changes that are incompatible with released events.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      out: { type: 'string', default: join(import.meta.dirname, 'generated') },
    },
  });
  const events = await findEvents();
  const problems = refuseChanges(events, readReleased(join(values.out, 'events')));
  if (problems.length > 0) {
    console.error(
      `These events cannot change like this under the same version:\n${problems.map((problem) => `  ${problem}`).join('\n')}\nMake a new version, beside the old one (CONTRIBUTING, Add an event). Of an event that was never released, delete the file.`,
    );
    process.exitCode = 1;
    return;
  }
  const files = {
    'openapi.json': describePublicApi(),
    'events.md': describeEvents(events),
    ...describeSchemas(events),
  };
  const stale = Object.entries(files).filter(([name, text]) => readIfPresent(join(values.out, name)) !== text);
  if (!values.check) {
    mkdirSync(join(values.out, 'events'), { recursive: true });
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

/** Returns the schemas of released events, by file name. */
function readReleased(folder: string): Record<string, unknown> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]));
}

/** Generates the public routes as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
function describePublicApi(): string {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of publicApi.publicRoutes as readonly RouteDefinition[]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  const document = createDocument(
    {
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
    },
    { override: describeTrimmed },
  );
  // Few languages know the names of Unicode's categories in patterns. Cc are the control characters.
  const text = JSON.stringify(document, null, 2).replaceAll('\\\\p{Cc}', '\\\\u0000-\\\\u001f\\\\u007f-\\\\u009f');
  return `${text}\n`;
}

/** Adds to a string that is trimmed, and must not be empty afterwards, that it must not be blank. */
const describeTrimmed: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema }) => {
  const { checks = [] } = zodSchema._zod.def;
  const isTrimmed = checks.some((check) => check._zod.def.check === 'overwrite');
  if (isTrimmed && jsonSchema.minLength) jsonSchema.allOf = [{ pattern: '\\S' }];
};

function describeRoute(route: RouteDefinition): ZodOpenApiOperationObject {
  return {
    operationId: nameOf(route),
    summary: route.summary,
    tags: [route.access === 'operator' ? 'Operators' : 'Customers'],
    ...accessNotes[route.access],
    ...(route.publicIfBodyHas.length > 0 ? openNote(route.publicIfBodyHas) : {}),
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
        : { description: 'Done', content: describeReply(route.reply) },
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

/** Returns one response per status, each with its possible codes. */
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

function openNote(fields: readonly string[]): Pick<ZodOpenApiOperationObject, 'description' | 'security'> {
  const named = fields.map((field) => `\`${field}\``).join(' or ');
  return {
    description: `Open where the body names ${named}; otherwise it needs an operator’s session cookie.`,
    security: [{}, { operatorSession: [] }],
  };
}

/** Returns a route's operation id from its export name: CreateTransfer becomes createTransfer. */
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

/** Describes a reply. OpenAPI 3.1 has no schema for the events of a stream. */
function describeReply(reply: z.ZodType): ZodOpenApiContentObject {
  const type = replyType(reply);
  return { [type]: type === 'text/event-stream' ? {} : { schema: reply } };
}

/** Returns a reply's media type: JSON, except for text replies such as server-sent events. */
function replyType(reply: z.ZodType): string {
  if (!(reply instanceof z.ZodString)) return 'application/json';
  // A text reply names its media type at the start of its description.
  return /^\w+\/[\w-]+/.exec(reply.description ?? '')?.[0] ?? 'text/event-stream';
}

function readIfPresent(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

await main();
