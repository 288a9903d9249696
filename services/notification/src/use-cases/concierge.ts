import { randomUUID } from 'node:crypto';
import { defineJob, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import {
  findAsker,
  findConciergeContact,
  findEmailOfOrder,
  findOrdersOf,
  isOwned,
  keepConciergeContact,
  noteConcierge,
  noteContact,
  spendConciergeLink,
} from '../concierge-store.ts';
import type { Context } from '../context.ts';
import { newLinkEveryMs, type PlannedMail } from '../domain/notification.ts';
import { hashToken } from '../resume-token.ts';
import type { Tables } from '../tables.ts';
import { planMails } from './plan-mails.ts';

/**
 * Keeps where an order's sign-in links go, in place of the address before. Once the order is owned, a mail tells that
 * address so: nobody takes a concierge over unseen, whoever was made to believe that it is theirs.
 */
export async function keepConciergeEmail(
  context: Context,
  orderId: string,
  { email, sendLink }: { email: string; sendLink: boolean },
): Promise<void> {
  const { transact, clock } = context;
  await transact(async (tx) => {
    // Makes a second change wait, which finds this one's address then: two presses are one change.
    await noteConcierge(tx, orderId, clock(), {});
    const before = await findEmailOfOrder(tx, orderId);
    const contactId = await keepConciergeContact(tx, email, clock());
    await noteContact(tx, orderId, contactId, clock());
    if (before !== null && (await isOwned(tx, orderId))) {
      const former = await keepConciergeContact(tx, before, clock());
      if (former !== contactId) await planWarning(context, tx, orderId, former);
    }
    if (sendLink) await planLink(context, tx, contactId);
  });
}

/** Tells the address before, which no link goes to any more. */
async function planWarning(context: Context, tx: Tx<Tables>, orderId: string, contactId: string): Promise<void> {
  const now = context.clock();
  const facts = { orderId, at: now.toISOString() };
  const id = `concierge-moved-${orderId}-${now.getTime()}`;
  await planMails(context, tx, [{ id, transferId: null, contactId, template: 'concierge_moved', facts }]);
}

/** Sends a sign-in link for the owned order, to the address of its owner. Null where the asker owns nothing. */
export const SendConciergeLink = defineJob('send-concierge-link', {
  data: z.object({ orderId: z.string().nullable() }),
  attempts: 5,
  backoffMs: 2_000,
  timeoutMs: 30_000,
});

/**
 * Requests a sign-in link for an address. The caller must not learn, by the answer or by its time, whether the address
 * owns anything: one query and one job are the work either way, and the job does the rest.
 */
export async function requestConciergeLink(context: Context, email: string): Promise<void> {
  await context.transact(async (tx) => {
    const [orderId = null] = await findOrdersOf(tx, email);
    context.enqueue(tx, SendConciergeLink, { orderId }, { jobId: `concierge-link-${randomUUID()}` });
  });
}

export async function sendConciergeLink(context: Context, orderId: string | null): Promise<void> {
  if (orderId === null) return;
  const { transact, clock } = context;
  await transact(async (tx) => {
    const email = await findEmailOfOrder(tx, orderId);
    // The address was changed, or the order paid back, since the link was requested.
    if (email === null || !(await isOwned(tx, orderId))) return;
    await planLink(context, tx, await keepConciergeContact(tx, email, clock()));
  });
}

/** One in two minutes, however often it is asked for. */
async function planLink(context: Context, tx: Tx<Tables>, contactId: string): Promise<void> {
  const id = `concierge-link-${contactId}-${Math.floor(context.clock().getTime() / newLinkEveryMs)}`;
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

/** Plans a mail about an order of its own: to its owner's address, and to the one that was left with a request for a refund. */
export async function planOrderMail(
  context: Context,
  tx: Tx<Tables>,
  orderId: string,
  mail: Pick<OrderMail, 'id' | 'template' | 'facts'>,
): Promise<void> {
  const owner = await findConciergeContact(tx, orderId);
  const asker = await findAsker(tx, orderId);
  const to = (contactId: string, id: string) => ({ ...mail, id, transferId: null, contactId }) as OrderMail;
  await planMails(context, tx, [
    ...(owner ? [to(owner, mail.id)] : []),
    ...(asker ? [to(asker, `${mail.id}-asker`)] : []),
  ]);
}
