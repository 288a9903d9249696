import type { z } from 'zod';

/** Names of fields for use in sentences. */
const names: Readonly<Record<string, string>> = {
  adMessage: 'ad text',
  address: 'address',
  amount: 'amount',
  budget: 'budget',
  campaignName: 'campaign name',
  cryptoType: 'currency',
  dailyCap: 'number of posts per day',
  destinationAddress: 'address',
  destinationTag: 'destination tag',
  email: 'email address',
  exchange: 'exchange',
  fromExchange: 'exchange',
  fromHour: '“From” hour',
  hash: 'transaction hash',
  keywords: 'list of keywords',
  limit: 'number of entries',
  maintenanceMode: 'maintenance switch',
  name: 'name',
  password: 'password',
  paymentId: 'payment',
  platform: 'platform',
  question: 'question',
  reason: 'reason',
  serviceFee: 'price',
  source: 'source',
  sourceAmount: 'amount',
  tag: 'destination tag',
  targetAudience: 'audience',
  testFirst: 'choice to test first',
  toHour: '“To” hour',
  toWallet: 'wallet',
  token: 'link',
  transferId: 'transfer',
};

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'yes or no',
  date: 'a date',
  int: 'a whole number',
  number: 'a number',
  object: 'a group of fields',
  record: 'a group of fields',
  string: 'text',
};

const forms: Readonly<Record<string, string>> = {
  date: 'a date like 2026-11-20',
  datetime: 'a time like 2026-11-20T09:30:00Z',
  email: 'complete, like name@example.com',
  url: 'a web address like https://example.com',
};

/**
 * Describes an invalid field in one plain sentence that names the field and never repeats the value.
 * Pass this function to zod's `parse` as `error`. zod calls it for every issue whose schema has no message.
 */
export function describeMistake(issue: z.core.$ZodRawIssue): string {
  const last = issue.path?.findLast((part) => typeof part === 'string');
  if (last === undefined && issue.code === 'invalid_type') return 'The request must be a JSON object.';
  if (issue.code === 'unrecognized_keys') return 'We don’t recognize this field.';
  const name = last === undefined ? 'request' : (names[String(last)] ?? `field “${String(last)}”`);
  const field = `The ${name}`;
  if (issue.input === undefined) return `${field} is missing.`;
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${kinds[issue.expected] ?? 'in a different format'}.`;
    case 'too_small':
      if (issue.origin === 'string') return issue.input === '' ? `${field} is missing.` : `${field} is too short.`;
      return issue.origin === 'array' ? `${field} has too few entries.` : `${field} must be at least ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `${field} is too long. You can use up to ${issue.maximum} characters.`;
      return issue.origin === 'array' ? `${field} has too many entries.` : `${field} must be at most ${issue.maximum}.`;
    case 'invalid_value':
      return issue.values.length > 4
        ? `We don’t recognize this ${name}.`
        : `${field} must be ${issue.values.map(String).join(' or ')}.`;
    case 'invalid_format':
      return forms[issue.format] ? `${field} must be ${forms[issue.format]}.` : `${field} isn’t in the right format.`;
    default:
      return `${field} isn’t in the right format.`;
  }
}
