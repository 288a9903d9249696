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
        clickArea: z.string().meta({ description: 'What to look for on the screen' }),
        picture: z
          .object({ kind: z.enum(stepPictures), label: z.string() })
          .meta({ description: 'Which drawing stands beside it, and what is written on the place to press' }),
      }),
    ),
    tips: z.array(z.string()),
    destinationTagInfo: z.string(),
    lastChecked: z.string().meta({ description: 'ISO date the steps were last checked' }),
    sources: z.array(z.object({ title: z.string(), url: z.url() })),
  })
  .meta({ id: 'WalletGuide' });

export type WalletGuide = z.infer<typeof walletGuideSchema>;

/** The three steps to an exchange's withdrawal form. */
export const exchangeGuideSchema = z
  .object({
    id: z.enum(exchangeIds),
    name: z.string(),
    loginUrl: z.url().optional().meta({ description: 'Absent where we do not know the exchange' }),
    transferUrl: z
      .url()
      .optional()
      .meta({ description: 'Where a withdrawal begins after the sign-in; absent likewise' }),
    steps: z.array(z.object({ title: z.string(), description: z.string() })),
    lastChecked: z.string().meta({ description: 'ISO date the steps were last checked' }),
  })
  .meta({ id: 'ExchangeGuide' });

export type ExchangeGuide = z.infer<typeof exchangeGuideSchema>;
