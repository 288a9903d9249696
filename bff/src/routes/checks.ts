import { CheckDestination, CheckTransaction } from '@xrp-bridge/contracts/public-api';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import { asTransferId } from '../clients.ts';
import type { Context } from '../context.ts';

/** What the ledger says, read through the service that watches it. */
export function checkRoutes({ services }: Context): RouteHandler[] {
  return [
    handle(CheckDestination, async ({ query: { amount, ...asked } }) =>
      services.transfer.call(transferApi.checkDestination, { body: { ...asked, amountDrops: amount } }),
    ),
    handle(CheckTransaction, async ({ query: { hash, transferId } }) =>
      services.transfer.call(transferApi.checkTransaction, {
        body: { hash, ...(transferId ? { transferId: asTransferId(transferId) } : {}) },
      }),
    ),
  ];
}
