/**
 * What a person can read out, write down and type in place of a transfer's id: eight characters, none of which looks
 * like another. They hold the first bits of the id, which is enough to find one transfer among millions.
 */
interface Writing {
  alphabet: string;
  bits: bigint;
}
const now: Writing = { alphabet: '346789ACDEFGHJKMNPQRTVWXY', bits: 37n };
/** Until November 2026. 2 and Z, 5 and S, 8 and B look alike in it, but what was written down then finds its transfer. */
const before: Writing = { alphabet: '23456789ABCDEFGHJKMNPQRSTVWXYZ', bits: 39n };
const length = 8;

/** A transfer's reference, such as `AC3D-E46F`. The id is 32 hexadecimal digits. */
export function referenceOf(transferId: string): string {
  const text = write(transferId, now);
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * How the ids begin that a reference can stand for, as it was typed: with or without the dash, in capitals or not. None
 * for what is no reference; two where it may be one of now or of before.
 */
export function idPrefixesOf(reference: string): string[] {
  const text = plain(reference);
  return [now, before].flatMap((writing) => read(text, writing) ?? []);
}

/** Whether a transfer has, or had, this reference. */
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
  // Nine digits are 36 of the bits; the others would make several prefixes of it.
  return value >> bits ? null : (value >> (bits - 36n)).toString(16).padStart(9, '0');
}
