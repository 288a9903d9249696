import { defineStored } from '../../lib/storage.ts';

/**
 * The stored ownership of the concierge.
 * `with-guide` means that it includes a paid guide that no transfer has used.
 */
export type StoredConcierge = 'owned' | 'with-guide';

/**
 * The ownership is stored, so that no page offers an owned concierge, or waits for a request before it
 * shows a price. The server makes the final decision.
 */
export const storedConcierge = defineStored<StoredConcierge | null>(
  'concierge',
  (value) => (value === 'owned' || value === 'with-guide' ? value : undefined),
  null,
);
