import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { EventDefinition } from '../src/define.ts';
import { findClosedParts, findIncompatibilities, type JsonSchema } from './event-compatibility.ts';
import { type EventFlow, readEventFlow } from './event-flow.ts';

/** An event of the contracts with its emitters and readers. */
export interface DescribedEvent extends EventFlow {
  definition: EventDefinition;
  /** The input schema, in which fields with a default are optional. Emitters always send these fields. */
  schema: JsonSchema;
}

const repository = join(import.meta.dirname, '..', '..');

/** Lists every event definition that a file of contracts/src exports. */
export async function findEvents(): Promise<DescribedEvent[]> {
  const sources = readdirSync(join(repository, 'contracts', 'src')).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(sources.sort().map((file) => import(`../src/${file}`)));
  const exported = modules.flatMap((module) => Object.entries(module));
  const definitions = new Map(
    exported.filter((entry): entry is [string, EventDefinition] => isEventDefinition(entry[1])),
  );
  const flows = readEventFlow(findServices(), new Set(definitions.keys()));
  return [...definitions]
    .map(([name, definition]) => ({
      definition,
      schema: z.toJSONSchema(definition.data, { io: 'input' }) as JsonSchema,
      ...(flows.get(name) as EventFlow),
    }))
    .sort(
      ({ definition: a }, { definition: b }) =>
        compare(a.context, b.context) || compare(a.type, b.type) || a.version - b.version,
    );
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

/** Returns the services' source folders by service name. */
function findServices(): Record<string, string> {
  const folders = [...readdirSync(join(repository, 'services')).map((name) => join('services', name)), 'bff'];
  const sources = folders.map((folder) => [folder.replace('services/', ''), join(repository, folder, 'src')] as const);
  return Object.fromEntries(sources.filter(([, folder]) => existsSync(folder)));
}

/** Generates one schema file for each version of each event. Receivers rely on these files. */
export function describeSchemas(events: readonly DescribedEvent[]): Record<string, string> {
  return Object.fromEntries(
    events.map(({ definition, schema }) => {
      const { $schema, ...rest } = schema as JsonSchema & { $schema?: string };
      const text = { $schema, title: definition.type, description: definition.summary, ...rest };
      return [`events/${fileOf(definition)}`, `${JSON.stringify(text, null, 2)}\n`];
    }),
  );
}

function fileOf({ type, version }: EventDefinition): string {
  return `${type}.v${version}.json`;
}

/**
 * Lists the changes that are incompatible with released events, one sentence each.
 * @param released released schemas, by file name
 */
export function refuseChanges(events: readonly DescribedEvent[], released: Record<string, unknown>): string[] {
  const files = new Map(events.map((event) => [fileOf(event.definition), event]));
  const gone = Object.keys(released).filter((file) => !files.has(file));
  return [
    ...gone.map((file) => `${file}: is defined no more. Delete the file too, once none of these events can come.`),
    ...[...files].flatMap(([file, { schema }]) => {
      const before = released[file] as JsonSchema | undefined;
      const problems = [...findClosedParts(schema), ...(before ? findIncompatibilities(before, schema) : [])];
      return problems.map((problem) => `${file}: ${problem}.`);
    }),
  ];
}

/** Generates the event catalogue as Markdown. */
export function describeEvents(events: readonly DescribedEvent[]): string {
  const contexts = [...Map.groupBy(events, ({ definition }) => definition.context)];
  return [
    '# Events',
    'Written by `npm run docs` from the contracts, and from the code that emits and reads. Each context emits its own events on the topic of its name; the key is the event’s subject, so the events of one subject stay in order. The envelope is CloudEvents 1.0, and `dataversion` is the version below. The JSON schemas in [events](events) are what is released: fields may be added, nothing else may change under the same version.',
    ...contexts.flatMap(([context, group]) => [`## ${context}`, eventTable(group)]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function eventTable(events: readonly DescribedEvent[]): string {
  const rows = events.map(({ definition, schema, emitters, readers }) => {
    const { type, version, summary } = definition;
    return `| [\`${type}\`](events/${fileOf(definition)}) | ${version} | ${escapeCell(summary)} | ${list(emitters)} | ${list(readers)} | ${fieldList(schema)} |`;
  });
  return [
    '| event | version | what happened | emitted by | read by | fields |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function list(names: ReadonlySet<string>): string {
  return names.size > 0 ? [...names].sort().join(', ') : '–';
}

function fieldList(schema: JsonSchema): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => `\`${name}${schema.required?.includes(name) ? '' : '?'}\` ${escapeCell(typeName(field))}`)
    .join('<br>');
}

function typeName(schema: JsonSchema): string {
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
