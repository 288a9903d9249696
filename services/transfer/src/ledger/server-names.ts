import { createHash } from 'node:crypto';

/** What a server is called where its address, which may carry an access key, is nobody's business. */
export function nameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 8);
}

/** A server's address may carry an access key in its path. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
