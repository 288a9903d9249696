import { z } from 'zod';

/**
 * Settings of the sources.
 * A source without a key is skipped, or requested within the limits for public use.
 */
export const signalsSettings = z.object({
  /** Base URL that simulates all sources. The composition root sets the sandbox's URL. */
  SIGNAL_SOURCES_URL: z.url({ protocol: /^https?$/ }).optional(),
  COINGECKO_API_KEY: z.string().optional(),
  GITHUB_TOKEN: z.string().optional(),
  X_BEARER_TOKEN: z.string().optional(),
  REDDIT_TOKEN: z.string().optional(),
});
