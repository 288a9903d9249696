import { z } from 'zod';

/** Newsletters of an owner of the concierge, without their address. */
export const newslettersSchema = z
  .object({
    market: z.boolean().meta({ description: 'The analysis of the market, every week' }),
    alerts: z.boolean().meta({ description: 'When a coin’s day was unusual' }),
    state: z.enum(['none', 'asked', 'confirmed', 'bounced']).meta({
      description: 'Asked: the address has not said yes yet, and nothing is sent. Bounced: it did not take our mails',
    }),
  })
  .meta({ id: 'Newsletters' });

/** All recurring mails. One click unsubscribes from any of them. */
export const mailSeries = ['market', 'alerts', 'signals'] as const;
export type MailSeries = (typeof mailSeries)[number];

export const stoppedReply = z.object({
  ok: z.literal(true),
  stopped: z.enum(mailSeries).meta({ description: 'Of `signals` nothing more is charged either' }),
});

/** For operators: the last issue of each newsletter, or a sample, without working links. */
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
