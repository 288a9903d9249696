import { isDeepStrictEqual } from 'node:util';

/** A JSON Schema (https://json-schema.org/draft/2020-12), with only the keywords that event data use. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
}

/**
 * Lists the incompatible changes between two schemas of the same event version, one sentence each.
 * Checks both directions: a released service receives new events, and the new service receives old events that still
 * wait in an outbox, on the bus or among the dead letters. Two changes are allowed: a new field that is optional or has
 * a default, and a default for a required field, because a field with a default is always sent.
 */
export function findIncompatibilities(released: JsonSchema, now: JsonSchema, path = 'data'): string[] {
  if (released.properties && now.properties) return compareObjects(released, now, path);
  if (released.items && now.items) {
    return [...compareRest(released, now, path), ...findIncompatibilities(released.items, now.items, `${path}[]`)];
  }
  if (released.anyOf && now.anyOf?.length === released.anyOf.length) {
    const choices = now.anyOf;
    return released.anyOf.flatMap((choice, index) => findIncompatibilities(choice, choices[index] ?? {}, path));
  }
  return compareRest(released, now, path);
}

function compareObjects(released: JsonSchema, now: JsonSchema, path: string): string[] {
  const problems = compareRest(released, now, path);
  for (const [name, before] of Object.entries(released.properties ?? {})) {
    const field = `${path}.${name}`;
    const after = now.properties?.[name];
    if (!after) {
      problems.push(`${field} is gone: who reads it misses it`);
      continue;
    }
    problems.push(...findIncompatibilities(before, after, field));
    const wasRequired = released.required?.includes(name);
    const isRequired = now.required?.includes(name);
    if (!wasRequired && isRequired) problems.push(`${field} is required now: events sent before may lack it`);
    if (wasRequired && !isRequired && after.default === undefined) {
      problems.push(`${field} is optional now: released readers need it`);
    }
    if (!wasRequired && !isRequired && !isDeepStrictEqual(before.default, after.default)) {
      problems.push(`${field} has another default: its absence means something else now`);
    }
  }
  for (const name of Object.keys(now.properties ?? {})) {
    if (released.properties?.[name] || !now.required?.includes(name)) continue;
    problems.push(`${path}.${name} is new and required: events sent before lack it`);
  }
  return problems;
}

/** Compares everything except descriptions and the keywords that are compared separately. */
function compareRest(released: JsonSchema, now: JsonSchema, path: string): string[] {
  const [before, after] = [released, now].map(withoutParts);
  if (isDeepStrictEqual(before, after)) return [];
  return [`${path} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`];
}

const comparedApart = new Set(['properties', 'required', 'items', 'default', 'title', 'description', 'examples']);

function withoutParts(schema: JsonSchema): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !comparedApart.has(name)));
}

/**
 * Lists the parts of a schema that can never grow, one sentence each: an enum, because older receivers
 * cannot handle a new value, and an object that refuses unknown fields.
 */
export function findClosedParts(schema: JsonSchema, path = 'data'): string[] {
  const problems: string[] = [];
  if (schema.enum || schema.const !== undefined) {
    problems.push(`${path} names its words: a plain string lets older receivers read new ones`);
  }
  if (schema.additionalProperties === false) problems.push(`${path} refuses unknown fields: it could never get one`);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    problems.push(...findClosedParts(field, `${path}.${name}`));
  }
  if (schema.items) problems.push(...findClosedParts(schema.items, `${path}[]`));
  return [...problems, ...(schema.anyOf ?? []).flatMap((choice) => findClosedParts(choice, path))];
}
