import { isValidClassicAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import { detectSecret, withoutInvisible } from './secrets.ts';

/** Reasons for refusing an address, one code per reason. */
export type AddressProblemCode =
  | 'missing'
  | 'secret'
  | 'extra_text'
  | 'look_alike'
  | 'evm_address'
  | 'tron_address'
  | 'other_network'
  | 'test_network'
  | 'transaction_hash'
  | 'capital_r'
  | 'not_an_address'
  | 'wrong_character'
  | 'wrong_length'
  | 'checksum'
  | 'black_hole';

export type TagProblemCode = 'tag_invalid' | 'tag_conflict';

export type DestinationCheck =
  | {
      ok: true;
      /** The classic address (r…), even if an X-address was pasted. */
      address: string;
      /** Digits without leading zeros; null if there is no tag. '0' is a tag. */
      tag: string | null;
      /** True if the input was an X-address. */
      unpacked: boolean;
    }
  | { ok: false; field: 'destinationAddress'; code: AddressProblemCode; text: string }
  | { ok: false; field: 'destinationTag'; code: TagProblemCode; text: string };

/**
 * Checks a destination without the ledger: checksum, X-address, tag and common paste mistakes.
 * The text gives an instruction and never repeats the input, which may be a secret.
 *
 * Whitespace and invisible characters are removed everywhere, because mail programs and PDFs break long words; the
 * checksum proves that nothing else was lost. Any other repair (a capital R, a look-alike letter) is refused: the
 * customer should copy again instead of trusting a guess.
 *
 * Rules: https://xrpl.org/docs/concepts/accounts/addresses and https://xrpaddress.info
 */
export function checkDestination(address: string, tag: string | null): DestinationCheck {
  const pasted = withoutInvisible(address).replace(/\s+/g, '');
  if (detectSecret(address, 'transaction_hash')) return refuseAddress('secret');

  const unpacked = unpackXAddress(pasted);
  if (!unpacked && !isValidClassicAddress(pasted)) return refuseAddress(whyNotAnAddress(pasted));
  if (unpacked?.test) return refuseAddress('test_network');
  const classic = unpacked?.classicAddress ?? pasted;
  if (blackHoles.has(classic)) return refuseAddress('black_hole');

  const typed = tag === null || tag.trim() === '' ? null : tag.trim();
  const problem = typed === null ? null : tagProblem(typed);
  if (problem) return { ok: false, field: 'destinationTag', code: 'tag_invalid', text: problem };
  const typedTag = typed === null ? null : String(Number(typed));
  const packedTag = unpacked && unpacked.tag !== false ? String(unpacked.tag) : null;
  if (typedTag !== null && packedTag !== null && typedTag !== packedTag) {
    return {
      ok: false,
      field: 'destinationTag',
      code: 'tag_conflict',
      text: 'This address already has a destination tag in it, and it’s not the one you entered. Leave the tag blank, or copy both again from your wallet.',
    };
  }
  return { ok: true, address: classic, tag: packedTag ?? typedTag, unpacked: unpacked !== null };
}

/**
 * Describes the problem of a destination tag in plain words; null if the tag is valid.
 * A tag has digits only, 0 to 4294967295 (https://xrpl.org/docs/concepts/transactions/source-and-destination-tags).
 * Leading zeros are allowed. The caller handles a missing tag.
 */
export function tagProblem(text: string): string | null {
  const tag = text.trim();
  if (/^[+-]\d+$/.test(tag)) return 'A destination tag doesn’t have a plus or minus sign. Enter numbers only.';
  if (!/^[0-9]+$/.test(tag)) {
    return 'A destination tag is a whole number. Use numbers only, with no spaces, dots, or letters.';
  }
  if (tag.replace(/^0+/, '').length > 10 || Number(tag) > maxTag) {
    return 'That number is too large for a destination tag. The largest is 4294967295. Please check it again.';
  }
  return null;
}

const maxTag = 2 ** 32 - 1;

/**
 * Valid addresses that no customer owns: addresses without a known private key, and the genesis
 * account.
 */
const blackHoles = new Set([
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
]);

function unpackXAddress(text: string): ReturnType<typeof xAddressToClassicAddress> | null {
  if (!/^[XT]/.test(text)) return null;
  try {
    return xAddressToClassicAddress(text);
  } catch {
    return null;
  }
}

/** Classifies an invalid address. If several reasons apply, returns the most helpful one. */
function whyNotAnAddress(text: string): AddressProblemCode {
  if (text === '') return 'missing';
  if (holdsAddress(text)) return 'extra_text';
  if (/[^\u0021-\u007E]/.test(text)) return 'look_alike';
  if (/^0x/i.test(text)) return 'evm_address';
  if (/^[0-9a-f]{64}$/i.test(text)) return 'transaction_hash';
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return 'tron_address';
  if (/^T[1-9A-HJ-NP-Za-km-z]{45,47}$/.test(text)) return 'test_network';
  if (/^(?:bc1|ltc1|addr1|G[A-Z2-7]{55}$|[13][1-9A-HJ-NP-Za-km-z]{25,34}$)/.test(text)) return 'other_network';
  if (/^R[0-9A-Za-z]{24,34}$/.test(text)) return 'capital_r';
  if (!/^[rX]/.test(text)) return 'not_an_address';
  if (/[^1-9A-HJ-NP-Za-km-z]/.test(text)) return 'wrong_character';
  if (text.startsWith('X') ? text.length !== 47 : text.length < 25 || text.length > 35) return 'wrong_length';
  return 'checksum';
}

/** Returns true for a payment link ("xrpl:r…", "…request:r…?dt=1") or a sentence with an address. */
function holdsAddress(text: string): boolean {
  return text.split(/[^0-9A-Za-z]/).some(endsInAddress);
}

/**
 * Returns true if a word ends in a valid address.
 * Without a space, other text may directly precede the address.
 */
function endsInAddress(word: string): boolean {
  return [25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 47].some((length) => {
    const end = word.length < length ? '' : word.slice(-length);
    return (end.startsWith('r') && isValidClassicAddress(end)) || unpackXAddress(end) !== null;
  });
}

function refuseAddress(code: AddressProblemCode): DestinationCheck {
  const prefix = code === 'missing' || code === 'secret' ? '' : 'That doesn’t look right. Try again. ';
  return { ok: false, field: 'destinationAddress', code, text: prefix + addressTexts[code] };
}

const copyAgain = 'Open your wallet and copy the address again.';

const addressTexts: Record<AddressProblemCode, string> = {
  missing: 'Paste your wallet’s XRP address. It starts with a lowercase r.',
  secret:
    'Stop. This looks like a secret key or recovery phrase, not an address. Never paste it on a website, and never show it to anyone. If someone else may have seen it, move your XRP to a new wallet. We only need your address, which starts with a lowercase r.',
  extra_text:
    'There’s more here than an address. Paste only the address. It starts with a lowercase r and has no spaces.',
  look_alike: `Something here only looks like a letter or number, or can’t be part of an XRP address. Copy the address instead of typing it. ${copyAgain}`,
  evm_address:
    'This is an Ethereum, BNB Smart Chain, or Base address. You’d lose XRP sent to it. An XRP address starts with a lowercase r. ' +
    copyAgain,
  tron_address: `This is a Tron address. You’d lose XRP sent to it. An XRP address starts with a lowercase r. ${copyAgain}`,
  other_network:
    'This address is for a different coin. You’d lose XRP sent to it. Choose XRP in your wallet, then Receive, and copy the address that starts with a lowercase r.',
  test_network:
    'This address is from an XRP test network, where coins have no value. Switch your wallet to the main network and copy the address again.',
  transaction_hash: `This is a transaction hash (64 characters), not an address. ${copyAgain} It starts with a lowercase r.`,
  capital_r: `An XRP address starts with a lowercase r, never a capital R. ${copyAgain}`,
  not_an_address: `This isn’t an XRP address. An XRP address starts with a lowercase r. ${copyAgain}`,
  wrong_character:
    'Something here can’t be part of an XRP address. Look for a 0, a capital O or I, a lowercase L, or a symbol. Copy the address instead of typing it. ' +
    copyAgain,
  wrong_length: `This address is the wrong length. Something may be missing or extra. ${copyAgain}`,
  checksum: `One or more characters in this address are wrong. ${copyAgain}`,
  black_hole: `No one owns this address. XRP sent here would be lost forever. ${copyAgain}`,
};
