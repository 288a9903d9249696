import { conciergeApi, type OrderAccess } from '@xrp-bridge/contracts/concierge';
import { type FastifyReply, type FastifyRequest, type Guard, ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';

// Who owns the concierge: a cookie says which orders a browser holds, and payment what they give access to.

/** More than this holds no browser. */
const mostOrders = 60;

/** Below these paths all is for who owns the concierge, but for the way to it: what is not there is closed all the same. */
export const reservedForOwners: readonly string[] = ['/api/concierge/*'];

/** The orders that the browser holds: those of the concierge, and its transfers, which may have been bought with it. */
async function listHeld({ conciergeCookie, ownerCookie }: Context, request: FastifyRequest): Promise<string[]> {
  const held = await Promise.all([conciergeCookie.list(request), ownerCookie.list(request)]);
  return [...new Set(held.flat())].slice(0, mostOrders);
}

/**
 * What the orders give access to that the browser holds, and those it has just been given.
 * @throws ProblemError service_unavailable, and `payment_provider_unavailable` where that is asked first
 */
export async function readOrders(
  context: Context,
  request: FastifyRequest,
  { settle = false, given = [] }: { settle?: boolean; given?: readonly string[] } = {},
): Promise<OrderAccess[]> {
  const orderIds = [...new Set([...given, ...(await listHeld(context, request))])].slice(0, mostOrders);
  if (orderIds.length === 0) return [];
  return (await context.services.payment.call(conciergeApi.readOrderAccess, { body: { orderIds, settle } })).orders;
}

/** The order that says most: one that gives the concierge, else one that did. */
export function bestOf(orders: readonly OrderAccess[]): OrderAccess | undefined {
  return orders.find(({ state }) => state === 'owned') ?? orders.find(({ state }) => state === 'refunded');
}

/** Lets the browser pass that holds an order which gives the concierge now. */
export function requireEntitlement(context: Context): Guard {
  return async (request, reply) => {
    const best = bestOf(await readOrders(context, request));
    if (best?.state !== 'owned') throw refuse(best);
    await giveConciergeCookie(context, request, reply, best.orderId);
  };
}

/** What the browser of an entitled call owns. @throws ProblemError concierge_required */
export async function readOwned(context: Context, request: FastifyRequest): Promise<OrderAccess> {
  const best = bestOf(await readOrders(context, request));
  if (best?.state !== 'owned') throw refuse(best);
  return best;
}

/** A transfer may be forgotten, and its cookie with it: what it gave stays with the browser. */
async function giveConciergeCookie(
  { conciergeCookie }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  orderId: string,
): Promise<void> {
  if (await conciergeCookie.isHeldBy(request, reply, orderId)) return;
  await conciergeCookie.give(request, reply, orderId);
}

function refuse(best: OrderAccess | undefined): ProblemError {
  const wasPaidBack = best?.state === 'refunded';
  return new ProblemError(
    'concierge_required',
    wasPaidBack ? 'Your concierge was paid back, so it is closed' : undefined,
  );
}
