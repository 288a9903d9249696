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
  keepConsent,
  keepNewsletters,
} from '../newsletter-store.ts';
import { hashToken } from '../resume-token.ts';
import { readSignedLink } from '../signed-link.ts';
import { findOrKeepEmail } from '../store.ts';
import { stopSignals } from '../subscription-store.ts';
import type { Tables } from '../tables.ts';
import { planMails } from './plan-mails.ts';

type Newsletters = ReplyOf<typeof notificationApi.readNewsletters>;
type Db = Context['db'] | Tx<Tables>;

const none: Newsletters = { market: false, alerts: false, state: 'none' };

/** Which newsletters go to the owner of an order, whichever of its ids names it. */
export async function readNewsletters(db: Db, orderId: string): Promise<Newsletters> {
  const kept = await findNewsletters(db, await findFirstOrder(db, orderId));
  if (!kept || !(kept.market || kept.alerts)) return none;
  const { market, alerts, bounced, confirmed } = kept;
  return { market, alerts, state: bounced ? 'bounced' : confirmed ? 'confirmed' : 'asked' };
}

/**
 * Keeps a choice. An address that has not said yes for this order is asked by mail first, once a day and once more
 * whenever the address is changed; until then it gets nothing else.
 * @throws ProblemError invalid_input where no address is named, and none is known
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
    const known = await findNewsletters(tx, orderId);
    if (!choice.market && !choice.alerts) {
      if (!known) return none;
      await keepNewsletters(tx, { orderId, contactId: known.contactId }, choice);
      await keepConsent(tx, known.contactId, 'ended', now);
      return none;
    }
    const given = email || known?.email || (await findEmailOfOrder(tx, orderId));
    if (!given) throw emailNeeded();
    const contactId = await findOrKeepEmail(tx, 'newsletter', given, now);
    const { id, moves, confirmed } = await keepNewsletters(tx, { orderId, contactId }, choice);
    const isSure = confirmed && !(known?.bounced && known.contactId === contactId);
    await keepConsent(tx, contactId, isSure ? 'changed' : 'asked', now);
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
 * The link of the mail was pressed: they want them.
 * @throws ProblemError link_expired when it is not the link of the last mail
 */
export async function confirmNewsletters({ transact, clock }: Context, token: string): Promise<Newsletters> {
  return transact(async (tx) => {
    const found = await confirmNewslettersBy(tx, hashToken(token), clock());
    if (!found) throw new ProblemError('link_expired');
    if (!found.before) await keepConsent(tx, found.contactId, 'confirmed', clock());
    return readNewsletters(tx, found.orderId);
  });
}

/**
 * Ends a series by the link of any of its mails, at once; pressed again it changes nothing. Whoever stops the signals is
 * not charged for them any more.
 * @returns which it was
 * @throws ProblemError link_expired when it is no link of ours
 */
export async function unsubscribe(context: Context, token: string): Promise<MailSeries> {
  return context.transact(async (tx) => {
    for (const series of mailSeries) {
      const contactId = await readSignedLink(tx, series, token);
      if (contactId === null) continue;
      if (await endSeries(context, tx, series, contactId)) {
        await keepConsent(tx, contactId, 'unsubscribed', context.clock());
      }
      return series;
    }
    throw new ProblemError('link_expired');
  });
}

/** @returns false when there was nothing to end */
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
  const message = 'Enter an e-mail address like name@example.com.';
  return new ProblemError('invalid_input', message, { errors: [{ field: 'email', code: 'required', message }] });
}
