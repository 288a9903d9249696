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
    /** Empty if a repeated event from payment changed nothing; the event is then only an acknowledgement. */
    changed: z.array(z.string()),
    status: z.string(),
    /**
     * Access that the transfer grants.
     * Payment compares it with the payments and re-sends the missing ones.
     */
    access: z.object({ guide: z.boolean(), concierge: z.string() }).optional(),
    version: z.int(),
    /** True if the address or tag changed after payment; the customer then receives a notification. */
    addressChangedAfterPayment: z.boolean(),
  }),
  { summary: 'Address, tag, amount, arrivals, status or request for a refund changed, or the watch for it ended.' },
);

export const TransferInstructionsReady = defineEvent(
  'transfer.instructions_ready',
  1,
  transferFacts.extend({ reason: z.string() }),
  { summary: 'The instructions of a paid transfer can be read.' },
);

export const TransferArrived = defineEvent(
  'transfer.arrived',
  1,
  z.object({
    transferId: transferIdSchema,
    hash: z.string(),
    deliveredDrops: z.string(),
    ledgerIndex: z.int(),
    /** True if the expected total has arrived with this payment. */
    completes: z.boolean(),
  }),
  { summary: 'A payment to the transfer’s address was seen on the ledger; once per payment and transfer.' },
);

export const TransferCompleted = defineEvent(
  'transfer.completed',
  1,
  z.object({ transferId: transferIdSchema, by: z.string() }),
  {
    summary:
      'All of the XRP was seen on the ledger, or the customer told us so: with an arrival on the ledger, or 14 days ago.',
  },
);

export const TransferExpired = defineEvent('transfer.expired', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'A transfer stayed unpaid for 30 days.',
});

export const TransferClosing = defineEvent('transfer.closing', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'A transfer expired long ago and will be deleted, once payment has closed its order.',
});

export const TransferDeleted = defineEvent('transfer.deleted', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'A transfer that nobody paid for is forgotten: whatever others keep of it goes too.',
});
