import { randomBytes } from 'node:crypto';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import {
  CompleteTransfer,
  ConfirmArrival,
  CreateTransfer,
  GetInstructions,
  ReadTransfer,
  RequestTransferRefund,
  ResumeTransfer,
  TransferEvents,
  UpdateTransfer,
} from '@xrp-bridge/contracts/public-api';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { type FastifyRequest, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { asTransferId, readTransfer, type TransferRecord, toTransfer } from '../clients.ts';
import type { Context } from '../context.ts';

// The settled payment reaches the transfer through the bus; usually within milliseconds.
const settleWaitMs = 3_000;

export function transferRoutes(context: Context): RouteHandler[] {
  const { services, ownerCookie, liveUpdates } = context;
  const { transfer, payment, notification } = services;

  /** @throws ProblemError transfer_not_found, not_your_transfer */
  async function requireOwner(request: FastifyRequest, id: string): Promise<void> {
    if (ownerCookie.isHeldBy(request, asTransferId(id))) return;
    await readTransfer(services, id);
    throw new ProblemError('not_your_transfer');
  }

  async function keepEmail(transferId: string, email: string | null): Promise<void> {
    await notification.call(notificationApi.saveContact, {
      body: { transferId, email, phone: null, reason: 'receipt', message: null },
    });
  }

  return [
    handle(CreateTransfer, async ({ body, reply }) => {
      const id = randomBytes(16).toString('hex');
      const destination = resolveDestination(body);
      if (body.email) await keepEmail(id, body.email);
      const record = await transfer.call(transferApi.create, {
        body: {
          id,
          fromExchange: body.fromExchange,
          toWallet: body.toWallet,
          amountDrops: body.sourceAmount,
          serviceFee: body.serviceFee,
          destinationAddress: destination.destinationAddress ?? null,
          destinationTag: destination.destinationTag ?? null,
        },
      });
      ownerCookie.give(reply, id);
      return toTransfer(record);
    }),

    handle(ReadTransfer, async ({ params }) => toTransfer(await readTransfer(services, params.id))),

    handle(UpdateTransfer, async ({ params, body, request }) => {
      await requireOwner(request, params.id);
      const changes = { ...resolveDestination(body), amountDrops: body.sourceAmount };
      if (body.email !== undefined) {
        const { status } = await readTransfer(services, params.id);
        if (isClosed(status)) throw new ProblemError('transfer_closed');
        await keepEmail(params.id, body.email);
      }
      return toTransfer(await transfer.call(transferApi.change, { params, body: changes }));
    }),

    handle(CompleteTransfer, async ({ params }) => {
      const before = await readTransfer(services, params.id);
      const { paid } = await payment.call(paymentApi.settle, { params: { transferId: params.id } });
      if (!paid || !isUnpaid(before)) return toTransfer(await readTransfer(services, params.id));
      const record = await liveUpdates.waitFor(params.id, (now) => !isUnpaid(now), settleWaitMs);
      // The provider has the money, whatever keeps the news from the transfer.
      return { ...toTransfer(record), status: isUnpaid(record) ? 'paid' : record.status };
    }),

    handle(ConfirmArrival, async ({ params, request }) => {
      await requireOwner(request, params.id);
      return toTransfer(await transfer.call(transferApi.confirmArrival, { params }));
    }),

    handle(RequestTransferRefund, async ({ params, body, request }) => {
      await requireOwner(request, params.id);
      const { status, arrivals } = await readTransfer(services, params.id);
      const arrived = status === 'completed' || arrivals.length > 0;
      await payment.call(paymentApi.requestRefund, { params: { transferId: params.id }, body: { arrived } });
      if (body?.reason) {
        await notification.call(notificationApi.saveContact, {
          body: { transferId: params.id, email: null, phone: null, reason: 'refund_request', message: body.reason },
        });
      }
      return { requested: true as const };
    }),

    handle(ResumeTransfer, async ({ body, reply }) => {
      const { transferId } = await notification.call(notificationApi.redeemResumeToken, { body });
      // The token is spent: the browser gets its cookie even if the next call fails.
      ownerCookie.give(reply, transferId);
      return toTransfer(await readTransfer(services, transferId));
    }),

    handle(TransferEvents, async ({ params, request, reply }) => {
      await liveUpdates.stream(request, reply, asTransferId(params.id));
      return '';
    }),

    handle(GetInstructions, async ({ params }) =>
      transfer.call(transferApi.readInstructions, { params: { id: asTransferId(params.id) } }),
    ),
  ];
}

/**
 * Address and tag as they are stored: an X-address says both. What was not given stays undefined.
 * @throws ProblemError invalid_input naming the field, when the tag typed is not the tag inside the address
 */
function resolveDestination(given: { destinationAddress?: string | null; destinationTag?: string | null }): {
  destinationAddress?: string | null;
  destinationTag?: string | null;
} {
  const { destinationAddress, destinationTag } = given;
  if (!destinationAddress) return { destinationAddress, destinationTag };
  const check = checkDestination(destinationAddress, destinationTag ?? null);
  if (!check.ok) {
    throw new ProblemError('invalid_input', check.text, {
      errors: [{ field: check.field, code: check.code, message: check.text }],
    });
  }
  return { destinationAddress: check.address, destinationTag: check.unpacked ? check.tag : destinationTag };
}

function isUnpaid(record: TransferRecord): boolean {
  return record.status === 'pending' || record.status === 'expired';
}

function isClosed(status: TransferRecord['status']): boolean {
  return status === 'completed' || status === 'refunded' || status === 'expired';
}
