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
    ['get an optional field', { id }, { id, note: z.string().optional() }],
    ['get a field with a default', { id }, { id, note: z.string().default('none') }],
    ['get a field in a part of it', { line }, { line: line.extend({ note: z.string().optional() }) }],
    [
      'get one in the parts of a list',
      { lines: z.array(line) },
      { lines: z.array(line.extend({ note: id.optional() })) },
    ],
    [
      'get one in a part that may be null',
      { line: line.nullable() },
      { line: line.extend({ note: id.optional() }).nullable() },
    ],
    ['send always what readers may miss from now on', { id }, { id: id.default('none') }],
    ['be described in other words', { id }, { id: id.meta({ description: 'whose it is' }) }],
  ])('%s', (_name, released, now) => {
    expect(compare(released, now)).toEqual([]);
  });
});

describe('a released event may not', () => {
  it.each<[string, z.ZodRawShape, z.ZodRawShape, RegExp]>([
    ['lose a field', { id, note: id }, { id }, /data\.note is gone/],
    [
      'lose an optional field, whose name could come back as something else',
      { id, note: id.optional() },
      { id },
      /gone/,
    ],
    ['rename one', { paymentId: id }, { orderId: id.optional() }, /data\.paymentId is gone/],
    ['need a field that old events lack', { id }, { id, note: z.string() }, /data\.note is new and required/],
    ['need what was optional', { note: id.optional() }, { note: id }, /data\.note is required now/],
    ['leave out what old readers need', { id }, { id: id.optional() }, /data\.id is optional now/],
    ['change a type', { cents: z.int() }, { cents: z.string() }, /data\.cents was .*integer.* and is .*string/],
    ['narrow a type', { cents: z.number() }, { cents: z.int() }, /data\.cents was/],
    ['widen one', { cents: z.int() }, { cents: z.int().nullable() }, /data\.cents was/],
    ['ask for more of a text', { id }, { id: z.uuid() }, /data\.id was/],
    ['ask for less', { id: z.string().max(5) }, { id }, /data\.id was/],
    ['shrink a list of words', { by: z.enum(['a', 'b']) }, { by: z.enum(['a']) }, /data\.by was/],
    ['grow one', { by: z.enum(['a']) }, { by: z.enum(['a', 'b']) }, /data\.by was/],
    [
      'mean something else by a field that is absent',
      { by: id.default('a') },
      { by: id.default('b') },
      /another default/,
    ],
    [
      'change deep inside',
      { lines: z.array(line) },
      { lines: z.array(z.object({ cents: id })) },
      /data\.lines\[\]\.cents was/,
    ],
    [
      'change in a part that may be null',
      { line: line.nullable() },
      { line: z.object({}).nullable() },
      /line\.cents is gone/,
    ],
    ['refuse fields that it does not know', { line }, { line: z.strictObject(line.shape) }, /data\.line was/],
  ])('%s', (_name, released, now, problem) => {
    expect(compare(released, now)).toEqual([expect.stringMatching(problem)]);
  });
});

it('an event that could never grow is refused before it is released', () => {
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
