/**
 * The action of a mail's link, and its token.
 * Both are in the fragment, because browsers do not send the fragment to servers.
 */
export interface MailLink {
  does: 'confirm' | 'stop';
  token: string;
}

/** Parses a mail's link from a URL's fragment. Returns null if there is no link. */
export function readMailLink(hash: string): MailLink | null {
  const fields = new URLSearchParams(hash.slice(1));
  for (const does of ['confirm', 'stop'] as const) {
    const token = fields.get(does);
    if (token) return { does, token };
  }
  return null;
}
