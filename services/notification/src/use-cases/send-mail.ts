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
  type Recipient,
  restartDelivery,
  updateDelivered,
  updateDropped,
  updateDue,
  updateSent,
} from '../mail-store.ts';
import { mailboxOf } from '../mailbox-of.ts';
import type { Links } from '../mails/layout.ts';
import { writeMail } from '../mails/write-mail.ts';
import { findAlerts, findIssue, insertConsent, updateBounced, updateNewsletterToken } from '../newsletter-store.ts';
import { createToken, hashToken } from '../resume-token.ts';
import { signLink } from '../signed-link.ts';
import { readTransfer } from '../store.ts';
import { updateSubscriptionToken } from '../subscription-store.ts';
import { contentOf } from './plan-issue.ts';
import { graceMs } from './plan-mails.ts';

/** Time limit of one run, including a short outage of the database. */
export const sendTimeoutMs = 5 * 60_000;

/** A delivery without an outcome after this time was interrupted by a crash. */
const abandonedMs = sendTimeoutMs + 60_000;

const storeAgainMs = 500;

/**
 * Sends a mail to its recipients and marks it as sent.
 * If the hourly limit of a mailbox delays the mail, `sendOverdueMails` retries later. The delivery is committed before
 * the SMTP call, and its outcome is stored once the database is available. If the process ends in between, or the mail
 * server's reply is lost, the mail is sent again with the same Message-ID, because SMTP has no query for earlier mails.
 * @throws the mailer's error, after all recipients were tried
 */
export async function sendMail(
  context: Context,
  mailId: string,
  run: Pick<JobRun, 'attempt' | 'lastAttempt' | 'signal'>,
): Promise<void> {
  const { db, clock, settings } = context;
  const found = await findMail(db, mailId);
  // The mail was deleted with its transfer, or is already settled.
  if (!found || found.settled) return;
  const { plannedAt } = found;
  const mail = await readContent(db, found.mail);
  if (!mail) return updateDropped(db, mailId, clock());
  const pauseMs = settings.MAIL_RETRY_MS * 2 ** (run.attempt - 1);
  await updateDue(db, mailId, new Date(clock().getTime() + pauseMs + graceMs));

  const outcomes: Outcome[] = [];
  for (const recipient of await findRecipients(db, mail, plannedAt)) {
    outcomes.push(await deliver(context, mail, recipient, run.signal));
  }
  const failures = outcomes.flatMap((outcome) => (outcome instanceof Error ? [outcome] : []));
  const failure = failures.find((one) => !(one instanceof PermanentFailure)) ?? failures[0];
  const series = seriesOf(mail.template);
  if (failure instanceof PermanentFailure && mail.transferId === null && series) {
    return stopSeries(context, mailId, mail.contactId, series);
  }
  // The former address no longer exists, which may be the reason why it was changed. Operators need no failed job for
  // that.
  if (failure instanceof PermanentFailure && mail.template === 'concierge_moved') {
    return updateDropped(db, mailId, clock());
  }
  if (failure) {
    // Operators see the failed job, so `sendOverdueMails` must not retry the mail.
    if (run.lastAttempt || failure instanceof PermanentFailure) await updateDue(db, mailId, null);
    throw failure;
  }
  const waits = outcomes.filter((outcome) => outcome instanceof Date).sort((a, b) => a.getTime() - b.getTime());
  if (waits[0]) return updateDue(db, mailId, waits[0]);
  if (!outcomes.includes('sent')) return updateDropped(db, mailId, clock());

  const { transferId, template } = mail;
  const subject = mail.transferId ?? mail.contactId;
  await context.transact(async (tx) => {
    if (!(await updateSent(tx, mailId, clock()))) return;
    context.emit(tx, NotificationSent, subject, { transferId, template });
  });
}

/**
 * Stops all newsletters to an address that does not exist.
 * A bounced signals mail also ends the paid subscription.
 */
