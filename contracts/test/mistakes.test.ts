import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteDefinition } from '../src/define.ts';
import { describeMistake } from '../src/mistakes.ts';
import { publicRoutes } from '../src/public-api/index.ts';

/** Missing values, wrong types, and values that are empty, too long, out of range or wrongly formatted. */
const invalidInputs = [
  ...[undefined, null, true, [], {}, [{}], { a: 1 }, Number.NaN, -1, 0.5, 1e12, 10n],
  ...['', ' ', 'x', 'x'.repeat(10_000), '-1', '1.5', '1e9', 'undefined', 'not-in-the-list', 'a@b', 'http://'],
];

const inputs = publicRoutes.flatMap((route: RouteDefinition) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? [{ name: `${route.method} ${route.path} ${part}`, schema }] : [];
  }),
);

function messagesFor(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input, { error: describeMistake });
  return error?.issues.map(({ message }) => message) ?? [];
}

function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

describe('validation messages:', () => {
  it.each(inputs)('every message for $name is our own sentence, not a default message of zod', ({ schema }) => {
    const messages = [
      ...invalidInputs.flatMap((input) => messagesFor(schema, input)),
      ...[...fieldsOf(schema), 'unheardOf'].flatMap((field) =>
        invalidInputs.flatMap((value) => messagesFor(schema, { [field]: value })),
      ),
    ];
    expect(messages.length).toBeGreaterThan(0);
    for (const sentence of messages) {
      expect(sentence).toMatch(/^[A-Z].*[.]$/);
      expect(sentence).not.toMatch(/invalid|expected|received|unrecognized|too (?:big|small)|undefined|\bNaN\b|>=|<=/i);
    }
  });

  const schema = z.strictObject({
    email: z.email(),
    serviceFee: z.enum(['4.00', '17.76']),
    fromExchange: z.enum(['a', 'b', 'c', 'd', 'e']),
    question: z.string().min(3).max(5),
    limit: z.int().min(1).max(100),
    fromHour: z.int().min(0).max(23),
    own: z.string().min(1, 'Say it.'),
    since: z.iso.datetime(),
    list: z.array(z.string()).max(1),
    code: z.string().regex(/^\d+$/),
    either: z.union([z.literal('a'), z.number()]),
  });

  it.each([
    ['email', undefined, 'The email address is missing.'],
    ['email', 7, 'The email address must be text.'],
    ['email', 'me', 'The email address must be complete, like name@example.com.'],
    ['serviceFee', '5.00', 'The price must be 4.00 or 17.76.'],
    ['fromExchange', 'z', 'We don’t recognize this exchange.'],
    ['question', '', 'The question is missing.'],
    ['question', 'ab', 'The question is too short.'],
    ['question', 'abcdef', 'The question is too long. You can use up to 5 characters.'],
    ['limit', 0, 'The number of entries must be at least 1.'],
    ['limit', 101, 'The number of entries must be at most 100.'],
    ['limit', 1.5, 'The number of entries must be a whole number.'],
    ['fromHour', null, 'The “From” hour must be a number.'],
    ['fromHour', 24, 'The “From” hour must be at most 23.'],
    ['limit', 'many', 'The number of entries must be a number.'],
    ['own', '', 'Say it.'],
    ['since', 'yesterday', 'The field “since” must be a time like 2026-11-20T09:30:00Z.'],
    ['list', ['a', 'b'], 'The field “list” has too many entries.'],
    ['list', [1], 'The field “list” must be text.'],
    ['code', 'x', 'The field “code” isn’t in the right format.'],
    ['either', 'x', 'The field “either” isn’t in the right format.'],
    ['more', 1, 'We don’t recognize this field.'],
  ])('the field %s with the value %j gets the message “%s”', (field, value, sentence) => {
    const { error } = schema.safeParse({ [field]: value }, { error: describeMistake });
    const about = error?.issues.filter(({ path, code }) => path[0] === field || code === 'unrecognized_keys');
    expect(about?.map(({ message }) => message)).toContain(sentence);
  });

  it('a body that is not an object gets the message “The request must be a JSON object.”', () => {
    expect(messagesFor(schema, 'text')).toEqual(['The request must be a JSON object.']);
  });
});
