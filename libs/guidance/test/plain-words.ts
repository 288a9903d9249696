/** Returns all strings inside a value, except sources, which customers do not read. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'source' ? [] : textsIn(inner)));
}

export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

/**
 * Returns true for seven or more digits with the punctuation of a phone number, or for a request to
 * call.
 */
export function holdsPhoneNumber(text: string): boolean {
  const withoutLinks = text.replace(/https?:\S+/g, '').replace(/\d{4}-\d\d-\d\d/g, '');
  return (
    /(?:\+?\d[\s().-]?){7,}/.test(withoutLinks) || /\b(?:call|phone|ring) (?:us|them|support)\b/i.test(withoutLinks)
  );
}

/**
 * Returns true for a sentence that names a secret and contains a verb such as "enter" or "send", but
 * no negation.
 */
export function asksForSecret(sentence: string): boolean {
  const secret = /recovery phrase|backup phrase|secret (?:key|number)|private key|seed|24 words|password|passcode/i;
  const handingOver = /\b(?:enter|type|paste|send|give|tell|share|upload|provide|submit|say|show us|confirm with)\b/i;
  return secret.test(sentence) && handingOver.test(sentence) && !/\b(?:never|not|nobody|no)\b/i.test(sentence);
}
