import { createHash } from 'node:crypto';

/** Returns a short id for a server. Its URL may contain an access key and must not be logged. */
export function nameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 8);
}

/** Returns only the host, because a URL may contain an access key in its path. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
