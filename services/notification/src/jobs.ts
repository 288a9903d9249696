import { NotificationSent } from '@xrp-bridge/contracts/notification';
import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context, Settings } from './context.ts';
import type { Links } from './mails/layout.ts';
import { writeMail } from './mails/write-mail.ts';
import { addDays, carriesResumeLink, type PlannedMail, resumeDays } from './notification.ts';
import { createToken, hashToken } from './resume-token.ts';
import {
  deleteOldContacts,
  findMail,
  findRecipient,
  insertResumeToken,
  markDropped,
  markSent,
  type Recipient,
} from './store.ts';

/** Carries a row's id: neither the job's data nor its id says whom it is for. */
export function defineSendEmail(settings: Pick<Settings, 'MAIL_ATTEMPTS' | 'MAIL_RETRY_MS'>) {
  return defineJob('send-email', {
    data: z.object({ mailId: z.string() }),
    attempts: settings.MAIL_ATTEMPTS,
    backoffMs: settings.MAIL_RETRY_MS,
    timeoutMs: 60_000,
  });
}

const DeleteOldContacts = defineJob('delete-old-contacts', {
  data: z.object({}),
  attempts: 5,
  backoffMs: 60_000,
  timeoutMs: 120_000,
});

export function notificationJobs(context: Context): JobHandler[] {
  return [
    work(context.sendEmail, ({ mailId }) => sendMail(context, mailId)),
    work(DeleteOldContacts, async () => {
      const transfers = await deleteOldContacts(context.db, context.clock());
      context.log.info({ transfers }, 'old contacts deleted');
    }),
  ];
}

export const notificationSchedules: Schedule[] = [{ definition: DeleteOldContacts, data: {}, cron: '20 3 * * *' }];

/**
 * Sends a mail and marks it sent. A crash after the mail server took it and before the mark sends it once more, under
 * the same Message-ID; there is no way to make the two one step.
 */
async function sendMail(context: Context, mailId: string): Promise<void> {
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
  const site = settings.PUBLIC_URL.replace(/\/+$/, '');
  const page = `${site}/checkout?transfer=${mail.transferId}`;
  if (!recipient.owner || !carriesResumeLink(mail.template)) return { page, resume: null };
  const token = createToken();
  const expiresAt = addDays(clock(), resumeDays);
  await insertResumeToken(db, { hash: hashToken(token), transferId: mail.transferId, expiresAt });
  return { page, resume: `${site}/resume#t=${token}` };
}
