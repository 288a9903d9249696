/**
 * An encoding of transfer references.
 * A reference replaces a transfer's id when people speak, write or type. A reference has eight characters of an
 * alphabet without similar characters. It encodes the first bits of the id, which are enough to find one transfer among
 * millions.
 */
interface Writing {
  alphabet: string;
  bits: bigint;
}
const now: Writing = { alphabet: '346789ACDEFGHJKMNPQRTVWXY', bits: 37n };
/**
 * The previous encoding, in use until November 2026.
 * Customers may still have references in this encoding, in which 2 and Z, 5 and S, and 8 and B look alike.
 */
const before: Writing = { alphabet: '23456789ABCDEFGHJKMNPQRSTVWXYZ', bits: 39n };
const length = 8;

/** Returns a transfer's reference, such as `AC3D-E46F`. The id has 32 hexadecimal digits. */
export function referenceOf(transferId: string): string {
  const text = write(transferId, now);
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * Returns the id prefixes that a typed reference can mean, ignoring dashes and case.
 * Empty if the text is not a reference; two prefixes if both encodings match.
 */
export function idPrefixesOf(reference: string): string[] {
  const text = plain(reference);
  return [now, before].flatMap((writing) => read(text, writing) ?? []);
}

/** Returns true if the transfer has this reference in the current or the previous encoding. */
export function isReferenceOf(reference: string, transferId: string): boolean {
  return [now, before].some((writing) => write(transferId, writing) === plain(reference));
}

function plain(reference: string): string {
  return reference.toUpperCase().replace(/[\s-]/g, '');
}

function write(transferId: string, { alphabet, bits }: Writing): string {
  const base = BigInt(alphabet.length);
  let rest = BigInt(`0x${transferId.slice(0, 10)}`) >> (40n - bits);
  let text = '';
  for (let place = 0; place < length; place++) {
    text = alphabet[Number(rest % base)] + text;
    rest /= base;
  }
  return text;
}

function read(text: string, { alphabet, bits }: Writing): string | null {
  const places = [...text].map((character) => alphabet.indexOf(character));
  if (text.length !== length || places.includes(-1)) return null;
  const value = places.reduce((sum, place) => sum * BigInt(alphabet.length) + BigInt(place), 0n);
  // The result is nine hex digits, which hold 36 bits. The remaining bits are not a whole hex digit and are left out.
  return value >> bits ? null : (value >> (bits - 36n)).toString(16).padStart(9, '0');
}
