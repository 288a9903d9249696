import { randomBytes } from 'node:crypto';
import { conciergeApi } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import {
  CompleteTransfer,
  ConfirmArrival,
  CreatePhoneLink,
  CreateTransfer,
  DeletePushSubscription,
  GetInstructions,
  ReadReach,
  ReadReceipt,
  ReadTransfer,
  RenewResumeLink,
  RequestResumeLink,
  RequestTransferRefund,
  ResumeTransfer,
  SavePushSubscription,
  TransferEvents,
  UpdateTransfer,
  WithdrawArrivalClaim,
} from '@xrp-bridge/contracts/public-api';
import { pushApi } from '@xrp-bridge/contracts/push';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { type FastifyRequest, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { readOrders } from '../access/entitlement.ts';
import { asTransferId, isClosed, isUnpaid, readTransfer, type TransferRecord, toTransfer } from '../clients.ts';
import type { Context } from '../context.ts';
import { createTransferViews } from '../transfer-views.ts';

// Maximum wait until the transfer service has handled the payment's event. This usually takes milliseconds.
const settleWaitMs = 3_000;

export function transferRoutes(context: Context): RouteHandler[] {
  const { services, ownerCookie, liveUpdates } = context;
  const { transfer, payment, notification } = services;
  const views = createTransferViews(context);

  async function saveEmail(transferId: string, email: string | null): Promise<void> {
    await notification.call(notificationApi.saveContact, {
      body: { transferId, email, phone: null, reason: 'receipt', message: null },
    });
  }

  /**
   * Requires an e-mail address that is stored for the transfer.
   * @throws ProblemError invalid_input naming the field, if there is no address
   */
  async function requireEmail(transferId: string): Promise<void> {
    const { email } = await notification.call(notificationApi.readReach, { params: { transferId } });
    if (email) return;
    const message = 'Please enter your email address so we can reply.';
    throw new ProblemError('invalid_input', message, { errors: [{ field: 'email', code: 'required', message }] });
  }

  /**
   * Lists the browser's orders.
   * Returns [] if payment is unavailable and the browser holds no concierge order, so that a customer without a
   * concierge can still start a transfer.
   */
  async function readOrdersIfThere(request: FastifyRequest): ReturnType<typeof readOrders> {
    try {
      return await readOrders(context, request);
    } catch (error) {
      if ((await context.conciergeCookie.list(request)).length > 0) throw error;
      return [];
    }
  }

  /** Redeems the guide credit of a concierge order, if it has one, for a new transfer. */
  async function redeemGuide(record: TransferRecord, orderIds: readonly string[]): Promise<TransferRecord> {
    if (orderIds.length === 0) return record;
    const body = { orderIds: [...orderIds], transferId: record.id };
    const { redeemed } = await payment.call(conciergeApi.redeemGuide, { body });
    if (!redeemed) return record;
    return liveUpdates.waitFor(record.id, ({ status }) => !isUnpaid(status), settleWaitMs);
  }

  return [
    handle(CreateTransfer, async ({ body, request, reply }) => {
      const id = randomBytes(16).toString('hex');
      // `cryptoType` and `status` have only one valid value, so they are not forwarded.
      const { email, sourceAmount: amountDrops, cryptoType: _xrp, status: _pending, ...order } = body;
      const destination = resolveDestination(order);
      const orders = await readOrdersIfThere(request);
      const credits = orders.filter(({ guideCredit }) => guideCredit).map(({ orderId }) => orderId);
      // An owner of the concierge cannot order it again, unless a guide credit is redeemed for the transfer.
      const ownsConcierge = orders.some(({ state }) => state === 'owned');
      if (ownsConcierge && credits.length === 0 && order.serviceFee === '17.76')
        throw new ProblemError('already_owned');
      if (email) await saveEmail(id, email);
      const record = await transfer.call(transferApi.create, { body: { id, amountDrops, ...order, ...destination } });
      await ownerCookie.give(request, reply, id);
      return toTransfer(await redeemGuide(record, credits), true);
    }),

    handle(ReadTransfer, (call) => views.read(call, call.params.id)),

    handle(UpdateTransfer, async ({ params, body }) => {
      const { email, sourceAmount: amountDrops, ...rest } = body;
      const changes = { amountDrops, ...rest, ...resolveDestination(rest) };
      if (email !== undefined) {
        const { status } = await readTransfer(services, params.id);
        if (isClosed(status)) throw new ProblemError('transfer_closed');
        await saveEmail(params.id, email);
      }
      return toTransfer(await transfer.call(transferApi.change, { params, body: changes }), true);
    }),

    handle(CompleteTransfer, async (call) => {
      const transferId = asTransferId(call.params.id);
      const { paid } = await payment.call(paymentApi.settle, { params: { transferId } });
      if (!paid) return views.show(call, await readTransfer(services, transferId));
      const record = await liveUpdates.waitFor(transferId, ({ status }) => !isUnpaid(status), settleWaitMs);
      // The provider reports the payment as paid, so the response does too, even if the event of the payment is late.
      return views.show(call, isUnpaid(record.status) ? { ...record, status: 'paid' } : record);
    }),

    handle(ConfirmArrival, async ({ params, body }) =>
      toTransfer(await transfer.call(transferApi.confirmArrival, { params, body }), true),
    ),

    handle(WithdrawArrivalClaim, async ({ params }) =>
      toTransfer(await transfer.call(transferApi.withdrawArrivalClaim, { params }), true),
    ),

    handle(RequestTransferRefund, async ({ params, body }) => {
      const { status } = await readTransfer(services, params.id);
      // A test payment alone does not complete a transfer, and a customer's claim completes it only after 14 days.
      // Until then the customer may request a refund.
      const arrived = status === 'completed';
      // Saves the address before the refund request, so that the confirmation mail can be sent.
      if (body?.email) await saveEmail(params.id, body.email);
      else if (!isUnpaid(status)) await requireEmail(params.id);
      await payment.call(paymentApi.requestRefund, { params: { transferId: params.id }, body: { arrived } });
      if (body?.reason) {
        await notification.call(notificationApi.saveContact, {
          body: { transferId: params.id, email: null, phone: null, reason: 'refund_request', message: body.reason },
        });
      }
      return { requested: true as const };
    }),

    handle(ReadReceipt, ({ params }) => payment.call(paymentApi.readReceipt, { params })),

    handle(ReadReach, ({ params }) =>
      notification.call(notificationApi.readReach, { params: { transferId: params.id } }),
    ),

    handle(CreatePhoneLink, async ({ params }) => {
      // The cookie may name a transfer that is deleted.
      const { id } = await readTransfer(services, params.id);
      return notification.call(notificationApi.createPhoneLink, { params: { id } });
    }),

    handle(ResumeTransfer, async ({ body, request, reply }) => {
      const held = await ownerCookie.list(request);
      const { transferId } = await notification.call(notificationApi.redeemResumeToken, { body: { ...body, held } });
      // The token is used up, so the browser gets its cookie even if the next call fails.
      await ownerCookie.give(request, reply, transferId);
      return toTransfer(await readTransfer(services, transferId), true);
    }),

    handle(RenewResumeLink, async ({ body }) => {
      await notification.call(notificationApi.renewResumeLink, { body });
      return { requested: true as const };
    }),

    handle(RequestResumeLink, async ({ params }) => {
      await notification.call(notificationApi.requestResumeLink, { params: { id: asTransferId(params.id) } });
      return { requested: true as const };
    }),

    handle(SavePushSubscription, async ({ params, body }) => {
      const { id, status } = await readTransfer(services, params.id);
      if (isClosed(status)) throw new ProblemError('transfer_closed');
      await notification.call(pushApi.save, { params: { transferId: id }, body });
      return undefined;
    }),

    handle(DeletePushSubscription, async ({ params, body }) => {
      await notification.call(pushApi.delete, { params: { transferId: asTransferId(params.id) }, body });
      return undefined;
    }),

    handle(TransferEvents, async ({ params, request, reply }) => {
      const transferId = asTransferId(params.id);
      await liveUpdates.stream(request, reply, {
        transferId,
        mine: await ownerCookie.isHeldBy(request, reply, transferId),
      });
      return '';
    }),

    handle(GetInstructions, (call) => views.readInstructions(call, call.params.id)),
  ];
}

/**
 * Returns the address and tag to store; an X-address contains both. Omits fields that must not change.
 * @throws ProblemError invalid_input naming the field, e.g. if the tag differs from the tag in the X-address
 */
function resolveDestination(given: { destinationAddress?: string | null; destinationTag?: string | null }): {
  destinationAddress?: string;
  destinationTag?: string | null;
} {
  const { destinationAddress, destinationTag } = given;
  if (!destinationAddress) return {};
  const check = checkDestination(destinationAddress, destinationTag ?? null);
  if (!check.ok) {
    throw new ProblemError('invalid_input', check.text, {
      errors: [{ field: check.field, code: check.code, message: check.text }],
    });
  }
  return { destinationAddress: check.address, ...(check.unpacked ? { destinationTag: check.tag } : {}) };
}
