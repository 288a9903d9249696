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
  summary: 'Explains in plain words what became of a transaction, and what to do',
  access: 'open',
  query: z.object({
    hash: hashInput,
    transferId: z
      .string()
      .optional()
      .meta({ description: 'Tells its owner whether the payment reached the address of this transfer' }),
  }),
  reply: transactionCheckSchema,
  errors: ['transfer_not_found', 'service_unavailable'],
});
