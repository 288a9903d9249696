/**
 * Returns an idempotency key for a request.
 * Returns no key outside https, where `randomUUID` does not exist.
 */
export function newKey(): { key?: string } {
  return isSecureContext ? { key: crypto.randomUUID() } : {};
}
