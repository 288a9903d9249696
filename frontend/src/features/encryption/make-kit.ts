import type { Kit } from './flow.ts';
import { makeFragments } from './fragments.ts';
import { deriveKeys, makeSecret } from './keys.ts';

/** The minimum duration of the generation (spec 2 §9), because a faster result would not look credible. */
export const minimumMs = 1_500;

/**
 * Generates a secret, its keys and its fragments, in this browser only.
 * @throws if the browser has no WebCrypto, because it is too old or the page did not come over https
 */
export async function makeKit(): Promise<Kit> {
  const secret = makeSecret();
  const [keys, fragments] = await Promise.all([deriveKeys(secret), makeFragments(secret)]);
  return { keys, fragments };
}
