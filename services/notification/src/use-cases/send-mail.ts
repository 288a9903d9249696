import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailSeries, NotificationSent, SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import { isOutage, type JobRun, PermanentFailure, statementNameOf } from '@xrp-bridge/runtime';
import { insertConciergeLink } from '../concierge-store.ts';
import type { Context } from '../context.ts';
import { dayMs, roomFor } from '../domain/mailbox.ts';
import {
  addDays,
  carriesResumeLink,
  conciergeLinkMinutes,
  dueReceipts,
  guideWithoutReceipt,
  isNewsletter,
  type PlannedMail,
  type ReadyMail,
  resumeDays,
  seriesOf,
} from '../domain/notification.ts';
import {
  deleteDelivery,
  findDelivery,
  findMail,
  findRecipients,
  insertDelivery,
  insertResumeToken,
  listDeliveries,
  lockMailbox,
  markBegun,
  markDelivered,
  markDropped,
  markSent,
  type Recipient,
  setDue,
} from '../mail-store.ts';
import { mailboxOf } from '../mailbox-of.ts';
import type { Links } from '../mails/layout.ts';
import { writeMail } from '../mails/write-mail.ts';
import { findAlerts, findIssue, keepConsent, keepNewsletterToken, markBounced } from '../newsletter-store.ts';
import { createToken, hashToken } from '../resume-token.ts';
import { signLink } from '../signed-link.ts';
import { readTransfer } from '../store.ts';
import { keepSubscriptionToken } from '../subscription-store.ts';
import { contentOf } from './plan-issue.ts';
import { graceMs } from './plan-mails.ts';

/** How long one run may take, a database that is away meanwhile included. */
export const sendTimeoutMs = 5 * 60_000;

/** A delivery that was begun so long ago and has no outcome was cut off by a crash. */
const abandonedMs = sendTimeoutMs + 60_000;

const storeAgainMs = 500;

/**
 * Sends a mail to each of its recipients and marks it sent. Where a mailbox has no room, the mail waits for the sweep.
 * The delivery is committed before the SMTP call, and its outcome is stored as soon as the database answers. Only where
 * the process ends between the mail server's reply and that moment, or the reply itself is lost, is the mail sent once
 * more, under the same Message-ID: SMTP has no query by which a sender could find out.
 * @throws what the mailer throws, once all recipients were tried
 */
export async function sendMail(
  context: Context,
  mailId: string,
  run: Pick<JobRun, 'attempt' | 'lastAttempt' | 'signal'>,
): Promise<void> {
  const { db, clock, settings } = context;
  const found = await findMail(db, mailId);
  // Deleted with its transfer, or done.
  if (!found || found.settled) return;
  const { plannedAt } = found;
  const mail = await readContent(db, found.mail);
  if (!mail) return markDropped(db, mailId, clock());
  const pauseMs = settings.MAIL_RETRY_MS * 2 ** (run.attempt - 1);
  await setDue(db, mailId, new Date(clock().getTime() + pauseMs + graceMs));

  const outcomes: Outcome[] = [];
  for (const recipient of await findRecipients(db, mail, plannedAt)) {
    outcomes.push(await deliver(context, mail, recipient, run.signal));
  }
  const failures = outcomes.flatMap((outcome) => (outcome instanceof Error ? [outcome] : []));
  const failure = failures.find((one) => !(one instanceof PermanentFailure)) ?? failures[0];
  const series = seriesOf(mail.template);
  if (failure instanceof PermanentFailure && mail.transferId === null && series) {
    return giveUpAddress(context, mailId, mail.contactId, series);
  }
  // Nobody reads there any more, which may be why the address was changed: no operator can do anything about it.
  if (failure instanceof PermanentFailure && mail.template === 'concierge_moved') {
    return markDropped(db, mailId, clock());
  }
  if (failure) {
    // Operators see the job that failed; the sweep has no part in it any more.
    if (run.lastAttempt || failure instanceof PermanentFailure) await setDue(db, mailId, null);
    throw failure;
  }
  const waits = outcomes.filter((outcome) => outcome instanceof Date).sort((a, b) => a.getTime() - b.getTime());
  if (waits[0]) return setDue(db, mailId, waits[0]);
  if (!outcomes.includes('sent')) return markDropped(db, mailId, clock());

  const { transferId, template } = mail;
  const subject = mail.transferId ?? mail.contactId;
  await context.transact(async (tx) => {
    if (!(await markSent(tx, mailId, clock()))) return;
    context.emit(tx, NotificationSent, subject, { transferId, template });
  });
}

/** Nobody lives there: no series goes there again, none is charged for, and no operator has to see to it. */
async function giveUpAddress(
  { transact, emit, clock }: Context,
  mailId: string,
  contactId: string,
  series: MailSeries,
): Promise<void> {
  await transact(async (tx) => {
    await markBounced(tx, contactId, clock());
    await keepConsent(tx, contactId, 'bounced', clock());
    await markDropped(tx, mailId, clock());
    if (series === 'signals') {
      emit(tx, SubscriptionStopped, contactId, { subscriberId: contactId, reason: 'bounced' });
    }
  });
}

/**
 * Reads what a mail says. A receipt is written anew: while it waited, some of what it names may have been paid back; null
 * where all was, which the refund's own mail says. A newsletter's content is its issue's; null where that was deleted.
 */
