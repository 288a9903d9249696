import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { currency, formatCents, prices } from '@xrp-bridge/contracts/prices';
import type { GetConfig } from '@xrp-bridge/contracts/public-api';
import { statementNameOf } from '@xrp-bridge/runtime';
import { manualPaymentsOf, providerOf, tipOf } from '../config.ts';
import type { Context } from '../context.ts';

export type PublicConfig = ReplyOf<typeof GetConfig>;

/** Returns the public settings for the web app: equal for all callers, constant while the server runs. */
export function publicConfig(settings: Context['settings']): PublicConfig {
  const tip = tipOf(settings);
  return {
    productName: settings.PRODUCT_NAME,
    mode: settings.MODE,
    prices: {
      guide: formatCents(prices.guide) as '4.00',
      concierge: formatCents(prices.concierge) as '13.76',
      bundle: formatCents(prices.bundle) as '17.76',
      currency,
    },
    conciergeOffered: settings.CONCIERGE_OFFERED,
    statementName: statementNameOf(settings),
    stripe: providerOf(settings),
    manualPayments: manualPaymentsOf(settings),
    support: { email: settings.SUPPORT_EMAIL, hours: settings.SUPPORT_HOURS, response: settings.SUPPORT_RESPONSE },
    company: {
      legalName: settings.LEGAL_NAME,
      postalAddress: settings.POSTAL_ADDRESS,
      jurisdiction: settings.JURISDICTION,
    },
    ...(settings.SOCIAL_URL ? { socialUrl: settings.SOCIAL_URL } : {}),
    ...(tip ? { tip } : {}),
  };
}
