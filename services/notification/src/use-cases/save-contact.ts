import type { BodyOf } from '@xrp-bridge/contracts/define';
import { ContactSaved, type notificationApi } from '@xrp-bridge/contracts/notification';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { hourMs } from '../domain/mailbox.ts';
import { handPayment } from '../domain/task.ts';
import { mailboxOf } from '../mailbox-of.ts';
import {
  findOwnerEmail,
  forgetContact,
  saveContact as keepContact,
  keepFormerEmail,
  readTransfer,
  upsertTransfer,
} from '../store.ts';
import type { Tables } from '../tables.ts';
import { insertTask } from '../task-store.ts';
import { planMails, planReceipts, retryGivenUp } from './plan-mails.ts';

/**
 * Keeps how to reach somebody, and plans the mails that waited for it. A customer who wants to pay another way is a task.
 * @throws ProblemError `invalid_input` where neither a transfer nor an e-mail is named
 */
export async function saveContact(
  context: Context,
  contact: BodyOf<typeof notificationApi.saveContact>,
): Promise<void> {
  const { clock, transact, emit } = context;
  const { transferId, reason, email } = contact;
  const details = { email, phone: contact.phone || null, message: contact.message || null };
  await transact(async (tx) => {
    let movedOn = false;
    if (transferId === null) {
      if (email === null) throw emailNeeded();
    } else {
      await upsertTransfer(tx, transferId, clock());
      if (reason === 'receipt') movedOn = await takeOverEmail(context, tx, transferId, email);
      if (!Object.values(details).some(Boolean)) return forgetContact(tx, transferId, reason);
    }
    if (transferId !== null && reason === 'stripe_pending_notification')
      await insertTask(tx, handPayment(transferId), clock());
    const contactId = await keepContact(tx, { transferId, reason }, details, clock());
    if (contactId === null) return;
    emit(tx, ContactSaved, transferId ?? contactId, { contactId, transferId, reason });
    if (transferId === null || email === null) return;
    if (reason === 'stripe_pending_notification') {
      const id = `${transferId}-contact-received`;
      await planMails(context, tx, [{ id, transferId, template: 'contact_received', facts: {} }]);
    }
    if (movedOn) {
      // Not more often, whoever plays with the form.
      const id = `${transferId}-new-address-${Math.floor(clock().getTime() / hourMs)}`;
      await planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]);
    }
    await planReceipts(context, tx, transferId);
  });
  // Only once the new address can be read.
  if (transferId !== null && email !== null) await retryGivenUp(context, transferId);
}

/**
 * The e-mail that is replaced or taken away is still warned for a while, should the wallet address be changed next. One
 * that takes its place gets a link of its own, once the guide was mailed: the last one may have been mistyped.
 */
async function takeOverEmail(context: Context, tx: Tx<Tables>, transferId: string, email: string | null) {
  const now = context.clock();
  const before = await findOwnerEmail(tx, transferId);
  if (before === null || (email !== null && mailboxOf(email) === mailboxOf(before))) return false;
  await keepFormerEmail(tx, transferId, before, now);
  return email !== null && (await readTransfer(tx, transferId)).released !== null;
}

function emailNeeded(): ProblemError {
  const message = 'Without a transfer, an e-mail address is needed.';
  return new ProblemError('invalid_input', message, {
    errors: [{ field: 'email', code: 'required', message }],
  });
}
