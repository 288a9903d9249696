import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { areEqual, type Bytes, join, utf8 } from './bytes.ts';
import { type Keys, setIdBytes } from './keys.ts';

// A locked file: mark (8), set (3), what ML-KEM made (1088), the file's own key wrapped (40); then its content in parts
// of 1 MiB, each with the 16 bytes by which AES-GCM knows that nothing was changed. The content begins with its name.

const mark = utf8('XBSEAL1\n');
const kemBytes = 1088;
const wrappedBytes = 40;
const headerBytes = mark.length + setIdBytes + kemBytes + wrappedBytes;
const partBytes = 2 ** 20;
const tagBytes = 16;

/** What a browser on a small phone can still do. */
export const mostMegabytes = 500;
const mostBytes = mostMegabytes * 2 ** 20;
/** A locked file is a little larger than what is in it. */
const mostSealedBytes = mostBytes + 2 ** 20;
const longestName = 85;

/** Why a file was not locked or not opened. */
export class SealProblem extends Error {
  override name = 'SealProblem';
  readonly code: 'too_large' | 'unreadable' | 'not_locked' | 'other_set' | 'damaged';
  constructor(code: SealProblem['code']) {
    super(code);
    this.code = code;
  }
}

/** Told after each part, from 0 to 1. */
export type OnPart = (done: number) => void;

/**
 * Locks a file or note with a key of its own, which only who has the secret key can unwrap. A part at a time, so that a
 * large one needs no memory at once.
 * @throws SealProblem too_large, unreadable
 */
export async function seal(
  content: Blob,
  name: string,
  { setId, publicKey }: Pick<Keys, 'setId' | 'publicKey'>,
  onPart?: OnPart,
): Promise<Blob> {
  if (content.size > mostBytes) throw new SealProblem('too_large');
  const fileKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const { cipherText, sharedSecret } = ml_kem768.encapsulate(publicKey);
  const wrapping = await wrappingKey(Uint8Array.from(sharedSecret), 'wrapKey');
  const wrapped = new Uint8Array(await crypto.subtle.wrapKey('raw', fileKey, wrapping, 'AES-KW'));
  const header = join(mark, setId, cipherText, wrapped);

  const label = utf8(shorten(name));
  const plain = new Blob([Uint8Array.of(label.length >> 8, label.length & 255), label, content]);
  const sealed: Blob[] = [new Blob([header])];
  const count = Math.ceil(plain.size / partBytes);
  for (let at = 0; at < count; at++) {
    const part = await read(plain.slice(at * partBytes, (at + 1) * partBytes));
    const cipher = await crypto.subtle.encrypt(cipherOf(header, at, at === count - 1), fileKey, part);
    // A browser may put it on the disk.
    sealed.push(new Blob([cipher]));
    onPart?.((at + 1) / count);
  }
  return new Blob(sealed, { type: 'application/octet-stream' });
}

/**
 * Opens what `seal` locked. Nothing of it is given before all of it is known to be unchanged.
 * @throws SealProblem
 */
export async function unseal(
  sealed: Blob,
  { setId, secretKey }: Pick<Keys, 'setId' | 'secretKey'>,
  onPart?: OnPart,
): Promise<{ name: string; content: Blob }> {
  if (sealed.size > mostSealedBytes) throw new SealProblem('too_large');
  const header = new Uint8Array(await read(sealed.slice(0, headerBytes)));
  const [ownMark, ownSet, cipherText, wrapped] = cut(header, mark.length, setIdBytes, kemBytes, wrappedBytes);
  const body = sealed.slice(headerBytes);
  if (body.size <= tagBytes || !areEqual(ownMark, mark)) throw new SealProblem('not_locked');
  if (!areEqual(ownSet, setId)) throw new SealProblem('other_set');

  const sharedSecret = Uint8Array.from(ml_kem768.decapsulate(cipherText, secretKey));
  const wrapping = await wrappingKey(sharedSecret, 'unwrapKey');
  const fileKey = await orDamaged(
    crypto.subtle.unwrapKey('raw', wrapped, wrapping, 'AES-KW', 'AES-GCM', false, ['decrypt']),
  );
  const parts: Blob[] = [];
  const count = Math.ceil(body.size / (partBytes + tagBytes));
  for (let at = 0; at < count; at++) {
    const part = await read(body.slice(at * (partBytes + tagBytes), (at + 1) * (partBytes + tagBytes)));
    const plain = await orDamaged(crypto.subtle.decrypt(cipherOf(header, at, at === count - 1), fileKey, part));
    parts.push(new Blob([plain]));
    onPart?.((at + 1) / count);
  }
  const plain = new Blob(parts);
  const [high = 0, low = 0] = new Uint8Array(await read(plain.slice(0, 2)));
  const end = 2 + (high << 8) + low;
  if (end > plain.size) throw new SealProblem('damaged');
  const name = new TextDecoder().decode(await read(plain.slice(2, end)));
  return { name: shorten(name), content: plain.slice(end) };
}

/**
 * How a part is locked: its number and whether it is the last one, as in STREAM (https://eprint.iacr.org/2015/189), so
 * that none can be left out, moved or added; and the header, which cannot be changed either. Each file has its own key,
 * so that a number is used once.
 */
function cipherOf(header: Bytes, part: number, last: boolean): AesGcmParams {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(7, part);
  iv[11] = last ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData: header, tagLength: tagBytes * 8 };
}

/** The key that wraps the file's own (RFC 3394), from what the two sides of ML-KEM share. */
async function wrappingKey(sharedSecret: Bytes, use: 'wrapKey' | 'unwrapKey'): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', sharedSecret, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: utf8('xrp-bridge wrap v1') };
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-KW', length: 256 }, false, [use]);
}

/** Bytes cut into runs of these lengths. */
function cut(bytes: Bytes, ...lengths: readonly [number, number, number, number]) {
  const runs: Bytes[] = [];
  let at = 0;
  for (const length of lengths) {
    runs.push(bytes.slice(at, at + length));
    at += length;
  }
  return runs as [Bytes, Bytes, Bytes, Bytes];
}

/** A file may have been moved or changed since it was chosen. */
async function read(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer();
  } catch {
    throw new SealProblem('unreadable');
  }
}

async function orDamaged<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening;
  } catch {
    throw new SealProblem('damaged');
  }
}

/** A file's name without folders, marks that turn the writing round, and whatever nobody needs to see whole. */
function shorten(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, longestName);
  return plain || 'file';
}
