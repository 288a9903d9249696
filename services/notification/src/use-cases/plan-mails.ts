import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { addDays, dueReceipts, guideWithoutReceipt, type PlannedMail, receiptOverdue } from '../domain/notification.ts';
import { findRecipients, insertMail, type MailRun, takeGivenUp, takeOverdue } from '../mail-store.ts';
import { listWithoutReceipt, readTransfer, upsertTransfer } from '../store.ts';
import type { Tables } from '../tables.ts';

/** A mail that is still here so long after its next try was due has lost its job. */
export const graceMs = 15 * 60_000;

/** How often the table is looked through for mails that should have left. */
export const sweepEveryMs = 60_000;

/** So many mails, or transfers, are looked after at a time; the others come next. */
const batchSize = 500;

/** Keeps mails to be sent, each once whatever happens, and enqueues them. Without anybody to send it to none is kept. */
export async function planMails(context: Context, tx: Tx<Tables>, mails: readonly PlannedMail[]): Promise<void> {
  const now = context.clock();
  for (const mail of mails) {
    if ((await findRecipients(tx, mail, now)).length === 0) continue;
    if (await insertMail(tx, mail, now, addMs(now, graceMs))) enqueueMail(context, tx, { id: mail.id, runs: 0 });
  }
}

/** Plans the receipts that have become due. The transfer must have been noted in this transaction. */
export async function planReceipts(context: Context, tx: Tx<Tables>, transferId: string): Promise<void> {
  await planMails(context, tx, dueReceipts(await readTransfer(tx, transferId)));
}

/** Sends on what was given up, now that somebody left an address: the last one may have been mistyped. */
export async function retryGivenUp({ db, queues, sendEmail, clock }: Context, transferId: string): Promise<void> {
  // The failed job itself is tried again, so that operators see it no more; the sweep is there where it is lost.
  for (const mail of await takeGivenUp(db, transferId, addMs(clock(), sweepEveryMs))) {
    await queues.retry(sendEmail, jobIdOf(mail));
  }
}

/** Finds in the table the mails that must still be sent, whatever the queue lost, and those that wait for room. */
export async function sendOverdueMails(context: Context): Promise<void> {
  const now = context.clock();
  await context.transact(async (tx) => {
    const mails = await takeOverdue(tx, now, addMs(now, graceMs), batchSize);
    for (const mail of mails) enqueueMail(context, tx, mail);
  });
}

/**
 * Finds guides that were released, of somebody who can be written to, and told of by no mail. Where their payment was
 * never heard of, the mail says nothing of it: the receipt follows, should the event come after all.
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
