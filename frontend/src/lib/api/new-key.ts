/** By it the server knows what is sent twice; it takes https to make one. */
export function newKey(): { key?: string } {
  return isSecureContext ? { key: crypto.randomUUID() } : {};
}
