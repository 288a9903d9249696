import { conciergeApi, type OrderAccess } from '@xrp-bridge/contracts/concierge';
import { type FastifyReply, type FastifyRequest, type Guard, ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';

// Access to the concierge. A cookie holds the browser's order ids, and the payment service returns the access of these
// orders.

/** Maximum number of orders in one call to payment. */
const maxOrders = 60;

/** Paths that need the concierge. Unknown routes below them need it too. */
export const reservedForOwners: readonly string[] = ['/api/concierge/*'];

/** Lists the ids of orders and transfers in the browser's cookies. A transfer may include a concierge. */
async function listHeld({ conciergeCookie, ownerCookie }: Context, request: FastifyRequest): Promise<string[]> {
  const held = await Promise.all([conciergeCookie.list(request), ownerCookie.list(request)]);
  return [...new Set(held.flat())].slice(0, maxOrders);
}

/**
 * Returns the access that the browser's orders and the orders in `given` grant.
 * @param options.settle true to fetch the state of open payments from the payment provider first
 * @throws ProblemError service_unavailable; with `settle` also payment_provider_unavailable
 */
export async function readOrders(
  context: Context,
  request: FastifyRequest,
  { settle = false, given = [] }: { settle?: boolean; given?: readonly string[] } = {},
): Promise<OrderAccess[]> {
  const orderIds = [...new Set([...given, ...(await listHeld(context, request))])].slice(0, maxOrders);
  if (orderIds.length === 0) return [];
  return (await context.services.payment.call(conciergeApi.readOrderAccess, { body: { orderIds, settle } })).orders;
}

/** Returns an order that owns the concierge; otherwise an order whose concierge was refunded. */
export function bestOf(orders: readonly OrderAccess[]): OrderAccess | undefined {
  return orders.find(({ state }) => state === 'owned') ?? orders.find(({ state }) => state === 'refunded');
}

/** Requires an order in the browser's cookies that owns the concierge. */
export function requireEntitlement(context: Context): Guard {
  return async (request, reply) => {
    const best = bestOf(await readOrders(context, request));
    if (best?.state !== 'owned') throw refuse(best);
    await giveConciergeCookie(context, request, reply, best.orderId);
  };
}

/** Returns the order that owns the concierge. @throws ProblemError concierge_required */
export async function readOwned(context: Context, request: FastifyRequest): Promise<OrderAccess> {
  const best = bestOf(await readOrders(context, request));
  if (best?.state !== 'owned') throw refuse(best);
  return best;
}

/** Stores the order in the concierge cookie, which outlives the transfer and its owner cookie. */
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
    wasPaidBack ? 'Your concierge was refunded, so you can’t use it anymore' : undefined,
  );
}
