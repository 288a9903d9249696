import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { adoptEmails } from './concierge-store.ts';
import type { Context, Settings } from './context.ts';
import { deleteOldContacts } from './store.ts';
import { SendConciergeLink, sendConciergeLink } from './use-cases/concierge.ts';
import { PlanIssue, planIssue } from './use-cases/plan-issue.ts';
import { planMissingReceipts, sendOverdueMails, sweepEveryMs } from './use-cases/plan-mails.ts';
import { sendMail, sendTimeoutMs } from './use-cases/send-mail.ts';

/** Carries a row's id: neither the job's data nor its id says whom it is for. */
export function defineSendEmail(settings: Pick<Settings, 'MAIL_ATTEMPTS' | 'MAIL_RETRY_MS'>) {
  return defineJob('send-email', {
    data: z.object({ mailId: z.string() }),
    attempts: settings.MAIL_ATTEMPTS,
    backoffMs: settings.MAIL_RETRY_MS,
    timeoutMs: sendTimeoutMs,
  });
}

/** One attempt where the next run is minutes away. */
const once = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 60_000 };

const DeleteOldContacts = defineJob('delete-old-contacts', {
  ...once,
  attempts: 5,
  backoffMs: 60_000,
  timeoutMs: 120_000,
});

/** Mails whose job was lost, and those that waited for room. */
const SendOverdueMails = defineJob('send-overdue-mails', once);

/** Guides that were released and of which no mail told. */
const PlanMissingReceipts = defineJob('plan-missing-receipts', { ...once, timeoutMs: 300_000 });

export function notificationJobs(context: Context): JobHandler[] {
  return [
    work(context.sendEmail, ({ mailId }, run) => sendMail(context, mailId, run)),
    work(SendConciergeLink, ({ orderId }) => sendConciergeLink(context, orderId)),
    work(PlanIssue, ({ issueId, others }) => planIssue(context, issueId, others)),
    work(SendOverdueMails, () => sendOverdueMails(context)),
    work(PlanMissingReceipts, () => planMissingReceipts(context)),
    work(DeleteOldContacts, async () => {
      await context.transact((tx) => adoptEmails(tx, context.clock()));
      const transfers = await deleteOldContacts(context.db, context.clock());
      context.log.info({ transfers }, 'old contacts deleted');
    }),
  ];
}

export const notificationSchedules: Schedule[] = [
  { definition: SendOverdueMails, data: {}, everyMs: sweepEveryMs },
  { definition: PlanMissingReceipts, data: {}, everyMs: 600_000 },
  { definition: DeleteOldContacts, data: {}, cron: '20 3 * * *' },
];
