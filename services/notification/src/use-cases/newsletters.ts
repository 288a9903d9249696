import type { ReplyOf } from '@xrp-bridge/contracts/define';
import {
  type MailSeries,
  mailSeries,
  type notificationApi,
  SubscriptionStopped,
} from '@xrp-bridge/contracts/notification';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import { findEmailOfOrder, findFirstOrder } from '../concierge-store.ts';
import type { Context } from '../context.ts';
import {
  type Choice,
  confirmNewslettersBy,
  endNewsletter,
  findNewsletters,
  insertConsent,
  upsertNewsletters,
} from '../newsletter-store.ts';
import { hashToken } from '../resume-token.ts';
import { readSignedLink } from '../signed-link.ts';
import { findOrInsertEmail } from '../store.ts';
import { stopSignals } from '../subscription-store.ts';
import type { Tables } from '../tables.ts';
import { planMails } from './plan-mails.ts';

type Newsletters = ReplyOf<typeof notificationApi.readNewsletters>;
type Db = Context['db'] | Tx<Tables>;

const none: Newsletters = { market: false, alerts: false, state: 'none' };

/**
 * Returns the newsletters of an order's owner.
 * `orderId` may be the transfer that redeemed the order's guide.
 */
export async function readNewsletters(db: Db, orderId: string): Promise<Newsletters> {
  const stored = await findNewsletters(db, await findFirstOrder(db, orderId));
  if (!stored || !(stored.market || stored.alerts)) return none;
  const { market, alerts, bounced, confirmed } = stored;
  return { market, alerts, state: bounced ? 'bounced' : confirmed ? 'confirmed' : 'asked' };
}

/**
 * Stores a choice.
 * An unconfirmed address first gets a confirmation mail, and no newsletter until it is confirmed. The confirmation mail
 * is sent at most once a day, and again after each address change.
 * @throws ProblemError invalid_input if neither the call nor the order has an address
 */
export async function changeNewsletters(
  context: Context,
  named: string,
  { email, ...choice }: Choice & { email?: string | null | undefined },
): Promise<Newsletters> {
  const { transact, clock } = context;
  return transact(async (tx) => {
    const now = clock();
    const orderId = await findFirstOrder(tx, named);
    const before = await findNewsletters(tx, orderId);
    if (!choice.market && !choice.alerts) {
      if (!before) return none;
      await upsertNewsletters(tx, { orderId, contactId: before.contactId }, choice);
      await insertConsent(tx, before.contactId, 'ended', now);
      return none;
    }
    const address = email || before?.email || (await findEmailOfOrder(tx, orderId));
    if (!address) throw emailNeeded();
    const contactId = await findOrInsertEmail(tx, 'newsletter', address, now);
    const { id, moves, confirmed } = await upsertNewsletters(tx, { orderId, contactId }, choice);
    const isSure = confirmed && !(before?.bounced && before.contactId === contactId);
    await insertConsent(tx, contactId, isSure ? 'changed' : 'asked', now);
    if (!isSure) {
      const day = now.toISOString().slice(0, 10);
      const facts = { newsletterId: id };
      const mail = { transferId: null, contactId, template: 'newsletters_asked', facts } as const;
      await planMails(context, tx, [{ id: `newsletters-${id}-${moves}-${day}`, ...mail }]);
    }
    return readNewsletters(tx, orderId);
  });
}

/**
 * Confirms newsletters by the link of the confirmation mail.
 * @throws ProblemError link_expired unless the link is in the last mail
 */
export async function confirmNewsletters({ transact, clock }: Context, token: string): Promise<Newsletters> {
  return transact(async (tx) => {
    const found = await confirmNewslettersBy(tx, hashToken(token), clock());
    if (!found) throw new ProblemError('link_expired');
    if (!found.before) await insertConsent(tx, found.contactId, 'confirmed', clock());
    return readNewsletters(tx, found.orderId);
  });
}

/**
 * Ends a series by the link of any of its mails. A repeated call changes nothing.
 * The end of the signals also ends their paid subscription.
 * @returns the series
 * @throws ProblemError link_expired if the link is not signed by us
 */
export async function unsubscribe(context: Context, token: string): Promise<MailSeries> {
  return context.transact(async (tx) => {
    for (const series of mailSeries) {
      const contactId = await readSignedLink(tx, series, token);
      if (contactId === null) continue;
      if (await endSeries(context, tx, series, contactId)) {
        await insertConsent(tx, contactId, 'unsubscribed', context.clock());
      }
      return series;
    }
    throw new ProblemError('link_expired');
  });
}

/** Ends a series for a contact. @returns false if the contact did not get the series */
async function endSeries(
  { emit, clock }: Context,
  tx: Tx<Tables>,
  series: MailSeries,
  contactId: string,
): Promise<boolean> {
  if (series !== 'signals') return endNewsletter(tx, contactId, series);
  const isEnded = await stopSignals(tx, contactId, clock());
  if (isEnded) emit(tx, SubscriptionStopped, contactId, { subscriberId: contactId, reason: 'unsubscribed' });
  return isEnded;
}

function emailNeeded(): ProblemError {
  const message = 'Please enter a full email address, like name@example.com.';
  return new ProblemError('invalid_input', message, { errors: [{ field: 'email', code: 'required', message }] });
}
