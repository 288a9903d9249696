import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { type Bytes, utf8 } from './bytes.ts';

/**
 * The keys for locking and unlocking.
 * All of them are derived from one secret, which the fragments restore.
 */
export interface Keys {
  /** Identifies the set in fragments and locked files. The id contains no information about the secret. */
  setId: Bytes;
  /** The keys of ML-KEM-768 (FIPS 203). */
  publicKey: Bytes;
  secretKey: Bytes;
}

export const secretBytes = 32;
export const setIdBytes = 3;

/** The seed of ML-KEM's key generation: d and z of FIPS 203 §7.1. */
const seedBytes = 64;

/** Generates a secret with the browser's random number generator. */
export function makeSecret(): Bytes {
  return crypto.getRandomValues(new Uint8Array(secretBytes));
}

/** Derives the keys of a secret. The same secret always has the same keys. */
export async function deriveKeys(secret: Bytes): Promise<Keys> {
  const seed = await derive(secret, 'xrp-bridge ml-kem-768 v1', seedBytes);
  const { publicKey, secretKey } = ml_kem768.keygen(seed);
  return { setId: await setIdOf(secret), publicKey: Uint8Array.from(publicKey), secretKey: Uint8Array.from(secretKey) };
}

/** Derives the set id of a secret. A secret that was restored wrongly has another set id. */
export function setIdOf(secret: Bytes): Promise<Bytes> {
  return derive(secret, 'xrp-bridge set v1', setIdBytes);
}

/**
 * Derives bytes for one use with HKDF (RFC 5869).
 * The bytes reveal neither the secret nor the bytes for another use.
 */
async function derive(secret: Bytes, use: string, length: number): Promise<Bytes> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const hkdf = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: utf8(use) };
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, base, length * 8));
}
