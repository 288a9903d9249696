import { defineStored } from '../../lib/storage.ts';

/**
 * The stored ownership of the concierge.
 * `with-guide` means that the order also included a guide, which no transfer has used yet.
 */
export type StoredConcierge = 'owned' | 'with-guide';

/**
 * The ownership is stored, so that no page offers the concierge to its owner.
 * A page also needs no request before it shows a price. The server makes the final decision.
 */
export const storedConcierge = defineStored<StoredConcierge | null>(
  'concierge',
  (value) => (value === 'owned' || value === 'with-guide' ? value : undefined),
  null,
);
