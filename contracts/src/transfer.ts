import { z } from 'zod';
import { defineRoute } from './define.ts';
import { exchangeIds } from './exchanges.ts';
import { instructionsSchema } from './instructions.ts';
import { destinationCheckSchema, ledgerBalanceSchema, transactionCheckSchema } from './ledger.ts';
import { listQuery, listReply } from './list.ts';
import { walletIds } from './wallets.ts';

export const transferStatuses = ['pending', 'paid', 'instructions_sent', 'completed', 'expired', 'refunded'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** States of the concierge: not bought, owned, or refunded. */
export const conciergeStates = ['none', 'owned', 'refunded'] as const;
export type ConciergeState = (typeof conciergeStates)[number];

/**
 * Random 128-bit id, 32 hex digits.
 * Anyone with the id can read the transfer's status, exchange and wallet.
 */
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
        'Whether the caller owns the transfer. For others, destinationAddress is always hidden, sourceAmount 0, testFirst true, arrivals empty, and destinationTag, arrivalClaimedAt, addressChangedAt and refundRequestedAt are null',
    }),
    fromExchange: z.enum(exchangeIds),
    toWallet: z.enum(walletIds),
    sourceAmount: z.string().meta({ description: "XRP, decimal; '0' means not given" }),
    destinationAddress: z.string().meta({ description: "Classic address, 'pending', or 'hidden' for others" }),
    destinationTag: z.string().nullable(),
    testFirst: z.boolean().meta({ description: 'Whether a small test amount is sent first, as we recommend' }),
    cryptoType: z.literal('XRP'),
    serviceFee: z.enum(['4.00', '17.76']).meta({
      description: 'Price of the order; 17.76 also after adding the concierge to a guide. `access` has what is paid',
    }),
    status: z.enum(transferStatuses),
    access: z
      .object({ guide: z.boolean(), concierge: z.enum(conciergeStates) })
      .meta({ description: 'What is paid and not refunded' }),
    arrivals: z.array(arrivalSchema),
    arrivalClaimedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the customer claimed an arrival that the ledger did not show' }),
    watch: z
      .object({
        state: z.enum(['watching', 'ended']),
        until: z.iso.datetime(),
        checkedAt: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the newest ledger was read; null while the ledger is not read to its end' }),
      })
      .nullable()
      .meta({ description: 'Whether the ledger is watched for arrivals; null while there is nothing to watch' }),
    addressChangedAt: z.iso.datetime().nullable().meta({ description: 'When the address was changed after payment' }),
    refundRequestedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of a refund request that is not decided yet' }),
    version: z
      .int()
      .meta({ description: 'Number of changes: of two answers, the one with the smaller version is older' }),
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
 * A complete transfer as our services exchange it, without the field `mine`.
 * The BFF hides private fields from callers other than the owner.
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

export const confirmArrivalBody = z
  .strictObject({
    unseen: z.boolean().meta({
      description: 'Whether the claim is about XRP that the ledger does not show, although earlier XRP has arrived',
    }),
  })
  .optional();

/** Number of transfers of one exchange and wallet that reached each step. */
export const funnelPathSchema = z
  .object({
    fromExchange: z.string(),
    toWallet: z.string(),
    started: z.int(),
    paid: z.int(),
    address: z.int().meta({ description: 'Paid, with an address' }),
    seen: z.int().meta({ description: 'A first payment has arrived, by the ledger or by the customer’s own word' }),
    home: z.int().meta({ description: 'Completed' }),
  })
  .meta({ id: 'FunnelPath' });

/** Routes of the transfer service, for other services only. */
export const transferApi = {
  create: defineRoute({
    method: 'POST',
    path: '/transfers',
    summary: 'Creates a transfer under an id chosen by the caller; idempotent for the same id and content',
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

  readFunnel: defineRoute({
    method: 'GET',
    path: '/funnel',
    summary: 'Counts the transfers that started from `from` to `to` (UTC) and the steps that they have reached by now',
    access: 'internal',
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    reply: z.object({ paths: z.array(funnelPathSchema) }),
  }),

  list: defineRoute({
    // The search may be an address, which must not be in a URL.
    method: 'POST',
    path: '/transfers/search',
    summary:
      'Lists transfers. The search finds paid ones by id, address, exchange and wallet, unpaid ones by id or reference',
    access: 'internal',
    body: listQuery(['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'], {
      status: z
        .enum([...transferStatuses, 'not_arrived'])
        .optional()
        .meta({ description: 'not_arrived: paid for more than 24 hours, without an arrival' }),
    }),
    reply: listReply('transfers', transferRecordSchema),
    status: 200,
    idempotent: true,
  }),

  change: defineRoute({
    method: 'PATCH',
    path: '/transfers/{id}',
    summary: 'Changes the given fields of address, tag, amount and test amount',
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
    summary: 'Returns the instructions of a paid transfer; only its owner gets address, tag and amount',
    access: 'internal',
    params: transferParams,
    query: z.object({ forOwner: z.stringbool() }),
    reply: z.object({ instructions: instructionsSchema, version: z.int() }),
    errors: ['transfer_not_found', 'payment_required', 'transfer_closed'],
  }),

  confirmArrival: defineRoute({
    method: 'POST',
    path: '/transfers/{id}/confirm-arrival',
    summary: 'Completes a transfer if the ledger shows an arrival; otherwise stores the customer’s claim',
    access: 'internal',
    params: transferParams,
    body: confirmArrivalBody,
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

  /** The method is POST, so that the address is in the body and not in a logged path. */
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
    summary: 'Returns the balance of an address on the ledger',
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
