import { CheckDestination, CheckTransaction } from '@xrp-bridge/contracts/public-api';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import { readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';

/** What the ledger says, read through the service that watches it. */
export function checkRoutes({ services, ownerCookie }: Context): RouteHandler[] {
  return [
    handle(CheckDestination, async ({ query: { amount, ...asked } }) =>
      services.transfer.call(transferApi.checkDestination, { body: { ...asked, amountDrops: amount } }),
    ),
    handle(CheckTransaction, async ({ query: { hash, transferId }, request, reply }) => {
      if (!transferId) return services.transfer.call(transferApi.checkTransaction, { body: { hash } });
      const { id } = await readTransfer(services, transferId);
      // Whether a payment went to the transfer's address would tell others which address it is.
      const mine = await ownerCookie.isHeldBy(request, reply, id);
      return services.transfer.call(transferApi.checkTransaction, {
        body: { hash, ...(mine ? { transferId: id } : {}) },
      });
    }),
  ];
}
