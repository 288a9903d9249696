import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits in base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash to store. A hash without salt is safe, because tokens are long and random. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
