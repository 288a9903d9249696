import { ContactSaved, ListContacts, RedeemResumeToken, SaveContactRecord } from '@xrp-bridge/contracts/notification';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { addDays, mostAnswersADay } from './notification.ts';
import { planMails, planReceipts, retryFailedMails } from './plan-mails.ts';
import { hashToken } from './resume-token.ts';
import { countMessages, forgetContact, listContacts, noteTransfer, saveContact, spendResumeToken } from './store.ts';

export function notificationRoutes(context: Context): RouteHandler[] {
  const { db, clock, transact, emit } = context;

  return [
    handle(SaveContactRecord, async ({ body }) => {
      const { transferId, reason, email } = body;
      const details = { email, phone: body.phone || null, message: body.message || null };
      await transact(async (tx) => {
        if (transferId === null) {
          if (email === null) throw emailNeeded();
        } else {
          await noteTransfer(tx, transferId, clock());
          if (!Object.values(details).some(Boolean)) return forgetContact(tx, transferId, reason);
        }
        const contactId = await saveContact(tx, { transferId, reason }, details, clock());
        if (contactId === null) return;
        emit(tx, ContactSaved, transferId ?? contactId, { contactId, transferId, reason });
        if (transferId === null || email === null) return;
        const messages = await countMessages(tx, email, addDays(clock(), -1));
        if (reason === 'stripe_pending_notification' && messages <= mostAnswersADay) {
          const id = `${transferId}-contact-received`;
          await planMails(context, tx, [{ id, transferId, template: 'contact_received', facts: {} }]);
        }
        await planReceipts(context, tx, transferId);
      });
      // Only once the new address can be read. Saying it again tries again, should this not be reached.
      if (transferId !== null && email !== null) await retryFailedMails(context, transferId);
      return { saved: true as const };
    }),

    handle(ListContacts, async ({ query }) => {
      const contacts = await listContacts(db, query.limit);
      return {
        contacts: contacts.map((contact) => ({
          id: contact.id,
          transferId: contact.transfer_id,
          email: contact.email,
          phone: contact.phone,
          reason: contact.reason,
          message: contact.message,
          createdAt: contact.created_at.toISOString(),
          doneAt: contact.done_at?.toISOString() ?? null,
        })),
      };
    }),

    handle(RedeemResumeToken, async ({ body }) => {
      const transferId = await spendResumeToken(db, hashToken(body.token), clock());
      if (!transferId) throw new ProblemError('link_expired');
      return { transferId };
    }),
  ];
}

function emailNeeded(): ProblemError {
  const message = 'Without a transfer, an e-mail address is needed.';
  return new ProblemError('invalid_input', `email: ${message}`, {
    errors: [{ field: 'email', code: 'required', message }],
  });
}
