import { z } from 'zod';
import { invalid, type StripeError } from './errors.ts';
import { describeOnStatement } from './objects.ts';

/**
 * Creates the schema of an endpoint's parameters. Every endpoint also accepts `expand[]`.
 * Form values are strings.
 */
export function params<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ ...shape, expand: z.array(z.string()).max(20).optional() });
}

/**
 * Validates form values.
 * @throws StripeError with the name of the invalid parameter
 */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw toStripeError(result.error.issues[0] as z.core.$ZodIssue, input);
}

export const text = z.string().min(1).max(5000);

export const currency = z
  .string()
  .min(1)
  .transform((code, context) => {
    const lower = code.toLowerCase();
    if (/^[a-z]{3}$/.test(lower)) return lower;
    return reject(context, undefined, `Invalid currency: ${code}`);
  });

export const boolean = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  return reject(context, 'parameter_invalid_boolean', `Invalid boolean: ${value}`);
});

export function integer(least: number, most = 99_999_999) {
  return z
    .string()
    .min(1)
    .transform((value, context) => {
      const number = Number(value);
      if (!/^-?\d+$/.test(value)) return reject(context, 'parameter_invalid_integer', `Invalid integer: ${value}`);
      if (number < least) {
        return reject(
          context,
          'parameter_invalid_integer',
          `This value must be greater than or equal to ${least} (it currently is '${value}').`,
        );
      }
      if (number > most) {
        return reject(context, 'parameter_invalid_integer', `This value must be less than or equal to ${most}.`);
      }
      return number;
    });
}

/**
 * A statement descriptor suffix.
 * It has at least one letter and none of `< > \ ' " *`; with the prefix, it has at most 22 characters.
 */
export const statementSuffix = text.transform((suffix, context) => {
  if (!/[a-z]/i.test(suffix))
    return reject(context, undefined, 'The statement descriptor must contain at least one letter.');
  if (/[<>\\'"*]|[^ -~]/.test(suffix)) {
    return reject(context, undefined, `Invalid character in the statement descriptor: ${suffix}`);
  }
  if (describeOnStatement(suffix).length > 22) {
    return reject(context, undefined, 'The statement descriptor must be at most 22 characters, with its prefix.');
  }
  return suffix;
});

/**
 * Up to 50 keys of at most 40 characters, with values of at most 500
 * (https://docs.stripe.com/api/metadata). The value '' deletes a key.
 */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((map) => Object.keys(map).length <= 50);

/** Merges metadata as Stripe does. */
export function mergeMetadata(old: Record<string, string>, change: Record<string, string> = {}) {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

export const url = z.string().transform((value, context) => {
  const known = value.replace('{CHECKOUT_SESSION_ID}', 'cs');
  if (URL.canParse(known) && /^https?:$/.test(new URL(known).protocol)) return value;
  return reject(context, 'url_invalid', 'Not a valid URL');
});

function reject(context: z.core.$RefinementCtx, code: string | undefined, message: string): never {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

function toStripeError(issue: z.core.$ZodIssue, input: unknown): StripeError {
  const name = ([first, ...rest]: PropertyKey[]) => `${String(first)}${rest.map((key) => `[${String(key)}]`).join('')}`;
  const param = name(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = name([...issue.path, issue.keys[0] as string]);
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], input);
  if (value === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (value === '') {
    return invalid(`You passed an empty string for '${param}'. Remove it from your request or supply a value.`, {
      code: 'parameter_invalid_empty',
      param,
    });
  }
  if (issue.code === 'custom') return invalid(issue.message, { code: issue.params?.code, param });
  if (issue.code === 'invalid_value') {
    return invalid(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param });
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param });
}
