/** What the person has said to the offer of help; closed, it waits behind a small button. */
export interface Helper {
  consent: boolean;
  open: boolean;
}

export type HelperEvent = 'yes' | 'no' | 'closed' | 'opened';

/** What becomes of the offer. */
export function changeHelper(helper: Helper, event: HelperEvent): Helper {
  switch (event) {
    case 'yes':
      return { consent: true, open: true };
    case 'no':
      return { consent: false, open: false };
    case 'closed':
      return { ...helper, open: false };
    case 'opened':
      return { ...helper, open: true };
  }
}

export type Stage = 'intro' | 'exchange' | 'wallet' | 'payment';

/** What to help with now (spec 1 §4): first the question, then whatever is not chosen yet. */
export function stageOf({ consent, from, to }: { consent: boolean; from: unknown; to: unknown }): Stage {
  if (!consent) return 'intro';
  if (!from) return 'exchange';
  return to ? 'payment' : 'wallet';
}
