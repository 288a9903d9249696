import { notificationApi } from '@xrp-bridge/contracts/notification';
import { pushApi } from '@xrp-bridge/contracts/push';
import { taskApi } from '@xrp-bridge/contracts/task';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { findEmailOfOrder } from './concierge-store.ts';
import type { Context } from './context.ts';
import { bypassed } from './domain/task.ts';
import { findResumeToken, listMails, spendResumeToken, wasReceiptSent } from './mail-store.ts';
import { maskEmail } from './mask-email.ts';
import { deletePushSubscription } from './push-store.ts';
import { hashToken } from './resume-token.ts';
import { readSignedLink } from './signed-link.ts';
import { findOwnerEmail, listContacts } from './store.ts';
import { findConfirmed } from './subscription-store.ts';
import { countOpenTasks, findTask, listTasks, updateHandPaymentClosed, updateTaskAssigned } from './task-store.ts';
import { redeemConciergeLink, requestConciergeLink, saveConciergeEmail } from './use-cases/concierge.ts';
import { createPhoneLink } from './use-cases/create-phone-link.ts';
import { joinWaitlist } from './use-cases/join-waitlist.ts';
import { changeNewsletters, confirmNewsletters, readNewsletters, unsubscribe } from './use-cases/newsletters.ts';
import { previewNewsletters } from './use-cases/preview-newsletters.ts';
import { savePushSubscription } from './use-cases/push-arrival.ts';
import { renewLink, requestResumeLink } from './use-cases/renew-link.ts';
import { saveContact } from './use-cases/save-contact.ts';
import { confirmSubscription, subscribeSignals } from './use-cases/subscribe-signals.ts';
import { closeTask } from './use-cases/tasks.ts';
import { readVapidKeys } from './vapid.ts';

export function notificationRoutes(context: Context): RouteHandler[] {
  const { db, clock } = context;

  return [
    handle(notificationApi.saveContact, async ({ body }) => {
      await saveContact(context, body);
      return { saved: true as const };
    }),

    handle(notificationApi.joinWaitlist, async ({ body }) => {
      await joinWaitlist(context, body.email);
      return { ok: true as const };
    }),

    handle(notificationApi.subscribeSignals, async ({ body }) => {
      await subscribeSignals(context, body.email);
      return { ok: true as const };
    }),

    handle(notificationApi.confirmSubscription, async ({ body }) => {
      await confirmSubscription(context, body.token);
      return { ok: true as const };
    }),

    handle(notificationApi.readNewsletters, ({ params }) => readNewsletters(db, params.orderId)),
    handle(notificationApi.changeNewsletters, ({ params, body }) => changeNewsletters(context, params.orderId, body)),
    handle(notificationApi.confirmNewsletters, ({ body }) => confirmNewsletters(context, body.token)),
    handle(notificationApi.unsubscribe, async ({ body }) => ({
      ok: true as const,
      stopped: await unsubscribe(context, body.token),
    })),
    handle(notificationApi.previewNewsletters, () => previewNewsletters(context)),
    handle(notificationApi.readSubscriptionLink, async ({ body: { token } }) => {
      const contactId = await readSignedLink(db, 'subscription', token);
      const found = await findConfirmed(db, contactId ? { contactId } : { hash: hashToken(token) });
      if (!found) throw new ProblemError('link_expired');
      return found;
    }),

    handle(notificationApi.saveConciergeEmail, async ({ params, body }) => {
      await saveConciergeEmail(context, params.orderId, body);
      return { ok: true as const };
    }),

    handle(notificationApi.readConciergeReach, async ({ params }) => ({
      email: (await findEmailOfOrder(db, params.orderId)) !== null,
    })),

    handle(notificationApi.requestConciergeLink, async ({ body }) => {
      await requestConciergeLink(context, body.email);
      return { ok: true as const };
    }),

    handle(notificationApi.redeemConciergeLink, async ({ body }) => ({
      orderIds: await redeemConciergeLink(context, body.token),
    })),

    handle(notificationApi.listContacts, async ({ body }) => {
      const { rows, nextCursor } = await listContacts(db, body);
      return {
        nextCursor,
        contacts: rows.map((contact) => ({
          ...contact,
          createdAt: contact.createdAt.toISOString(),
        })),
      };
    }),

    handle(notificationApi.listMails, async ({ params }) => {
      const mails = await listMails(db, params.transferId);
      return {
        mails: mails.map(({ template, createdAt, sentAt, droppedAt }) => ({
          template,
          createdAt: createdAt.toISOString(),
          sentAt: sentAt?.toISOString() ?? null,
          droppedAt: droppedAt?.toISOString() ?? null,
        })),
      };
    }),

    handle(notificationApi.readReach, async ({ params }) => {
      const email = await findOwnerEmail(db, params.transferId);
      if (email === null) return { email: null, receiptSent: false };
      return { email: maskEmail(email), receiptSent: await wasReceiptSent(db, params.transferId) };
    }),

    handle(notificationApi.createPhoneLink, ({ params }) => createPhoneLink(context, params.id)),

    handle(notificationApi.redeemResumeToken, async ({ body: { token, held } }) => {
      const hash = hashToken(token);
      const transferId = await findResumeToken(db, hash);
      const opened = transferId && held.includes(transferId) ? transferId : await spendResumeToken(db, hash, clock());
      if (!opened) throw new ProblemError('link_expired');
      return { transferId: opened };
    }),

    handle(notificationApi.renewResumeLink, async ({ body }) => {
      await renewLink(context, body.token);
      return undefined;
    }),

    handle(notificationApi.requestResumeLink, async ({ params }) => {
      await requestResumeLink(context, params.id);
      return undefined;
    }),

    handle(pushApi.readKey, async () => ({ publicKey: (await readVapidKeys(db, context.settings)).publicKey })),
    handle(pushApi.save, async ({ params, body }) => {
      await savePushSubscription(context, params.transferId, body);
      return undefined;
    }),
    handle(pushApi.delete, async ({ params, body }) => {
      await deletePushSubscription(db, params.transferId, body.endpoint);
      return undefined;
    }),

    handle(taskApi.list, async ({ query }) => {
      const { rows, nextCursor } = await listTasks(db, query);
      return { tasks: rows, nextCursor };
    }),
    handle(taskApi.count, () => countOpenTasks(db)),
    handle(taskApi.assign, async ({ params, body }) => {
      await updateTaskAssigned(db, params.id, body.to);
      const task = await findTask(db, params.id);
      if (!task) throw new ProblemError('task_not_found');
      return task;
    }),
    handle(taskApi.close, ({ params, body }) => closeTask(context, params.id, body)),
    handle(taskApi.closeHandPayment, async ({ params, body: { operator: by, reason = bypassed } }) => {
      await updateHandPaymentClosed(db, params.orderId, { at: clock(), by, reason });
      return undefined;
    }),
  ];
}
