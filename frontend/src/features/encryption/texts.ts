import type { Source } from '../../ui/sources.tsx';
import { type FragmentMistake, fragmentLetters, type PairMistake } from './fragments.ts';
import { mostMegabytes, type SealProblem } from './seal.ts';

/** The date on which libraries and standards were last checked against their sources. */
export const lastChecked = '2026-11-22';

export const sources: readonly Source[] = [
  { title: 'NIST: FIPS 203, the standard for ML-KEM', url: 'https://csrc.nist.gov/pubs/fips/203/final' },
  {
    title: 'noble-post-quantum: what was audited',
    url: 'https://github.com/paulmillr/noble-post-quantum#security',
  },
  {
    title: 'shamir-secret-sharing: what was audited',
    url: 'https://github.com/privy-io/shamir-secret-sharing#security-considerations',
  },
  {
    title: 'xrpl.org: Cryptographic keys',
    url: 'https://xrpl.org/docs/concepts/accounts/cryptographic-keys',
  },
];

/** Describes the method, and who has reviewed it. */
export const inside: readonly string[] = [
  'Your browser makes a new AES-256-GCM key for each note or file.',
  'ML-KEM-768 wraps that key. It is a new kind of lock, and the United States made it a standard in 2024. No known quantum computer breaks it.',
  'The code for it is “@noble/post-quantum” 0.7.1. Its maker has checked it, but nobody from outside has done so yet. We hold it against the test cases of that standard.',
  'Your secret is split in three by “Shamir’s scheme”. One fragment alone tells nothing of it.',
  'The code for that is “shamir-secret-sharing” 0.0.4. Two firms from outside have checked it.',
];

/** Returns the error text for one fragment. */
export function describeFragment(wrong: FragmentMistake): string {
  switch (wrong.mistake) {
    case 'empty':
      return 'Please type a fragment here.';
    case 'character':
      return `“${wrong.character}” is in no fragment. Please check that place.`;
    case 'length':
      return `A fragment has ${fragmentLetters} letters and digits. Here are ${wrong.letters}.`;
    case 'changed':
      return 'At least one letter or digit here is wrong. Please look at your paper again.';
  }
}

const pairTexts: Record<PairMistake['mistake'], string> = {
  same: 'This is the same fragment twice. Please type another one.',
  other_set: 'These two are of different keys. Nothing was brought back.',
  unfit: 'These two do not fit together. Nothing was brought back.',
};

/** Returns the error text for two fragments that are each valid. */
export function describePair(wrong: PairMistake): string {
  return pairTexts[wrong.mistake];
}

/** The error text for valid fragments of an earlier key. */
export const otherKey = 'These two are of another key, not of the one you have just made.';

/** The error text if the browser has no WebCrypto, or if WebCrypto failed. */
export const tooOld = 'Your browser may be too old for this. Please try a newer one.';

export const sealTexts: Record<SealProblem['code'], string> = {
  too_large: `This file is too large. It can have ${mostMegabytes} MB at most.`,
  unreadable: 'Your browser could not read this file. Please choose it once more.',
  not_locked: 'This file was not locked here. Please choose one that was.',
  other_set: 'This file was locked with another key. Use the fragments of that one.',
  damaged: 'Something in this file was changed or is missing. It cannot be opened.',
};
