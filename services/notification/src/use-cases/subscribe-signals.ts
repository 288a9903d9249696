import { SubscriptionConfirmed } from '@xrp-bridge/contracts/notification';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { hashToken } from '../resume-token.ts';
import { confirmByToken, upsertSubscription } from '../subscription-store.ts';
import { planMails } from './plan-mails.ts';

/**
 * Plans a confirmation mail for signals, at most once a day, unless the contact already gets signals.
 * A confirmed contact without a running subscription also gets the mail, because the mail's link leads to the order.
 */
export async function subscribeSignals(context: Context, email: string): Promise<void> {
  const { transact, clock } = context;
  await transact(async (tx) => {
    const { contactId, served } = await upsertSubscription(tx, email, clock());
    if (served) return;
    const id = `subscription-${contactId}-${clock().toISOString().slice(0, 10)}`;
    await planMails(context, tx, [{ id, transferId: null, contactId, template: 'subscription_asked', facts: {} }]);
  });
}

/**
 * Confirms a subscription by the link of the confirmation mail.
 * @throws ProblemError link_expired unless the link is in the last mail
 */
export async function confirmSubscription({ transact, emit, clock }: Context, token: string): Promise<void> {
  await transact(async (tx) => {
    const found = await confirmByToken(tx, hashToken(token), clock());
    if (!found) throw new ProblemError('link_expired');
    if (!found.confirmed) emit(tx, SubscriptionConfirmed, found.contactId, { contactId: found.contactId });
  });
}
