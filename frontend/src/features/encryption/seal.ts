import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { areEqual, type Bytes, join, utf8 } from './bytes.ts';
import { type Keys, setIdBytes } from './keys.ts';

// A locked file consists of magic bytes (8), set id (3), ML-KEM's ciphertext (1088), the wrapped file key (40), and the
// content in parts of 1 MiB, each with AES-GCM's tag of 16 bytes. The content begins with the length of the file's name
// (2) and the name.

const magic = utf8('XBSEAL1\n');
const kemBytes = 1088;
const wrappedBytes = 40;
const headerBytes = magic.length + setIdBytes + kemBytes + wrappedBytes;
const partBytes = 2 ** 20;
const tagBytes = 16;

/** The maximum size of a file, in MB. Browsers on small phones can still process it. */
export const mostMegabytes = 500;
const mostBytes = mostMegabytes * 2 ** 20;
/** The limit is a little higher, because a locked file is slightly larger than its content. */
const mostSealedBytes = mostBytes + 2 ** 20;
const longestName = 85;

/** The reason why a file was not locked or opened. */
export class SealProblem extends Error {
  override name = 'SealProblem';
  readonly code: 'too_large' | 'unreadable' | 'not_locked' | 'other_set' | 'damaged';
  constructor(code: SealProblem['code']) {
    super(code);
    this.code = code;
  }
}

/** Called after each part with the progress from 0 to 1. */
export type OnPart = (done: number) => void;

/**
 * Locks a file or note with a new key, which only the secret key can unwrap.
 * The function processes one part at a time, so that a large file does not have to fit into memory.
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
  const header = join(magic, setId, cipherText, wrapped);

  const label = utf8(shorten(name));
  const plain = new Blob([Uint8Array.of(label.length >> 8, label.length & 255), label, content]);
  const sealed: Blob[] = [new Blob([header])];
  const count = Math.ceil(plain.size / partBytes);
  for (let at = 0; at < count; at++) {
    const part = await read(plain.slice(at * partBytes, (at + 1) * partBytes));
    const cipher = await crypto.subtle.encrypt(cipherOf(header, at, at === count - 1), fileKey, part);
    // Each part becomes a blob, because a browser may store blobs on disk.
    sealed.push(new Blob([cipher]));
    onPart?.((at + 1) / count);
  }
  return new Blob(sealed, { type: 'application/octet-stream' });
}

/**
 * Opens a file that `seal` has locked. Returns nothing before the whole file is authenticated.
 * @throws SealProblem
 */
export async function unseal(
  sealed: Blob,
  { setId, secretKey }: Pick<Keys, 'setId' | 'secretKey'>,
  onPart?: OnPart,
): Promise<{ name: string; content: Blob }> {
  if (sealed.size > mostSealedBytes) throw new SealProblem('too_large');
  const header = new Uint8Array(await read(sealed.slice(0, headerBytes)));
  const [ownMagic, ownSet, cipherText, wrapped] = cut(header, magic.length, setIdBytes, kemBytes, wrappedBytes);
  const body = sealed.slice(headerBytes);
  if (body.size <= tagBytes || !areEqual(ownMagic, magic)) throw new SealProblem('not_locked');
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
 * Returns the parameters of a part, as in STREAM (https://eprint.iacr.org/2015/189).
 * The nonce contains the part's number and a flag for the last part, so that no part can be omitted, moved or added. The
 * header is authenticated as well. Each file has its own key, so no nonce repeats.
 */
function cipherOf(header: Bytes, part: number, last: boolean): AesGcmParams {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(7, part);
  iv[11] = last ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData: header, tagLength: tagBytes * 8 };
}

/** Derives the key that wraps the file's key (RFC 3394) from ML-KEM's shared secret. */
async function wrappingKey(sharedSecret: Bytes, use: 'wrapKey' | 'unwrapKey'): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', sharedSecret, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: utf8('xrp-bridge wrap v1') };
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-KW', length: 256 }, false, [use]);
}

function cut(bytes: Bytes, ...lengths: readonly [number, number, number, number]) {
  const runs: Bytes[] = [];
  let at = 0;
  for (const length of lengths) {
    runs.push(bytes.slice(at, at + length));
    at += length;
  }
  return runs as [Bytes, Bytes, Bytes, Bytes];
}

/** Reads a part of a file. The person may have moved or changed the file since choosing it. */
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

/** Removes slashes, control characters and format characters from a file's name, and shortens the name. */
function shorten(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, longestName);
  return plain || 'file';
}
