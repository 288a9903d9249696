import { z } from 'zod';
import { parseDrops } from './drops.ts';
import { metamaskNotice } from './metamask.ts';
import { walletIds } from './wallets.ts';
import { checkDestination, tagProblem } from './xrp-address.ts';

/** '' and null mean absent. */
function emptyAsNull(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

/** An XRP amount from a customer: number or string, ≥ 0, at most 6 decimals; gives drops as a string ('0' = not said). */
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

/** A destination tag: none, or 0..4294967295 in digits; gives the tag without leading zeros, or null. */
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

/** A destination: classic or X-address, or 'pending'; the raw text is kept until the tag is known beside it. */
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

/** One of our wallets; MetaMask, which many people ask for, is refused with its reason. */
export const walletInput = z.enum(walletIds, {
  error: ({ input }) => (input === metamaskNotice.id ? metamaskNotice.reason : undefined),
});

const emailMistake = 'Enter an e-mail address like name@example.com.';

/** An e-mail address, or null where nothing was entered. */
export const emailInput = z.preprocess(emptyAsNull, z.string().trim().pipe(z.email(emailMistake).max(254)).nullable());

/** An e-mail address that must be there. */
export const requiredEmail = emailInput.transform((email, context) => {
  if (email !== null) return email;
  context.addIssue({ code: 'custom', message: emailMistake });
  return z.NEVER;
});

const longestQuestion = 1000;
const tooLong = 'Your question is too long: please ask it in 1,000 letters or less.';

/**
 * What somebody asks. Its letters count as the search reads them: one character may stand for eighteen, so that the
 * limit of what is typed says nothing about the work.
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
