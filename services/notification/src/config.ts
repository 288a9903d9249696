import { z } from 'zod';

/**
 * Settings of the notification service.
 * In sandbox mode, infra/run sets SMTP_URL to the sandbox's mail catcher.
 */
export const notificationSettings = z
  .object({
    MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
    /** The pauses double from MAIL_RETRY_MS, so that 15 attempts cover an outage of nine hours. */
    MAIL_ATTEMPTS: z.coerce.number().int().min(1).max(30).default(15),
    MAIL_RETRY_MS: z.coerce.number().int().min(1).max(60_000).default(2_000),
    /** The keys of push messages. By default they are generated and stored in the database. */
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^[\w-]{87}$/, 'must be 87 characters of base64url')
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 43 characters of base64url')
      .optional(),
    /** The URL of the sandbox's push server. URLs below it need be neither public nor https. */
    PUSH_SANDBOX_URL: z.url({ protocol: /^http$/ }).optional(),
    /** The URL of the sandbox's webhook receiver. URLs below it need be neither public nor https. */
    WEBHOOK_SANDBOX_URL: z.url({ protocol: /^http$/ }).optional(),
    /** The time zone of the morning digest, and of the times in operators' mails. */
    OPERATOR_TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be a time zone like America/New_York')
      .default('America/New_York'),
  })
  .superRefine(({ MODE, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, ...settings }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) refuse('VAPID_PRIVATE_KEY', 'is needed with VAPID_PUBLIC_KEY');
    if (VAPID_PRIVATE_KEY && !VAPID_PUBLIC_KEY) refuse('VAPID_PUBLIC_KEY', 'is needed with VAPID_PRIVATE_KEY');
    if (MODE !== 'production') return;
    for (const name of ['PUSH_SANDBOX_URL', 'WEBHOOK_SANDBOX_URL'] as const) {
      if (settings[name]) refuse(name, 'must be unset in production');
    }
  });

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}
