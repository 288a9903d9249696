import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findClosedParts, findIncompatibilities, type JsonSchema } from '../docs/event-compatibility.ts';

const schemaOf = (fields: z.ZodRawShape) => z.toJSONSchema(z.object(fields), { io: 'input' }) as JsonSchema;
const compare = (released: z.ZodRawShape, now: z.ZodRawShape) =>
  findIncompatibilities(schemaOf(released), schemaOf(now));

const id = z.string();
const line = z.object({ cents: z.int() });

describe('a released event may', () => {
  it.each<[string, z.ZodRawShape, z.ZodRawShape]>([
    ['stay as it is', { id, line: line.nullable() }, { id, line: line.nullable() }],
    ['gain an optional field', { id }, { id, note: z.string().optional() }],
    ['gain a field with a default', { id }, { id, note: z.string().default('none') }],
    ['gain an optional field in a nested object', { line }, { line: line.extend({ note: z.string().optional() }) }],
    [
      'gain an optional field in the objects of an array',
      { lines: z.array(line) },
      { lines: z.array(line.extend({ note: id.optional() })) },
    ],
    [
      'gain an optional field in a nullable object',
      { line: line.nullable() },
      { line: line.extend({ note: id.optional() }).nullable() },
    ],
    ['give a default to a required field', { id }, { id: id.default('none') }],
    ['change its description', { id }, { id: id.meta({ description: 'whose it is' }) }],
  ])('%s', (_name, released, now) => {
    expect(compare(released, now)).toEqual([]);
  });
});

describe('a released event may not', () => {
  it.each<[string, z.ZodRawShape, z.ZodRawShape, RegExp]>([
    ['lose a field', { id, note: id }, { id }, /data\.note is gone/],
    [
      'lose an optional field, because its name could return with another meaning',
      { id, note: id.optional() },
      { id },
      /gone/,
    ],
    ['rename a field', { paymentId: id }, { orderId: id.optional() }, /data\.paymentId is gone/],
    ['gain a required field', { id }, { id, note: z.string() }, /data\.note is new and required/],
    ['make an optional field required', { note: id.optional() }, { note: id }, /data\.note is required now/],
    ['make a required field optional', { id }, { id: id.optional() }, /data\.id is optional now/],
    ['change a type', { cents: z.int() }, { cents: z.string() }, /data\.cents was .*integer.* and is .*string/],
    ['narrow a type', { cents: z.number() }, { cents: z.int() }, /data\.cents was/],
    ['widen a type', { cents: z.int() }, { cents: z.int().nullable() }, /data\.cents was/],
    ['add a restriction to a string', { id }, { id: z.uuid() }, /data\.id was/],
    ['remove a restriction from a string', { id: z.string().max(5) }, { id }, /data\.id was/],
    ['remove a value from an enum', { by: z.enum(['a', 'b']) }, { by: z.enum(['a']) }, /data\.by was/],
    ['add a value to an enum', { by: z.enum(['a']) }, { by: z.enum(['a', 'b']) }, /data\.by was/],
    ['change a default', { by: id.default('a') }, { by: id.default('b') }, /another default/],
    [
      'change a field in the objects of an array',
      { lines: z.array(line) },
      { lines: z.array(z.object({ cents: id })) },
      /data\.lines\[\]\.cents was/,
    ],
    [
      'lose a field of a nullable object',
      { line: line.nullable() },
      { line: z.object({}).nullable() },
      /line\.cents is gone/,
    ],
    ['start to refuse unknown fields', { line }, { line: z.strictObject(line.shape) }, /data\.line was/],
  ])('%s', (_name, released, now, problem) => {
    expect(compare(released, now)).toEqual([expect.stringMatching(problem)]);
  });
});

it('a new event may not contain enums, literals or strict objects, because these can never change', () => {
  expect(
    findClosedParts(
      schemaOf({
        id,
        by: z.enum(['customer']).nullable(),
        currency: z.literal('USD'),
        lines: z.array(z.strictObject({ cents: z.int() })),
      }),
    ),
  ).toEqual([
    expect.stringMatching(/^data\.by names its words/),
    expect.stringMatching(/^data\.currency names its words/),
    expect.stringMatching(/^data\.lines\[\] refuses unknown fields/),
  ]);
});
