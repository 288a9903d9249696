import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import { type Guards, ProblemError } from '@xrp-bridge/runtime';
import { asTransferId, isClosed, isUnpaid, readTransfer, type TransferRecord } from './clients.ts';
import type { Context } from './context.ts';

/**
 * Lets the browser pass that owns the transfer. Everybody else hears first whether there is such a transfer, then whether
 * it is too late for anybody, and only then that it is not theirs: a customer on another device should not look for the
 * first one in vain.
 */
export function requireOwner({ services, ownerCookie }: Context): NonNullable<Guards['owner']> {
  return async (request, reply, transferId) => {
    const id = asTransferId(transferId);
    if (ownerCookie.isHeldBy(request, reply, id)) return;
    const reasons = tooLate(await readTransfer(services, id));
    const { errors = [] } = request.routeOptions.config;
    throw new ProblemError(errors.find((code) => reasons.has(code)) ?? 'not_your_transfer');
  };
}

/** The refusals that follow from what everybody with the id may see. */
function tooLate({ status }: TransferRecord): Set<ProblemCode> {
  return new Set<ProblemCode>([
    ...(isUnpaid(status) || status === 'refunded' ? [] : (['already_paid'] as const)),
    ...(isClosed(status) ? (['transfer_closed'] as const) : []),
  ]);
}
