import { z } from 'zod';

/** Settings of the sources. Without a key, a source is skipped or queried with its public limits. */
export const signalsSettings = z.object({
  /** Base URL that simulates all sources; the composition root sets the sandbox's. */
  SIGNAL_SOURCES_URL: z.url({ protocol: /^https?$/ }).optional(),
  COINGECKO_API_KEY: z.string().optional(),
  GITHUB_TOKEN: z.string().optional(),
  X_BEARER_TOKEN: z.string().optional(),
  REDDIT_TOKEN: z.string().optional(),
});
