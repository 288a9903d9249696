import { randomUUID } from 'node:crypto';
import { defineJob, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import {
  findConciergeContact,
  findEmailOfOrder,
  findOrdersOf,
  findOrInsertConciergeContact,
  findRefundContact,
  isOwned,
  spendConciergeLink,
  updateConciergeContact,
  upsertConcierge,
} from '../concierge-store.ts';
import type { Context } from '../context.ts';
import { newLinkEveryMs, type PlannedMail, windowAt } from '../domain/notification.ts';
import { hashToken } from '../resume-token.ts';
import type { Tables } from '../tables.ts';
import { planMails } from './plan-mails.ts';

/**
 * Replaces the address for an order's sign-in links.
 * If the order is owned, a mail warns the former address, so that no thief can take over a concierge unnoticed.
 */
export async function saveConciergeEmail(
  context: Context,
  orderId: string,
  { email, sendLink }: { email: string; sendLink: boolean },
): Promise<void> {
  const { transact, clock } = context;
  await transact(async (tx) => {
    // Locks the order, so that the second of two clicks reads the new address and changes nothing.
    await upsertConcierge(tx, orderId, clock(), {});
    const before = await findEmailOfOrder(tx, orderId);
    const contactId = await findOrInsertConciergeContact(tx, email, clock());
    await updateConciergeContact(tx, orderId, contactId, clock());
    if (before !== null && (await isOwned(tx, orderId))) {
      const former = await findOrInsertConciergeContact(tx, before, clock());
      if (former !== contactId) await planWarning(context, tx, orderId, former);
    }
    if (sendLink) await planLink(context, tx, contactId, windowAt(clock(), newLinkEveryMs));
  });
}

/** Plans the warning to the former address. */
async function planWarning(context: Context, tx: Tx<Tables>, orderId: string, contactId: string): Promise<void> {
  const now = context.clock();
  const facts = { orderId, at: now.toISOString() };
  const id = `concierge-moved-${orderId}-${now.getTime()}`;
  await planMails(context, tx, [{ id, transferId: null, contactId, template: 'concierge_moved', facts }]);
}

/** Sends a sign-in link to the owner of the order. `orderId` is null if the address owns no order. */
export const SendConciergeLink = defineJob('send-concierge-link', {
  // `window` is that of the request, so that a job that runs again plans the same mail. Older jobs have none.
  data: z.object({ orderId: z.string().nullable(), window: z.int().optional() }),
  attempts: 5,
  backoffMs: 2_000,
  timeoutMs: 30_000,
});

/**
 * Requests a sign-in link for an address.
 * Neither the response nor its time may reveal whether the address owns an order. Therefore the call always makes one
 * query and one job, and the job does the rest.
 */
export async function requestConciergeLink(context: Context, email: string): Promise<void> {
  const window = windowAt(context.clock(), newLinkEveryMs);
  await context.transact(async (tx) => {
    const [orderId = null] = await findOrdersOf(tx, email);
    context.enqueue(tx, SendConciergeLink, { orderId, window }, { jobId: `concierge-link-${randomUUID()}` });
  });
}

export async function sendConciergeLink(
  context: Context,
  { orderId, window = windowAt(context.clock(), newLinkEveryMs) }: z.infer<typeof SendConciergeLink.data>,
): Promise<void> {
  if (orderId === null) return;
  const { transact, clock } = context;
  await transact(async (tx) => {
    const email = await findEmailOfOrder(tx, orderId);
    // The address may have changed, or the order may have been refunded, since the request.
    if (email === null || !(await isOwned(tx, orderId))) return;
    await planLink(context, tx, await findOrInsertConciergeContact(tx, email, clock()), window);
  });
}

/** Plans a mail with a sign-in link, at most one in each window of two minutes. */
async function planLink(context: Context, tx: Tx<Tables>, contactId: string, window: number): Promise<void> {
  const id = `concierge-link-${contactId}-${window}`;
  await planMails(context, tx, [{ id, transferId: null, contactId, template: 'concierge_link', facts: {} }]);
}

/**
 * Exchanges a sign-in link for the orders that its address owns.
 * @throws ProblemError link_expired
 */
export async function redeemConciergeLink({ db, clock }: Context, token: string): Promise<string[]> {
  const email = await spendConciergeLink(db, hashToken(token), clock());
  if (email === null) throw new ProblemError('link_expired');
  return findOrdersOf(db, email);
}

type OrderMail = Extract<
  PlannedMail,
  { template: 'concierge_bought' | 'concierge_refund_requested' | 'concierge_refunded' }
>;

/** Plans a mail about a concierge order, to its owner and to the address in its refund request. */
export async function planOrderMail(
  context: Context,
  tx: Tx<Tables>,
  orderId: string,
  mail: Pick<OrderMail, 'id' | 'template' | 'facts'>,
): Promise<void> {
  const owner = await findConciergeContact(tx, orderId);
  const requester = await findRefundContact(tx, orderId);
  const to = (contactId: string, id: string) => ({ ...mail, id, transferId: null, contactId }) as OrderMail;
  await planMails(context, tx, [
    ...(owner ? [to(owner, mail.id)] : []),
    ...(requester ? [to(requester, `${mail.id}-asker`)] : []),
  ]);
}
