import { z } from 'zod';
import { defineRoute } from './define.ts';
import { requiredEmail } from './inputs.ts';
import { listQuery, listReply } from './list.ts';
import { newsletterPreviews, newslettersSchema, stoppedReply } from './newsletter.ts';
import { transferIdSchema } from './transfer.ts';

export * from './newsletter.ts';
export * from './notification-events.ts';

/** Reasons for storing a contact. A resulting task for operators is in task.ts. */
export const contactReasons = [
  'receipt',
  'stripe_pending_notification',
  'refund_request',
  'quantum_waitlist',
  'signal_subscription',
  'concierge',
  'newsletter',
] as const;
export type ContactReason = (typeof contactReasons)[number];

export const contactSchema = z
  .object({
    id: z.string(),
    transferId: transferIdSchema.nullable(),
    email: z.string().nullable().meta({ description: 'Null while nobody has left one' }),
    phone: z.string().nullable(),
    reason: z.enum(contactReasons),
    message: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Contact' });

export const resumeToken = z.string().min(20).max(200);

/** A link that makes one other device an owner of the transfer. Only the owner may see it. */
export const phoneLinkSchema = z.object({
  token: resumeToken.meta({ description: 'Belongs in the fragment of /resume#t=…; opens once' }),
  minutes: z.int().meta({ description: 'For how long' }),
});

const orderId = transferIdSchema;
const byToken = z.strictObject({ token: resumeToken });

/** Routes of the notification service. */
export const notificationApi = {
  /**
   * Stores e-mail and phone; no other service does. Three nulls delete them.
   * Only the transfer's owner may set the reason `receipt`: its mails contain links that make the reader an owner.
   */
  saveContact: defineRoute({
    method: 'POST',
    path: '/contacts',
    summary: 'Keeps how to reach the person behind a transfer; the same transfer and reason replaces',
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
    summary: 'Asks to be told once of new keys of the XRP Ledger; the answer never says whether the address was known',
    access: 'internal',
    body: z.strictObject({ email: requiredEmail }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  subscribeSignals: defineRoute({
    method: 'POST',
    path: '/signal-subscriptions',
    summary: 'Asks for signals by e-mail; a mail asks back, and the answer never says whether the address was known',
    access: 'internal',
    body: z.strictObject({ email: requiredEmail }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  confirmSubscription: defineRoute({
    method: 'POST',
    path: '/signal-subscriptions/confirm',
    summary: 'Confirms the subscription by the token of the mail',
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
    summary: 'Whose signed link it is, and to which address the subscription belongs; confirmed ones only',
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
    summary: 'Keeps where sign-in links of an order go, in place of the address before',
    access: 'internal',
    params: z.object({ orderId }),
    body: z.strictObject({
      email: z.email().max(254),
      /** Sends a sign-in link at once. */
      sendLink: z.boolean(),
    }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  readConciergeReach: defineRoute({
    method: 'GET',
    path: '/concierge/{orderId}/reach',
    summary: 'Whether sign-in links of an order have an address to go to',
    access: 'internal',
    params: z.object({ orderId }),
    reply: z.object({ email: z.boolean() }),
  }),

  requestConciergeLink: defineRoute({
    method: 'POST',
    path: '/concierge-links',
    summary: 'Mails a sign-in link (15 minutes, once) to an owner’s address; the answer never says whether it is one',
    access: 'internal',
    body: z.strictObject({ email: requiredEmail }),
    reply: z.object({ ok: z.literal(true) }),
    status: 200,
    idempotent: true,
  }),

  redeemConciergeLink: defineRoute({
    method: 'POST',
    path: '/concierge-links/redeem',
    summary: 'Exchanges the token of a sign-in link for the orders that its address owns, once',
    access: 'internal',
    body: byToken,
    reply: z.object({ orderIds: z.array(orderId) }),
    status: 200,
    errors: ['link_expired'],
  }),

  readNewsletters: defineRoute({
    method: 'GET',
    path: '/newsletters/{orderId}',
    summary: 'Which newsletters go to the owner of an order',
    access: 'internal',
    params: z.object({ orderId }),
    reply: newslettersSchema,
  }),

  changeNewsletters: defineRoute({
    method: 'PUT',
    path: '/newsletters/{orderId}',
    summary: 'Chooses newsletters; an address that has not said so yet is asked by mail first',
    access: 'internal',
    params: z.object({ orderId }),
    body: z.strictObject({
      email: z.email().max(254).nullish().meta({ description: 'Left out: the one that sign-in links go to' }),
      market: z.boolean(),
      alerts: z.boolean(),
    }),
    reply: newslettersSchema,
    errors: ['invalid_input'],
  }),

  confirmNewsletters: defineRoute({
    method: 'POST',
    path: '/newsletters/confirm',
    summary: 'Says yes to the newsletters by the token of the mail that asked',
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
    summary:
      'Ends a newsletter, or the mails of signals, by the signed link of any of its mails; again changes nothing',
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
    summary: 'The newsletters as their subscribers see them, and how many these are',
    access: 'internal',
    reply: newsletterPreviews,
  }),

  listContacts: defineRoute({
    method: 'GET',
    path: '/contacts',
    summary: 'How people can be reached and what they wrote, newest first; the search finds a transfer’s',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], { reason: z.enum(contactReasons).optional() }),
    reply: listReply('contacts', contactSchema),
  }),

  listMails: defineRoute({
    method: 'GET',
    path: '/transfers/{transferId}/mails',
    summary: 'Which mails a transfer caused, and what became of them; neither their words nor to whom',
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
    summary: 'Whether the owner of a transfer can be written to',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    reply: z.object({ email: z.boolean() }),
  }),

  createPhoneLink: defineRoute({
    method: 'POST',
    path: '/transfers/{id}/phone-link',
    summary: 'Makes a token that opens a transfer on one other device, within ten minutes',
    access: 'internal',
    params: z.object({ id: transferIdSchema }),
    reply: phoneLinkSchema,
    status: 201,
  }),

  redeemResumeToken: defineRoute({
    method: 'POST',
    path: '/resume-tokens/redeem',
    summary: 'Exchanges the token of a mailed link for its transfer: once, but for a browser that has it already',
    access: 'internal',
    body: z.strictObject({
      token: resumeToken,
      /** Transfers that the browser already owns. For these, the token stays valid for another browser. */
      held: z.array(transferIdSchema).max(100),
    }),
    reply: z.object({ transferId: transferIdSchema }),
    errors: ['link_expired'],
  }),

  renewResumeLink: defineRoute({
    method: 'POST',
    path: '/resume-tokens/renew',
    summary: 'Mails a new link to the owner of the transfer that a token once opened; the answer never says whether',
    access: 'internal',
    body: z.strictObject({ token: resumeToken }),
    idempotent: true,
  }),
};
