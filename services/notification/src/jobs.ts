import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { copyOwnerEmails } from './concierge-store.ts';
import type { Context, Settings } from './context.ts';
import { deleteOldContacts } from './store.ts';
import { SendConciergeLink, sendConciergeLink } from './use-cases/concierge.ts';
import { sendAlert, sendOverdueAlerts } from './use-cases/operator-alerts.ts';
import { PlanIssue, planIssue } from './use-cases/plan-issue.ts';
import { overdueEveryMs, planMissingReceipts, sendOverdueMails } from './use-cases/plan-mails.ts';
import { pushArrival } from './use-cases/push-arrival.ts';
import { SendResumeLink, sendResumeLink } from './use-cases/renew-link.ts';
import { RequestBriefing, requestBriefing } from './use-cases/send-briefing.ts';
import { sendMail, sendTimeoutMs } from './use-cases/send-mail.ts';

/**
 * Defines the job that sends a mail.
 * Its data is only the mail's id, so that jobs contain no personal data.
 */
export function defineSendEmail(settings: Pick<Settings, 'MAIL_ATTEMPTS' | 'MAIL_RETRY_MS'>) {
  return defineJob('send-email', {
    data: z.object({ mailId: z.string() }),
    attempts: settings.MAIL_ATTEMPTS,
    backoffMs: settings.MAIL_RETRY_MS,
    timeoutMs: sendTimeoutMs,
  });
}

/** The jobs have one attempt, because the next scheduled run follows within minutes. */
const once = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 60_000 };

const DeleteOldContacts = defineJob('delete-old-contacts', {
  ...once,
  attempts: 5,
  backoffMs: 60_000,
  timeoutMs: 120_000,
});

/** Sends mails and alerts whose job was lost, and mails that the hourly limit of their mailbox delayed. */
const SendOverdueMails = defineJob('send-overdue-mails', once);

/** Plans the mails of released guides whose mail is missing. */
const PlanMissingReceipts = defineJob('plan-missing-receipts', { ...once, timeoutMs: 300_000 });

export function notificationJobs(context: Context): JobHandler[] {
  return [
    work(context.sendEmail, ({ mailId }, run) => sendMail(context, mailId, run)),
    work(context.sendPush, (data, run) => pushArrival(context, data, run)),
    work(context.sendAlert, (data, run) => sendAlert(context, data, run)),
    work(SendResumeLink, (data) => sendResumeLink(context, data)),
    work(SendConciergeLink, (data) => sendConciergeLink(context, data)),
    work(PlanIssue, ({ issueId, others }) => planIssue(context, issueId, others)),
    work(RequestBriefing, () => requestBriefing(context)),
    work(SendOverdueMails, async () => {
      await sendOverdueMails(context);
      await sendOverdueAlerts(context);
    }),
    work(PlanMissingReceipts, () => planMissingReceipts(context)),
    work(DeleteOldContacts, async () => {
      await context.transact((tx) => copyOwnerEmails(tx, context.clock()));
      const transfers = await deleteOldContacts(context.db, context.clock());
      context.log.info({ transfers }, 'old contacts deleted');
    }),
  ];
}

export const notificationSchedules: Schedule[] = [
  { definition: SendOverdueMails, data: {}, everyMs: overdueEveryMs },
  { definition: PlanMissingReceipts, data: {}, everyMs: 600_000 },
  { definition: RequestBriefing, data: {}, cron: '5 * * * *' },
  { definition: DeleteOldContacts, data: {}, cron: '20 3 * * *' },
];
