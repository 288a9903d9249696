import { z } from 'zod';
import { defineEvent } from './define.ts';
import { transferIdSchema } from './transfer.ts';

export const ContactSaved = defineEvent(
  'contact.saved',
  1,
  z.object({ contactId: z.string(), transferId: transferIdSchema.nullable(), reason: z.string() }),
  { summary: 'A contact was stored.', context: 'notification' },
);
export const WaitlistJoined = defineEvent(
  'waitlist.joined',
  1,
  z.object({ contactId: z.string(), waitlist: z.string() }),
  { summary: 'An address joined the waitlist for a guide.', context: 'notification' },
);
export const SubscriptionConfirmed = defineEvent('subscription.confirmed', 1, z.object({ contactId: z.string() }), {
  summary: 'A subscription to signals by e-mail was confirmed (double opt-in).',
  context: 'notification',
});
export const SubscriptionStopped = defineEvent(
  'subscription.stopped',
  1,
  z.object({ subscriberId: z.uuid(), reason: z.string().meta({ description: '`unsubscribed` or `bounced`' }) }),
  {
    summary: 'The mails of signals to a subscriber ended, so the subscription must not be charged any more.',
    context: 'notification',
  },
);
export const NotificationSent = defineEvent(
  'notification.sent',
  1,
  z.object({ transferId: transferIdSchema.nullable(), template: z.string() }),
  { summary: 'The mail server accepted an e-mail.' },
);
