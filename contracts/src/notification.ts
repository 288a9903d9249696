import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { requiredEmail } from './inputs.ts';
import { listQuery, listReply } from './list.ts';
import { transferIdSchema } from './transfer.ts';

/** Why we know how to reach somebody. What must be done about it is a task, in payment. */
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

/** The link by which one other device becomes an owner of the transfer, to be shown to the owner only. */
export const phoneLinkSchema = z.object({
  token: resumeToken.meta({ description: 'Belongs in the fragment of /resume#t=…; opens once' }),
  minutes: z.int().meta({ description: 'For how long' }),
});

/** Which newsletters go to somebody who owns the concierge; not to which address. */
export const newslettersSchema = z
  .object({
    market: z.boolean().meta({ description: 'The analysis of the market, every week' }),
    alerts: z.boolean().meta({ description: 'When a coin’s day was unusual' }),
    state: z.enum(['none', 'asked', 'confirmed', 'bounced']).meta({
      description: 'Asked: the address has not said yes yet, and nothing is sent. Bounced: it did not take our mails',
    }),
  })
  .meta({ id: 'Newsletters' });

/** All that comes again and again, and is stopped with one press. */
export const mailSeries = ['market', 'alerts', 'signals'] as const;
export type MailSeries = (typeof mailSeries)[number];

export const stoppedReply = z.object({
  ok: z.literal(true),
  stopped: z.enum(mailSeries).meta({ description: 'Of `signals` nothing more is charged either' }),
});

/** For operators: the last issue of each newsletter, or a sample; the links in them lead nowhere. */
export const newsletterPreviews = z.object({
  subscribers: z.object({
    market: z.int(),
    alerts: z.int(),
    signals: z.int().meta({ description: 'Who subscribes, in the trial or paid' }),
    bounced: z.int().meta({ description: 'Addresses that took no mail: none is sent there any more' }),
  }),
  previews: z.array(
    z.object({
      template: z.string(),
      sample: z.boolean().meta({ description: 'Nothing was sent yet: the figures are invented' }),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  ),
});

const orderId = transferIdSchema;
const byToken = z.strictObject({ token: resumeToken });

/** What the notification service answers. */
export const notificationApi = {
  /**
   * The one place where e-mail and phone are kept; nothing but null in the three fields forgets them.
   * Only who owns the transfer may set the reason `receipt`: its mails carry links that make the reader the owner.
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

  /** Whom a signed link of a mail about signals is about. */
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

  keepConciergeEmail: defineRoute({
    method: 'POST',
    path: '/concierge/{orderId}/email',
    summary: 'Keeps where sign-in links of an order go, in place of the address before',
    access: 'internal',
    params: z.object({ orderId }),
    body: z.strictObject({
      email: z.email().max(254),
      /** Mail a link at once. */
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

  /** Exchanges a resume link's token for the transfer it opens. */
  redeemResumeToken: defineRoute({
    method: 'POST',
    path: '/resume-tokens/redeem',
    summary: 'Exchanges the token of a mailed link for its transfer: once, but for a browser that has it already',
    access: 'internal',
    body: z.strictObject({
      token: resumeToken,
      /** The transfers of the browser that asks: it gets nothing new by the token, which stays good for another one. */
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

export const ContactSaved = defineEvent(
  'contact.saved',
  1,
  z.object({ contactId: z.string(), transferId: transferIdSchema.nullable(), reason: z.string() }),
  { summary: 'Somebody left a way to reach them.', context: 'notification' },
);
export const WaitlistJoined = defineEvent(
  'waitlist.joined',
  1,
  z.object({ contactId: z.string(), waitlist: z.string() }),
  { summary: 'Somebody wants to be told once when a guide is there.', context: 'notification' },
);
export const SubscriptionConfirmed = defineEvent('subscription.confirmed', 1, z.object({ contactId: z.string() }), {
  summary: 'Somebody wants signals by e-mail, and has said so twice.',
  context: 'notification',
});
export const SubscriptionStopped = defineEvent(
  'subscription.stopped',
  1,
  z.object({ subscriberId: z.uuid(), reason: z.string().meta({ description: '`unsubscribed` or `bounced`' }) }),
  {
    summary: 'Somebody who subscribes to signals is written to no more: what they do not get is not to be charged.',
    context: 'notification',
  },
);
export const NotificationSent = defineEvent(
  'notification.sent',
  1,
  z.object({ transferId: transferIdSchema.nullable(), template: z.string() }),
  { summary: 'An e-mail was handed to the mail server.' },
);
