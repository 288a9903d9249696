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
  'ML-KEM-768 wraps that key. It’s a new kind of lock that became a US standard in 2024. No known quantum computer can break it.',
  'We use the code “@noble/post-quantum” 0.7.1. Its maker has checked it, but no one else has yet. We test it against the examples in that standard.',
  '“Shamir’s scheme” splits your key into three fragments. One fragment on its own gives nothing away.',
  'We use the code “shamir-secret-sharing” 0.0.4. Outside experts have checked it twice.',
];

/** Returns the error text for one fragment. */
export function describeFragment(wrong: FragmentMistake): string {
  switch (wrong.mistake) {
    case 'empty':
      return 'Please type a fragment here.';
    case 'character':
      return `“${wrong.character}” is never part of a fragment. Please check that spot.`;
    case 'length':
      return `A fragment has ${fragmentLetters} letters and numbers. This one has ${wrong.letters}.`;
    case 'changed':
      return 'At least one letter or number is wrong. Please check your paper again.';
  }
}

const pairTexts: Record<PairMistake['mistake'], string> = {
  same: 'This is the same fragment twice. Please type a different one.',
  other_set: 'These two fragments belong to different keys, so we couldn’t bring your key back.',
  unfit: 'These two fragments don’t go together, so we couldn’t bring your key back.',
};

/** Returns the error text for two fragments that are each valid. */
export function describePair(wrong: PairMistake): string {
  return pairTexts[wrong.mistake];
}

/** The error for valid fragments of an earlier key. */
export const otherKey = 'These two fragments belong to a different key, not the one you just made.';

/** The error text if the browser has no WebCrypto, or if WebCrypto failed. */
export const tooOld = 'Your browser may be too old for this. Please try a newer one.';

export const sealTexts: Record<SealProblem['code'], string> = {
  too_large: `This file is too large. It can be up to ${mostMegabytes} MB.`,
  unreadable: 'Your browser couldn’t read this file. Please choose it again.',
  not_locked: 'This file wasn’t locked here. Please choose one that was.',
  other_set: 'This file was locked with a different key. Use the fragments for that key.',
  damaged: 'Part of this file was changed or is missing, so it can’t be opened.',
};
