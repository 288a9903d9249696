import { z } from 'zod';
import { defineEvent } from './define.ts';
import { transferIdSchema } from './transfer.ts';

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
