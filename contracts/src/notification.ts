import { z } from 'zod';
import { contactReasons, contactSchema } from './contact.ts';
import { defineRoute } from './define.ts';
import { requiredEmail } from './inputs.ts';
import { listQuery, listReply } from './list.ts';
import { newsletterPreviews, newslettersSchema, stoppedReply } from './newsletter.ts';
import { transferIdSchema } from './transfer.ts';

export * from './contact.ts';
export * from './newsletter.ts';
export * from './notification-events.ts';

export const resumeToken = z.string().min(20).max(200);

/** A link that makes one other device an owner of the transfer. Only an owner may create and see it. */
export const phoneLinkSchema = z.object({
  token: resumeToken.meta({ description: 'For the fragment of /resume#t=…; single-use' }),
  minutes: z.int().meta({ description: 'Validity in minutes' }),
});

const orderId = transferIdSchema;
const byToken = z.strictObject({ token: resumeToken });

/** The e-mail address of a transfer's owner, and the state of the receipt. */
export const reachSchema = z.object({
  email: z.string().nullable().meta({ description: 'Masked, such as a•••@example.com; null if there is none' }),
  receiptSent: z.boolean().meta({ description: 'Whether the receipt was sent to this address' }),
});

/** Routes of the notification service. */
export const notificationApi = {
  /**
   * Stores a contact.
   * No other service stores e-mail addresses or phone numbers. Deletes the contact of a transfer if `email`, `phone`
   * and `message` are null. Only the transfer's owner may set the reason `receipt`: mails for this reason contain links
   * that make the reader an owner.
   */
  saveContact: defineRoute({
    method: 'POST',
    path: '/contacts',
    summary: 'Upserts the contact of a transfer, by transfer and reason',
    access: 'internal',
    body: z.strictObject({
      transferId: transferIdSchema.nullable(),
      email: z.email().max(254).nullable(),
      phone: z.string().max(40).nullable(),
      reason: z.enum(contactReasons),
      message: z.string().max(2000).nullable(),
    }),
    reply: z.object({ saved: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  joinWaitlist: defineRoute({
    method: 'POST',
    path: '/waitlist',
    summary:
      'Joins the waitlist for new keys of the XRP Ledger. The answer does not reveal whether the address was stored before',
    access: 'internal',
    body: z.strictObject({ email: requiredEmail }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  subscribeSignals: defineRoute({
    method: 'POST',
    path: '/signal-subscriptions',
    summary:
      'Requests signals by e-mail, and mails a confirmation link. The answer does not reveal whether the address was stored before',
    access: 'internal',
    body: z.strictObject({ email: requiredEmail }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  confirmSubscription: defineRoute({
    method: 'POST',
    path: '/signal-subscriptions/confirm',
    summary: 'Confirms the subscription with the token of the mail',
    access: 'internal',
    body: z.strictObject({ token: resumeToken }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
    errors: ['link_expired'],
  }),

  readSubscriptionLink: defineRoute({
    method: 'POST',
    path: '/signal-subscriptions/by-link',
    summary: 'Verifies a signed link, and returns the subscriber and e-mail address of a confirmed subscription',
    access: 'internal',
    body: byToken,
    reply: z.object({ subscriberId: z.uuid(), email: z.string() }),
    status: 200,
    idempotent: true,
    errors: ['link_expired'],
  }),

  saveConciergeEmail: defineRoute({
    method: 'POST',
    path: '/concierge/{orderId}/email',
    summary: 'Replaces the e-mail address for the sign-in links of an order',
    access: 'internal',
    params: z.object({ orderId }),
    body: z.strictObject({
      email: z.email().max(254),
      /** True to send a sign-in link immediately. */
      sendLink: z.boolean(),
    }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  readConciergeReach: defineRoute({
    method: 'GET',
    path: '/concierge/{orderId}/reach',
    summary: 'Returns whether an order has an e-mail address for sign-in links',
    access: 'internal',
    params: z.object({ orderId }),
    reply: z.object({ email: z.boolean() }),
  }),

  requestConciergeLink: defineRoute({
    method: 'POST',
    path: '/concierge-links',
    summary:
      'Mails a single-use sign-in link (15 minutes) to an owner’s address. The answer does not reveal whether it is one',
    access: 'internal',
    body: z.strictObject({ email: requiredEmail }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  redeemConciergeLink: defineRoute({
    method: 'POST',
    path: '/concierge-links/redeem',
    summary: 'Exchanges the single-use token of a sign-in link for the orders of its address',
    access: 'internal',
    body: byToken,
    reply: z.object({ orderIds: z.array(orderId) }),
    status: 200,
    errors: ['link_expired'],
  }),

  readNewsletters: defineRoute({
    method: 'GET',
    path: '/newsletters/{orderId}',
    summary: 'Returns the newsletters of the owner of an order',
    access: 'internal',
    params: z.object({ orderId }),
    reply: newslettersSchema,
  }),

  changeNewsletters: defineRoute({
    method: 'PUT',
    path: '/newsletters/{orderId}',
    summary: 'Sets the newsletters. An unconfirmed address receives a confirmation mail first',
    access: 'internal',
    params: z.object({ orderId }),
    body: z.strictObject({
      email: z.email().max(254).nullish().meta({ description: 'The address for sign-in links by default' }),
      market: z.boolean(),
      alerts: z.boolean(),
    }),
    reply: newslettersSchema,
    errors: ['invalid_input'],
  }),

  confirmNewsletters: defineRoute({
    method: 'POST',
    path: '/newsletters/confirm',
    summary: 'Confirms the newsletters with the token of the confirmation mail',
    access: 'internal',
    body: byToken,
    reply: newslettersSchema,
    status: 200,
    idempotent: true,
    errors: ['link_expired'],
  }),

  unsubscribe: defineRoute({
    method: 'POST',
    path: '/newsletters/unsubscribe',
    summary: 'Ends a newsletter or the mails of signals with the signed link of any of their mails; idempotent',
    access: 'internal',
    body: byToken,
    reply: stoppedReply,
    status: 200,
    idempotent: true,
    errors: ['link_expired'],
  }),

  previewNewsletters: defineRoute({
    method: 'GET',
    path: '/newsletters/previews',
    summary: 'Returns previews of the newsletters, and the number of subscribers',
    access: 'internal',
    reply: newsletterPreviews,
  }),

  listContacts: defineRoute({
    // The search may be an e-mail address, which must not be in a URL.
    method: 'POST',
    path: '/contacts/search',
    summary: 'Lists contacts and messages, newest first; searchable by e-mail, phone, transfer and words',
    access: 'internal',
    body: listQuery(['-createdAt', 'createdAt'], { reason: z.enum(contactReasons).optional() }),
    status: 200,
    idempotent: true,
    reply: listReply('contacts', contactSchema),
  }),

  listMails: defineRoute({
    method: 'GET',
    path: '/transfers/{transferId}/mails',
    summary: 'Lists the mails of a transfer with their delivery state, without content and recipient',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    reply: z.object({
      mails: z.array(
        z.object({
          template: z.string(),
          createdAt: z.iso.datetime(),
          sentAt: z.iso.datetime().nullable(),
          droppedAt: z.iso.datetime().nullable(),
        }),
      ),
    }),
  }),

  readReach: defineRoute({
    method: 'GET',
    path: '/transfers/{transferId}/reach',
    summary: 'Returns the masked e-mail address of a transfer’s owner',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    reply: reachSchema,
  }),

  createPhoneLink: defineRoute({
    method: 'POST',
    path: '/transfers/{id}/phone-link',
    summary: 'Creates a token that opens a transfer on one other device, valid for ten minutes',
    access: 'internal',
    params: z.object({ id: transferIdSchema }),
    reply: phoneLinkSchema,
    status: 201,
  }),

  redeemResumeToken: defineRoute({
    method: 'POST',
    path: '/resume-tokens/redeem',
    summary: 'Exchanges the token of a mailed link for its transfer: once, or again for a browser that already owns it',
    access: 'internal',
    body: z.strictObject({
      token: resumeToken,
      /**
       * Transfers that the browser already owns.
       * A token for one of these transfers is not used up, and stays valid for another browser.
       */
      held: z.array(transferIdSchema).max(100),
    }),
    reply: z.object({ transferId: transferIdSchema }),
    errors: ['link_expired'],
  }),

  renewResumeLink: defineRoute({
    method: 'POST',
    path: '/resume-tokens/renew',
    summary:
      'Mails a new link to the owner of a used or expired token’s transfer. The answer does not reveal whether there is one',
    access: 'internal',
    body: z.strictObject({ token: resumeToken }),
    idempotent: true,
  }),

  requestResumeLink: defineRoute({
    method: 'POST',
    path: '/transfers/{id}/resume-link',
    summary: 'Mails a new link to the owner of a transfer. The answer does not reveal whether there is an address',
    access: 'internal',
    params: z.object({ id: transferIdSchema }),
    idempotent: true,
  }),
};
