import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { destinationCheckSchema, destinationQuery, hashInput, transactionCheckSchema } from '../ledger.ts';

export const CheckDestination = defineRoute({
  method: 'GET',
  path: '/api/destination-check',
  summary: 'Checks address and tag on the ledger; a bad address is a verdict, not an error',
  access: 'open',
  query: destinationQuery,
  reply: destinationCheckSchema,
  errors: ['service_unavailable'],
});

export const CheckTransaction = defineRoute({
  method: 'GET',
  path: '/api/transaction-check',
  summary: 'Explains the outcome of a transaction, and what to do next',
  access: 'open',
  query: z.object({
    hash: hashInput,
    transferId: z
      .string()
      .optional()
      .meta({ description: 'Compares the payment with the address of this transfer; only for its owner' }),
  }),
  reply: transactionCheckSchema,
  errors: ['transfer_not_found', 'service_unavailable'],
});
