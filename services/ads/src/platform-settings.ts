import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

/**
 * Addresses and keys of the campaign platforms and the ad networks.
 * A platform without keys is not used.
 */
export const platformSettings = {
  GOOGLE_ADS_API_BASE: address.default('https://googleads.googleapis.com'),
  GOOGLE_OAUTH_BASE: address.default('https://oauth2.googleapis.com'),
  GOOGLE_ADS_DEVELOPER_TOKEN: z.string().optional(),
  GOOGLE_ADS_CLIENT_ID: z.string().optional(),
  GOOGLE_ADS_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ADS_REFRESH_TOKEN: z.string().optional(),
  GOOGLE_ADS_CUSTOMER_ID: z
    .string()
    .regex(/^\d{10}$/, 'must be the account’s 10-digit ID, without hyphens')
    .optional(),
  GOOGLE_ADS_LOGIN_CUSTOMER_ID: z
    .string()
    .regex(/^\d{10}$/, 'must be the manager account’s 10-digit ID, without hyphens')
    .optional(),
  META_API_BASE: address.default('https://graph.facebook.com'),
  META_ACCESS_TOKEN: z.string().optional(),
  META_AD_ACCOUNT_ID: z.string().regex(/^\d+$/, 'must be the number of the ad account, without act_').optional(),
  /** The page that Meta shows as the ad's author. Meta requires a page. */
  META_PAGE_ID: z.string().regex(/^\d+$/, 'must be the number of the page').optional(),
  X_ADS_API_BASE: address.default('https://ads-api.x.com'),
  X_ADS_ACCOUNT_ID: z.string().optional(),
  X_ADS_FUNDING_ID: z.string().optional(),
  /**
   * URL of our zone at each network, including our key.
   * A network without a URL is not queried.
   */
  COINZILLA_URL: address.optional(),
  BITMEDIA_URL: address.optional(),
  /** URL of each network's daily revenue report. Without a URL, operators confirm the estimates. */
  COINZILLA_REPORT_URL: address.optional(),
  BITMEDIA_REPORT_URL: address.optional(),
};

/** The required keys of each platform. The configuration rejects a platform with only some of them. */
export const platformKeys = {
  'Google Ads': [
    'GOOGLE_ADS_DEVELOPER_TOKEN',
    'GOOGLE_ADS_CLIENT_ID',
    'GOOGLE_ADS_CLIENT_SECRET',
    'GOOGLE_ADS_REFRESH_TOKEN',
    'GOOGLE_ADS_CUSTOMER_ID',
  ],
  Meta: ['META_ACCESS_TOKEN', 'META_AD_ACCOUNT_ID', 'META_PAGE_ID'],
  'X’s ads': ['X_ADS_ACCOUNT_ID', 'X_ADS_FUNDING_ID'],
} as const satisfies Record<string, readonly (keyof typeof platformSettings)[]>;

type PlatformSettings = z.infer<z.ZodObject<typeof platformSettings>>;

/** Returns all keys of a platform, or null if one is missing. */
export function keysOf<Names extends Record<string, keyof PlatformSettings>>(
  settings: PlatformSettings,
  names: Names,
): Record<keyof Names, string> | null {
  const values = Object.entries(names).map(([key, name]) => [key, settings[name]] as const);
  if (values.some(([, value]) => !value)) return null;
  return Object.fromEntries(values) as Record<keyof Names, string>;
}
