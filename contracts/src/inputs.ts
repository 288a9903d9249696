import { z } from 'zod';
import { parseDrops } from './drops.ts';
import { metamaskNotice } from './metamask.ts';
import { walletIds } from './wallets.ts';
import { checkDestination, tagProblem } from './xrp-address.ts';

function emptyAsNull(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

// The patterns in `meta` and `override` are only for the OpenAPI document, because the checks return more helpful
// messages. They cannot state each check, such as the checksum of an address.
const blank = '^\\s*$';

/** The schema of an XRP amount as text in the OpenAPI document. */
export const amountTextJson = {
  type: 'string',
  pattern: '^\\s*((0?[0-9]{1,11}(\\.[0-9]{1,6})?|100000000000(\\.0{1,6})?)\\s*)?$',
  maxLength: undefined,
} as const;

/**
 * A customer's XRP amount (string or number, ≥ 0, at most 6 decimals), converted to drops in a string.
 * Absent amounts become '0'.
 */
export const amountDropsInput = z.preprocess(
  emptyAsNull,
  z
    .union([
      z.string().max(40).meta({ override: amountTextJson }),
      z.number().meta({ minimum: 0, maximum: 100_000_000_000, multipleOf: 0.000_001 }),
    ])
    .nullable()
    .transform((value, context) => {
      if (value === null) return '0';
      const drops = parseDrops(value);
      if (drops.ok) return drops.drops.toString();
      context.addIssue({ code: 'custom', message: drops.reason, params: { code: 'amount_invalid' } });
      return z.NEVER;
    }),
);

/** A destination tag, 0 to 4294967295 in digits. Removes leading zeros; absent tags become null. */
export const tagInput = z.preprocess(
  emptyAsNull,
  z
    .union([
      z
        .string()
        .max(40)
        .meta({
          override: { pattern: '^\\s*([0-9]{1,10}\\s*)?$', maxLength: undefined },
          description: 'At most 4294967295',
        }),
      z.int().min(0).meta({ maximum: 4_294_967_295 }),
    ])
    .nullable()
    .transform((value, context) => {
      if (value === null) return null;
      const problem = tagProblem(String(value));
      if (!problem) return String(Number(value));
      context.addIssue({ code: 'custom', message: problem, params: { code: 'tag_invalid' } });
      return z.NEVER;
    }),
);

/** A classic address or X-address, without its checksum. */
export const addressPattern = 'r[1-9A-HJ-NP-Za-km-z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{46}';

/**
 * A destination: a classic address or X-address. 'pending' becomes null.
 * The output is the unparsed text, because checking the address also needs the tag.
 */
export const addressInput = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === 'pending' ? null : emptyAsNull(value)),
  z
    .string()
    .max(200)
    .meta({ override: { pattern: `^\\s*((${addressPattern}|pending)\\s*)?$`, maxLength: undefined } })
    .nullable()
    .transform((value, context) => {
      if (value === null) return null;
      const check = checkDestination(value, null);
      if (check.ok) return value;
      context.addIssue({ code: 'custom', message: check.text, params: { code: check.code } });
      return z.NEVER;
    }),
);

/** Texts that `z.stringbool()` accepts, in any case: https://zod.dev/api#stringbools */
export const booleanTexts = ['true', '1', 'yes', 'on', 'y', 'enabled', 'false', '0', 'no', 'off', 'n', 'disabled'];

/** A supported wallet. MetaMask is refused with its own reason, because many customers enter it. */
export const walletInput = z.enum(walletIds, {
  error: ({ input }) => (input === metamaskNotice.id ? metamaskNotice.reason : undefined),
});

const emailMistake = 'Please enter a full email address, like name@example.com.';

const email = z.string().max(254).trim().pipe(z.email(emailMistake));
/** The schema of an e-mail address in the OpenAPI document, which would show no schema behind `pipe`. */
const emailJson = {
  type: 'string',
  pattern: `^\\s*${z.regexes.email.source.slice(1, -1)}\\s*$`,
  maxLength: 254,
} as const;

/** An e-mail address, or null if empty. */
export const emailInput = z
  .preprocess(emptyAsNull, email.nullable())
  .meta({ override: { type: undefined, anyOf: [emailJson, { type: 'string', pattern: blank }, { type: 'null' }] } });

/** A required e-mail address. */
export const requiredEmail = email.meta({ override: emailJson });

const longestQuestion = 1000;
const tooLong = 'Your question is too long. Please keep it under 1,000 characters.';

/**
 * A question to the assistant. The limit applies to the NFKC form, in which one typed character can
 * become eighteen, because the search uses that form.
 */
export const questionInput = z
  .string()
  .max(longestQuestion, { error: tooLong, abort: true })
  .trim()
  .min(1, 'Please type a question.')
  .refine((text) => text.normalize('NFKC').length <= longestQuestion, {
    error: tooLong,
    params: { code: 'too_big' },
  });
