import { defineStored } from '../../lib/storage.ts';

/** What the server has said of this browser's concierge: it is owned, maybe with a paid guide that no transfer has used. */
export type KeptConcierge = 'owned' | 'with-guide';

/** Kept, so that nobody is offered what they own, and no page has to ask before it shows a price. The server decides. */
export const keptConcierge = defineStored<KeptConcierge | null>(
  'concierge',
  (value) => (value === 'owned' || value === 'with-guide' ? value : undefined),
  null,
);
