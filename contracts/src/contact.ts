import { z } from 'zod';
import { transferIdSchema } from './transfer.ts';

/** Reasons for storing a contact. task.ts contains the tasks for operators that follow from a contact. */
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
    email: z.string().nullable().meta({ description: 'Null if there is none' }),
    phone: z.string().nullable(),
    reason: z.enum(contactReasons),
    message: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Contact' });
