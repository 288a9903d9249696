import { z } from 'zod';

/** The newsletters that an owner of the concierge receives; without the owner's address. */
export const newslettersSchema = z
  .object({
    market: z.boolean().meta({ description: 'The weekly market analysis' }),
    alerts: z.boolean().meta({ description: 'Alerts about unusual days of coins' }),
    state: z.enum(['none', 'asked', 'confirmed', 'bounced']).meta({
      description: '`asked`: the address is not confirmed, and nothing is sent. `bounced`: it refused our mails',
    }),
  })
  .meta({ id: 'Newsletters' });

/** All recurring mails. One click unsubscribes from any of them. */
export const mailSeries = ['market', 'alerts', 'signals'] as const;
export type MailSeries = (typeof mailSeries)[number];

export const stoppedReply = z.object({
  ok: z.literal(true),
  stopped: z.enum(mailSeries).meta({ description: 'The ended series; for `signals`, charging ends too' }),
});

/** For operators: the last issue of each newsletter, or a sample, without working links. */
export const newsletterPreviews = z.object({
  subscribers: z.object({
    market: z.int(),
    alerts: z.int(),
    signals: z.int().meta({ description: 'Subscribers in the trial or paying' }),
    bounced: z.int().meta({ description: 'Addresses that refused a mail and receive no more' }),
  }),
  previews: z.array(
    z.object({
      template: z.string(),
      sample: z.boolean().meta({ description: 'Whether the content is made up, because nothing was sent yet' }),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  ),
});
