import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { dueReceipts, type PlannedMail } from '../domain/notification.ts';
import { findRecipient, insertMail, listWaitingMails, readTransfer, type Tables } from '../store.ts';

/** Keeps mails to be sent, each once whatever happens, and enqueues them. Without anybody to send it to none is kept. */
export async function planMails(context: Context, tx: Tx<Tables>, mails: readonly PlannedMail[]): Promise<void> {
  for (const mail of mails) {
    if (!(await findRecipient(tx, mail)) || !(await insertMail(tx, mail, context.clock()))) continue;
    context.enqueue(tx, context.sendEmail, { mailId: mail.id }, { jobId: mail.id });
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
