/** What a mail's link asks for, with its token. It stands in the fragment, which no server sees. */
export interface MailLink {
  does: 'confirm' | 'stop';
  token: string;
}

/** Reads the link of a mail from an address's fragment; null where there is none. */
export function readMailLink(hash: string): MailLink | null {
  const fields = new URLSearchParams(hash.slice(1));
  for (const does of ['confirm', 'stop'] as const) {
    const token = fields.get(does);
    if (token) return { does, token };
  }
  return null;
}
