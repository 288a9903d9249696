import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { combine, split } from 'shamir-secret-sharing';
import { cleanBase32, fromBase32, strangeCharacter, toBase32 } from './base32.ts';
import { areEqual, type Bytes, join } from './bytes.ts';
import { secretBytes, setIdBytes, setIdOf } from './keys.ts';

// A fragment has 40 bytes in 64 characters: version and number (1), set (3), Shamir's share (33), checksum (3).

/** The number of fragments that spec 2 §9 requires. */
const fragmentCount = 3;
/**
 * The number of fragments that restore the secret.
 * Fewer fragments contain no information about the secret.
 */
const fragmentsNeeded = 2;

export const fragmentLetters = 64;
const version = 1;
/** The last byte of a share is its x-coordinate on Shamir's polynomial. */
const shareBytes = secretBytes + 1;
const checksumBytes = 3;

export interface Fragment {
  /** The number of the fragment, 1 to 3. */
  number: number;
  setId: Bytes;
  share: Bytes;
}

/** The reason why a text is not a fragment. */
export type FragmentMistake =
  | { mistake: 'empty' }
  | { mistake: 'character'; character: string }
  | { mistake: 'length'; letters: number }
  /** The checksum does not match. */
  | { mistake: 'changed' };

/** The reason why two fragments do not restore a secret. */
export type PairMistake = { mistake: 'same' | 'other_set' | 'unfit' };

/** Splits a secret into three fragments, of which any two restore it. */
export async function makeFragments(secret: Bytes): Promise<string[]> {
  const setId = await setIdOf(secret);
  for (;;) {
    const shares = await split(secret, fragmentCount, fragmentsNeeded);
    const texts = await Promise.all(shares.map((share, at) => writeFragment({ number: at + 1, setId, share })));
    // The secret detector takes some texts for a recovery phrase, so the input field would refuse them. In this case,
    // the secret is split again.
    if (!texts.some((text) => detectSecret(text))) return texts;
  }
}

async function writeFragment({ number, setId, share }: { number: number; setId: Bytes; share: Uint8Array }) {
  const body = join(Uint8Array.of((version << 4) | number), setId, share);
  const letters = toBase32(join(body, await checksumOf(body)));
  return groupsOf(letters).join(' ');
}

/** Splits a fragment into groups of four characters, which are easy to read. */
export function groupsOf(letters: string): string[] {
  return letters.replaceAll(' ', '').match(/.{1,4}/g) ?? [];
}

/** Parses a typed or pasted fragment. Ignores case, spaces and hyphens. */
export async function readFragment(text: string): Promise<Fragment | FragmentMistake> {
  const letters = cleanBase32(text);
  if (letters === '') return { mistake: 'empty' };
  const character = strangeCharacter(letters);
  if (character !== undefined) return { mistake: 'character', character };
  const bytes = letters.length === fragmentLetters ? fromBase32(letters) : undefined;
  if (!bytes) return { mistake: 'length', letters: letters.length };
  const body = bytes.slice(0, -checksumBytes);
  if (!areEqual(await checksumOf(body), bytes.slice(-checksumBytes))) return { mistake: 'changed' };
  const [head = 0] = body;
  const number = head & 15;
  if (head >> 4 !== version || number < 1 || number > fragmentCount) return { mistake: 'changed' };
  const [setId, share] = [body.slice(1, 1 + setIdBytes), body.slice(1 + setIdBytes)];
  return share.length === shareBytes ? { number, setId, share } : { mistake: 'changed' };
}

/**
 * Restores the secret from two fragments.
 * The secret must match the set id, so that a wrong secret is never returned.
 */
export async function restoreSecret(one: Fragment, other: Fragment): Promise<{ secret: Bytes } | PairMistake> {
  if (!areEqual(one.setId, other.setId)) return { mistake: 'other_set' };
  if (one.number === other.number) return { mistake: 'same' };
  if (one.share.at(-1) === other.share.at(-1)) return { mistake: 'unfit' };
  const secret = Uint8Array.from(await combine([one.share, other.share]));
  return areEqual(await setIdOf(secret), one.setId) ? { secret } : { mistake: 'unfit' };
}

async function checksumOf(body: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', body)).slice(0, checksumBytes);
}
