import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { describe, expect, test } from 'vitest';
import { dependencies } from '../../../package.json';
import vectors from '../../../test/fixtures/ml-kem-768-acvp.json';
import { type Bytes, join } from './bytes.ts';
import { deriveKeys, makeSecret } from './keys.ts';
import { inside } from './texts.ts';

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('ML-KEM-768', () => {
  test.each(vectors.keyGen)('generates the keys of NIST’s ACVP case $tcId', ({ d, z, ek, dk }) => {
    const { publicKey, secretKey } = ml_kem768.keygen(join(bytesOf(d), bytesOf(z)));
    expect(hexOf(publicKey)).toBe(ek);
    expect(hexOf(secretKey)).toBe(dk);
  });

  test.each(vectors.encapsulation)('encapsulates as in NIST’s ACVP case $tcId', ({ ek, m, c, k }) => {
    const { cipherText, sharedSecret } = ml_kem768.encapsulate(bytesOf(ek), bytesOf(m));
    expect(hexOf(cipherText)).toBe(c);
    expect(hexOf(sharedSecret)).toBe(k);
  });

  test.each(vectors.decapsulation)('decapsulates as in NIST’s ACVP case $tcId ($reason)', ({ dk, c, k }) => {
    expect(hexOf(ml_kem768.decapsulate(bytesOf(c), bytesOf(dk)))).toBe(k);
  });
});

test.each(['@noble/post-quantum', 'shamir-secret-sharing'] as const)(
  'The encryption page’s text about the audit of %s names the installed version',
  (library) => expect(inside.join(' ')).toContain(`“${library}” ${dependencies[library]}.`),
);

describe('deriveKeys', () => {
  test('returns the same keys for the same secret, and different keys for a different secret', async () => {
    const secret = makeSecret();
    const keys = await deriveKeys(secret);
    expect(await deriveKeys(secret.slice())).toEqual(keys);
    expect([keys.publicKey.length, keys.secretKey.length, keys.setId.length]).toEqual([1184, 2400, 3]);
    const other = await deriveKeys(makeSecret());
    expect(hexOf(other.publicKey)).not.toBe(hexOf(keys.publicKey));
    expect(makeSecret()).not.toEqual(makeSecret());
  });
});
