import { z } from 'zod';
import { platformSettings } from './platform-settings.ts';

/** How to reach X and the ad platforms. What has no keys is not used, and says so. */
export const adsSettings = z.object({
  /** Where X's API is; the composition root names the sandbox's. */
  X_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.x.com'),
  /** The four keys of an app that posts as its owner (OAuth 1.0a): they do not expire. */
  X_API_KEY: z.string().optional(),
  X_API_SECRET: z.string().optional(),
  X_ACCESS_TOKEN: z.string().optional(),
  X_ACCESS_SECRET: z.string().optional(),
  ...platformSettings,
});

export type AdsSettings = z.infer<typeof adsSettings>;
