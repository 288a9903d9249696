import { createHash } from 'node:crypto';

// Base58 with the XRP Ledger's dictionary (https://xrpl.org/docs/references/protocol/data-types/base58-encodings).
const DICTIONARY = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const PAYLOAD_BYTES = 21;
const CHECKSUM_BYTES = 4;

/** An account without a known private key. */
export const ACCOUNT_ONE = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

/** Returns true for a classic address: type byte 0, 20 bytes of account id, and a valid checksum. */
export function isAddress(text: string): boolean {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return false;
  let number = 0n;
  for (const letter of text) number = number * 58n + BigInt(DICTIONARY.indexOf(letter));
  const hex = number.toString(16).padStart((PAYLOAD_BYTES + CHECKSUM_BYTES) * 2, '0');
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== PAYLOAD_BYTES + CHECKSUM_BYTES) return false;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  return payload[0] === 0 && checksum(payload).equals(bytes.subarray(PAYLOAD_BYTES)) && encode(payload) === text;
}

/** Returns a fictitious account's address, made from a hash of the name. Its private key is unknown. */
export function addressOf(name: string): string {
  const account = createHash('sha256')
    .update(`sandbox account ${name}`)
    .digest()
    .subarray(0, PAYLOAD_BYTES - 1);
  return encode(Buffer.concat([Buffer.of(0), account]));
}

function encode(payload: Buffer): string {
  const bytes = Buffer.concat([payload, checksum(payload)]);
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = DICTIONARY[Number(number % 58n)] + text;
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  return 'r'.repeat(leadingZeros) + text;
}

function checksum(payload: Buffer): Buffer {
  const twice = createHash('sha256').update(createHash('sha256').update(payload).digest()).digest();
  return twice.subarray(0, CHECKSUM_BYTES);
}