async function stopSeries(
  { transact, emit, clock }: Context,
  mailId: string,
  contactId: string,
  series: MailSeries,
): Promise<void> {
  await transact(async (tx) => {
    await updateBounced(tx, contactId, clock());
    await insertConsent(tx, contactId, 'bounced', clock());
    await updateDropped(tx, mailId, clock());
    if (series === 'signals') {
      emit(tx, SubscriptionStopped, contactId, { subscriberId: contactId, reason: 'bounced' });
    }
  });
}

/**
 * Returns a mail with its current content; null if the mail must not be sent.
 * A receipt is read again, because payments may have been refunded while the mail waited. If all payments were
 * refunded, the receipt is not sent. A newsletter is not sent if its issue was deleted.
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

/**
 * Outcome of a delivery. `sent`: the mail was sent now or before. `never`: the mail must not be sent.
 * A date is the time of the next try. An error means that this try failed.
 */
type Outcome = 'sent' | 'never' | Date | Error;

async function deliver(context: Context, mail: ReadyMail, recipient: Recipient, signal: AbortSignal): Promise<Outcome> {
  const { db, settings, mailer } = context;
  const mailbox = createHash('sha256').update(mailboxOf(recipient.email)).digest();
  const room = await reserveRoom(context, mail, mailbox);
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
  await storeOutcome(signal, () => updateDelivered(db, mail.id, mailbox));
  return 'sent';
}

/**
 * Stores an outcome.
 * Retries during an outage of the database, because otherwise the mail would be sent again.
 */
export async function storeOutcome(signal: AbortSignal, store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
    await sleep(storeAgainMs, undefined, { signal });
  }
}

/** Inserts the delivery before the mail is sent, because parallel jobs may send to the same mailbox. */
async function reserveRoom({ transact, clock }: Context, mail: ReadyMail, mailbox: Buffer): Promise<Outcome | 'now'> {
  return transact(async (tx) => {
    await lockMailbox(tx, mailbox);
    const now = clock();
    const delivery = await findDelivery(tx, mail.id, mailbox);
    if (delivery?.sent) return 'sent';
    if (delivery) {
      const abandonedAt = new Date(delivery.at.getTime() + abandonedMs);
      if (abandonedAt > now) return abandonedAt;
      await restartDelivery(tx, mail.id, mailbox, now);
      return 'now';
    }
    const room = roomFor(mail, await listDeliveries(tx, mailbox, new Date(now.getTime() - dayMs)), now);
    if (room === 'now') await insertDelivery(tx, mail, mailbox, now);
    return room;
  });
}

/**
 * Creates the links of a mail.
 * Only the owner's current address gets a link that makes its reader an owner. Any visitor with the transfer's id can
 * enter another contact address, and a former address may have been mistyped.
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

/** Creates the links of a mail to a contact without a transfer. Only the link identifies the contact. */
async function createContactLinks(
  { db, clock }: Context,
  site: string,
  mail: Extract<ReadyMail, { transferId: null }>,
): Promise<Links> {
  if (mail.template === 'waitlist_joined') return { page: `${site}/concierge/encryption`, resume: null };
  const aboutOrder = ['concierge_bought', 'concierge_refund_requested', 'concierge_refunded', 'concierge_moved'];
  // On a new device the dashboard offers a sign-in link. Other pages would offer the concierge for sale again.
  if (aboutOrder.includes(mail.template)) return { page: `${site}/concierge/dashboard`, resume: null };
  const subscription = async () => `${site}/nansen#subscription=${await signLink(db, 'subscription', mail.contactId)}`;
  if (mail.template === 'subscription_news') return { page: await subscription(), resume: null };
  const token = createToken();
  const hash = hashToken(token);
  if (mail.template === 'subscription_asked') {
    await updateSubscriptionToken(db, mail.contactId, hash);
    return { page: `${site}/nansen#confirm=${token}`, resume: null };
  }
  if (mail.template === 'newsletters_asked') {
    await updateNewsletterToken(db, mail.facts.newsletterId, hash);
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
