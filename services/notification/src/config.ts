import { z } from 'zod';

/** Settings of the mail server. In sandbox mode the starter sets SMTP_URL to its own mail catcher. */
export const notificationSettings = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  /** The pauses double from MAIL_RETRY_MS, so that 15 attempts cover an outage of nine hours. */
  MAIL_ATTEMPTS: z.coerce.number().int().min(1).max(30).default(15),
  /** The address at the end of every newsletter, as many countries' laws require. One line. */
  POSTAL_ADDRESS: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\r\n]+$/, 'must be one line')
    .optional(),
  MAIL_RETRY_MS: z.coerce.number().int().min(1).max(60_000).default(2_000),
});