async function readContent(db: Context['db'], mail: PlannedMail): Promise<ReadyMail | null> {
  if (isNewsletter(mail)) {
    const [first = '', ...others] = mail.facts.issueIds;
    const issue = await findIssue(db, first);
    return issue && { ...mail, ...contentOf(issue, await findAlerts(db, others)) };
  }
  if (mail.template !== 'receipt' && mail.template !== 'concierge_receipt') return mail;
  const transfer = await readTransfer(db, mail.transferId);
  return [...dueReceipts(transfer), guideWithoutReceipt(transfer)].find(({ id }) => id === mail.id) ?? null;
}

/** Sent (now or before), not to be sent, to be sent later, or tried in vain. */
type Outcome = 'sent' | 'never' | Date | Error;

async function deliver(context: Context, mail: ReadyMail, recipient: Recipient, signal: AbortSignal): Promise<Outcome> {
  const { db, settings, mailer } = context;
  const mailbox = createHash('sha256').update(mailboxOf(recipient.email)).digest();
  const room = await takeRoom(context, mail, mailbox);
  if (room !== 'now') return room;
  try {
    const links = await createLinks(context, mail, recipient);
    const { PRODUCT_NAME: productName, SUPPORT_EMAIL: supportEmail, POSTAL_ADDRESS: postalAddress } = settings;
    const sender = { productName, supportEmail, statementName: statementNameOf(settings), postalAddress };
    await mailer.send({ id: mail.id, to: recipient.email }, writeMail(sender, links, mail, recipient));
  } catch (error) {
    await storeOutcome(signal, () => deleteDelivery(db, mail.id, mailbox));
    return error as Error;
  }
  await storeOutcome(signal, () => markDelivered(db, mail.id, mailbox));
  return 'sent';
}

/** Stores what became of a delivery, also where the database is away for a while: the mail would be sent again. */
async function storeOutcome(signal: AbortSignal, store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
    await sleep(storeAgainMs, undefined, { signal });
  }
}

/** Takes a place in the mailbox before the mail leaves: many jobs may have mails for the same one. */
async function takeRoom({ transact, clock }: Context, mail: ReadyMail, mailbox: Buffer): Promise<Outcome | 'now'> {
  return transact(async (tx) => {
    await lockMailbox(tx, mailbox);
    const now = clock();
    const delivery = await findDelivery(tx, mail.id, mailbox);
    if (delivery?.sent) return 'sent';
    if (delivery) {
      const abandonedAt = new Date(delivery.at.getTime() + abandonedMs);
      if (abandonedAt > now) return abandonedAt;
      await markBegun(tx, mail.id, mailbox, now);
      return 'now';
    }
    const room = roomFor(mail, await listDeliveries(tx, mailbox, new Date(now.getTime() - dayMs)), now);
    if (room === 'now') await insertDelivery(tx, mail, mailbox, now);
    return room;
  });
}

/**
 * Only the owner's mails get a link that makes the reader an owner: an e-mail left on the fallback panel may be that of
 * anybody who came by the transfer's id, and a former one may have been mistyped.
 */
async function createLinks(context: Context, mail: ReadyMail, recipient: Recipient): Promise<Links> {
  const { db, clock, settings } = context;
  const site = settings.PUBLIC_URL.replace(/\/$/, '');
  if (mail.transferId === null) {
    return createContactLinks(context, site, mail);
  }
  const page = `${site}/checkout?transfer=${mail.transferId}`;
  if (!recipient.owner || !carriesResumeLink(mail.template)) return { page, resume: null };
  const token = createToken();
  const expiresAt = addDays(clock(), resumeDays);
  await insertResumeToken(db, { hash: hashToken(token), transferId: mail.transferId, expiresAt });
  return { page, resume: `${site}/resume#t=${token}` };
}

/** Whoever left nothing but an e-mail is known by the link alone. */
async function createContactLinks(
  { db, clock }: Context,
  site: string,
  mail: Extract<ReadyMail, { transferId: null }>,
): Promise<Links> {
  if (mail.template === 'waitlist_joined') return { page: `${site}/concierge/encryption`, resume: null };
  const aboutOrder = ['concierge_bought', 'concierge_refund_requested', 'concierge_refunded', 'concierge_moved'];
  // For owners: on a device that does not know them, it leads to a sign-in link, and not to what is sold.
  if (aboutOrder.includes(mail.template)) return { page: `${site}/concierge/dashboard`, resume: null };
  const subscription = async () => `${site}/nansen#subscription=${await signLink(db, 'subscription', mail.contactId)}`;
  if (mail.template === 'subscription_news') return { page: await subscription(), resume: null };
  const token = createToken();
  const hash = hashToken(token);
  if (mail.template === 'subscription_asked') {
    await keepSubscriptionToken(db, mail.contactId, hash);
    return { page: `${site}/nansen#confirm=${token}`, resume: null };
  }
  if (mail.template === 'newsletters_asked') {
    await keepNewsletterToken(db, mail.facts.newsletterId, hash);
    return { page: `${site}/newsletters#confirm=${token}`, resume: null };
  }
  if (mail.template === 'concierge_link') {
    const expiresAt = new Date(clock().getTime() + conciergeLinkMinutes * 60_000);
    await insertConciergeLink(db, { hash, contactId: mail.contactId, expiresAt });
    return { page: `${site}/concierge/register#t=${token}`, resume: null };
  }
  const series = seriesOf(mail.template) as MailSeries;
  const signed = await signLink(db, series, mail.contactId);
  const stop = {
    page: `${site}/newsletters#stop=${signed}`,
    oneClick: `${site}/api/newsletters/unsubscribe/${signed}`,
  };
  return series === 'signals'
    ? { page: `${site}/nansen`, resume: null, stop, subscription: await subscription() }
    : { page: `${site}/concierge/dashboard`, resume: null, stop };
}
