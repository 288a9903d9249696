import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { type Bytes, utf8 } from './bytes.ts';

/** What somebody locks and unlocks with. All of it follows from one secret, which is what the fragments hold. */
export interface Keys {
  /** By which fragments and locked files know what they belong to; says nothing of the secret. */
  setId: Bytes;
  /** Of ML-KEM-768 (FIPS 203). */
  publicKey: Bytes;
  secretKey: Bytes;
}

export const secretBytes = 32;
export const setIdBytes = 3;

/** The seed of ML-KEM's key generation: d and z of FIPS 203 §7.1. */
const seedBytes = 64;

/** A secret out of the browser's own chance. */
export function makeSecret(): Bytes {
  return crypto.getRandomValues(new Uint8Array(secretBytes));
}

/** The keys of a secret: always the same ones. */
export async function deriveKeys(secret: Bytes): Promise<Keys> {
  const seed = await derive(secret, 'xrp-bridge ml-kem-768 v1', seedBytes);
  const { publicKey, secretKey } = ml_kem768.keygen(seed);
  return { setId: await setIdOf(secret), publicKey: Uint8Array.from(publicKey), secretKey: Uint8Array.from(secretKey) };
}

/** The number of the set that a secret is cut into; a secret that was put together wrongly has another one. */
export function setIdOf(secret: Bytes): Promise<Bytes> {
  return derive(secret, 'xrp-bridge set v1', setIdBytes);
}

/** HKDF (RFC 5869): bytes for one use, from which neither the secret nor those for another can be told. */
async function derive(secret: Bytes, use: string, length: number): Promise<Bytes> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const hkdf = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: utf8(use) };
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, base, length * 8));
}
