/** All strings inside a value, but sources: these are not shown as text. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'source' ? [] : textsIn(inner)));
}

export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

/** Seven digits or more with the punctuation of telephone numbers, or a call to call. */
export function holdsPhoneNumber(text: string): boolean {
  const withoutLinks = text.replace(/https?:\S+/g, '').replace(/\d{4}-\d\d-\d\d/g, '');
  return (
    /(?:\+?\d[\s().-]?){7,}/.test(withoutLinks) || /\b(?:call|phone|ring) (?:us|them|support)\b/i.test(withoutLinks)
  );
}

/** Names a secret and a way of handing it over, and does not say "never". */
export function asksForSecret(sentence: string): boolean {
  const secret = /recovery phrase|backup phrase|secret (?:key|number)|private key|seed|24 words|password|passcode/i;
  const handingOver = /\b(?:enter|type|paste|send|give|tell|share|upload|provide|submit|say|show us|confirm with)\b/i;
  return secret.test(sentence) && handingOver.test(sentence) && !/\b(?:never|not|nobody|no)\b/i.test(sentence);
}
