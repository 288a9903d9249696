import { z } from 'zod';
import { defineEvent } from './define.ts';
import { transferIdSchema } from './transfer.ts';

const transferFacts = z.object({
  transferId: transferIdSchema,
  fromExchange: z.string(),
  toWallet: z.string(),
  serviceFee: z.string(),
});

export const TransferCreated = defineEvent('transfer.created', 1, transferFacts, {
  summary: 'A customer chose an exchange and a wallet.',
});

export const TransferUpdated = defineEvent(
  'transfer.updated',
  1,
  z.object({
    transferId: transferIdSchema,
    /**
     * Names of the changed fields.
     * Empty if a repeated event from payment changed nothing. This event then only acknowledges the repeated event.
     */
    changed: z.array(z.string()),
    status: z.string(),
    /**
     * Access that the transfer grants.
     * The payment service compares this access with its payments, and re-sends missing events.
     */
    access: z.object({ guide: z.boolean(), concierge: z.string() }).optional(),
    version: z.int(),
    /** True if the address or tag changed after payment; the customer then receives a notification. */
    addressChangedAfterPayment: z.boolean(),
  }),
  { summary: 'A transfer changed: address, tag, amount, arrivals, status, refund request or the end of the watch.' },
);

export const TransferInstructionsReady = defineEvent(
  'transfer.instructions_ready',
  1,
  transferFacts.extend({ reason: z.string() }),
  { summary: 'The instructions of a paid transfer were released.' },
);

export const TransferArrived = defineEvent(
  'transfer.arrived',
  1,
  z.object({
    transferId: transferIdSchema,
    hash: z.string(),
    deliveredDrops: z.string(),
    ledgerIndex: z.int(),
    /** True if the expected total has arrived, including this payment. */
    completes: z.boolean(),
    /** True if the guide recommends to send a test amount before the whole amount. */
    testFirst: z.boolean().optional(),
  }),
  { summary: 'A payment to the transfer’s address is on the ledger; emitted once per payment and transfer.' },
);

export const TransferCompleted = defineEvent(
  'transfer.completed',
  1,
  z.object({ transferId: transferIdSchema, by: z.string() }),
  {
    summary:
      'A transfer was completed: the ledger shows all of the XRP, or the customer confirmed it (with an arrival, or 14 days ago).',
  },
);

export const TransferExpired = defineEvent('transfer.expired', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'A transfer stayed unpaid for 30 days.',
});

export const TransferClosing = defineEvent('transfer.closing', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'A transfer expired long ago and will be deleted, once payment has closed its order.',
});

export const TransferDeleted = defineEvent('transfer.deleted', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'An unpaid transfer was deleted. Other services delete their data of it.',
});
