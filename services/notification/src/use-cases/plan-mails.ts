import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { dueReceipts, type PlannedMail } from '../domain/notification.ts';
import { findRecipient, insertMail, listWaitingMails, readTransfer, type Tables } from '../store.ts';

/** Long enough for the transaction that plans a mail to commit: a job that cannot find its mail waits for its next try. */
const commitMs = 100;

/**
 * Keeps mails to be sent, each once whatever happens, and queues them. Without anybody to send it to a mail is not kept.
 * Queueing comes before the commit, so that no crash can lose it. If the commit then fails, the event comes again and
 * makes the same mail for the job that waits.
 */
export async function planMails(context: Context, tx: Tx<Tables>, mails: readonly PlannedMail[]): Promise<void> {
  for (const mail of mails) {
    if (!(await findRecipient(tx, mail)) || !(await insertMail(tx, mail, context.clock()))) continue;
    await context.queues.add(context.sendEmail, { mailId: mail.id }, { jobId: mail.id, delayMs: commitMs });
  }
}

/** Plans the receipts that have become due. The transfer must have been noted in this transaction. */
export async function planReceipts(context: Context, tx: Tx<Tables>, transferId: string): Promise<void> {
  await planMails(context, tx, dueReceipts(await readTransfer(tx, transferId)));
}

/** Sends on what was given up, now that somebody left an address: the last one may have been mistyped. */
export async function retryFailedMails({ db, queues, sendEmail }: Context, transferId: string): Promise<void> {
  for (const id of await listWaitingMails(db, transferId)) await queues.retry(sendEmail, id);
}
