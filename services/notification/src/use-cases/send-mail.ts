import { NotificationSent } from '@xrp-bridge/contracts/notification';
import type { Context } from '../context.ts';
import { addDays, carriesResumeLink, type PlannedMail, resumeDays } from '../domain/notification.ts';
import type { Links } from '../mails/layout.ts';
import { writeMail } from '../mails/write-mail.ts';
import { createToken, hashToken } from '../resume-token.ts';
import { findMail, findRecipient, insertResumeToken, markDropped, markSent, type Recipient } from '../store.ts';

/**
 * Sends a mail and marks it sent. A crash after the mail server took it and before the mark sends it once more, under
 * the same Message-ID; there is no way to make the two one step.
 */
export async function sendMail(context: Context, mailId: string): Promise<void> {
  const { db, clock, settings, mailer } = context;
  const found = await findMail(db, mailId);
  if (!found) throw new Error('this mail is not kept yet');
  if (found.settled) return;
  const { mail } = found;
  const recipient = await findRecipient(db, mail);
  if (!recipient) return markDropped(db, mailId, clock());

  const links = await createLinks(context, mail, recipient);
  const sender = { productName: settings.PRODUCT_NAME, supportEmail: settings.SUPPORT_EMAIL };
  await mailer.send({ id: mailId, to: recipient.email }, writeMail(sender, links, mail));

  const { transferId, template } = mail;
  await context.transact(async (tx) => {
    if (!(await markSent(tx, mailId, clock()))) return;
    context.emit(tx, NotificationSent, transferId, { transferId, template });
  });
}

/**
 * Only the owner's mails get a link that makes the reader an owner: an e-mail left on the fallback panel may be that of
 * anybody who came by the transfer's id.
 */
async function createLinks({ db, clock, settings }: Context, mail: PlannedMail, recipient: Recipient): Promise<Links> {
  const site = settings.PUBLIC_URL.replace(/\/$/, '');
  const page = `${site}/checkout?transfer=${mail.transferId}`;
  if (!recipient.owner || !carriesResumeLink(mail.template)) return { page, resume: null };
  const token = createToken();
  const expiresAt = addDays(clock(), resumeDays);
  await insertResumeToken(db, { hash: hashToken(token), transferId: mail.transferId, expiresAt });
  return { page, resume: `${site}/resume#t=${token}` };
}
