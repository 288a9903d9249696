import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { addDays, dueReceipts, guideWithoutReceipt, type PlannedMail, receiptOverdue } from '../domain/notification.ts';
import { findRecipients, insertMail, type MailRun, takeGivenUp, takeOverdue } from '../mail-store.ts';
import { listWithoutReceipt, readTransfer, upsertTransfer } from '../store.ts';
import type { Tables } from '../tables.ts';

/** If a mail is still unsent this long after its next try was due, its job was lost. */
export const graceMs = 15 * 60_000;

/** Interval of the job that sends overdue mails. */
export const overdueEveryMs = 60_000;

/** Number of mails or transfers per run. */
const batchSize = 500;

/** Inserts and enqueues mails, each only once. A mail without a recipient is not inserted. */
export async function planMails(context: Context, tx: Tx<Tables>, mails: readonly PlannedMail[]): Promise<void> {
  const now = context.clock();
  for (const mail of mails) {
    if ((await findRecipients(tx, mail, now)).length === 0) continue;
    if (await insertMail(tx, mail, now, addMs(now, graceMs))) enqueueMail(context, tx, { id: mail.id, runs: 0 });
  }
}

/** Plans the due receipts. The transaction must have locked the transfer (`upsertTransfer`). */
export async function planReceipts(context: Context, tx: Tx<Tables>, transferId: string): Promise<void> {
  await planMails(context, tx, dueReceipts(await readTransfer(tx, transferId)));
}

/**
 * Retries given-up mails after a new address was entered, because the old address may have been
 * mistyped.
 */
export async function retryGivenUp({ db, queues, sendEmail, clock }: Context, transferId: string): Promise<void> {
  // The failed job is retried, so that it disappears from the operators' list. If the job is lost, `sendOverdueMails`
  // sends the mail.
  for (const mail of await takeGivenUp(db, transferId, addMs(clock(), overdueEveryMs))) {
    await queues.retry(sendEmail, jobIdOf(mail));
  }
}

/** Enqueues unsent mails whose job was lost, and mails that the hourly limit of their mailbox delayed. */
export async function sendOverdueMails(context: Context): Promise<void> {
  const now = context.clock();
  await context.transact(async (tx) => {
    const mails = await takeOverdue(tx, now, addMs(now, graceMs), batchSize);
    for (const mail of mails) enqueueMail(context, tx, mail);
  });
}

/**
 * Plans the missing mails of released guides.
 * If the payment's event is missing, the mail has no receipt. The receipt follows once the event arrives.
 */
export async function planMissingReceipts(context: Context): Promise<void> {
  const now = context.clock();
  const released = { after: addDays(now, -receiptOverdue.givenUpDays), before: addMs(now, -receiptOverdue.afterMs) };
  for (const transferId of await listWithoutReceipt(context.db, released, batchSize)) {
    await context.transact(async (tx) => {
      await upsertTransfer(tx, transferId, now);
      const transfer = await readTransfer(tx, transferId);
      const due = dueReceipts(transfer).filter(({ template }) => template === 'receipt');
      await planMails(context, tx, due.length > 0 ? due : [guideWithoutReceipt(transfer)]);
    });
    context.log.warn({ transferId }, 'a released guide had no mail');
  }
}

function enqueueMail(context: Context, tx: Tx<Tables>, mail: MailRun): void {
  context.enqueue(tx, context.sendEmail, { mailId: mail.id }, { jobId: jobIdOf(mail) });
}

function jobIdOf({ id, runs }: MailRun): string {
  return runs === 0 ? id : `${id}-${runs}`;
}

function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
