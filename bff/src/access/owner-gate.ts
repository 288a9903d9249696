import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import { type Guards, ProblemError } from '@xrp-bridge/runtime';
import { asTransferId, isClosed, isUnpaid, readTransfer, type TransferRecord } from '../clients.ts';
import type { Context } from '../context.ts';

/**
 * Requires the owner cookie of the transfer.
 * Other callers first receive the errors that the owner would receive too (not found, already paid, closed), and only
 * then `not_your_transfer`. The page for `not_your_transfer` sends customers to their other device, where the same call
 * must succeed.
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

/** Returns, by error code, whether the transfer's state refuses the call for every caller. */
function refusalsFor({ status, access }: TransferRecord): Partial<Record<ProblemCode, boolean>> {
  const unpaid = isUnpaid(status);
  return {
    already_paid: !unpaid && status !== 'refunded',
    already_owned: access.concierge === 'owned',
    transfer_closed: isClosed(status),
    not_refundable: unpaid,
  };
}
