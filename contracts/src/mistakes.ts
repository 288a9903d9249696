import type { z } from 'zod';

/** Names of fields in words for people. */
const names: Readonly<Record<string, string>> = {
  adMessage: 'ad text',
  address: 'address',
  amount: 'amount',
  budget: 'budget',
  campaignName: 'name of the campaign',
  cryptoType: 'currency',
  dailyCap: 'number of posts a day',
  destinationAddress: 'address',
  destinationTag: 'destination tag',
  email: 'e-mail address',
  exchange: 'exchange',
  fromExchange: 'exchange',
  fromHour: 'hour “From”',
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
  testFirst: 'choice of a test first',
  toHour: 'hour “To”',
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
  email: 'like name@example.com',
  url: 'a web address like https://example.com',
};

/**
 * Describes an invalid field in one plain sentence that names the field. Pass this function to zod as
 * `error` of a parse; it covers every issue without a message in its schema. It never repeats the value.
 */
export function describeMistake(issue: z.core.$ZodRawIssue): string {
  const last = issue.path?.findLast((part) => typeof part === 'string');
  if (last === undefined && issue.code === 'invalid_type') return 'The request must be a JSON object.';
  if (issue.code === 'unrecognized_keys') return 'This field is not known here.';
  const field = `The ${last === undefined ? 'request' : (names[String(last)] ?? `field “${String(last)}”`)}`;
  if (issue.input === undefined) return `${field} is missing.`;
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${kinds[issue.expected] ?? 'in another form'}.`;
    case 'too_small':
      if (issue.origin === 'string') return issue.input === '' ? `${field} is missing.` : `${field} is too short.`;
      return issue.origin === 'array' ? `${field} has too few entries.` : `${field} must be at least ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `${field} is too long: ${issue.maximum} characters are the most.`;
      return issue.origin === 'array' ? `${field} has too many entries.` : `${field} must be at most ${issue.maximum}.`;
    case 'invalid_value':
      return issue.values.length > 4
        ? `${field} is not one that we know.`
        : `${field} must be ${issue.values.map(String).join(' or ')}.`;
    case 'invalid_format':
      return forms[issue.format]
        ? `${field} must be ${forms[issue.format]}.`
        : `${field} is not in the form that we expect.`;
    default:
      return `${field} is not in the form that we expect.`;
  }
}
