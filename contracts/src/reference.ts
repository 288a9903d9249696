/**
 * What a person can read out, write down and type in place of a transfer's id: eight characters, none of which looks
 * like another. The thirty of them hold the first 39 bits of the id, which is enough to find one transfer among millions.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const base = BigInt(alphabet.length);
const length = 8;
const bits = 39n;

/** A transfer's reference, such as `AB2C-D34E`. The id is 32 hexadecimal digits. */
export function referenceOf(transferId: string): string {
  let rest = BigInt(`0x${transferId.slice(0, 10)}`) >> (40n - bits);
  let text = '';
  for (let place = 0; place < length; place++) {
    text = alphabet[Number(rest % base)] + text;
    rest /= base;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * How the ids begin that a reference can stand for, as it was typed: with or without the dash, in capitals or not.
 * Null for what is no reference.
 */
export function idPrefixOf(reference: string): string | null {
  const text = reference.toUpperCase().replace(/[\s-]/g, '');
  const places = [...text].map((character) => alphabet.indexOf(character));
  if (text.length !== length || places.includes(-1)) return null;
  const value = places.reduce((sum, place) => sum * base + BigInt(place), 0n);
  // Nine digits are 36 of the 39 bits; the other three would make two prefixes of it.
  return value >> bits ? null : (value >> (bits - 36n)).toString(16).padStart(9, '0');
}
