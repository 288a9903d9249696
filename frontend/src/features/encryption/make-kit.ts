import type { Kit } from './flow.ts';
import { makeFragments } from './fragments.ts';
import { deriveKeys, makeSecret } from './keys.ts';

/** Spec 2 §9: so long at least, or nobody believes that something was done. */
export const leastMs = 1_500;

/**
 * Makes a secret, its keys and its fragments, in this browser alone.
 * @throws where the browser has no WebCrypto: it is too old, or the page did not come over https
 */
export async function makeKit(): Promise<Kit> {
  const secret = makeSecret();
  const [keys, fragments] = await Promise.all([deriveKeys(secret), makeFragments(secret)]);
  return { keys, fragments };
}
