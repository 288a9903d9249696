import { internalCall, type StripeSandbox } from './account.ts';
import { emit } from './events.ts';
import { type Dispute, newDispute } from './objects.ts';

/**
 * Opens a dispute: the bank withdraws the whole charge until the decision. The charge is marked and
 * can no longer be refunded. Returns undefined if there is no such paid intent.
 */
export function openDispute(stripe: StripeSandbox, intentId: string, reason: string): Dispute | undefined {
  for (const account of stripe.accounts.values()) {
    const charge = account.charges.get(account.paymentIntents.get(intentId)?.latest_charge ?? '');
    if (charge?.status !== 'succeeded') continue;
    const call = internalCall(stripe, account);
    const dispute = newDispute(stripe.world.clock.seconds(), charge, reason);
    account.disputes.set(dispute.id, dispute);
    charge.disputed = true;
    emit(call, 'charge.dispute.created', dispute);
    emit(call, 'charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }
  return undefined;
}

/** Closes a dispute with the bank's decision. Returns undefined if there is no such dispute. */
export function closeDispute(stripe: StripeSandbox, id: string, status: 'won' | 'lost'): Dispute | undefined {
  for (const account of stripe.accounts.values()) {
    const dispute = account.disputes.get(id);
    if (!dispute) continue;
    const call = internalCall(stripe, account);
    const before = { status: dispute.status };
    dispute.status = status;
    emit(call, 'charge.dispute.closed', dispute, before);
    if (status === 'won') emit(call, 'charge.dispute.funds_reinstated', dispute);
    return dispute;
  }
  return undefined;
}
