import { evenIfOthersAreWrong } from '@xrp-bridge/runtime/config';
import { z } from 'zod';
import { platformKeys, platformSettings } from './platform-settings.ts';

/** The four keys of an app that posts as its owner (OAuth 1.0a). They do not expire. */
export const xKeyNames = ['X_API_KEY', 'X_API_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_SECRET'] as const;

/** Addresses and keys of X and the ad platforms. A platform without keys is not used. */
export const adsSettings = z
  .object({
    MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    /** Base URL of X's API. The composition root sets the sandbox's URL. */
    X_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.x.com'),
    X_API_KEY: z.string().optional(),
    X_API_SECRET: z.string().optional(),
    X_ACCESS_TOKEN: z.string().optional(),
    X_ACCESS_SECRET: z.string().optional(),
    ...platformSettings,
  })
  .superRefine((settings, context) => {
    // The rule runs even if another setting is invalid, so any setting may be missing here.
    const refuse = (name: keyof typeof settings, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    for (const [platform, names] of Object.entries({ X: xKeyNames, ...platformKeys })) {
      const missing = names.filter((name) => !settings[name]);
      if (missing.length === names.length) continue;
      for (const name of missing) refuse(name, `is needed beside the other keys of ${platform}`);
    }
    if (settings.MODE === 'production' && settings.X_API_BASE?.startsWith('http:')) {
      refuse('X_API_BASE', 'must be an https:// address in production');
    }
  }, evenIfOthersAreWrong);

export type AdsSettings = z.infer<typeof adsSettings>;
