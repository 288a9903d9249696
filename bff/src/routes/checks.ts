import { ReadDestinationCheck, ReadTransactionCheck } from '@xrp-bridge/contracts/ledger';
import { CheckDestination, CheckTransaction } from '@xrp-bridge/contracts/public-api';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import { asTransferId } from '../clients.ts';
import type { Context } from '../context.ts';

/** What the ledger says, read through the service that watches it. */
export function checkRoutes({ services }: Context): RouteHandler[] {
  return [
    handle(CheckDestination, async ({ query: { amount, ...asked } }) =>
      services.transfer.call(ReadDestinationCheck, { body: { ...asked, amountDrops: amount } }),
    ),
    handle(CheckTransaction, async ({ query: { hash, transferId } }) =>
      services.transfer.call(ReadTransactionCheck, {
        body: { hash, ...(transferId ? { transferId: asTransferId(transferId) } : {}) },
      }),
    ),
  ];
}
