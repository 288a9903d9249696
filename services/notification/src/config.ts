import { z } from 'zod';

/** How mails leave. In sandbox mode the composition root names its own catcher; otherwise SMTP_URL must be set. */
export const notificationSettings = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  /** With the pauses doubling from MAIL_RETRY_MS, a mail server may be away for nine hours before a mail is given up. */
  MAIL_ATTEMPTS: z.coerce.number().int().min(1).max(30).default(15),
  /** Ends every newsletter, as laws of many countries ask; one line. */
  POSTAL_ADDRESS: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\r\n]+$/, 'must be one line')
    .optional(),
  MAIL_RETRY_MS: z.coerce.number().int().min(1).max(60_000).default(2_000),
});
