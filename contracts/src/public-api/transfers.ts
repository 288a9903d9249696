import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { exchangeIds } from '../exchanges.ts';
import { addressInput, amountDropsInput, emailInput, tagInput, walletInput } from '../inputs.ts';
import { instructionsSchema } from '../instructions.ts';
import { phoneLinkSchema, reachSchema, resumeToken } from '../notification.ts';
import { receiptSchema } from '../payment.ts';
import { confirmArrivalBody, transferSchema } from '../transfer.ts';

const transferParams = z.object({ id: z.string() });

export const CreateTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers',
  summary:
    'Creates a transfer, and sets the cookie that makes the browser its owner. A guide credit of the browser’s concierge pays for it',
  access: 'open',
  body: z.strictObject({
    fromExchange: z.enum(exchangeIds),
    toWallet: walletInput,
    sourceAmount: amountDropsInput.optional().default('0'),
    destinationAddress: addressInput.optional().default(null),
    destinationTag: tagInput.optional().default(null),
    serviceFee: z.enum(['4.00', '17.76']),
    email: emailInput.optional().default(null),
    cryptoType: z.literal('XRP').optional(),
    status: z.literal('pending').optional(),
  }),
  reply: transferSchema,
  status: 201,
  errors: ['already_owned', 'service_unavailable', 'overloaded', 'maintenance'],
  shedFirst: true,
});

export const ReadTransfer = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}',
  summary: 'Returns a transfer; only its owner gets address, tag, amount and arrivals',
  access: 'open',
  params: transferParams,
  reply: transferSchema,
  errors: ['transfer_not_found'],
});

export const UpdateTransfer = defineRoute({
  method: 'PATCH',
  path: '/api/transfers/{id}',
  summary: "Changes only the given fields; null or '' clears a field",
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  body: z.strictObject({
    destinationAddress: addressInput.optional(),
    destinationTag: tagInput.optional(),
    sourceAmount: amountDropsInput.optional(),
    testFirst: z.boolean().optional(),
    email: emailInput.optional(),
  }),
  reply: transferSchema,
  errors: ['transfer_closed'],
});

export const CompleteTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/complete',
  summary: 'Fetches the payment state from the provider and returns the updated transfer',
  access: 'open',
  params: transferParams,
  reply: transferSchema,
  idempotent: true,
  errors: ['transfer_not_found', 'payment_provider_unavailable'],
});

export const ConfirmArrival = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/confirm-arrival',
  summary:
    '“I’ve completed the transfer”: completes the transfer if the ledger shows an arrival; otherwise sets `arrivalClaimedAt`',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  body: confirmArrivalBody,
  reply: transferSchema,
  idempotent: true,
  errors: ['payment_required', 'transfer_closed'],
});

export const WithdrawArrivalClaim = defineRoute({
  method: 'DELETE',
  path: '/api/transfers/{id}/confirm-arrival',
  summary: 'Withdraws the claim within 24 hours',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  reply: transferSchema,
  idempotent: true,
  errors: ['transfer_closed', 'claim_final'],
});

export const RequestTransferRefund = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/refund-request',
  summary: 'Requests a refund, on which an operator decides',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  body: z
    .strictObject({
      reason: z.string().max(500).optional(),
      email: emailInput
        .optional()
        .meta({ description: 'E-mail address for the answer; optional if the transfer already has one' }),
    })
    .optional(),
  reply: z.object({ requested: z.literal(true) }),
  idempotent: true,
  errors: ['not_refundable'],
});

export const ReadReceipt = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}/receipt',
  summary: 'Returns the charges and refunds of a transfer',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  reply: receiptSchema,
  errors: ['service_unavailable'],
});

export const ReadReach = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}/reach',
  summary: 'Returns the masked e-mail address of the transfer, and whether the receipt was sent to it',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  reply: reachSchema,
  errors: ['service_unavailable'],
});

export const CreatePhoneLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/phone-link',
  summary: 'Creates a token that makes one other device an owner of the transfer, valid for ten minutes',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  reply: phoneLinkSchema,
  status: 201,
  errors: ['service_unavailable'],
});

export const ResumeTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/resume',
  summary: 'Exchanges the token of a mailed link for the owner cookie: once, or again in a browser that has it',
  access: 'open',
  body: z.strictObject({ token: resumeToken }),
  reply: transferSchema,
  errors: ['link_expired'],
});

export const RenewResumeLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/resume-link',
  summary: 'Mails a new link to the stored address. The answer does not reveal whether there is one',
  access: 'open',
  body: z.strictObject({ token: resumeToken }),
  reply: z.object({ requested: z.literal(true) }),
  idempotent: true,
});

export const RequestResumeLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/resume-link',
  summary: 'Mails a new link to the stored address. The answer is the same for each well-formed id',
  access: 'open',
  params: transferParams,
  reply: z.object({ requested: z.literal(true) }),
  status: 200,
  idempotent: true,
  errors: ['transfer_not_found'],
});

export const TransferEvents = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}/events',
  summary: 'Server-sent events: `status` with the Transfer, on connect and on each change',
  access: 'open',
  params: transferParams,
  reply: z.string().meta({ description: 'text/event-stream' }),
  errors: ['transfer_not_found'],
});

export const GetInstructions = defineRoute({
  method: 'GET',
  path: '/api/transfer-instructions/{id}',
  summary: 'Returns the instructions of a paid transfer; only its owner gets address, tag and amount',
  access: 'open',
  params: transferParams,
  reply: z.object({
    instructions: instructionsSchema,
    version: z.int().meta({ description: 'Version of the transfer that the instructions are for' }),
    mine: z.boolean().meta({ description: 'Whether the instructions are the owner’s version' }),
  }),
  errors: ['transfer_not_found', 'payment_required', 'transfer_closed'],
});
