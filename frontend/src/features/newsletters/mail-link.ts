import { readFragment } from '../../lib/use-mail-link.ts';

/** The action of a mail's link, and its token. */
export interface MailLink {
  does: 'confirm' | 'stop';
  token: string;
}

/** Parses a mail's link from a URL's fragment. Returns null if there is no link. */
export function readMailLink(hash: string): MailLink | null {
  for (const does of ['confirm', 'stop'] as const) {
    const token = readFragment(hash, does);
    if (token) return { does, token };
  }
  return null;
}
