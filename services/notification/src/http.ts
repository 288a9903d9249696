import { notificationApi } from '@xrp-bridge/contracts/notification';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { findResumed, spendResumeToken } from './mail-store.ts';
import { hashToken } from './resume-token.ts';
import { listContacts } from './store.ts';
import { saveContact } from './use-cases/save-contact.ts';

export function notificationRoutes(context: Context): RouteHandler[] {
  const { db, clock } = context;

  return [
    handle(notificationApi.saveContact, async ({ body }) => {
      await saveContact(context, body);
      return { saved: true as const };
    }),

    handle(notificationApi.listContacts, async ({ query }) => {
      const { rows, nextCursor } = await listContacts(db, query);
      return {
        nextCursor,
        contacts: rows.map((contact) => ({
          ...contact,
          createdAt: contact.createdAt.toISOString(),
        })),
      };
    }),

    handle(notificationApi.redeemResumeToken, async ({ body }) => {
      const hash = hashToken(body.token);
      const transferId = (await spendResumeToken(db, hash, clock())) ?? (await findResumed(db, hash, body.held));
      if (!transferId) throw new ProblemError('link_expired');
      return { transferId };
    }),
  ];
}
