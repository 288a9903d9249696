import { SubscriptionConfirmed } from '@xrp-bridge/contracts/notification';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { hashToken } from '../resume-token.ts';
import { confirmByToken, keepSubscription } from '../subscription-store.ts';
import { planMails } from './plan-mails.ts';

/**
 * Asks by mail whether somebody really wants signals; once a day, however often it is asked, and not while they have
 * them. Who has said yes and ordered nothing, or whose subscription is over, needs that mail: its link leads to the
 * order.
 */
export async function subscribeSignals(context: Context, email: string): Promise<void> {
  const { transact, clock } = context;
  await transact(async (tx) => {
    const { contactId, served } = await keepSubscription(tx, email, clock());
    if (served) return;
    const id = `subscription-${contactId}-${clock().toISOString().slice(0, 10)}`;
    await planMails(context, tx, [{ id, transferId: null, contactId, template: 'subscription_asked', facts: {} }]);
  });
}

/**
 * The link of the mail was opened: they want them.
 * @throws ProblemError link_expired when it is not the link of the last mail
 */
export async function confirmSubscription({ transact, emit, clock }: Context, token: string): Promise<void> {
  await transact(async (tx) => {
    const found = await confirmByToken(tx, hashToken(token), clock());
    if (!found) throw new ProblemError('link_expired');
    if (!found.confirmed) emit(tx, SubscriptionConfirmed, found.contactId, { contactId: found.contactId });
  });
}
