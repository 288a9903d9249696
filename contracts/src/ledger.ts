import { z } from 'zod';
import { exchangeIds } from './exchanges.ts';
import { amountDropsInput, amountTextJson, booleanTexts } from './inputs.ts';
import { detectSecret } from './secrets.ts';
import type { AddressProblemCode, TagProblemCode } from './xrp-address.ts';

// Results of checking an address or a transaction on the XRP Ledger, in words for the customer.

/** Verdicts from the worst to the best. `unknown` means that the ledger cannot be read. */
export const verdicts = ['invalid', 'blocked', 'exchange', 'tag_required', 'new', 'ok', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

const addressProblems = [
  'missing',
  'secret',
  'extra_text',
  'look_alike',
  'evm_address',
  'tron_address',
  'other_network',
  'test_network',
  'transaction_hash',
  'capital_r',
  'not_an_address',
  'wrong_character',
  'wrong_length',
  'checksum',
  'black_hole',
  'tag_invalid',
  'tag_conflict',
] as const satisfies readonly (AddressProblemCode | TagProblemCode)[];

export const destinationReasonCodes = [
  ...addressProblems,
  'valid',
  'not_funded',
  'amount_too_small',
  'tag_needed',
  'tag_unneeded',
  'deposit_authorization',
  'incoming_refused',
  'exchange_known',
  'exchange_balance',
  'exchange_history',
  'ledger_unavailable',
  'hold',
  'hold_possible',
] as const;
export type DestinationReasonCode = (typeof destinationReasonCodes)[number];

export const destinationCheckSchema = z
  .object({
    verdict: z.enum(verdicts),
    address: z.string().nullable().meta({ description: 'Classic address; null if it is invalid' }),
    tag: z.string().nullable(),
    reasons: z.array(z.object({ code: z.enum(destinationReasonCodes), text: z.string() })),
    reserveXrp: z.string().meta({ description: 'Reserve of a new wallet, read from the ledger' }),
    networkFeeXrp: z.string(),
    firstAmountXrp: z
      .string()
      .nullable()
      .meta({ description: 'Test amount to send first, as in the guide; null if nothing should be sent' }),
    expectedArrival: z.object({ earliest: z.iso.datetime(), latest: z.iso.datetime() }),
    checkedAt: z.iso.datetime(),
    ledgerIndex: z.int().nullable().meta({ description: 'Index of the ledger that was read; null if none was' }),
  })
  .meta({ id: 'DestinationCheck' });

export type DestinationAnswer = z.infer<typeof destinationCheckSchema>;

/** An empty string means that the customer did not answer. */
const answerInput = z
  .preprocess((value) => (value === '' ? undefined : value), z.stringbool().optional())
  .meta({ enum: [...booleanTexts, ''] });

/** Query of a destination check. An invalid address or tag results in a verdict, not in an error. */
export const destinationQuery = z.object({
  address: z.string().default(''),
  tag: z.string().default(''),
  amount: amountDropsInput
    .optional()
    .default('0')
    .meta({ override: { anyOf: undefined, ...amountTextJson } }),
  exchange: z
    .preprocess((value) => (value === '' ? undefined : value), z.enum(exchangeIds).optional())
    .meta({ enum: [...exchangeIds, ''] }),
  newAddress: answerInput,
  passwordChanged: answerInput,
  recentPurchase: answerInput,
});

/** Characters that copying can add: blanks, line breaks, and the invisible characters of web pages. */
const added = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g;
/** A hash, or a link that ends with a hash, with added characters except in `https://`. */
const pastedHash =
  /^[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*([Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9_./\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF-]+\/[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*)?([0-9A-Fa-f][\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*){64}(\/[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*)?$/;

/**
 * A transaction hash as pasted: with line breaks, in lower case, or inside an explorer's link.
 * Returns 64 upper-case hex digits. An error message never repeats the input, which may be a secret.
 */
export const hashInput = z
  .string()
  .meta({ pattern: pastedHash.source })
  .transform((value, context) => {
    const secret = detectSecret(value, 'transaction_hash') !== null;
    if (!secret && pastedHash.test(value)) {
      return value.replace(added, '').replace(/\/$/, '').slice(-64).toUpperCase();
    }
    context.addIssue({
      code: 'custom',
      message: secret ? secretPasted : notAHash,
      params: { code: secret ? 'secret' : 'not_a_hash' },
    });
    return z.NEVER;
  });

const secretPasted =
  'Stop. This looks like a secret key or recovery phrase. Never paste it on a website. Never show it to anyone. If someone else may have seen it, move your XRP to a new wallet.';
const notAHash =
  'A transaction hash has 64 characters: the numbers 0 to 9 and the letters A to F. Copy it from your withdrawal’s details.';

export const transactionOutcomes = [
  'delivered',
  'partial',
  'other_recipient',
  'not_xrp',
  'other_transaction',
  'failed',
  'pending',
  'not_found',
  'unknown',
] as const;
export type TransactionOutcome = (typeof transactionOutcomes)[number];

export const transactionCheckSchema = z
  .object({
    outcome: z.enum(transactionOutcomes),
    hash: z.string(),
    code: z.string().nullable().meta({ description: 'The ledger’s own result, for example tecDST_TAG_NEEDED' }),
    title: z.string(),
    text: z.string().meta({ description: 'Explanation of the outcome' }),
    next: z.array(z.string()).meta({ description: 'Next steps for the customer' }),
    deliveredXrp: z.string().nullable(),
    destination: z.string().nullable().meta({
      description: 'Destination address; null for a check with a transfer, so that no second address is shown',
    }),
    destinationTag: z.string().nullable(),
    ledgerIndex: z.int().nullable(),
    at: z.iso.datetime().nullable(),
    lookAgainAt: z.iso.datetime().nullable().meta({ description: 'When a new check makes sense' }),
    links: z.array(z.object({ label: z.string(), url: z.string() })),
    checkedAt: z.iso.datetime(),
  })
  .meta({ id: 'TransactionCheck' });

export type TransactionAnswer = z.infer<typeof transactionCheckSchema>;

/** The state of one address on the ledger. */
export const ledgerBalanceSchema = z.object({
  state: z.enum(['found', 'empty', 'unknown']).meta({
    description: '`empty`: the account does not exist yet. `unknown`: the ledger cannot be read now',
  }),
  balanceXrp: z.string().nullable(),
  reserveXrp: z.string().nullable().meta({ description: 'Minimum reserve, which cannot be spent' }),
  spendableXrp: z
    .string()
    .nullable()
    .meta({ description: 'Upper limit: objects owned by the account increase the reserve' }),
  ledgerIndex: z.int().nullable(),
  checkedAt: z.iso.datetime(),
});
