import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import { type Guards, ProblemError } from '@xrp-bridge/runtime';
import { asTransferId, isClosed, isUnpaid, readTransfer, type TransferRecord } from '../clients.ts';
import type { Context } from '../context.ts';

/**
 * Lets the browser pass that owns the transfer. Everybody else hears first whether there is such a transfer, then whether
 * nobody could do it, and only then that it is not theirs: a customer on another device should not look for the first one
 * in vain.
 */
export function requireOwner({ services, ownerCookie }: Context): NonNullable<Guards['owner']> {
  return async (request, reply, transferId) => {
    const id = asTransferId(transferId);
    if (await ownerCookie.isHeldBy(request, reply, id)) return;
    const refusals = refusalsFor(await readTransfer(services, id));
    const { errors = [] } = request.routeOptions.config;
    throw new ProblemError(errors.find((code) => refusals[code]) ?? 'not_your_transfer');
  };
}

/** The refusals that follow from what everybody with the id may see. */
function refusalsFor({ status, access }: TransferRecord): Partial<Record<ProblemCode, boolean>> {
  const unpaid = isUnpaid(status);
  return {
    already_paid: !unpaid && status !== 'refunded',
    already_owned: access.concierge === 'owned',
    transfer_closed: isClosed(status),
    not_refundable: unpaid,
  };
}
