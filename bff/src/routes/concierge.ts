import { createHash, randomBytes } from 'node:crypto';
import { conciergeApi, type OrderAccess } from '@xrp-bridge/contracts/concierge';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import {
  CompleteConcierge,
  ConciergeCheckout,
  ConfirmNewsletters,
  GetConciergeAlerts,
  GetConciergeAnalysis,
  GetConciergeDashboard,
  GetConciergeOwnership,
  GetConciergeTrends,
  GetNewsletters,
  LookUpBalance,
  PutNewsletters,
  RegisterConcierge,
  RequestConciergeLink,
  RequestConciergeRefund,
  SignInToConcierge,
  Unsubscribe,
} from '@xrp-bridge/contracts/public-api';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { type FastifyReply, type FastifyRequest, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { bestOf, readOrders, readOwned } from '../access/entitlement.ts';
import { requireOwner } from '../access/owner-gate.ts';
import { findPayingVisitor } from '../access/visitors.ts';
import { readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';
import { forward } from '../forward.ts';
import { listAlerts, makeDashboard, makeTrends, writeAnalysis } from '../portal.ts';

type Ownership = ReplyOf<typeof GetConciergeOwnership>;

/** Routes to buy the concierge, open it on another device, and read it. */
export function conciergeRoutes(context: Context): RouteHandler[] {
  const { services, conciergeCookie } = context;
  const { payment, notification, signals, transfer } = services;
  const passOwner = requireOwner(context);

  /** Returns the browser's access to the concierge. Extends the cookie of an owner. */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    orders: readonly OrderAccess[],
  ): Promise<Ownership> {
    const best = bestOf(orders);
    if (best?.state === 'owned') {
      const isNew = !(await conciergeCookie.list(request)).includes(best.orderId);
      await conciergeCookie.give(request, reply, ...(isNew ? [best.orderId] : []));
    }
    return describe(orders);
  }

  async function describe(orders: readonly OrderAccess[]): Promise<Ownership> {
    const best = bestOf(orders);
    const guideCredit = orders.some((order) => order.guideCredit);
    if (!best) return { ...nothingOwned, guideCredit };
    const { orderId, ...access } = best;
    return { ...access, guideCredit, email: await hasEmail(orderId) };
  }

  /** Returns whether the order has an e-mail address; false if notification does not respond. */
  async function hasEmail(orderId: string): Promise<boolean> {
    try {
      return (await notification.call(notificationApi.readConciergeReach, { params: { orderId } })).email;
    } catch (error) {
      context.log.warn({ err: error }, 'could not read whether the owner has an e-mail address');
      return false;
    }
  }

  async function openTransferCheckout(
    request: FastifyRequest,
    transferId: string,
    email: string | null | undefined,
  ): Promise<{ url: string }> {
    const { status } = await readTransfer(services, transferId);
    if (email) {
      await notification.call(notificationApi.saveContact, {
        body: { transferId, email, phone: null, reason: 'receipt', message: null },
      });
    }
    const visitor = await findPayingVisitor(context, request);
    return payment.call(paymentApi.openCheckout, { body: { transferId, transferStatus: status, visitor } });
  }

  /**
   * Opens the checkout of the unpaid order, if there is one.
   * Repeated clicks with one `key` open one order.
   */
  async function openOwnCheckout(
    request: FastifyRequest,
    reply: FastifyReply,
    orders: readonly OrderAccess[],
    { email, key }: { email?: string | null | undefined; key?: string | undefined },
  ): Promise<{ url: string }> {
    const begun = orders.find(({ transferId, state }) => transferId === null && state === 'none');
    const orderId = begun?.orderId ?? newOrderId(orders, key);
    await conciergeCookie.give(request, reply, orderId);
    if (email) {
      await notification.call(notificationApi.saveConciergeEmail, {
        params: { orderId },
        body: { email, sendLink: false },
      });
    }
    const visitor = await findPayingVisitor(context, request);
    return payment.call(conciergeApi.openCheckout, { body: { orderId, visitor } });
  }

  function newOrderId(orders: readonly OrderAccess[], key: string | undefined): string {
    const named = key === undefined ? undefined : idOfKey(key);
    // The page of a refunded order may still send its key, but that order must not be opened again.
    const isUsed = orders.some(({ orderId }) => orderId === named);
    return named === undefined || isUsed ? randomBytes(16).toString('hex') : named;
  }

  /**
   * Stores the e-mail address if the order has no address. Never replaces an existing address.
   * @throws ProblemError invalid_input naming the field, if the order would stay without an address
   */
  async function requireReach(orderId: string, email: string | null | undefined): Promise<void> {
    const params = { orderId };
    if ((await notification.call(notificationApi.readConciergeReach, { params })).email) return;
    if (!email) {
      const message = 'Please enter your email address so we can reply.';
      throw new ProblemError('invalid_input', message, { errors: [{ field: 'email', code: 'required', message }] });
    }
    await notification.call(notificationApi.saveConciergeEmail, { params, body: { email, sendLink: false } });
  }

  /**
   * Returns the price of XRP; null if signals does not respond.
   * The balance is then shown without a price.
   */
  async function readPrice(): Promise<ReplyOf<typeof LookUpBalance>['price']> {
    try {
      const { tokens } = await signals.call(signalsApi.readMarket);
      const xrp = tokens.find(({ symbol }) => symbol === 'XRP');
      return xrp ? { usd: xrp.price, at: xrp.lastUpdate, source: xrp.source } : null;
    } catch (error) {
      context.log.warn({ err: error }, 'no price for a balance');
      return null;
    }
  }

  return [
    handle(ConciergeCheckout, async ({ body: { transferId, email, key }, request, reply }) => {
      if (transferId !== undefined) await passOwner(request, reply, transferId);
      const orders = await readOrders(context, request);
      if (orders.some(({ state }) => state === 'owned')) throw new ProblemError('already_owned');
      return transferId === undefined
        ? openOwnCheckout(request, reply, orders, { email, key })
        : openTransferCheckout(request, transferId, email);
    }),

    handle(GetConciergeOwnership, async ({ request, reply }) =>
      show(request, reply, await readOrders(context, request)),
    ),
    handle(CompleteConcierge, async ({ request, reply }) =>
      show(request, reply, await readOrders(context, request, { settle: true })),
    ),

    forward(notification, RequestConciergeLink),
    handle(SignInToConcierge, async ({ body, request, reply }) => {
      const { orderIds } = await notification.call(notificationApi.redeemConciergeLink, { body });
      // The token is used up, so the browser gets its cookie even if the next call fails.
      await conciergeCookie.give(request, reply, ...orderIds);
      try {
        return await describe(await readOrders(context, request, { given: orderIds }));
      } catch (error) {
        context.log.warn({ err: error }, 'could not read the orders of a sign-in link');
        return { ...nothingOwned, state: orderIds.length > 0 ? ('owned' as const) : nothingOwned.state, email: true };
      }
    }),

    handle(RegisterConcierge, async ({ body: { email }, request }) => {
      const { orderId } = await readOwned(context, request);
      const params = { orderId };
      return notification.call(notificationApi.saveConciergeEmail, { params, body: { email, sendLink: true } });
    }),

    handle(RequestConciergeRefund, async ({ body: { email, reason }, request }) => {
      const { orderId, transferId } = await readOwned(context, request);
      await requireReach(orderId, email);
      const params = { transferId: transferId ?? orderId };
      // Saves the address before the refund request, so that the confirmation mail can be sent.
      if (email || reason) {
        await notification.call(notificationApi.saveContact, {
          body: { ...params, email: email || null, phone: null, reason: 'refund_request', message: reason || null },
        });
      }
      // `arrived: true` excludes the guide, because the guide of a transfer has a separate refund request.
      // Without a transfer the guide is unused and is refunded together with the concierge.
      await payment.call(paymentApi.requestRefund, { params, body: { arrived: transferId !== null } });
      return { requested: true as const };
    }),

    handle(GetConciergeDashboard, async () => makeDashboard(await signals.call(signalsApi.readMarket))),
    handle(GetConciergeAlerts, async () => {
      const { tokens, updatedAt, sources } = await signals.call(signalsApi.readMarket);
      return { alerts: listAlerts({ tokens }), updatedAt, sources };
    }),
    handle(GetConciergeTrends, async () => makeTrends(await signals.call(signalsApi.readHotMeter))),
    handle(GetConciergeAnalysis, async () => {
      const [list, market, hotMeter] = await Promise.all([
        signals.call(signalsApi.listSignals),
        signals.call(signalsApi.readMarket),
        signals.call(signalsApi.readHotMeter),
      ]);
      return writeAnalysis({ signals: list, market, hotMeter });
    }),

    handle(LookUpBalance, async ({ body }) => {
      const check = checkDestination(body.address, null);
      if (!check.ok) {
        throw new ProblemError('invalid_input', check.text, {
          errors: [{ field: 'address', code: check.code, message: check.text }],
        });
      }
      const { address } = check;
      const [balance, price] = await Promise.all([
        transfer.call(transferApi.readBalance, { body: { address } }),
        readPrice(),
      ]);
      return { address, ...balance, price };
    }),

    handle(GetNewsletters, async ({ request }) => {
      const { orderId } = await readOwned(context, request);
      return notification.call(notificationApi.readNewsletters, { params: { orderId } });
    }),
    handle(PutNewsletters, async ({ body, request }) => {
      const { orderId } = await readOwned(context, request);
      return notification.call(notificationApi.changeNewsletters, { params: { orderId }, body });
    }),
    forward(notification, ConfirmNewsletters),
    forward(notification, Unsubscribe),
  ];
}

const nothingOwned: Ownership = {
  state: 'none',
  guide: false,
  guideCredit: false,
  transferId: null,
  boughtAt: null,
  refundRequestedAt: null,
  refundableUntil: null,
  refundable: null,
  email: false,
};

/** Derives the order's id from the browser's random key, so that repeated clicks name the same order. */
function idOfKey(key: string): string {
  return createHash('sha256').update(`order of the concierge: ${key}`).digest('hex').slice(0, 32);
}
