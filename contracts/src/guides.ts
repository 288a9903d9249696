import { z } from 'zod';
import { exchangeIds } from './exchanges.ts';
import { metamaskNotice } from './metamask.ts';
import { walletIds } from './wallets.ts';

/** Pictures for the steps of wallet guides. All wallets share them. */
export const stepPictures = [
  'app',
  'search',
  'switch',
  'row',
  'account',
  'button',
  'copy',
  'address',
  'computer',
  'device',
  'card',
  'stop',
] as const;

export type StepPicture = (typeof stepPictures)[number];

/** An illustrated guide to the customer's XRP address in a wallet. */
export const walletGuideSchema = z
  .object({
    id: z.enum([...walletIds, metamaskNotice.id]),
    name: z.string(),
    steps: z.array(
      z.object({
        title: z.string(),
        description: z.string(),
        clickArea: z.string().meta({ description: 'The element to find on the screen' }),
        picture: z
          .object({ kind: z.enum(stepPictures), label: z.string() })
          .meta({ description: 'The illustration of the step, and the label of the highlighted button' }),
      }),
    ),
    tips: z.array(z.string()),
    destinationTagInfo: z.string(),
    lastChecked: z.string().meta({ description: 'ISO date on which the steps were last checked' }),
    sources: z.array(z.object({ title: z.string(), url: z.url() })),
  })
  .meta({ id: 'WalletGuide' });

export type WalletGuide = z.infer<typeof walletGuideSchema>;

/** The three steps to an exchange's withdrawal form. */
export const exchangeGuideSchema = z
  .object({
    id: z.enum(exchangeIds),
    name: z.string(),
    loginUrl: z.url().optional().meta({ description: 'Missing for the exchange `other`' }),
    transferUrl: z
      .url()
      .optional()
      .meta({ description: 'Page on which a withdrawal starts after the sign-in; missing for the exchange `other`' }),
    steps: z.array(z.object({ title: z.string(), description: z.string() })),
    lastChecked: z.string().meta({ description: 'ISO date on which the steps were last checked' }),
  })
  .meta({ id: 'ExchangeGuide' });

export type ExchangeGuide = z.infer<typeof exchangeGuideSchema>;
