import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { buildInstructions } from '@xrp-bridge/contracts/guides/instructions';
import {
  ChangeTransfer,
  ConfirmArrivalRecord,
  GetTransferRecord,
  ListTransfers,
  PutTransfer,
  ReadInstructions,
  TransferCreated,
} from '@xrp-bridge/contracts/transfer';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { listArrivals } from './arrival-store.ts';
import type { Context } from './context.ts';
import { decide } from './decide.ts';
import { findTransfer, insertTransfer, listTransfers } from './store.ts';
import { type Arrival, change, complete, describeWatch, instructionsRefusal, type Transfer } from './transfer.ts';

export function transferRoutes(context: Context): RouteHandler[] {
  const { db, clock, settings, ledger, transact, transactOnce } = context;

  async function readTransfer(id: string): Promise<Transfer> {
    const transfer = await findTransfer(db, id);
    if (!transfer) throw new ProblemError('transfer_not_found');
    return transfer;
  }

  async function toRecord(transfer: Transfer): Promise<Record> {
    const [record] = await toRecords([transfer]);
    return record as Record;
  }

  /** A transfer and its arrivals as of one moment: an arrival that came in between changes the version. */
  async function readRecord(id: string): Promise<Record> {
    for (;;) {
      const transfer = await readTransfer(id);
      const record = await toRecord(transfer);
      if (record.arrivals.length === 0 || (await readTransfer(id)).version === transfer.version) return record;
    }
  }

  async function toRecords(transfers: readonly Transfer[]): Promise<Record[]> {
    // Nothing is counted before the payment.
    const ids = transfers.filter(({ status }) => status !== 'pending').map(({ id }) => id);
    const arrivals = await listArrivals(db, ids);
    return transfers.map((transfer) => describe(transfer, arrivals.get(transfer.id) ?? [], clock()));
  }

  return [
    handle(PutTransfer, async ({ body }) => {
      const now = clock();
      const { sourceAmountDrops, ...given } = body;
      const transfer: Transfer = {
        ...given,
        amountDrops: BigInt(sourceAmountDrops),
        status: 'pending',
        addressChangedAt: null,
        watchedUntil: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const { id: transferId, fromExchange, toWallet, serviceFee } = transfer;
      const added = await transactOnce(
        { definition: TransferCreated, subject: transferId, data: { transferId, fromExchange, toWallet, serviceFee } },
        (event) => insertTransfer(db, transfer, event),
      );
      if (added) return describe(transfer, [], now);
      const existing = await readTransfer(transferId);
      if (!sameOrder(existing, transfer)) throw new ProblemError('already_exists');
      return toRecord(existing);
    }),

    handle(GetTransferRecord, async ({ params }) => readRecord(params.id)),

    handle(ListTransfers, async ({ query }) => {
      const { status, limit, before } = query;
      const found = await listTransfers(db, { status, limit, before: before ? new Date(before) : undefined });
      return { transfers: await toRecords(found) };
    }),

    handle(ChangeTransfer, async ({ params, body }) => {
      const { sourceAmountDrops, ...rest } = body;
      const changes = { ...rest, amountDrops: sourceAmountDrops === undefined ? undefined : BigInt(sourceAmountDrops) };
      return toRecord(
        await transact((tx) => decide(context, tx, params.id, (transfer) => change(transfer, changes, clock()))),
      );
    }),

    handle(ConfirmArrivalRecord, async ({ params }) =>
      toRecord(
        await transact((tx) =>
          decide(context, tx, params.id, (transfer) => complete(transfer, clock()), { completedBy: 'customer' }),
        ),
      ),
    ),

    handle(ReadInstructions, async ({ params }) => {
      const transfer = await readTransfer(params.id);
      const refusal = instructionsRefusal(transfer);
      if (refusal) throw new ProblemError(refusal);
      return {
        instructions: buildInstructions({
          fromExchange: transfer.fromExchange,
          toWallet: transfer.toWallet,
          destinationAddress: transfer.destinationAddress,
          destinationTag: transfer.destinationTag,
          amountXrp: transfer.amountDrops === 0n ? null : formatDrops(transfer.amountDrops),
          baseReserveXrp: formatDrops(ledger.figures().reserveBaseDrops),
          addressChangedAt: transfer.addressChangedAt?.toISOString() ?? null,
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

/** The same id may be sent again by a retry; with another content it is somebody's mistake. */
function sameOrder(a: Transfer, b: Transfer): boolean {
  return a.fromExchange === b.fromExchange && a.toWallet === b.toWallet && a.serviceFee === b.serviceFee;
}

type Record = ReplyOf<typeof GetTransferRecord>;

function describe(transfer: Transfer, arrivals: readonly Arrival[], now: Date): Record {
  return {
    id: transfer.id,
    fromExchange: transfer.fromExchange,
    toWallet: transfer.toWallet,
    sourceAmount: formatDrops(transfer.amountDrops),
    destinationAddress: transfer.destinationAddress ?? 'pending',
    destinationTag: transfer.destinationTag,
    cryptoType: 'XRP',
    serviceFee: transfer.serviceFee,
    status: transfer.status,
    arrivals: arrivals.map(({ hash, deliveredDrops, ledgerIndex, at }) => ({
      hash,
      deliveredXrp: formatDrops(deliveredDrops),
      ledgerIndex,
      at: at.toISOString(),
    })),
    watch: describeWatch(transfer, now),
    addressChangedAt: transfer.addressChangedAt?.toISOString() ?? null,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
    version: transfer.version,
  };
}
