import { z } from 'zod';
import { defineRoute } from './define.ts';
import { exchangeIds } from './exchanges.ts';
import { instructionsSchema } from './instructions.ts';
import { destinationCheckSchema, ledgerBalanceSchema, transactionCheckSchema } from './ledger.ts';
import { listQuery, listReply } from './list.ts';
import { walletIds } from './wallets.ts';

export const transferStatuses = ['pending', 'paid', 'instructions_sent', 'completed', 'expired', 'refunded'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** States of the concierge: never bought, available, or paid back. */
export const conciergeStates = ['none', 'owned', 'refunded'] as const;
export type ConciergeState = (typeof conciergeStates)[number];

/** Random 128-bit id, 32 hex digits. Anyone with the id can read the transfer's status and path. */
export const transferIdSchema = z.string().regex(/^[0-9a-f]{32}$/);

export const arrivalSchema = z.object({
  hash: z.string(),
  deliveredXrp: z.string(),
  ledgerIndex: z.int(),
  at: z.iso.datetime(),
});

export const transferSchema = z
  .object({
    id: transferIdSchema,
    mine: z.boolean().meta({
      description:
        'Whether the caller owns it. To others destinationAddress is hidden, destinationTag null, sourceAmount 0, testFirst true, arrivals empty, arrivalClaimedAt, addressChangedAt and refundRequestedAt null, whatever they are',
    }),
    fromExchange: z.enum(exchangeIds),
    toWallet: z.enum(walletIds),
    sourceAmount: z.string().meta({ description: "XRP, decimal; '0' means not said yet" }),
    destinationAddress: z.string().meta({ description: "Classic address, 'pending', or to others 'hidden'" }),
    destinationTag: z.string().nullable(),
    testFirst: z.boolean().meta({ description: 'Whether a small test goes first, as we advise' }),
    cryptoType: z.literal('XRP'),
    serviceFee: z.enum(['4.00', '17.76']).meta({
      description: 'What was ordered: 17.76 also once the concierge was added to a guide. What is owned is `access`',
    }),
    status: z.enum(transferStatuses),
    access: z
      .object({ guide: z.boolean(), concierge: z.enum(conciergeStates) })
      .meta({ description: 'What was paid for and not paid back' }),
    arrivals: z.array(arrivalSchema),
    arrivalClaimedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the customer told us that the XRP had arrived, while the ledger showed nothing' }),
    watch: z
      .object({ state: z.enum(['watching', 'ended']), until: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Whether the ledger is watched for its XRP; null while there is nothing to watch for' }),
    addressChangedAt: z.iso.datetime().nullable().meta({ description: 'When the address was changed after payment' }),
    refundRequestedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when the customer has been asking for a refund that nobody decided on yet' }),
    version: z
      .int()
      .meta({ description: 'Counts its changes: of two answers, the one with the smaller version is older' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Transfer' });

export type Transfer = z.infer<typeof transferSchema>;

/**
 * Values that replace private fields for callers other than the owner.
 * Every private field needs a line here.
 */
export const hiddenFromOthers = {
  mine: false,
  sourceAmount: '0',
  destinationAddress: 'hidden',
  destinationTag: null,
  testFirst: true,
  arrivals: [],
  arrivalClaimedAt: null,
  addressChangedAt: null,
  refundRequestedAt: null,
} satisfies Partial<Transfer>;

/**
 * A transfer between our services: complete, without an owner flag.
 * The BFF hides fields from other callers.
 */
export const transferRecordSchema = transferSchema.omit({ mine: true });

const transferParams = z.object({ id: transferIdSchema });

export const createTransferBody = z.strictObject({
  id: transferIdSchema,
  fromExchange: z.enum(exchangeIds),
  toWallet: z.enum(walletIds),
  amountDrops: z.string(),
  destinationAddress: z.string().nullable(),
  destinationTag: z.string().nullable(),
  serviceFee: z.enum(['4.00', '17.76']),
});

/** Routes of the transfer service, for other services only. */
export const transferApi = {
  create: defineRoute({
    method: 'POST',
    path: '/transfers',
    summary:
      'Creates a transfer under an id chosen by the caller; the same id with the same content is the same transfer',
    access: 'internal',
    body: createTransferBody,
    reply: transferRecordSchema,
    status: 201,
    idempotent: true,
    shedFirst: true,
    errors: ['already_exists'],
  }),

  read: defineRoute({
    method: 'GET',
    path: '/transfers/{id}',
    summary: 'Reads a transfer',
    access: 'internal',
    params: transferParams,
    reply: transferRecordSchema,
    errors: ['transfer_not_found'],
  }),

  list: defineRoute({
    method: 'GET',
    path: '/transfers',
    summary:
      'Transfers; the search finds ids, addresses, exchanges and wallets by name; unpaid ones by id or reference',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'], {
      status: z.enum(transferStatuses).optional(),
    }),
    reply: listReply('transfers', transferRecordSchema),
  }),

  change: defineRoute({
    method: 'PATCH',
    path: '/transfers/{id}',
    summary: 'Changes address, tag, amount or whether a test goes first; only what is given',
    access: 'internal',
    params: transferParams,
    body: z.strictObject({
      destinationAddress: z.string().nullable().optional(),
      destinationTag: z.string().nullable().optional(),
      amountDrops: z.string().optional(),
      testFirst: z.boolean().optional(),
    }),
    reply: transferRecordSchema,
    errors: ['transfer_not_found', 'transfer_closed'],
  }),

  readInstructions: defineRoute({
    method: 'GET',
    path: '/transfers/{id}/instructions',
    summary: 'The instructions of a paid transfer; to others than its owner without address, tag and amount',
    access: 'internal',
    params: transferParams,
    query: z.object({ forOwner: z.stringbool() }),
    reply: z.object({ instructions: instructionsSchema, version: z.int() }),
    errors: ['transfer_not_found', 'payment_required', 'transfer_closed'],
  }),

  confirmArrival: defineRoute({
    method: 'POST',
    path: '/transfers/{id}/confirm-arrival',
    summary: 'Completes a transfer that the ledger shows to have arrived; stores the claim of the customer otherwise',
    access: 'internal',
    params: transferParams,
    reply: transferRecordSchema,
    idempotent: true,
    errors: ['transfer_not_found', 'payment_required', 'transfer_closed'],
  }),

  withdrawArrivalClaim: defineRoute({
    method: 'DELETE',
    path: '/transfers/{id}/confirm-arrival',
    summary: 'Withdraws the claim that the XRP has arrived, within 24 hours',
    access: 'internal',
    params: transferParams,
    reply: transferRecordSchema,
    idempotent: true,
    errors: ['transfer_not_found', 'transfer_closed', 'claim_final'],
  }),

  /** POST, so that the address is in the body and not in a logged path. */
  checkDestination: defineRoute({
    method: 'POST',
    path: '/destination-check',
    summary: 'Checks a destination on the ledger',
    access: 'internal',
    body: z.strictObject({
      address: z.string(),
      tag: z.string(),
      amountDrops: z.string(),
      exchange: z.enum(exchangeIds).optional(),
      newAddress: z.boolean().optional(),
      passwordChanged: z.boolean().optional(),
      recentPurchase: z.boolean().optional(),
    }),
    reply: destinationCheckSchema,
    status: 200,
    idempotent: true,
  }),

  readBalance: defineRoute({
    method: 'POST',
    path: '/balance',
    summary: 'Reads what an address holds on the ledger',
    access: 'internal',
    body: z.strictObject({ address: z.string().max(100) }),
    reply: ledgerBalanceSchema,
    status: 200,
    idempotent: true,
  }),

  /** Compares the transaction with the transfer's address and tag if `transferId` is given. */
  checkTransaction: defineRoute({
    method: 'POST',
    path: '/transaction-check',
    summary: 'Explains a transaction',
    access: 'internal',
    body: z.strictObject({ hash: z.string().regex(/^[0-9A-F]{64}$/), transferId: transferIdSchema.optional() }),
    reply: transactionCheckSchema,
    status: 200,
    idempotent: true,
    errors: ['transfer_not_found'],
  }),
};
