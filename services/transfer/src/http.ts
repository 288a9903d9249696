import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { buildInstructions } from '@xrp-bridge/guidance/instructions';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { accessOf, change, dayMs, describeWatch, instructionsRefusal, type Transfer } from './domain/transfer.ts';
import { readFunnel } from './funnel-store.ts';
import { listTransfers } from './search-store.ts';
import { type FoundTransfer, findTransfer, findWithArrivals } from './store.ts';
import { confirmTransfer, withdrawArrivalClaim } from './use-cases/confirm-arrival.ts';
import { createInserter } from './use-cases/create-transfers.ts';
import { lockAndDecide } from './use-cases/lock-and-decide.ts';

export function transferRoutes(context: Context): RouteHandler[] {
  const { db, clock, settings, ledger, transact } = context;
  const insert = createInserter(context);

  async function readTransfer(id: string): Promise<Transfer> {
    const transfer = await findTransfer(db, id);
    if (!transfer) throw new ProblemError('transfer_not_found');
    return transfer;
  }

  async function readRecord(id: string): Promise<TransferRecord> {
    const found = await findWithArrivals(db, id);
    if (!found) throw new ProblemError('transfer_not_found');
    return describe(found, context);
  }

  return [
    handle(transferApi.create, async ({ body }) => {
      const now = clock();
      const { amountDrops, ...given } = body;
      const transfer: Transfer = {
        ...given,
        amountDrops: BigInt(amountDrops),
        testFirst: true,
        status: 'pending',
        concierge: 'none',
        conciergeAsOf: null,
        addressChangedAt: null,
        arrivalClaimedAt: null,
        refundRequestedAt: null,
        refundRequestAsOf: null,
        paidAt: null,
        watchedUntil: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      if (await insert(transfer)) return describe({ transfer, arrivals: [] }, context);
      const existing = await readTransfer(transfer.id);
      if (!sameOrder(existing, transfer)) throw new ProblemError('already_exists');
      return readRecord(transfer.id);
    }),

    handle(transferApi.read, async ({ params }) => readRecord(params.id)),

    handle(transferApi.list, async ({ body }) => {
      const { rows, nextCursor } = await listTransfers(db, body, new Date(clock().getTime() - dayMs));
      return { transfers: rows.map((one) => describe(one, context)), nextCursor };
    }),

    handle(transferApi.readFunnel, async ({ query }) => ({ paths: await readFunnel(db, query.from, query.to) })),

    handle(transferApi.change, async ({ params, body }) => {
      const { amountDrops, ...rest } = body;
      const changes = { ...rest, amountDrops: amountDrops === undefined ? undefined : BigInt(amountDrops) };
      await transact((tx) => lockAndDecide(context, tx, params.id, (transfer) => change(transfer, changes, clock())));
      return readRecord(params.id);
    }),

    handle(transferApi.confirmArrival, async ({ params, body }) => {
      await confirmTransfer(context, params.id, body?.unseen ?? false);
      return readRecord(params.id);
    }),

    handle(transferApi.withdrawArrivalClaim, async ({ params }) => {
      await withdrawArrivalClaim(context, params.id);
      return readRecord(params.id);
    }),

    handle(transferApi.readInstructions, async ({ params, query }) => {
      const found = await findWithArrivals(db, params.id);
      if (!found) throw new ProblemError('transfer_not_found');
      const { transfer } = found;
      const { arrivals, addressChangedAt } = describe(found, context);
      const refusal = instructionsRefusal(transfer);
      if (refusal) throw new ProblemError(refusal);
      return {
        version: transfer.version,
        instructions: buildInstructions({
          forOwner: query.forOwner,
          fromExchange: transfer.fromExchange,
          toWallet: transfer.toWallet,
          destinationAddress: transfer.destinationAddress,
          destinationTag: transfer.destinationTag,
          amountXrp: transfer.amountDrops === 0n ? null : formatDrops(transfer.amountDrops),
          arrivals,
          testFirst: transfer.testFirst,
          baseReserveXrp: formatDrops(ledger.fees().reserveBaseDrops),
          addressChangedAt,
          support: {
            email: settings.SUPPORT_EMAIL,
            hours: settings.SUPPORT_HOURS,
            response: settings.SUPPORT_RESPONSE,
          },
        }),
      };
    }),
  ];
}

/**
 * Returns whether both orders are the same.
 * A retry may send the same id again; with other content the id is a conflict.
 */
function sameOrder(a: Transfer, b: Transfer): boolean {
  return a.fromExchange === b.fromExchange && a.toWallet === b.toWallet && a.serviceFee === b.serviceFee;
}

type TransferRecord = ReplyOf<typeof transferApi.read>;

function describe({ transfer, arrivals }: FoundTransfer, { clock, watcher }: Context): TransferRecord {
  return {
    id: transfer.id,
    fromExchange: transfer.fromExchange,
    toWallet: transfer.toWallet,
    sourceAmount: formatDrops(transfer.amountDrops),
    destinationAddress: transfer.destinationAddress ?? 'pending',
    destinationTag: transfer.destinationTag,
    testFirst: transfer.testFirst,
    cryptoType: 'XRP',
    serviceFee: transfer.serviceFee,
    status: transfer.status,
    access: accessOf(transfer),
    arrivals: arrivals.map(({ hash, deliveredDrops, ledgerIndex, at }) => ({
      hash,
      deliveredXrp: formatDrops(deliveredDrops),
      ledgerIndex,
      at: at.toISOString(),
    })),
    arrivalClaimedAt: transfer.arrivalClaimedAt?.toISOString() ?? null,
    watch: describeWatch(transfer, watcher.checkedAt(transfer.id), clock()),
    addressChangedAt: transfer.addressChangedAt?.toISOString() ?? null,
    refundRequestedAt: transfer.refundRequestedAt?.toISOString() ?? null,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
    version: transfer.version,
  };
}
