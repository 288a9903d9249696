/**
 * Crockford's digits, without I, L, O and U, which are easily confused.
 * See https://www.crockford.com/base32.html.
 */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1' };

/**
 * Encodes bytes as capital letters and digits.
 * The number of bytes must be a multiple of five, so that no character is only partly used.
 */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += digits[(bits >> count) & 31];
    }
    bits &= (1 << count) - 1;
  }
  return text;
}

/**
 * Decodes the output of `toBase32`.
 * @returns undefined if a character is not a digit, or if the text is not a whole number of bytes
 */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  if ((text.length * 5) % 8 !== 0) return undefined;
  const bytes = new Uint8Array((text.length * 5) / 8);
  let [bits, count, at] = [0, 0, 0];
  for (const character of text) {
    const value = digits.indexOf(character);
    if (value < 0) return undefined;
    bits = (bits << 5) | value;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes[at++] = bits >> count;
      bits &= (1 << count) - 1;
    }
  }
  return bytes;
}

/**
 * Normalizes typed text: removes spaces and hyphens, uses capitals, and replaces look-alike
 * characters.
 */
export function cleanBase32(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/[OIL]/g, (character) => lookAlikes[character] as string);
}

/** Returns the first character of a normalized text that is not a digit. */
export function strangeCharacter(cleaned: string): string | undefined {
  return [...cleaned].find((character) => !digits.includes(character));
}
