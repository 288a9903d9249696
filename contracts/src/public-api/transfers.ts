import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { exchangeIds } from '../exchanges.ts';
import { addressInput, amountDropsInput, emailInput, tagInput, walletInput } from '../inputs.ts';
import { instructionsSchema } from '../instructions.ts';
import { phoneLinkSchema, resumeToken } from '../notification.ts';
import { receiptSchema } from '../payment.ts';
import { transferSchema } from '../transfer.ts';

const transferParams = z.object({ id: z.string() });

export const CreateTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers',
  summary:
    'Starts a transfer; the browser that did gets the cookie that makes it the owner. A guide that came with its concierge pays for it',
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
  summary: 'Reads a transfer; others than its owner get no address, tag, amount or arrivals',
  access: 'open',
  params: transferParams,
  reply: transferSchema,
  errors: ['transfer_not_found'],
});

export const UpdateTransfer = defineRoute({
  method: 'PATCH',
  path: '/api/transfers/{id}',
  summary: "Changes only what is given; null or '' clears",
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
  summary: 'Asks the payment provider for the truth and answers the true status',
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
    '“I’ve completed the transfer”: completes it where the ledger shows an arrival, else sets `arrivalClaimedAt`',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  reply: transferSchema,
  idempotent: true,
  errors: ['payment_required', 'transfer_closed'],
});

export const WithdrawArrivalClaim = defineRoute({
  method: 'DELETE',
  path: '/api/transfers/{id}/confirm-arrival',
  summary: '“It has not arrived after all”: withdraws the claim, within 24 hours',
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
  summary: 'Asks for the money back; an operator decides',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  body: z
    .strictObject({
      reason: z.string().max(500).optional(),
      email: emailInput
        .optional()
        .meta({ description: 'Where we answer; may be left out where the transfer has an e-mail address already' }),
    })
    .optional(),
  reply: z.object({ requested: z.literal(true) }),
  idempotent: true,
  errors: ['not_refundable'],
});

export const ReadReceipt = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}/receipt',
  summary: 'What was charged for a transfer, when and by whom, and what went back',
  access: 'owner',
  ownerOf: 'params.id',
  params: transferParams,
  reply: receiptSchema,
  errors: ['service_unavailable'],
});

export const CreatePhoneLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/phone-link',
  summary: 'Makes a token that opens the transfer on one other device of its owner, within ten minutes',
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
  summary: 'Exchanges the token of a mailed link for the cookie of its transfer: once, but where the browser has it',
  access: 'open',
  body: z.strictObject({ token: resumeToken }),
  reply: transferSchema,
  errors: ['link_expired'],
});

export const RenewResumeLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/resume-link',
  summary: 'Mails a new link in place of a used or old one, to the address on file; the answer never says whether',
  access: 'open',
  body: z.strictObject({ token: resumeToken }),
  reply: z.object({ requested: z.literal(true) }),
  idempotent: true,
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
  summary: 'The instructions of a paid transfer; to others than its owner without address, tag and amount',
  access: 'open',
  params: transferParams,
  reply: z.object({
    instructions: instructionsSchema,
    version: z.int().meta({ description: 'Of the transfer, as they were written for it' }),
    mine: z.boolean().meta({ description: 'Written for the owner, and not for others' }),
  }),
  errors: ['transfer_not_found', 'payment_required', 'transfer_closed'],
});
