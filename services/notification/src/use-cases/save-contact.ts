import type { BodyOf } from '@xrp-bridge/contracts/define';
import { ContactSaved, type notificationApi } from '@xrp-bridge/contracts/notification';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { hourMs } from '../domain/mailbox.ts';
import { windowAt } from '../domain/notification.ts';
import { handPayment } from '../domain/task.ts';
import { mailboxOf } from '../mailbox-of.ts';
import {
  deleteContact,
  findOwnerEmail,
  readTransfer,
  upsertContact,
  upsertFormerEmail,
  upsertTransfer,
} from '../store.ts';
import type { Tables } from '../tables.ts';
import { planMails, planReceipts, retryGivenUp } from './plan-mails.ts';
import { openTask } from './tasks.ts';

/**
 * Upserts contact data, or deletes it if all fields are empty.
 * Plans the mails that waited for an address.
 * For the reason `stripe_pending_notification`, opens a task for a payment by hand.
 * @throws ProblemError `invalid_input` if both the transfer and the e-mail address are missing
 */
export async function saveContact(
  context: Context,
  contact: BodyOf<typeof notificationApi.saveContact>,
): Promise<void> {
  const { clock, transact, emit } = context;
  const { transferId, reason, email } = contact;
  const details = { email, phone: contact.phone || null, message: contact.message || null };
  await transact(async (tx) => {
    let needsNewLink = false;
    if (transferId === null) {
      if (email === null) throw emailNeeded();
    } else {
      await upsertTransfer(tx, transferId, clock());
      if (reason === 'receipt') needsNewLink = await storeFormerEmail(context, tx, transferId, email);
      if (!Object.values(details).some(Boolean)) return deleteContact(tx, transferId, reason);
    }
    if (transferId !== null && reason === 'stripe_pending_notification')
      await openTask(context, tx, handPayment(transferId), clock());
    const contactId = await upsertContact(tx, { transferId, reason }, details, clock());
    if (contactId === null) return;
    emit(tx, ContactSaved, transferId ?? contactId, { contactId, transferId, reason });
    if (transferId === null || email === null) return;
    if (reason === 'stripe_pending_notification') {
      const id = `${transferId}-contact-received`;
      await planMails(context, tx, [{ id, transferId, template: 'contact_received', facts: {} }]);
    }
    if (needsNewLink) {
      // The id limits these mails to one an hour, so that the form cannot be abused to flood a mailbox.
      const id = `${transferId}-new-address-${windowAt(clock(), hourMs)}`;
      await planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]);
    }
    await planReceipts(context, tx, transferId);
  });
  // The jobs are retried after the commit, so that they read the new address.
  if (transferId !== null && email !== null) await retryGivenUp(context, transferId);
}

/**
 * Stores the replaced or removed address as a former address.
 * A former address still gets warnings about changes of the wallet address.
 * @returns whether the new address needs its own link, because the guide was already mailed to the former address
 */
async function storeFormerEmail(context: Context, tx: Tx<Tables>, transferId: string, email: string | null) {
  const now = context.clock();
  const before = await findOwnerEmail(tx, transferId);
  if (before === null || (email !== null && mailboxOf(email) === mailboxOf(before))) return false;
  await upsertFormerEmail(tx, transferId, before, now);
  return email !== null && (await readTransfer(tx, transferId)).released !== null;
}

function emailNeeded(): ProblemError {
  const message = 'We need an email address if there’s no transfer.';
  return new ProblemError('invalid_input', message, {
    errors: [{ field: 'email', code: 'required', message }],
  });
}
