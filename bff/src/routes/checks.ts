import { CheckDestination, CheckTransaction } from '@xrp-bridge/contracts/public-api';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import { readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';

/** Routes that read the XRP Ledger through the transfer service. */
export function checkRoutes({ services, ownerCookie }: Context): RouteHandler[] {
  return [
    handle(CheckDestination, async ({ query: { amount, ...destination } }) =>
      services.transfer.call(transferApi.checkDestination, { body: { ...destination, amountDrops: amount } }),
    ),
    handle(CheckTransaction, async ({ query: { hash, transferId }, request, reply }) => {
      if (!transferId) return services.transfer.call(transferApi.checkTransaction, { body: { hash } });
      const { id } = await readTransfer(services, transferId);
      // Only the owner's check uses the transfer, because the result reveals the transfer's address.
      const mine = await ownerCookie.isHeldBy(request, reply, id);
      return services.transfer.call(transferApi.checkTransaction, {
        body: { hash, ...(mine ? { transferId: id } : {}) },
      });
    }),
  ];
}
