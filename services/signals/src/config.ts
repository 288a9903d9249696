import { z } from 'zod';

/** Where the figures come from. Without a key a source is not asked, or asked as everybody may. */
export const signalsSettings = z.object({
  /** Where all sources are played, in place of their own addresses; the composition root names the sandbox's. */
  SIGNAL_SOURCES_URL: z.url({ protocol: /^https?$/ }).optional(),
  COINGECKO_API_KEY: z.string().optional(),
  GITHUB_TOKEN: z.string().optional(),
  X_BEARER_TOKEN: z.string().optional(),
  REDDIT_TOKEN: z.string().optional(),
});
