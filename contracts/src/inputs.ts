import { z } from 'zod';
import { parseDrops } from './drops.ts';
import { metamaskNotice } from './metamask.ts';
import { walletIds } from './wallets.ts';
import { checkDestination, tagProblem } from './xrp-address.ts';

function emptyAsNull(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

/**
 * A customer's XRP amount (string or number, ≥ 0, at most 6 decimals), converted to drops in a string.
 * Absent amounts become '0'.
 */
export const amountDropsInput = z.preprocess(
  emptyAsNull,
  z
    .union([z.string().max(40), z.number()])
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
    .union([z.string().max(40), z.int().min(0)])
    .nullable()
    .transform((value, context) => {
      if (value === null) return null;
      const problem = tagProblem(String(value));
      if (!problem) return String(Number(value));
      context.addIssue({ code: 'custom', message: problem, params: { code: 'tag_invalid' } });
      return z.NEVER;
    }),
);

/**
 * A destination: a classic address or X-address. 'pending' becomes null.
 * The output is the unparsed text, because checking the address also needs the tag.
 */
export const addressInput = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === 'pending' ? null : emptyAsNull(value)),
  z
    .string()
    .max(200)
    .nullable()
    .transform((value, context) => {
      if (value === null) return null;
      const check = checkDestination(value, null);
      if (check.ok) return value;
      context.addIssue({ code: 'custom', message: check.text, params: { code: check.code } });
      return z.NEVER;
    }),
);

/** A supported wallet. MetaMask is refused with its own reason, because many customers enter it. */
export const walletInput = z.enum(walletIds, {
  error: ({ input }) => (input === metamaskNotice.id ? metamaskNotice.reason : undefined),
});

const emailMistake = 'Please enter a full email address, like name@example.com.';

/** An e-mail address, or null if empty. */
export const emailInput = z.preprocess(emptyAsNull, z.string().trim().pipe(z.email(emailMistake).max(254)).nullable());

/** A required e-mail address. */
export const requiredEmail = emailInput.transform((email, context) => {
  if (email !== null) return email;
  context.addIssue({ code: 'custom', message: emailMistake });
  return z.NEVER;
});

const longestQuestion = 1000;
const tooLong = 'Your question is too long. Please keep it under 1,000 characters.';

/**
 * A question to the assistant. The limit applies to the NFKC form, in which one typed character can
 * become eighteen, because the search uses that form.
 */
export const questionInput = z
  .string()
  .trim()
  .min(1, 'Please type a question.')
  .max(longestQuestion, { error: tooLong, abort: true })
  .refine((text) => text.normalize('NFKC').length <= longestQuestion, {
    error: tooLong,
    params: { code: 'too_big' },
  });
