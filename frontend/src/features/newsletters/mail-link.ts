/** The action of a mail's link, with its token. Browsers do not send the fragment to servers. */
export interface MailLink {
  does: 'confirm' | 'stop';
  token: string;
}

/** Parses a mail's link from a URL's fragment; null if there is none. */
export function readMailLink(hash: string): MailLink | null {
  const fields = new URLSearchParams(hash.slice(1));
  for (const does of ['confirm', 'stop'] as const) {
    const token = fields.get(does);
    if (token) return { does, token };
  }
  return null;
}
